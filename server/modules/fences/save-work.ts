// Writes what was decided at fences: sides, what happened, and in the timelines of alarms that they are over.
import type { Sql } from '../../db/scoped.ts'
import { type AlarmDraft, addEvents } from '../alarms/public.ts'
import type { FenceHappening, GuardedFence, Side } from './engine.ts'
import type { FenceWork, GuardedDevice } from './judge.ts'
import type { AlarmRef } from './judge-device.ts'

/** What consoles are told: a device is on the other side, or something happened. */
export interface FenceChange {
  tenantId: number
  departmentId: number | null
  fenceId: number
  deviceId: number
  imei: string
  inside: boolean
  since: number
  kind: FenceHappening['kind'] | null
  at: number
  /** It became known late: `inside` and `since` are then the present side, which has not changed. */
  late?: boolean
}

type TheSide = Pick<Side<AlarmRef>, 'inside' | 'since'>

/** Writes it all; a few statements whatever the size of the batch. Answers what to tell. */
export async function saveFenceWork(
  sql: Sql,
  work: FenceWork,
  idOf: ReadonlyMap<AlarmDraft, number>,
  now: number,
): Promise<FenceChange[]> {
  const draftOf = new Map(work.happenings.map(({ what, draft }) => [what, draft]))
  const alarmOf = (alarm: AlarmRef | null): number | null => {
    if (typeof alarm === 'number' || alarm === null) return alarm
    const draft = draftOf.get(alarm)
    return (draft && idOf.get(draft)) ?? null
  }
  await saveWatches(sql, work, now)
  await saveSides(sql, work, alarmOf)
  await saveHappenings(sql, work, alarmOf, now)
  const overs = work.overs.flatMap(({ device, alarm, at }) => {
    const alarmId = alarmOf(alarm)
    return alarmId === null ? [] : [{ tenantId: device.tenantId, alarmId, kind: 'recovered' as const, at }]
  })
  await addEvents(sql, overs, now)
  return changesOf(work)
}

async function saveWatches(sql: Sql, { watches }: FenceWork, now: number): Promise<void> {
  if (watches.length === 0) return
  const rows = [...watches].sort((a, b) => a.device.id - b.device.id)
  await sql.change(
    `insert into fence_watch as w (device_id, tenant_id, at, heard_at, sure_at)
     select d, t, at, $1, sure from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) as x (d, t, at, sure)
     on conflict (device_id) do update set tenant_id = excluded.tenant_id, at = excluded.at,
       heard_at = excluded.heard_at, sure_at = excluded.sure_at`,
    [
      now,
      rows.map(({ device }) => device.id),
      rows.map(({ device }) => device.tenantId),
      rows.map(({ at }) => at),
      rows.map(({ sureAt }) => sureAt),
    ],
  )
}

async function saveSides(
  sql: Sql,
  { sides, left }: FenceWork,
  alarmOf: (alarm: AlarmRef | null) => number | null,
): Promise<void> {
  if (left.length > 0)
    await sql.change(
      `delete from fence_side s using unnest($1::bigint[], $2::bigint[]) as x (d, f)
       where s.device_id = x.d and s.fence_id = x.f`,
      [left.map(({ deviceId }) => deviceId), left.map(({ fenceId }) => fenceId)],
    )
  if (sides.length === 0) return
  const rows = [...sides].sort((a, b) => a.device.id - b.device.id || a.judged.fence.id - b.judged.fence.id)
  const column = <T>(pick: (row: (typeof rows)[number]['judged']) => T) => rows.map(row => pick(row.judged))
  await sql.change(
    `insert into fence_side (device_id, tenant_id, fence_id, inside, since, turning_at, turning_longitude,
       turning_latitude, dwelt_at, window_at, alarm_id, due_at)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[], $5::bigint[], $6::bigint[],
       $7::float8[], $8::float8[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[])
     on conflict (fence_id, device_id) do update set tenant_id = excluded.tenant_id, inside = excluded.inside,
       since = excluded.since, turning_at = excluded.turning_at, turning_longitude = excluded.turning_longitude,
       turning_latitude = excluded.turning_latitude, dwelt_at = excluded.dwelt_at, window_at = excluded.window_at,
       alarm_id = excluded.alarm_id, due_at = excluded.due_at`,
    [
      rows.map(({ device }) => device.id),
      rows.map(({ device }) => device.tenantId),
      column(({ fence }) => fence.id),
      column(({ side }) => side.inside),
      column(({ side }) => side.since),
      column(({ side }) => side.turning?.at ?? null),
      column(({ side }) => side.turning?.longitude ?? null),
      column(({ side }) => side.turning?.latitude ?? null),
      column(({ side }) => side.dweltAt),
      column(({ side }) => side.windowAt),
      column(({ side }) => alarmOf(side.alarm)),
      column(({ dueAt }) => dueAt),
    ],
  )
}

async function saveHappenings(
  sql: Sql,
  { happenings: rows }: FenceWork,
  alarmOf: (alarm: AlarmRef | null) => number | null,
  now: number,
): Promise<void> {
  if (rows.length === 0) return
  await sql.change(
    `insert into fence_event (created_at, updated_at, tenant_id, fence_id, fence_name, device_id, device_name, imei,
       wearer_name, department_id, kind, at, latitude, longitude, since, alarm_id, late)
     select $1, $1, * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[],
       $9::bigint[], $10::text[], $11::bigint[], $12::float8[], $13::float8[], $14::bigint[], $15::bigint[], $16::boolean[])`,
    [
      now,
      rows.map(({ device }) => device.tenantId),
      rows.map(({ fence }) => fence.id),
      rows.map(({ fence }) => fence.name),
      rows.map(({ device }) => device.id),
      rows.map(({ device }) => device.name),
      rows.map(({ device }) => device.imei),
      rows.map(({ device }) => device.wearerName),
      rows.map(({ device }) => device.departmentId),
      rows.map(({ what }) => what.kind),
      rows.map(({ what }) => what.at),
      rows.map(({ what }) => what.latitude),
      rows.map(({ what }) => what.longitude),
      rows.map(({ what }) => what.since),
      rows.map(({ what }) => alarmOf(what)),
      rows.map(({ what }) => what.late),
    ],
  )
}

function changesOf({ sides, happenings }: FenceWork): FenceChange[] {
  const about = (device: GuardedDevice, fence: GuardedFence, { inside, since }: TheSide) => ({
    tenantId: device.tenantId,
    departmentId: device.departmentId,
    fenceId: fence.id,
    deviceId: device.id,
    imei: device.imei,
    inside,
    since,
  })
  const late = happenings.flatMap(({ device, fence, what: { kind, at }, now }) =>
    now ? [{ ...about(device, fence, now), kind, at, late: true }] : [],
  )
  const judged = sides.flatMap(({ device, judged: { fence, side, decisions, turned } }): FenceChange[] => {
    const of = about(device, fence, side)
    const happened = decisions.flatMap(one =>
      one.is === 'happened' ? [{ ...of, kind: one.happening.kind, at: one.happening.at }] : [],
    )
    return happened.length === 0 && turned ? [{ ...of, kind: null, at: side.since }] : happened
  })
  return [...judged, ...late]
}
