// Decides at danger zones of floors inside the storing transaction, and writes what was decided. The rows of
// `device_state` are locked by then: nobody else judges these devices.
import type { PlanPoint } from '../../../src/domain/indoor/plan.ts'
import type { Sql } from '../../db/scoped.ts'
import { type AlarmDraft, addEvents } from '../alarms/public.ts'
import type { IndoorRow, PlacedDevice } from './save-positions.ts'
import {
  type DangerZone,
  type IndoorPlace,
  isIn,
  type JudgedStays,
  judgeStays,
  type LatePlace,
  lateEntries,
  type Stay,
  type ZoneEntry,
} from './zone-stays.ts'

export interface ZoneWork {
  drafts: AlarmDraft[]
  stays: { device: PlacedDevice; before: ReadonlyMap<number, Stay>; after: ReadonlyMap<number, Stay> }[]
  draftOf: Map<ZoneEntry, AlarmDraft>
  overs: { device: PlacedDevice; alarm: number | ZoneEntry; at: number }[]
}

export const noZoneWork = (): ZoneWork => ({ drafts: [], stays: [], draftOf: new Map(), overs: [] })

/** Judges the indoor positions of a batch, before they are written. */
export async function judgeZones(sql: Sql, rows: readonly IndoorRow[], now: number): Promise<ZoneWork> {
  const work = noZoneWork()
  if (rows.length === 0) return work
  const of = new Map<number, { device: PlacedDevice; places: IndoorPlace[] }>()
  for (const { device, ...place } of rows) {
    const one = of.get(device.id) ?? { device, places: [] }
    of.set(device.id, one)
    one.places.push(place)
  }
  const stays = await staysOf(sql, [...of.keys()])
  const zones = await zonesOf(sql, rows, stays)
  if (zones.length === 0 && stays.size === 0) return work
  const newest = await placesOf(sql, [...of.keys()])
  for (const { device, places } of of.values()) {
    places.sort((a, b) => a.at - b.at)
    const mine = new Map(zones.filter(zone => zone.tenantId === device.tenantId).map(zone => [zone.id, zone]))
    const was = newest.get(device.id) ?? null
    const before = stays.get(device.id) ?? new Map<number, Stay>()
    const judged = judgeStays(
      mine,
      before,
      was,
      places.filter(({ at }) => !was || at > was.at),
      now,
    )
    work.stays.push({ device, before, after: judged.stays })
    add(work, device, judged)
    const late = places.filter(
      place => was && place.at < was.at && [...mine.values()].some(zone => isIn(zone, place)),
    )
    if (late.length > 0)
      add(work, device, lateEntries(mine, await neighboursOf(sql, device.id, late, places)))
  }
  return work
}

function add(
  work: ZoneWork,
  device: PlacedDevice,
  { entries, leavings }: Pick<JudgedStays, 'entries' | 'leavings'>,
) {
  const draft = (type: 'fenceEntry' | 'fenceRecovery', { zone: { id, name }, at, late }: ZoneEntry) => {
    const made: AlarmDraft = {
      device,
      type,
      raisedAt: at,
      value: null,
      limit: null,
      // The position is one on a floor plan: there are no coordinates on the earth.
      longitude: null,
      latitude: null,
      battery: late ? null : device.live.battery,
      zone: { id, name },
      late,
    }
    work.drafts.push(made)
    return made
  }
  for (const entry of entries) work.draftOf.set(entry, draft('fenceEntry', entry))
  for (const leaving of leavings) {
    draft('fenceRecovery', leaving)
    work.overs.push({ device, alarm: leaving.alarm, at: leaving.at })
  }
}

/** The danger zones on the floors of these positions, and those that somebody is in and may leave now. */
async function zonesOf(
  sql: Sql,
  rows: readonly IndoorRow[],
  stays: ReadonlyMap<number, ReadonlyMap<number, Stay>>,
): Promise<DangerZone[]> {
  return sql.query<DangerZone & { corners: PlanPoint[] }>(
    `select id, tenant_id as "tenantId", drawing_id as "drawingId", name, corners, updated_at as "updatedAt"
     from indoor_zone where kind = 'danger' and removed_at is null
       and (drawing_id = any($1::bigint[]) or id = any($2::bigint[])) order by id`,
    [
      [...new Set(rows.map(({ drawingId }) => drawingId))],
      [...new Set([...stays.values()].flatMap(of => [...of.keys()]))],
    ],
  )
}

async function staysOf(sql: Sql, deviceIds: readonly number[]): Promise<Map<number, Map<number, Stay>>> {
  const rows = await sql.query<Stay & { deviceId: number; zoneId: number; alarm: number | null }>(
    `select device_id as "deviceId", zone_id as "zoneId", since, outside_at as "outsideAt", alarm_id as alarm
     from zone_stay where device_id = any($1::bigint[])`,
    [deviceIds],
  )
  const found = new Map<number, Map<number, Stay>>()
  for (const { deviceId, zoneId, ...stay } of rows) {
    const of = found.get(deviceId) ?? new Map<number, Stay>()
    found.set(deviceId, of.set(zoneId, stay))
  }
  return found
}

/** Where the devices were before this batch. */
async function placesOf(sql: Sql, deviceIds: readonly number[]): Promise<Map<number, IndoorPlace>> {
  const rows = await sql.query<IndoorPlace & { deviceId: number }>(
    `select device_id as "deviceId", drawing_id as "drawingId", indoor_x as x, indoor_y as y, indoor_at as at
     from device_state where device_id = any($1::bigint[]) and drawing_id is not null and indoor_at is not null`,
    [deviceIds],
  )
  return new Map(rows.map(({ deviceId, ...place }) => [deviceId, place]))
}

/** What was right before and after places that came late, of those that are stored and those of this batch. */
async function neighboursOf(
  sql: Sql,
  deviceId: number,
  late: readonly IndoorPlace[],
  places: readonly IndoorPlace[],
): Promise<LatePlace[]> {
  const beside = (of: string, sign: '<' | '>', order: 'asc' | 'desc') =>
    `left join lateral (select json_build_object('drawingId', drawing_id, 'x', x, 'y', y, 'at', at) as place
       from indoor_position where device_id = $1 and at ${sign} w.at order by at ${order} limit 1) ${of} on true`
  const rows = await sql.query<{ before: IndoorPlace | null; after: IndoorPlace | null }>(
    `select b.place as before, a.place as after from unnest($2::bigint[]) with ordinality as w (at, nr)
     ${beside('b', '<', 'desc')} ${beside('a', '>', 'asc')} order by w.nr`,
    [deviceId, late.map(({ at }) => at)],
  )
  return late.map((place, index) => {
    const stored = rows[index]
    const before = [stored?.before ?? null, places.findLast(({ at }) => at < place.at) ?? null]
    const after = [stored?.after ?? null, places.find(({ at }) => at > place.at) ?? null]
    const nearest = (of: readonly (IndoorPlace | null)[]) =>
      of.reduce((a, b) => (!a || (b && Math.abs(b.at - place.at) < Math.abs(a.at - place.at)) ? b : a), null)
    return { place, before: nearest(before), after: nearest(after) }
  })
}

/** Writes who is where now, and in the timelines of alarms that they are over. */
export async function saveZoneWork(
  sql: Sql,
  work: ZoneWork,
  idOf: ReadonlyMap<AlarmDraft, number>,
  now: number,
): Promise<void> {
  const alarmOf = (alarm: number | ZoneEntry | null): number | null => {
    if (typeof alarm === 'number' || alarm === null) return alarm
    const draft = work.draftOf.get(alarm)
    return (draft && idOf.get(draft)) ?? null
  }
  const gone = work.stays.flatMap(({ device, before, after }) =>
    [...before.keys()].filter(id => !after.has(id)).map(zoneId => ({ deviceId: device.id, zoneId })),
  )
  if (gone.length > 0)
    await sql.change(
      `delete from zone_stay s using unnest($1::bigint[], $2::bigint[]) as x (d, z)
       where s.device_id = x.d and s.zone_id = x.z`,
      [gone.map(({ deviceId }) => deviceId), gone.map(({ zoneId }) => zoneId)],
    )
  const kept = work.stays.flatMap(({ device, before, after }) =>
    [...after].flatMap(([zoneId, stay]) => {
      const known = before.get(zoneId)
      const same = known && known.since === stay.since && known.outsideAt === stay.outsideAt
      return same ? [] : [{ device, zoneId, stay }]
    }),
  )
  if (kept.length > 0)
    await sql.change(
      `insert into zone_stay (device_id, zone_id, tenant_id, since, outside_at, alarm_id)
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
       on conflict (device_id, zone_id) do update set tenant_id = excluded.tenant_id, since = excluded.since,
         outside_at = excluded.outside_at, alarm_id = excluded.alarm_id`,
      [
        kept.map(({ device }) => device.id),
        kept.map(({ zoneId }) => zoneId),
        kept.map(({ device }) => device.tenantId),
        kept.map(({ stay }) => stay.since),
        kept.map(({ stay }) => stay.outsideAt),
        kept.map(({ stay }) => alarmOf(stay.alarm)),
      ],
    )
  const overs = work.overs.flatMap(({ device, alarm, at }) => {
    const alarmId = alarmOf(alarm)
    return alarmId === null ? [] : [{ tenantId: device.tenantId, alarmId, kind: 'recovered' as const, at }]
  })
  await addEvents(sql, overs, now)
}
