// The rows that an import refused, as a sheet: what stood there, and why it was refused, in the person's language.
import * as z from 'zod/mini'
import { type ImportWords, importWords } from '../../../src/contract/entity-endpoints.ts'
import type { Cell } from '../../../src/domain/file/csv-dialect.ts'
import type { Sql } from '../../db/scoped.ts'

const BATCH = 1_000

const plain: ImportWords = { row: 'Row', reason: 'Reason', line: '{field}: {reason}', errors: {} }

interface ErrorRow {
  id: number
  row_no: number
  cells: string[]
  field: string | null
  reason: string
  params: (Record<string, unknown> & { also?: Reason[] }) | null
}

/** One thing that is wrong with a row. */
type Reason = Pick<ErrorRow, 'field' | 'reason' | 'params'>

const stored = z.object({
  headings: z.optional(z.array(z.string())),
  request: z.object({
    columns: z.array(z.object({ of: z.string(), label: z.string() })),
    said: z.optional(importWords),
  }),
})

/** Headings first, then a line for each refused row: its cells, its number in the sheet, the reason. */
export async function* errorLines(
  sql: Sql,
  taskId: number,
  taskRequest: unknown,
): AsyncGenerator<readonly Cell[]> {
  const { headings = [], request } = z.parse(stored, taskRequest)
  const words = request.said ?? plain
  const labels = new Map(request.columns.map(({ of, label }) => [of, label]))
  yield [...headings, words.row, words.reason]
  for (let last = 0; ; ) {
    const rows = await sql.query<ErrorRow>(
      `select id, row_no, cells, field, reason, params from task_error where task_id = $1 and id > $2 order by id limit ${BATCH}`,
      [taskId, last],
    )
    for (const row of rows) {
      const cells = headings.map((_, at) => row.cells[at] ?? '')
      const reasons = [row, ...(row.params?.also ?? [])].map(each => lineOf(each, words, labels))
      yield [...cells, row.row_no, reasons.join('; ')]
    }
    last = rows.at(-1)?.id ?? last
    if (rows.length < BATCH) return
  }
}

function lineOf(
  { field, reason, params }: Reason,
  words: ImportWords,
  labels: ReadonlyMap<string, string>,
): string {
  const sentence = Object.hasOwn(words.errors, reason) ? (words.errors[reason] ?? reason) : reason
  const filled = sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(params?.[name] ?? whole))
  const label = field === null ? undefined : (labels.get(field.split('.')[0] ?? '') ?? field)
  if (label === undefined) return filled
  return words.line.replace(/\{(field|reason)\}/g, (_, name: string) => (name === 'field' ? label : filled))
}
