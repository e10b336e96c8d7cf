// What became of devices over time: their steps, when they were activated, when they were online.
import { activations, deviceSteps, onlineHistory } from '../../../src/contract/endpoints/life.ts'
import type { DeviceLifecycle, LifecycleStep } from '../../../src/domain/device/lifecycle.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { bucketStarts, isZone } from '../../../src/domain/report/zone-time.ts'
import { addVisibility, Conditions, type Store } from '../../entity/statement.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { deviceByImei } from '../devices/public.ts'

/** Longest period of each bucket: some hundred bars are the most that can be read. */
const LONGEST_MS = { day: 400 * DAY_MS, week: 5 * 366 * DAY_MS, month: 20 * 366 * DAY_MS }
const LONGEST_HISTORY_MS = 400 * DAY_MS
/** Most changes in one answer; of more, the newest. */
const MOST_CHANGES = 5_000

function refusePeriod(from: number, to: number, longest: number): void {
  if (from > to) throw new Refused('field.periodOrder', { field: 'to' })
  if (to - from > longest) throw new Refused('field.tooBig', { field: 'to', params: { max: from + longest } })
}

interface StepRow {
  id: number
  step: LifecycleStep
  from: DeviceLifecycle
  to: DeviceLifecycle
  userName: string | null
  note: string | null
  at: number
}

export function mountHistory(handlers: Handlers, devices: Store): void {
  handlers.handle(deviceSteps, async ({ imei }, context) => {
    const { id, tenantId } = await deviceByImei(devices, imei, context)
    // The platform may read all tenants' rows, and this page shows the present tenant's only.
    return context.sql.query<StepRow>(
      `select id, step, "from", "to", user_name as "userName", note, at from device_step
       where device_id = $1 and tenant_id = $2 order by at desc, id desc`,
      [id, tenantId],
    )
  })

  handlers.handle(activations, async ({ from, to, zone, by }, context) => {
    if (!isZone(zone)) throw new Refused('field.zone', { field: 'zone' })
    refusePeriod(from, to, LONGEST_MS[by])
    const starts = bucketStarts(by, zone, from, to + 1)
    const counted = await countActivations(devices, context, starts, from, to)
    const buckets = starts.map((at, index) => ({ at, count: counted.get(index + 1) ?? 0 }))
    return {
      buckets,
      activated: buckets.reduce((sum, { count }) => sum + count, 0),
      notActivated: await countNotActivated(devices, context),
    }
  })

  handlers.handle(onlineHistory, async ({ imei, from, to }, context) => {
    refusePeriod(from, to, LONGEST_HISTORY_MS)
    const device = await deviceByImei(devices, imei, context)
    return readOnlineHistory(context, device, from, Math.min(to, Date.now()))
  })
}

async function countActivations(
  devices: Store,
  context: Context,
  starts: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, number>> {
  const conditions = new Conditions()
  conditions.parts.push(
    't.removed_at is null',
    `t.activated_at between ${conditions.bind(from)} and ${conditions.bind(to)}`,
  )
  addVisibility(devices, conditions, context)
  const rows = await context.sql.query<{ bucket: number; n: number }>(
    `select width_bucket(t.activated_at, ${conditions.bind(starts)}::bigint[]) as bucket, count(*) as n
     from device t where ${conditions.where} group by 1`,
    conditions.values,
  )
  return new Map(rows.map(({ bucket, n }) => [bucket, n]))
}

async function countNotActivated(devices: Store, context: Context): Promise<number> {
  const conditions = new Conditions()
  conditions.parts.push('t.removed_at is null', 't.activated_at is null', `t.lifecycle <> 'recycled'`)
  addVisibility(devices, conditions, context)
  const row = await context.sql.first<{ n: number }>(
    `select count(*) as n from device t where ${conditions.where}`,
    conditions.values,
  )
  return row?.n ?? 0
}

type OnlineWord = 1 | 2
const wordOf = (online: boolean): OnlineWord => (online ? 1 : 2)

/** `until`: the end of the period, never in the future. */
async function readOnlineHistory(
  { sql }: Context,
  { id, tenantId }: { id: number; tenantId: number },
  from: number,
  until: number,
) {
  const whose = [id, tenantId]
  const before = await sql.first<{ online: boolean }>(
    `select online from online_change where device_id = $1 and tenant_id = $2 and at < $3
     order by at desc, online desc limit 1`,
    [...whose, from],
  )
  const newest = await sql.query<{ at: number; online: boolean }>(
    `select at, online from online_change where device_id = $1 and tenant_id = $2 and at between $3 and $4
     order by at desc, online desc limit ${MOST_CHANGES + 1}`,
    [...whose, from, until],
  )
  // The sums cover all changes, also those beyond the limit of the list.
  const sums = await sql.first<{ online: number; offline: number }>(
    `select coalesce(sum(span) filter (where online), 0)::bigint as online,
       coalesce(sum(span) filter (where not online), 0)::bigint as offline
     from (select online, lead(at, 1, $4::bigint) over (order by at, online) - at as span from (
       select at, online from online_change where device_id = $1 and tenant_id = $2 and at between $3 and $4
       union all select $3::bigint, $5::boolean where $5::boolean is not null) change) spans`,
    [...whose, from, Math.max(from, until), before?.online ?? null],
  )
  const changes = newest
    .slice(0, MOST_CHANGES)
    .reverse()
    .map(({ at, online }) => ({ at, state: wordOf(online) }))
  return {
    before: before === undefined ? null : wordOf(before.online),
    changes,
    onlineMs: sums?.online ?? 0,
    offlineMs: sums?.offline ?? 0,
    cut: newest.length > MOST_CHANGES,
  }
}
