// What the events of a fence add up to, of the whole period: entries by weekday and hour, stays, who comes most.
import type * as z from 'zod/mini'
import type { fenceFigures } from '../../../src/contract/endpoints/fence.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { stayLimits } from '../../../src/domain/fence/fence.ts'
import { isZone } from '../../../src/domain/report/zone-time.ts'
import { addVisibility, Conditions } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { fenceEventStore } from './stores.ts'

type Request = z.output<typeof fenceFigures.request>
type Figures = z.output<typeof fenceFigures.response>

const MOST_DAYS = 400
const MOST_OFTEN = 8

function refuseWrongPeriod({ from, to, zone }: Request): void {
  if (!isZone(zone)) throw new Refused('field.zone', { field: 'zone' })
  if (to <= from) throw new Refused('field.periodOrder', { field: 'to' })
  if (to - from > MOST_DAYS * DAY_MS)
    throw new Refused('field.tooBig', { field: 'to', params: { max: MOST_DAYS } })
}

export async function figuresOf(request: Request, context: Context): Promise<Figures> {
  refuseWrongPeriod(request)
  const { sql } = context
  const conditions = new Conditions()
  const { bind, parts } = conditions
  addVisibility(fenceEventStore, conditions, context)
  parts.push(
    't.removed_at is null',
    `t.fence_id = ${bind(request.id)}`,
    `t.at >= ${bind(request.from)}::bigint`,
    `t.at < ${bind(request.to)}::bigint`,
  )
  const { where, values } = conditions
  const entries = await sql.query<{ day: number; hour: number; n: number }>(
    `select extract(isodow from shown)::int as day, extract(hour from shown)::int as hour, count(*)::int as n
     from (select to_timestamp(t.at / 1000) at time zone $${values.length + 1}::text as shown
       from fence_event t where ${where} and t.kind = 'entry') x group by 1, 2`,
    [...values, request.zone],
  )
  const heat = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { day, hour, n } of entries) heat[day - 1]?.splice(hour, 1, n)
  const often = await sql.query<Figures['often'][number]>(
    `select t.device_id as "deviceId", (array_agg(t.imei order by t.at desc))[1] as imei,
       (array_agg(coalesce(t.wearer_name, t.device_name) order by t.at desc))[1] as name,
       count(*) filter (where t.kind = 'entry')::int as entries, coalesce(sum(greatest(0, t.at - t.since))
         filter (where t.kind = 'exit'), 0)::float8 as ms
     from fence_event t where ${where} group by 1 having count(*) filter (where t.kind = 'entry') > 0
     order by entries desc, ms desc, t.device_id limit ${MOST_OFTEN}`,
    values,
  )
  return {
    entries: entries.reduce((sum, { n }) => sum + n, 0),
    heat,
    often,
    ...(await staysOf(conditions, context)),
  }
}

/** A stay belongs to the period in which it ended. */
async function staysOf(
  { where, values }: Conditions,
  { sql }: Context,
): Promise<Pick<Figures, 'exits' | 'stays' | 'lengths'>> {
  const row = await sql.first<Record<'exits' | 'count' | 'average' | 'middle' | 'longest', number>>(
    `select count(*)::int as exits, count(ms)::int as count, avg(ms)::float8 as average, max(ms)::float8 as longest,
       percentile_cont(0.5) within group (order by ms) as middle
     from (select case when t.since is not null then greatest(0, t.at - t.since) end as ms
       from fence_event t where ${where} and t.kind = 'exit') x`,
    values,
  )
  const classes = await sql.query<{ class: number; n: number }>(
    `select width_bucket(greatest(0, t.at - t.since), $${values.length + 1}::bigint[]) as class, count(*)::int as n
     from fence_event t where ${where} and t.kind = 'exit' and t.since is not null group by 1`,
    [...values, stayLimits],
  )
  const lengths = Array.from({ length: stayLimits.length + 1 }, () => 0)
  for (const { class: place, n } of classes) lengths[place] = n
  const { exits = 0, count = 0, average = 0, middle = 0, longest = 0 } = row ?? {}
  return { exits, lengths, stays: count === 0 ? null : { count, average, middle, longest } }
}
