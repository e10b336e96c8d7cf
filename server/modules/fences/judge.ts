// Decides at fences inside the storing transaction: reads the sides of the devices whose positions have come, or whose
// time has, and says what to write. The rows of `device_state` are locked by then: nobody else judges these devices.
import type { AlarmType } from '../../../src/domain/alarm/alarm-types.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'
import type { AlarmDevice, AlarmDraft } from '../alarms/public.ts'
import type { Decision, FenceHappening, Fix, GuardedFence, Side } from './engine.ts'
import { type FenceBook, type TenantFences, type Watch, watchOf } from './fence-book.ts'
import {
  type AlarmRef,
  type DeviceSides,
  type JudgedDevice,
  type JudgedSide,
  judgeDevice,
  judgeDue,
} from './judge-device.ts'
import { judgeLate } from './judge-late.ts'
import { eventsAround, stretchesOf, trackAround } from './late-track.ts'

/** What is known of a device that fences may guard. */
export interface GuardedDevice extends AlarmDevice {
  live: { battery: number | null; longitude: number | null; latitude: number | null }
}

/** A position that a device has told. */
export interface GuardedPosition {
  device: GuardedDevice
  at: number
  longitude: number
  latitude: number
  accuracy: number | null
  source: string | null
}

/** What a batch has decided, ready to be written once its alarms have ids. */
export interface FenceWork {
  drafts: AlarmDraft[]
  /** In the order in which they happened. */
  happenings: {
    device: GuardedDevice
    fence: GuardedFence
    what: FenceHappening
    draft: AlarmDraft | null
    /** Only for what came late: the present side, which stays as it is. */
    now?: Pick<Side<AlarmRef>, 'inside' | 'since'>
  }[]
  overs: { device: GuardedDevice; fence: GuardedFence; alarm: AlarmRef; at: number }[]
  sides: { device: GuardedDevice; judged: JudgedSide }[]
  left: { deviceId: number; fenceId: number }[]
  watches: { device: GuardedDevice; at: number; sureAt: number | null }[]
}

export const noFenceWork = (): FenceWork => ({
  drafts: [],
  happenings: [],
  overs: [],
  sides: [],
  left: [],
  watches: [],
})

/** Metres that a position is taken to be exact to where the device does not say. */
const UNSAID: Record<string, number> = { lbs: 1000, wifi: 100 }

type Position = Omit<GuardedPosition, 'device'>

/** What comes so long after it was measured waited in a buffer, or its device's clock is far behind. */
const LATE_MS = 10 * MINUTE_MS

const fixOf = ({ at, longitude, latitude, accuracy, source }: Position): Fix => ({
  at,
  longitude,
  latitude,
  accuracy: accuracy ?? UNSAID[source ?? ''] ?? null,
})

/**
 * Judges the positions of a batch. Changes nothing: a transaction that is tried again judges anew. `batteryOf`: what the
 * batch itself says of a device's battery.
 */
export async function judgePositions(
  sql: Sql,
  book: FenceBook,
  guarded: readonly GuardedPosition[],
  now: number,
  batteryOf: (deviceId: number) => number | null | undefined,
): Promise<FenceWork> {
  const work = noFenceWork()
  if (guarded.length === 0) return work
  const tenants = await book.of(sql, [...new Set(guarded.map(({ device }) => device.tenantId))])
  const positions = new Map<number, { device: GuardedDevice; fixes: Fix[] }>()
  for (const position of guarded) {
    const { device } = position
    if (!tenants.has(device.tenantId)) continue
    const of = positions.get(device.id) ?? { device, fixes: [] }
    positions.set(device.id, of)
    of.fixes.push({ ...fixOf(position), late: position.at < now - LATE_MS })
  }
  if (positions.size === 0) return work
  const watched = await watchedOf(sql, [...positions.keys()])
  const sides = await sidesOf(sql, [...watched.keys()])
  for (const { device, fixes } of positions.values()) {
    const tenant = tenants.get(device.tenantId)
    const row = watched.get(device.id)
    const watch = tenant && row && watchOf(tenant, device.id, row)
    const its = sides.get(device.id) ?? new Map<number, Side<AlarmRef>>()
    if (!tenant || !row || !watch) {
      for (const fenceId of its.keys()) work.left.push({ deviceId: device.id, fenceId })
      continue
    }
    fixes.sort((a, b) => a.at - b.at)
    const judged = judgeDevice(tenant, watch, beforeOf(row, its, device), fixes, now)
    if (judged) {
      work.watches.push({ device, at: judged.at, sureAt: judged.sureAt })
      addSides(work, device, judged.sides, batteryOf(device.id) ?? device.live.battery)
      for (const fenceId of judged.left) work.left.push({ deviceId: device.id, fenceId })
    }
    const { at: newest } = row
    const late = newest === null ? [] : fixes.filter(({ at }) => at <= newest)
    if (late.length > 0) await addLate(sql, work, { tenant, watch, device, late, its, judged, row })
  }
  return stillSo(sql, work)
}

interface LateAsked {
  tenant: TenantFences
  watch: Watch
  device: GuardedDevice
  late: readonly Fix[]
  /** The device's sides before this batch, and what this batch decided. */
  its: ReadonlyMap<number, Side<AlarmRef>>
  judged: JudgedDevice | undefined
  row: WatchedRow
}

/** What happened at fences and becomes known only now: told as late, with the sides of now as they are. */
async function addLate(sql: Sql, work: FenceWork, asked: LateAsked): Promise<void> {
  const { tenant, watch, device, its, judged, row } = asked
  const sides = new Map(its)
  for (const { fence, side } of judged?.sides ?? []) sides.set(fence.id, side)
  const delayMs = Math.max(0, ...[...watch.all()].map(fence => fence.delayMs))
  for (const stretch of stretchesOf(asked.late)) {
    const events = await eventsAround(sql, device.id, stretch)
    const fresh = work.happenings.filter(one => one.device.id === device.id)
    const track = await trackAround(sql, device.id, stretch, events, { delayMs, fixOf })
    const found = judgeLate(tenant, watch, track, sides, fence => [
      ...events.filter(({ fenceId }) => fenceId === fence.id),
      ...fresh.filter(one => one.fence.id === fence.id).map(({ what }) => what),
    ])
    for (const { fence, decisions } of found) {
      const { inside, since } = sides.get(fence.id) ?? { inside: false, since: row.at ?? 0 }
      addDecisions(work, device, { fence, decisions }, null, { inside, since })
    }
  }
}

/** Most devices that one transaction looks at because of the time. */
const DUE_AT_ONCE = 500

/** Devices for which time has something to decide: their IMEIs. */
export async function dueDevices(sql: Sql, now: number): Promise<string[]> {
  const rows = await sql.query<{ imei: string }>(
    // Without removed devices: nobody judges those, so they would stay first in the list and keep the others out.
    `select d.imei from (select device_id, min(due_at) as due from fence_side where due_at <= $1 group by 1) s
     join device d on d.id = s.device_id and d.removed_at is null order by s.due limit $2`,
    [now, DUE_AT_ONCE],
  )
  return rows.map(row => row.imei)
}

/** Judges what is due of these devices. Another process that is at one of them does it. */
export async function judgeTimes(
  sql: Sql,
  book: FenceBook,
  devices: readonly GuardedDevice[],
  now: number,
): Promise<FenceWork> {
  const work = noFenceWork()
  const locked = await sql.query<{
    id: number
    tenantId: number
    longitude: number | null
    latitude: number | null
  }>(
    `select device_id as id, tenant_id as "tenantId", longitude, latitude from device_state
     where device_id = any($1::bigint[]) order by device_id for update skip locked`,
    [devices.map(({ id }) => id)],
  )
  const places = new Map(locked.map(({ id, ...place }) => [id, place]))
  // A device that has gone to another tenant since it was looked up is left for the next round.
  const mine = devices.filter(({ id, tenantId }) => places.get(id)?.tenantId === tenantId)
  if (mine.length === 0) return work
  const tenants = await book.of(sql, [...new Set(mine.map(({ tenantId }) => tenantId))])
  const watched = await watchedOf(
    sql,
    mine.map(({ id }) => id),
  )
  const sides = await sidesOf(sql, [...watched.keys()], now)
  for (const device of mine) {
    const tenant = tenants.get(device.tenantId)
    const row = watched.get(device.id)
    const its = sides.get(device.id)
    if (!row || !its) continue
    const watch = tenant && watchOf(tenant, device.id, row)
    const { longitude = null, latitude = null } = places.get(device.id) ?? {}
    const place = longitude === null || latitude === null ? null : { longitude, latitude }
    const judged = judgeDue(tenant, watch, { ...beforeOf(row, its, device), place }, now)
    addSides(work, device, judged.sides, device.live.battery)
    for (const fenceId of judged.left) work.left.push({ deviceId: device.id, fenceId })
  }
  return stillSo(sql, work)
}

/**
 * Without what was decided by fences that somebody has drawn anew or switched off since they were read: it would come
 * after their sides were forgotten. From here on such a change waits for this transaction.
 */
async function stillSo(sql: Sql, work: FenceWork): Promise<FenceWork> {
  const asked = new Map(
    [...work.sides.map(({ judged: { fence } }) => fence), ...work.happenings.map(({ fence }) => fence)].map(
      fence => [fence.id, fence],
    ),
  )
  if (asked.size === 0) return work
  const rows = await sql.query<{ id: number; armedAt: number }>(
    `select id, armed_at as "armedAt" from fence
     where id = any($1::bigint[]) and status = 'enabled' and removed_at is null order by id for share`,
    [[...asked.keys()]],
  )
  const same = new Set(
    rows.filter(({ id, armedAt }) => armedAt === asked.get(id)?.armedAt).map(({ id }) => id),
  )
  if (same.size === asked.size) return work
  return {
    ...work,
    drafts: work.drafts.filter(({ fence }) => fence && same.has(fence.id)),
    happenings: work.happenings.filter(({ fence }) => same.has(fence.id)),
    overs: work.overs.filter(({ fence }) => same.has(fence.id)),
    sides: work.sides.filter(({ judged }) => same.has(judged.fence.id)),
  }
}

interface WatchedRow {
  id: number
  groupId: number | null
  groupAt: number | null
  at: number | null
  heardAt: number | null
  sureAt: number | null
}

async function watchedOf(sql: Sql, deviceIds: readonly number[]): Promise<Map<number, WatchedRow>> {
  const rows = await sql.query<WatchedRow & { id: number }>(
    `select d.id, d.group_id as "groupId", w.group_at as "groupAt", w.at, w.heard_at as "heardAt", w.sure_at as "sureAt"
     from device d left join fence_watch w on w.device_id = d.id where d.id = any($1::bigint[])`,
    [deviceIds],
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** All sides of devices, or those that are due. */
async function sidesOf(
  sql: Sql,
  deviceIds: readonly number[],
  dueBy?: number,
): Promise<Map<number, Map<number, Side<AlarmRef>>>> {
  const rows = await sql.query<{
    deviceId: number
    fenceId: number
    inside: boolean
    since: number
    turningAt: number | null
    longitude: number | null
    latitude: number | null
    dweltAt: number | null
    windowAt: number
    alarm: number | null
  }>(
    `select device_id as "deviceId", fence_id as "fenceId", inside, since, turning_at as "turningAt",
       turning_longitude as longitude, turning_latitude as latitude, dwelt_at as "dweltAt", window_at as "windowAt",
       alarm_id as alarm
     from fence_side where device_id = any($1::bigint[]) and ($2::bigint is null or due_at <= $2)`,
    [deviceIds, dueBy ?? null],
  )
  const found = new Map<number, Map<number, Side<AlarmRef>>>()
  for (const { deviceId, fenceId, turningAt, longitude, latitude, ...side } of rows) {
    const of = found.get(deviceId) ?? new Map<number, Side<AlarmRef>>()
    found.set(deviceId, of)
    const turning =
      turningAt === null || longitude === null || latitude === null
        ? null
        : { at: turningAt, longitude, latitude }
    of.set(fenceId, { ...side, turning })
  }
  return found
}

function beforeOf(
  { at, heardAt, sureAt }: WatchedRow,
  sides: ReadonlyMap<number, Side<AlarmRef>>,
  { live: { longitude, latitude } }: GuardedDevice,
): DeviceSides {
  const place = longitude === null || latitude === null ? null : { longitude, latitude }
  return { at, heardAt, sureAt, sides, place }
}

function addSides(
  work: FenceWork,
  device: GuardedDevice,
  sides: readonly JudgedSide[],
  battery: number | null,
): void {
  for (const judged of sides) {
    work.sides.push({ device, judged })
    addDecisions(work, device, judged, battery)
  }
}

/** `now`: for late positions, the present side, which these decisions do not change. */
function addDecisions(
  work: FenceWork,
  device: GuardedDevice,
  { fence, decisions }: { fence: GuardedFence; decisions: readonly Decision<AlarmRef>[] },
  battery: number | null,
  now?: Pick<Side<AlarmRef>, 'inside' | 'since'>,
): void {
  const draft = (
    type: AlarmType,
    { at, longitude, latitude, late }: Pick<FenceHappening, 'at' | 'longitude' | 'latitude' | 'late'>,
  ) => {
    const alarm: AlarmDraft = {
      device,
      type,
      raisedAt: at,
      value: null,
      limit: null,
      longitude,
      latitude,
      battery,
      fence: { id: fence.id, name: fence.name },
      late,
    }
    work.drafts.push(alarm)
    return alarm
  }
  for (const decision of decisions) {
    if (decision.is === 'over') {
      work.overs.push({ device, fence, alarm: decision.alarm, at: decision.at })
      if (decision.noticed) draft('fenceRecovery', decision)
      continue
    }
    const what = decision.happening
    work.happenings.push({
      device,
      fence,
      what,
      draft: what.alarm && draft(what.alarm, what),
      ...(now ? { now } : {}),
    })
  }
}
