// The list of cards that a door unit should hold: numbered anew with every change, sent until the unit confirms it.
import type { Downlink } from '../../../src/contract/device-messages.ts'
import type { Bus } from '../../bus.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { DoorTools } from './door-part.ts'

type CardList = Extract<Downlink, { code: '5086' }>

/** A unit that heard its list and did not confirm it hears it again after so long. */
const CONFIRM_MS = 30_000

/** Gives the lists of these doors a new number, in the caller's transaction; the units are told after it. */
export async function wantLists(
  sql: Sql,
  bus: Bus,
  tenantId: number,
  deviceIds: readonly number[],
): Promise<void> {
  if (deviceIds.length === 0) return
  await sql.change(
    `insert into door_list as l (device_id, tenant_id, wanted)
     select d.id, d.tenant_id, 1 from device d where d.id = any($1::bigint[]) order by d.id
     on conflict (device_id) do update set wanted = l.wanted + 1`,
    [deviceIds],
  )
  sql.afterCommit(() => bus.emit('doorList.wanted', { deviceIds: [...deviceIds], tenantId }))
}

/** The doors that a card opens, now or at another time. */
export async function doorsOf(sql: Sql, cardId: number): Promise<number[]> {
  const rows = await sql.query<{ id: number }>(
    'select distinct device_id as id from door_right where card_id = $1 and removed_at is null',
    [cardId],
  )
  return rows.map(row => row.id)
}

/** Whose rights: all of a card, or all of a person. */
export interface Holder {
  column: 'card_id' | 'account_id'
  id: number
  tenantId: number
}

/** The holder goes, and what they may open with them. */
export async function withdrawRights(sql: Sql, bus: Bus, { column, id, tenantId }: Holder): Promise<void> {
  const rows = await sql.query<{ deviceId: number }>(
    `update door_right set removed_at = $2, updated_at = $2, version = version + 1, removed_along = true
     where ${column} = $1 and removed_at is null returning device_id as "deviceId"`,
    [id, Date.now()],
  )
  if (column === 'card_id') await wantLists(sql, bus, tenantId, unique(rows))
}

/** The holder is back: what they could open when they went. */
export async function returnRights(sql: Sql, bus: Bus, { column, id, tenantId }: Holder): Promise<void> {
  // A door that is being removed is removed with or without them, but not in between.
  await sql.query(
    `select d.id from device d where d.id in
       (select r.device_id from door_right r where r.${column} = $1 and r.removed_along) order by d.id for key share of d`,
    [id],
  )
  const rows = await sql.query<{ deviceId: number }>(
    `update door_right r set removed_at = null, updated_at = $2, version = version + 1, removed_along = false
     where r.${column} = $1 and r.removed_along
       and exists (select from device d where d.id = r.device_id and d.removed_at is null)
       and not exists (select from door_right o where o.device_id = r.device_id and o.${column} = r.${column}
         and o.removed_at is null)
     returning r.device_id as "deviceId"`,
    [id, Date.now()],
  )
  if (column === 'card_id') await wantLists(sql, bus, tenantId, unique(rows))
}

const unique = (rows: readonly { deviceId: number }[]) => [...new Set(rows.map(row => row.deviceId))]

/** The list that a unit has not confirmed yet: cards in use only, and no right that is over. */
async function readList(sql: Sql, imei: string, at: number): Promise<CardList | undefined> {
  // The number first: what changes in between is in this list and comes once more under the next number.
  const list = await sql.first<{ deviceId: number; wanted: number }>(
    `select l.device_id as "deviceId", l.wanted from device d join door_list l on l.device_id = d.id
     where d.imei = $1 and d.removed_at is null and l.confirmed < l.wanted`,
    [imei],
  )
  if (!list) return undefined
  const cards = await sql.query<CardList['cards'][number]>(
    `select c.card_info as "cardInfo", r.valid_from as "validFrom", r.valid_until as "validUntil"
     from door_right r join door_card c on c.id = r.card_id
     where r.device_id = $1 and r.removed_at is null and c.removed_at is null and c.card_info is not null
       and c.state <> 'blocked' and (r.valid_until is null or r.valid_until > $2) order by c.id`,
    [list.deviceId, at],
  )
  const faces = await facesAt(sql, list.deviceId, at)
  return { code: '5086', listVersion: list.wanted, cards, ...(faces.length > 0 && { faces }) }
}

/** Faces of who lives behind a door and has agreed, once they were approved. */
const facesAt = (sql: Sql, deviceId: number, at: number) =>
  rowsOf(
    sql,
    tables
      .selectFrom('resident_face as f')
      .innerJoin('face_sample as s', 's.id', 'f.sample_id')
      .innerJoin('occupancy as o', 'o.id', 'f.occupancy_id')
      .innerJoin('room as r', 'r.id', 'o.room_id')
      .select(['s.id as faceId', 'o.valid_from as validFrom', 'o.valid_until as validUntil'])
      .where('f.state', '=', 'approved')
      .where('o.state', '=', 'active')
      .where(({ or, eb }) => or([eb('o.valid_until', 'is', null), eb('o.valid_until', '>', at)]))
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(
            selectFrom('room_door as x')
              .select('x.id')
              .whereRef('x.room_id', '=', 'r.id')
              .where('x.device_id', '=', deviceId)
              .where('x.removed_at', 'is', null),
          ),
          exists(
            selectFrom('unit as u')
              .select('u.id')
              .whereRef('u.id', '=', 'r.unit_id')
              .where('u.device_id', '=', deviceId)
              .where('u.removed_at', 'is', null),
          ),
        ]),
      )
      .orderBy('s.id'),
  )

/**
 * Notes which list a unit holds; false for a number that it was never sent. A unit that has lost its list (a new one in
 * its place, an empty store) says so with an older number, 0 for none: it gets the present one.
 */
export async function confirmList(
  sql: Sql,
  bus: Bus,
  { id, tenantId }: { id: number; tenantId: number },
  version: number,
  at: number,
  faces: readonly number[] = [],
): Promise<boolean> {
  const row = await sql.first<{ wanted: number; confirmed: number }>(
    'select wanted, confirmed from door_list where device_id = $1 for update',
    [id],
  )
  if (!row) return version === 0
  if (version < 0 || version > row.wanted) return false
  if (version === row.confirmed) return true
  await sql.change(
    'update door_list set confirmed = $2, confirmed_at = $3, faces = $4 where device_id = $1',
    [id, version, at, [...faces]],
  )
  if (version < row.confirmed)
    sql.afterCommit(() => bus.emit('doorList.wanted', { deviceIds: [id], tenantId }))
  return true
}

export interface ListSender {
  /** Sends a unit its list if it has not confirmed it; one at a time, so that a newer list is never overtaken. */
  send(imei: string): Promise<void>
  /** Sends again what was heard and not confirmed. */
  sweep(): Promise<void>
  stop(): void
}

export function createListSender({ data, bus, log, now, outlet, listens }: DoorTools): ListSender {
  const busy = new Map<string, Promise<void>>()
  let sweptAt = now()

  const sendNow = async (imei: string) => {
    if (!listens(imei)) return
    const list = await data.scoped(WHOLE, sql => readList(sql, imei, now()))
    if (list) await outlet().toDevice(imei, list)
  }
  const send = (imei: string) => {
    const next = (busy.get(imei) ?? Promise.resolve())
      .then(() => sendNow(imei))
      .catch(error => log.warn({ err: error, imei }, 'The cards of a door could not be sent'))
      .finally(() => {
        if (busy.get(imei) === next) busy.delete(imei)
      })
    busy.set(imei, next)
    return next
  }
  const sendAll = async (condition: string, values: unknown[]) => {
    const rows = await data.scoped(WHOLE, sql =>
      sql.query<{ imei: string }>(
        `select d.imei from device d join door_list l on l.device_id = d.id
         where d.removed_at is null and l.confirmed < l.wanted and ${condition}`,
        values,
      ),
    )
    await Promise.all(rows.filter(({ imei }) => listens(imei)).map(({ imei }) => send(imei)))
  }
  const stop = bus.on('doorList.wanted', ({ deviceIds }) => {
    sendAll('d.id = any($1::bigint[])', [deviceIds]).catch(error =>
      log.warn({ err: error }, 'The cards of doors could not be sent'),
    )
  })
  return {
    send,
    sweep: async () => {
      if (now() - sweptAt < CONFIRM_MS) return
      sweptAt = now()
      await sendAll('true', [])
    },
    stop,
  }
}
