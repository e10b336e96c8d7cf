// The endpoints of the resident page: the way in, the homes of a telephone, their doors and guests, and asking for a room.
import { sql as raw } from 'kysely'
import * as page from '../../../src/contract/endpoints/resident-page.ts'
import type { Sql } from '../../db/scoped.ts'
import { WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import type { Lines } from '../../lines.ts'
import type { Secrets } from '../../secrets.ts'
import type { Faces } from '../faces/public.ts'
import { createResidentUnlock } from '../intercom/public.ts'
import { beginAttempt, createSmsCodes } from '../session/public.ts'
import type { Texts } from '../texts/public.ts'
import { todayIn } from './days.ts'
import { sendFace } from './face-sending.ts'
import { endGuestCode, makeGuestCode } from './guest-codes.ts'
import { homesOf } from './resident-home.ts'
import { endResidentSession, openResidentSession } from './resident-sessions.ts'
import { refuseFlawed } from './stores.ts'

interface Parts extends Pick<Kernel, 'data' | 'log'> {
  lines: Lines
  texts: Texts
  faces: Faces
  config: { secrets: Secrets }
}

/** What failures are counted under; with its blank no user name can be the same. */
const throttledAs = (phone: string) => `resident ${phone}`
/** Rooms that one question finds. */
const MOST_PLACES = 20
/** A telephone waits for so many answers at a time. */
const MOST_ASKED = 5

export function mountResidentPage(
  handlers: Handlers,
  { data, log, lines, texts, faces, config }: Parts,
): void {
  const codes = createSmsCodes(
    data,
    texts,
    config.secrets.keyFor('resident codes'),
    error => log.error({ err: error }, 'An SMS was not sent'),
    // Whoever moves in is known to nobody yet: a room is asked for after the telephone is proved.
    async () => true,
  )
  const open = createResidentUnlock({ data, lines })

  handlers.handleOpen(page.residentCode, ({ phone }, { address }) => codes.send(phone, address))
  handlers.handleOpen(page.residentLogin, async ({ phone, code, requestId }, caller) => {
    const attempt = await beginAttempt(data, throttledAs(phone), caller.address)
    await codes.check({ requestId, phone, code })
    await attempt.succeeded()
    const token = await data.scoped(WHOLE, sql => openResidentSession(sql, phone, caller))
    caller.header('authorization', token)
    return { phone }
  })
  handlers.handleResident(page.residentLogout, async (_, { scoped, tokenHash }) => {
    await scoped(sql => endResidentSession(sql, tokenHash))
    return null
  })
  handlers.handleResident(page.residentHome, (_, { scoped, phone }) => scoped(sql => homesOf(sql, phone)))
  handlers.handleResident(page.residentOpenDoor, async (request, { phone, tokenHash, address }) => ({
    result: await open({ ...request, phone, tokenHash, address }),
  }))
  handlers.handleResident(page.residentPlaces, ({ community, roomNo }, { scoped }) =>
    scoped(sql => placesOf(sql, community.trim(), roomNo.trim())),
  )
  handlers.handleResident(page.residentAsk, (request, { scoped, phone, address }) =>
    scoped(sql => askFor(sql, { ...request, phone, address })),
  )
  handlers.handleResident(page.residentGuest, (request, { scoped, phone }) =>
    scoped(sql => makeGuestCode(sql, phone, request)),
  )
  handlers.handleResident(page.residentFaceSend, (request, context) => sendFace(faces, context, request))
  handlers.handleResident(page.residentGuestEnd, async ({ id }, { scoped, phone }) => {
    await scoped(sql => endGuestCode(sql, phone, id))
    return null
  })
}

const roomsThere = () =>
  tables
    .selectFrom('room as r')
    .innerJoin('unit as u', 'u.id', 'r.unit_id')
    .innerJoin('building as b', 'b.id', 'r.building_id')
    .innerJoin('community as c', 'c.id', 'r.community_id')
    .innerJoin('tenant as t', 't.id', 'r.tenant_id')
    .where('r.removed_at', 'is', null)
    .where('u.removed_at', 'is', null)
    .where('c.removed_at', 'is', null)
    .where('t.removed_at', 'is', null)
    .where('t.status', '=', 'enabled')

const placesOf = (sql: Sql, community: string, roomNo: string) =>
  rowsOf(
    sql,
    roomsThere()
      .select(['r.id as roomId', 'c.name as communityName', 'r.room_no as roomNo'])
      .select(raw<string>`concat_ws(' · ', b.name, u.name)`.as('place'))
      .where(({ eb, fn }) => eb(fn('lower', ['c.name']), '=', community.toLowerCase()))
      .where(({ eb, fn }) => eb(fn('lower', ['r.room_no']), '=', roomNo.toLowerCase()))
      .orderBy('b.sort')
      .orderBy('b.id')
      .orderBy('u.sort')
      .orderBy('u.id')
      .limit(MOST_PLACES),
  )

interface Asking {
  phone: string
  address: string
  roomId: number
  name: string
  role: 'owner' | 'tenant' | 'family'
  fromDay: string
  untilDay?: string | null | undefined
  note?: string | undefined
}

async function askFor(sql: Sql, asking: Asking): Promise<{ id: number }> {
  const { phone, roomId, role, fromDay, untilDay = null } = asking
  const name = asking.name.trim()
  // One after the other for a telephone: of two requests at once the second meets the first one's person.
  await sql.query('select pg_advisory_xact_lock(422, hashtext($1))', [phone])
  const room = await firstOf(
    sql,
    roomsThere()
      .select(['r.id', 'r.tenant_id as tenantId', 'c.department_id as departmentId'])
      .where('r.id', '=', roomId)
      .forKeyShare('r'),
  )
  if (!room) throw new Refused('field.reference', { field: 'roomId' })
  const { tenantId } = room
  refuseFlawed({ fromDay, untilDay }, await todayIn(sql, tenantId))
  await refuseMore(sql, phone)
  const now = Date.now()
  const base = { tenant_id: tenantId, created_at: now, updated_at: now }
  const known = await firstOf(
    sql,
    tables
      .selectFrom('resident')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('phone', '=', phone)
      .where('name', '=', name)
      .where('removed_at', 'is', null),
  )
  const person =
    known ??
    (await firstOf(
      sql,
      tables
        .insertInto('resident')
        .values({ ...base, name, phone, department_id: room.departmentId })
        .returning('id'),
    ))
  if (!person) throw new Error('The resident was not stored')
  const made = await firstOf(
    sql,
    tables
      .insertInto('occupancy')
      .values({
        ...{ ...base, room_id: roomId, resident_id: person.id, role, from_day: fromDay, until_day: untilDay },
        ...{ asked_by_resident: true, note: asking.note?.trim() || null },
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('id'),
  )
  if (!made) throw new Refused('field.duplicate', { field: 'roomId' })
  sql.audit({
    ...{ tenantId, userId: null, userName: name, address: asking.address },
    ...{ action: 'occupancy.ask', entity: 'occupancy', rowId: made.id, detail: { roomId, role } },
  })
  return made
}

async function refuseMore(sql: Sql, phone: string): Promise<void> {
  const open = await rowsOf(
    sql,
    tables
      .selectFrom('occupancy as o')
      .innerJoin('resident as p', 'p.id', 'o.resident_id')
      .select('o.id')
      .where('p.phone', '=', phone)
      .where('o.state', '=', 'applied')
      .where('o.removed_at', 'is', null)
      .limit(MOST_ASKED),
  )
  if (open.length >= MOST_ASKED) throw new Refused('occupancy.tooMany')
}
