// Makes the file of a report: its answer as lines, in the words that were kept with it.
import * as z from 'zod/mini'
import type { Cell } from '../../../src/domain/file/csv-dialect.ts'
import { bucketText } from '../../../src/domain/report/bucket-text.ts'
import { type ReportGroup, reportDefinition } from '../../../src/domain/report/report.ts'
import type { Data } from '../../db/scoped.ts'
import { Refused } from '../../http/refusal.ts'
import type { Runner } from '../tasks/public.ts'
import { answerQuestion } from './answer.ts'
import { isTime, type Result, type ResultRow } from './asked.ts'

const request = z.object({
  reportId: z.int(),
  words: z.nullish(reportDefinition.shape.words),
})
const FEN = 100
const MINUTES = 60

export function reportRunner(data: Data): Runner {
  return {
    permissions: () => ['report.read'],
    run: async ({ task, person, scope, progress, writeLines }) => {
      const { reportId, words } = z.parse(request, task.request)
      const { report, answer } = await data.scoped(scope, async sql => {
        const row = await sql.first(
          `select name, note, subject, group_by as "groupBy", split_by as "splitBy", reading, period, "from", "to", zone,
             department_id as "departmentId", group_id as "groupId", to_json(device_ids) as "deviceIds", chart, schedule,
             at_minute as "atMinute", on_day as "onDay", format, words
           from report where id = $1 and tenant_id = $2 and removed_at is null`,
          [reportId, task.tenantId],
        )
        if (!row) throw new Refused('row.unknown')
        const stored = z.parse(reportDefinition, row)
        return { report: stored, answer: await answerQuestion(stored, { person, scope, sql }) }
      })
      await progress({ done: 0, total: answer.rows.length })
      await writeLines(linesOf({ ...report, ...(words && { words }) }, answer))
      await progress({ done: answer.rows.length, total: answer.rows.length })
    },
  }
}

type Definition = z.output<typeof reportDefinition>

/** Headings first, then a line for each figure. */
export async function* linesOf(report: Definition, { rows, unit }: Result): AsyncGenerator<readonly Cell[]> {
  const { groupBy, splitBy, subject, words = {} } = report
  const word = (key: string, otherwise: string) =>
    (Object.hasOwn(words, key) ? words[key] : undefined) ?? otherwise
  const measured = subject === 'readings'
  const figure = measured ? word('head.mean', 'Mean') : word(`unit.${unit}`, unit)
  yield [
    word(`group.${groupBy}`, groupBy),
    ...(splitBy ? [word(`group.${splitBy}`, splitBy)] : []),
    measured && unit !== '' ? `${figure} (${unit})` : figure,
    ...(measured
      ? [word('head.least', 'Lowest'), word('head.most', 'Highest'), word('head.count', 'Values')]
      : []),
  ]
  const cell = (group: ReportGroup, key: ResultRow['key']): Cell => {
    if (key === null) return word('none', '')
    if (isTime(group) && typeof key === 'number') return bucketText(group, report.zone, key)
    return word(`${group}.${key}`, String(key))
  }
  for (const row of rows) {
    yield [
      cell(groupBy, row.key),
      ...(splitBy ? [cell(splitBy, row.split)] : []),
      scaled(row.value, unit),
      ...(measured ? [row.least ?? null, row.most ?? null, row.count ?? null] : []),
    ]
  }
}

/** Yuan and hours for people; to the hundredth. */
function scaled(value: number, unit: string): number {
  const shown = unit === 'fen' ? value / FEN : unit === 'minutes' ? value / MINUTES : value
  return Math.round(shown * 100) / 100
}
