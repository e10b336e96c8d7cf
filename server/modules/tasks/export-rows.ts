// The rows of an export, read by a cursor, so that a hundred thousand of them never are in memory together.
import { createHash } from 'node:crypto'
import { englishFieldOf } from '../../../src/domain/entity.ts'
import type { Cell } from '../../../src/domain/file/csv-dialect.ts'
import type { Scope, Sql } from '../../db/scoped.ts'
import type { ExportRequest } from '../../entity/mount.ts'
import { shaped } from '../../entity/reading.ts'
import {
  addFilters,
  addVisibility,
  Conditions,
  expressionOf,
  fromOf,
  orderOf,
  type Store,
} from '../../entity/statement.ts'
import { type Row, snake } from '../../entity/table.ts'
import type { Person } from '../../person.ts'
import { cellOf } from './cells.ts'
import { storedZone } from './start-task.ts'

const BATCH = 1_000

/** Headings first, then a line per row. `onRows` hears how many are done after each batch. */
export async function* exportRows(
  sql: Sql,
  store: Store,
  request: ExportRequest,
  who: { person: Person; scope: Scope },
  onRows: (done: number) => Promise<void>,
): AsyncGenerator<readonly Cell[]> {
  const conditions = new Conditions()
  conditions.parts.push('t.removed_at is null')
  addVisibility(store, conditions, who)
  addFilters(store, conditions, request.query ?? {})
  if (request.ids) conditions.parts.push(`t.id = any(${conditions.bind(request.ids)}::bigint[])`)
  // The fetch is a prepared statement under one name, so its columns must be the same each time.
  const columns = request.columns.map(({ of }) => ({
    of,
    english: request.english ? englishFieldOf(store.entity, of) : undefined,
  }))
  const fields = [...new Set(columns.flatMap(({ of, english }) => [of, ...(english ? [english] : [])]))]
  const shape = createHash('sha256').update(fields.join()).digest('hex').slice(0, 12)
  const cursor = `export_${snake(store.entity.key)}_${shape}`
  // Only what the file shows: names from other tables are looked up for each row.
  const selected = fields.map(field => `${expressionOf(store, field)} as "${field}"`).join(', ')
  await sql.query(
    `declare ${cursor} no scroll cursor for select ${selected} from ${fromOf(store)}
     where ${conditions.where} order by ${orderOf(store, request.query?.sort)}`,
    conditions.values,
  )
  yield request.columns.map(({ label }) => label)
  const looks = { words: request.words ?? {}, zone: storedZone(request) }
  for (let done = 0; ; ) {
    const rows = await sql.query<Row>(`fetch ${BATCH} from ${cursor}`)
    for (const row of rows) {
      const whole = shaped(store, row)
      yield columns.map(({ of, english }) =>
        cellOf(of, (english !== undefined && whole[english]) || whole[of], looks),
      )
    }
    done += rows.length
    await onRows(done)
    if (rows.length < BATCH) return
  }
}
