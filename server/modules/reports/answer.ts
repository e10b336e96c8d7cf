// Answers a report question: figures by breakdown, of what the asker may read.
import { holds } from '../../../src/domain/permission.ts'
import type { ReportGroup } from '../../../src/domain/report/report.ts'
import { Conditions } from '../../entity/statement.ts'
import { Refused } from '../../http/refusal.ts'
import { alarmRows } from './alarm-report.ts'
import {
  type Asked,
  type Asker,
  addScope,
  checkQuestion,
  finished,
  isTime,
  MOST_ROWS,
  type Question,
  type Result,
  type ResultRow,
} from './asked.ts'
import { onlineRows } from './online.ts'
import { readingRows } from './reading-rows.ts'
import { type Source, sources } from './sources.ts'

/** The answer for a person: rows of their tenant and departments only, and of what they may read. */
export async function answerQuestion(question: Question, asker: Asker, now = Date.now()): Promise<Result> {
  const asked = checkQuestion(question, now)
  const { subject } = question
  if (subject === 'online' || subject === 'readings') {
    if (!holds(asker.person.permissions, 'device.read')) throw new Refused('forbidden')
    return subject === 'online' ? onlineRows(asked, asker, now) : readingRows(asked, asker)
  }
  if (subject === 'alarms') {
    if (!holds(asker.person.permissions, 'alarm.read')) throw new Refused('forbidden')
    return finished(asked, await alarmRows(asked, asker), 'count')
  }
  const source = sources[subject]
  if (!holds(asker.person.permissions, source.permission)) throw new Refused('forbidden')
  const rows = await countRows(source, asked, asker)
  return finished(asked, rows, source.unit)
}

async function countRows(source: Source, asked: Asked, asker: Asker): Promise<ResultRow[]> {
  const conditions = new Conditions()
  const { bind, parts } = conditions
  const key = keyExpression(source, asked, asked.question.groupBy, bind)
  const split = asked.question.splitBy
    ? keyExpression(source, asked, asked.question.splitBy, bind)
    : 'null::text'
  if (source.time !== undefined)
    parts.push(`${source.time} >= ${bind(asked.from)}::bigint and ${source.time} < ${bind(asked.to)}::bigint`)
  if (source.where !== undefined) parts.push(source.where)
  addScope(source, asked.question, conditions, asker)
  return asker.sql.query<{ key: number | string | null; split: string | null; value: number }>(
    `select ${key} as key, ${split} as split, ${source.value} as value from ${source.from}
     where ${conditions.where} group by 1, 2 order by 3 desc, 1, 2 limit ${MOST_ROWS + 1}`,
    conditions.values,
  )
}

function keyExpression(
  source: Source,
  { starts }: Asked,
  group: ReportGroup,
  bind: (value: unknown) => string,
): string {
  if (isTime(group)) {
    const bound = `${bind(starts)}::bigint[]`
    return `(${bound})[width_bucket(${source.time}, ${bound})]`
  }
  const expression = source.groups[group]
  if (expression === undefined) throw new Refused('report.grouping', { field: 'groupBy' })
  return expression
}
