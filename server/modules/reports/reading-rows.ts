// Measured values by breakdown: mean, lowest, highest, how many.
import { readingKind, readings } from '../../../src/domain/device/readings.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { Conditions } from '../../entity/statement.ts'
import { Refused } from '../../http/refusal.ts'
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

export async function readingRows(asked: Asked, asker: Asker): Promise<Result> {
  const { question, from, to, starts } = asked
  const kind = readingKind.safeParse(question.reading)
  if (!kind.success) throw new Refused('field.choice', { field: 'reading' })
  const conditions = new Conditions()
  const { bind, parts } = conditions
  const bound = isTime(question.groupBy) ? `${bind(starts)}::bigint[]` : ''
  const key = isTime(question.groupBy)
    ? `(${bound})[width_bucket(r.at, ${bound})]`
    : deviceExpression(question.groupBy)
  const split = question.splitBy ? deviceExpression(question.splitBy) : 'null::text'
  const [begin, end, which] = [bind(from), bind(to), bind(kind.data)]
  parts.push('d.removed_at is null')
  addScope(ofDevices, question, conditions, asker)
  // Closed hours are packed into one row each; one that lies across the border of two buckets counts where it begins.
  const rows = await asker.sql.query<ResultRow & { split: string | null }>(
    `select ${key} as key, ${split} as split, sum(r.total) / sum(r.n) as value, min(r.low) as least, max(r.high) as most,
       sum(r.n)::bigint as count
     from (
       select tenant_id, device_id, at, value as total, 1 as n, value as low, value as high from reading
       where kind = ${which} and at >= ${begin}::bigint and at < ${end}::bigint
       union all
       select tenant_id, device_id, first_at, sum, n, low, high from reading_hour
       where kind = ${which} and hour > ${begin}::bigint - ${HOUR_MS} and hour < ${end}::bigint
         and first_at >= ${begin}::bigint and first_at < ${end}::bigint
     ) r join device d on d.id = r.device_id and d.tenant_id = r.tenant_id
     where ${conditions.where} group by 1, 2 order by 3 desc, 1, 2 limit ${MOST_ROWS + 1}`,
    conditions.values,
  )
  return finished(asked, rows, readings[kind.data].unit)
}
