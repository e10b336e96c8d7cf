// How long devices were online, in minutes, by breakdown.
import { Conditions } from '../../entity/statement.ts'
import {
  type Asked,
  type Asker,
  addScope,
  deviceExpression,
  finished,
  isTime,
  MOST_ROWS,
  ofDevices,
  type Result,
  type ResultRow,
} from './asked.ts'

/**
 * Stretches from one change to the next, clipped to the period and to now; a device that was online when the period
 * began counts from its beginning.
 */
export async function onlineRows(asked: Asked, asker: Asker, now: number): Promise<Result> {
  const { question, from, to, starts } = asked
  const conditions = new Conditions()
  const { bind } = conditions
  const end = bind(Math.min(to, now))
  const begin = bind(from)
  addScope(ofDevices, question, conditions, asker)
  conditions.parts.push('d.removed_at is null')
  const key = isTime(question.groupBy) ? 'b.start' : deviceExpression(question.groupBy)
  const split = question.splitBy ? deviceExpression(question.splitBy) : 'null::text'
  const buckets = isTime(question.groupBy)
    ? `join (select start, lead(start, 1, ${bind(to)}::bigint) over (order by start) as stop
         from unnest(${bind(starts)}::bigint[]) start) b on b.start < i.until and b.stop > i.at`
    : `cross join (select ${begin}::bigint as start, ${end}::bigint as stop) b`
  const rows = await asker.sql.query<ResultRow & { split: string | null }>(
    `with seen as (
       -- Not what the device did for an earlier tenant.
       select d.id as device_id, c.at, c.online from device d
       cross join lateral (
         (select at, online from online_change where device_id = d.id and tenant_id = d.tenant_id and at < ${begin}::bigint
           order by at desc limit 1)
         union all
         select at, online from online_change where device_id = d.id and tenant_id = d.tenant_id and at >= ${begin}::bigint and at < ${end}::bigint
       ) c where ${conditions.where}
     ), stretch as (
       select device_id, online, greatest(at, ${begin}::bigint) as at,
         least(lead(at, 1, ${end}::bigint) over (partition by device_id order by at), ${end}::bigint) as until
       from seen
     )
     select ${key} as key, ${split} as split,
       (sum(least(b.stop, i.until) - greatest(b.start, i.at)) / 60000.0)::float8 as value
     from stretch i join device d on d.id = i.device_id ${buckets}
     where i.online and i.until > i.at group by 1, 2 order by 3 desc, 1, 2 limit ${MOST_ROWS + 1}`,
    conditions.values,
  )
  return finished(asked, rows, 'minutes')
}
