// Measured values by breakdown: mean, lowest, highest, how many.
import { readingKind, readings } from '../../../src/domain/device/readings.ts'
import { Conditions } from '../../entity/statement.ts'
import { Refused } from '../../http/refusal.ts'
import {
  type Asked,
  type Asker,
  addScope,
  finished,
  isTime,
  MOST_ROWS,
  type Result,
  type ResultRow,
} from './answer.ts'
import { onlineGroups } from './sources.ts'

const source = { from: 'device d', department: 'd.department_id', device: 'd.id' } as const

export async function readingRows(asked: Asked, asker: Asker): Promise<Result> {
  const { question, from, to, starts } = asked
  const kind = readingKind.safeParse(question.reading)
  if (!kind.success) throw new Refused('field.choice', { field: 'reading' })
  const conditions = new Conditions()
  const { bind, parts } = conditions
  const bound = isTime(question.groupBy) ? `${bind(starts)}::bigint[]` : ''
  const key = isTime(question.groupBy)
    ? `(${bound})[width_bucket(r.at, ${bound})]`
    : expressionOf(question.groupBy)
  const split = question.splitBy ? expressionOf(question.splitBy) : 'null::text'
  parts.push(
    `r.kind = ${bind(kind.data)} and r.at >= ${bind(from)}::bigint and r.at < ${bind(to)}::bigint`,
    'd.removed_at is null',
  )
  addScope(source, question, conditions, asker)
  const rows = await asker.sql.query<ResultRow & { split: string | null }>(
    `select ${key} as key, ${split} as split, avg(r.value) as value, min(r.value) as least, max(r.value) as most,
       count(*) as count
     from reading r join device d on d.id = r.device_id
     where ${conditions.where} group by 1, 2 order by 3 desc, 1, 2 limit ${MOST_ROWS + 1}`,
    conditions.values,
  )
  return finished(asked, rows, readings[kind.data].unit)
}

function expressionOf(group: keyof typeof onlineGroups): string {
  const expression = onlineGroups[group]
  if (expression === undefined) throw new Refused('report.grouping', { field: 'groupBy' })
  return expression
}
