// Who should be at a place now, as far as punches, doors, devices, homes and guest codes say. Read once, when a roll call starts.

import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { type Found, joinRoster, type RosterSource } from '../../../src/domain/muster/roster.ts'
import { HEARD_MS, type PresenceSign, presenceOf, SIGN_MS } from '../../../src/domain/people/presence.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { livingNow } from '../community/public.ts'
import { signsOf } from '../presence/public.ts'
import { aboveEach, type Departments, readDepartments } from './departments.ts'

/** A tag that lies still is seldom heard: so old a place in a building still counts. */
const INDOOR_MS = 30 * MINUTE_MS

/** Where people are counted: the first that is named; none: wherever the tenant is. */
export const musterPlace = z.object({
  communityId: z.optional(z.nullable(z.int())),
  projectId: z.optional(z.nullable(z.int())),
  fenceId: z.optional(z.nullable(z.int())),
  drawingId: z.optional(z.nullable(z.int())),
})
type MusterPlace = z.output<typeof musterPlace>

interface Gathering {
  sql: Sql
  tenantId: number
  place: MusterPlace
  /** Only people of these departments; null: of all and of none. */
  within: ReadonlySet<number> | null
  now: number
}

export async function gatherRoster(gathering: Omit<Gathering, 'within'> & { heldTo: readonly number[][] }) {
  const { sql, tenantId, place, heldTo } = gathering
  const departments = await readDepartments(sql, tenantId)
  const own = await departmentOfPlace(gathering)
  const sets = [...heldTo, ...(own === null ? [] : [departments.below(own)])]
  const within = sets.length === 0 ? null : new Set(sets.reduce((a, b) => a.filter(each => b.includes(each))))
  const asked: Gathering = { ...gathering, within }
  const workers = await workersOf(asked, departments)
  const found =
    place.fenceId || place.drawingId
      ? await placedPeople(asked, workers)
      : [
          ...(await workersHere(asked, workers)),
          ...(await wearersHere(asked, workers)),
          ...(place.projectId ? [] : [...(await residents(asked)), ...(await guests(asked))]),
        ]
  return { roster: joinRoster(found), departments }
}

/** A site has a department, and so may a community: its people are those below it. */
async function departmentOfPlace({ sql, place }: Pick<Gathering, 'sql' | 'place'>): Promise<number | null> {
  const [table, id] = place.projectId
    ? (['project', place.projectId] as const)
    : (['community', place.communityId ?? 0] as const)
  const [row] = await rowsOf(
    sql,
    tables.selectFrom(table).select('department_id as departmentId').where('id', '=', id),
  )
  return row?.departmentId ?? null
}

interface KnownWorker {
  id: number
  deviceIds: readonly number[]
  /** Without what is found of them. */
  facts: Pick<Found, 'knownBy' | 'name' | 'detail' | 'departmentIds'>
  departmentId: number | null
}

/** A telephone joins only who has the same name: families share theirs. */
const phoneKey = (phone: string | null, name: string): string[] => (phone ? [`phone:${phone} ${name}`] : [])

async function workersOf({ sql, tenantId }: Gathering, departments: Departments): Promise<KnownWorker[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('worker')
      .select(['id', 'name', 'trade', 'phone', 'department_id as departmentId'])
      .select(raw<number[]>`to_json(device_ids)`.as('deviceIds'))
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null)
      .where('left_on', 'is', null),
  )
  return rows.map(({ id, name, trade, phone, departmentId, deviceIds }) => ({
    id,
    deviceIds,
    departmentId,
    facts: {
      knownBy: [`worker:${id}`, ...deviceIds.map(each => `device:${each}`), ...phoneKey(phone, name)],
      name,
      detail: trade,
      departmentIds: aboveEach(departments, departmentId),
    },
  }))
}

const isWithin = (within: Gathering['within'], departmentId: number | null) =>
  within === null || (departmentId !== null && within.has(departmentId))

const sourceOf: Readonly<Record<PresenceSign['source'], RosterSource>> = {
  punch: 'punch',
  door: 'door',
  fence: 'fence',
  device: 'device',
}

/** Whoever has come and not gone, and whose device was heard a moment ago: of both it is better to ask once too often. */
async function workersHere(
  { sql, tenantId, within, now }: Gathering,
  workers: readonly KnownWorker[],
): Promise<Found[]> {
  const signs = await signsOf(sql, tenantId, now)
  return workers.flatMap(({ id, facts, departmentId }) => {
    const own = signs.get(id) ?? []
    const { state, heard } = presenceOf(own, now)
    const isHere = state === 'here' || (state === 'unknown' && heard)
    if (!isHere || !isWithin(within, departmentId)) return []
    return own
      .filter(({ says, at, source }) => {
        if (says === 'out' || at > now) return false
        if (source === 'fence') return heard
        return at > now - (says === 'heard' ? HEARD_MS : SIGN_MS)
      })
      .map(({ source, at }) => ({ ...facts, source: sourceOf[source], where: null, at }))
  })
}

const heardDevices = ({ sql, tenantId }: Gathering) => {
  const found = tables
    .selectFrom('device as d')
    .innerJoin('device_state as s', 's.device_id', 'd.id')
    .select(['d.id', 'd.name', 'd.wearer_name as wearer', 'd.department_id as departmentId'])
    .where('d.tenant_id', '=', tenantId)
    .where('d.removed_at', 'is', null)
  return { sql, found }
}

/** Somebody wears it whom the list of staff does not know. */
async function wearersHere(asked: Gathering, workers: readonly KnownWorker[]): Promise<Found[]> {
  const { sql, found } = heardDevices(asked)
  const rows = await rowsOf(
    sql,
    found
      .select('s.last_message_at as at')
      .where('d.wearer_name', 'is not', null)
      .where('s.last_message_at', '>', asked.now - HEARD_MS),
  )
  const theirs = new Set(workers.flatMap(({ deviceIds }) => deviceIds))
  return rows
    .filter(({ id, departmentId }) => !theirs.has(id) && isWithin(asked.within, departmentId))
    .flatMap(({ id, name, wearer, at }) =>
      wearer && at !== null ? [wearing({ id, name, wearer }, { source: 'device', where: name, at })] : [],
    )
}

const wearing = (
  { id, name, wearer }: { id: number; name: string; wearer: string },
  sign: Pick<Found, 'source' | 'where' | 'at'>,
): Found => ({ knownBy: [`device:${id}`], name: wearer, detail: name, departmentIds: [], ...sign })

/** Whose device is inside the fence or on the floor, and who has punched in at the fence. */
async function placedPeople(asked: Gathering, workers: readonly KnownWorker[]): Promise<Found[]> {
  const { place, within } = asked
  const devices = place.fenceId ? await devicesInFence(asked) : await devicesOnFloor(asked)
  const found = devices.flatMap(({ id, name, wearer, departmentId, where, at }): Found[] => {
    const sign = { source: place.fenceId ? ('fence' as const) : ('floor' as const), where, at }
    const theirs = workers.filter(({ deviceIds }) => deviceIds.includes(id))
    if (theirs.length > 0)
      return theirs
        .filter(each => isWithin(within, each.departmentId))
        .map(({ facts }) => ({ ...facts, ...sign }))
    return wearer && isWithin(within, departmentId) ? [wearing({ id, name, wearer }, sign)] : []
  })
  return place.fenceId ? [...found, ...(await punchedAtFence(asked, workers))] : found
}

interface PlacedDevice {
  id: number
  name: string
  wearer: string | null
  departmentId: number | null
  where: string | null
  at: number
}

function devicesInFence(asked: Gathering): Promise<PlacedDevice[]> {
  const { sql, found } = heardDevices(asked)
  return rowsOf(
    sql,
    found
      .innerJoin('fence_side as x', 'x.device_id', 'd.id')
      .innerJoin('fence as f', 'f.id', 'x.fence_id')
      .select(['f.name as where', ({ fn }) => fn.coalesce('s.position_at', 'x.since').as('at')])
      .where('x.fence_id', '=', asked.place.fenceId ?? 0)
      .where('x.inside', '=', true),
  )
}

async function devicesOnFloor(asked: Gathering): Promise<PlacedDevice[]> {
  const { sql, found } = heardDevices(asked)
  const rows = await rowsOf(
    sql,
    found
      .innerJoin('drawing as f', 'f.id', 's.drawing_id')
      .select(['f.name as where', 's.indoor_at as at'])
      .where('s.drawing_id', '=', asked.place.drawingId ?? 0)
      .where('s.indoor_at', '>', asked.now - INDOOR_MS),
  )
  return rows.flatMap(row => (row.at === null ? [] : [{ ...row, at: row.at }]))
}

async function punchedAtFence(asked: Gathering, workers: readonly KnownWorker[]): Promise<Found[]> {
  const { sql, tenantId, place, now } = asked
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('punch as p')
      .innerJoin('fence as f', 'f.id', 'p.fence_id')
      .select(['p.worker_id as workerId', 'f.name as where', ({ fn }) => fn.max('p.at').as('at')])
      .where('p.tenant_id', '=', tenantId)
      .where('p.removed_at', 'is', null)
      .where('p.fence_id', '=', place.fenceId ?? 0)
      .where('p.at', '>', now - SIGN_MS)
      .where('p.at', '<=', now)
      .groupBy(['p.worker_id', 'f.name']),
  )
  const here = new Map(
    (await workersHere(asked, workers)).flatMap(each => each.knownBy.map(key => [key, each] as const)),
  )
  return rows.flatMap(({ workerId, where, at }) => {
    const known = here.get(`worker:${workerId}`)
    return known ? [{ ...known, source: 'punch' as const, where, at }] : []
  })
}

/** Stays that are lived in now. Whether somebody is at home nobody knows: they are asked for. */
async function residents({ sql, tenantId, place, within }: Gathering): Promise<Found[]> {
  let living = livingNow()
    .innerJoin('room as r', 'r.id', 'o.room_id')
    .innerJoin('community as c', 'c.id', 'r.community_id')
    .select(['p.id', 'p.name', 'p.phone', 'r.room_no as room', 'c.department_id as departmentId'])
    .select(({ fn }) => fn.coalesce('o.valid_from', 'o.created_at').as('at'))
    .where('o.tenant_id', '=', tenantId)
  if (place.communityId) living = living.where('r.community_id', '=', place.communityId)
  const rows = await rowsOf(sql, living)
  return rows
    .filter(({ departmentId }) => isWithin(within, departmentId))
    .map(({ id, name, phone, room, at }) => ({
      knownBy: [`resident:${id}`, ...phoneKey(phone, name)],
      name,
      detail: room,
      departmentIds: [],
      source: 'home',
      where: room,
      at,
    }))
}

/** Whose code has opened a door and is still good: nobody says when they leave. */
async function guests({ sql, tenantId, place, within, now }: Gathering): Promise<Found[]> {
  let inside = tables
    .selectFrom('guest_code as g')
    .innerJoin('occupancy as o', 'o.id', 'g.occupancy_id')
    .innerJoin('resident as p', 'p.id', 'g.resident_id')
    .innerJoin('room as r', 'r.id', 'o.room_id')
    .innerJoin('community as c', 'c.id', 'r.community_id')
    .select(['g.id', 'g.guest_name as guest', 'p.name as host', 'r.room_no as room', 'g.updated_at as at'])
    .select('c.department_id as departmentId')
    .where('g.tenant_id', '=', tenantId)
    .where('g.used', '>', 0)
    .where('g.valid_from', '<=', now)
    .where('g.valid_until', '>', now)
  if (place.communityId) inside = inside.where('r.community_id', '=', place.communityId)
  const rows = await rowsOf(sql, inside)
  return rows
    .filter(({ departmentId }) => isWithin(within, departmentId))
    .map(({ id, guest, host, room, at }) => ({
      knownBy: [`guest:${id}`],
      name: guest ?? `→ ${host}`,
      detail: `→ ${room}`,
      departmentIds: [],
      source: 'visitor',
      where: room,
      at,
    }))
}
