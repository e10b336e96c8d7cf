// Reads rows of an entity: a page with its counts, one row, many by id.
import type { Page, PageQuery } from '../../src/contract/entity-endpoints.ts'
import { DEFAULT_PAGE_SIZE } from '../../src/contract/entity-endpoints.ts'
import { definitionOf, type Schema } from '../../src/contract/schema-parts.ts'
import type { Context } from '../http/handlers.ts'
import { Refused } from '../http/refusal.ts'
import {
  addFilters,
  addVisibility,
  Conditions,
  columnsOf,
  expressionOf,
  fromOf,
  orderOf,
  type Store,
  tenantOf,
} from './statement.ts'
import type { Row } from './table.ts'

type Reader = Pick<Context, 'person' | 'scope' | 'sql'>

/** One page under the query's filters, with the total and, if asked, counts by the entity's `countBy` field. */
export async function readPage(store: Store, query: PageQuery, context: Reader): Promise<Page<Row>> {
  const conditions = new Conditions()
  conditions.parts.push('t.removed_at is null')
  addVisibility(store, conditions, context)
  addFilters(store, conditions, query)
  const size = query.size ?? DEFAULT_PAGE_SIZE
  const offset = ((query.page ?? 1) - 1) * size
  const counted = await count(store, query, context)
  const rows =
    offset >= counted.total ? [] : await readList(store, query, conditions, { size, offset }, context)
  return { ...counted, list: rows.map(row => shaped(store, row)) }
}

/** From this row on, a page is found by its ids first. */
const DEEP = 1000

async function readList(
  store: Store,
  query: PageQuery,
  conditions: Conditions,
  { size, offset }: { size: number; offset: number },
  { sql }: Reader,
): Promise<Row[]> {
  const order = `order by ${orderOf(store, query.sort)}`
  const page = `${order} limit ${conditions.bind(size)} offset ${conditions.bind(offset)}`
  const found = `from ${fromOf(store)} where ${conditions.where} ${page}`
  // Names of groups and the like would be looked up for every row that is passed over.
  const text =
    offset < DEEP
      ? `select ${columnsOf(store)} ${found}`
      : `select ${columnsOf(store)} from ${fromOf(store)} where t.id = any(array(select t.id ${found})) ${order}`
  return sql.query<Row>(text, conditions.values)
}

async function count(
  store: Store,
  query: PageQuery,
  context: Reader,
): Promise<{ total: number; counts?: Record<string, number> }> {
  const { countBy } = store.entity
  if (countBy === undefined || !query.counts) {
    const [total = 0] = await countRows([{ store, query }], context)
    return { total }
  }
  const conditions = new Conditions()
  const { from, number } = countedIn(store, query, conditions, context)
  addVisibility(store, conditions, context)
  // The total under all filters is a sum over the words that the field's own filter lets through.
  addFilters(store, conditions, query, countBy)
  const rows = await context.sql.query<{ word: string; n: number }>(
    `select ${expressionOf(store, countBy)} as word, ${number} as n from ${from} where ${conditions.where} group by 1 having ${number} <> 0`,
    conditions.values,
  )
  const wanted = query[countBy]
  const inside = rows.filter(row => !Array.isArray(wanted) || wanted.includes(row.word))
  return {
    total: inside.reduce((sum, row) => sum + row.n, 0),
    counts: Object.fromEntries(rows.map(row => [row.word, row.n])),
  }
}

/** How many rows each of some queries finds, in one statement: the totals that their pages would have. */
export async function countRows(
  asked: readonly { store: Store; query: PageQuery }[],
  context: Reader,
): Promise<number[]> {
  const groups = await countGroups(asked, context)
  return groups.map(words => words.reduce((sum, { n }) => sum + n, 0))
}

/** The same by the words of a field: how many of the rows of each query have which. Without `by` all are one group. */
export async function countGroups(
  asked: readonly { store: Store; query: PageQuery; by?: string }[],
  context: Reader,
): Promise<{ word: string | null; n: number }[][]> {
  const conditions = new Conditions()
  const counts = asked.map(({ store, query, by }, at) => {
    conditions.parts.length = 0
    const { from, number } = countedIn(store, query, conditions, context)
    addVisibility(store, conditions, context)
    addFilters(store, conditions, query)
    const word = by === undefined ? 'null' : expressionOf(store, by)
    const grouped = by === undefined ? '' : ' group by 2'
    return `select ${at} as "at", ${word}::text as word, ${number} as n from ${from} where ${conditions.where}${grouped}`
  })
  if (counts.length === 0) return []
  const rows = await context.sql.query<{ at: number; word: string | null; n: number }>(
    counts.join(' union all '),
    conditions.values,
  )
  const found = Map.groupBy(rows, ({ at }) => at)
  return asked.map((_, at) => found.get(at) ?? [])
}

/** What is counted: the rows themselves, or the numbers that are kept of them where they answer the whole question. */
function countedIn(
  store: Store,
  query: PageQuery,
  conditions: Conditions,
  context: Reader,
): { from: string; number: string } {
  const { entity, table } = store
  if (table.counts !== undefined) {
    const { by } = table.counts
    const further = new Conditions()
    addVisibility({ entity, table: { ...table, tenant: null } }, further, context)
    addFilters(
      store,
      further,
      Object.fromEntries(Object.entries(query).filter(([field]) => !by.includes(field))),
    )
    if (further.parts.length === 0)
      return { from: `${table.counts.table} t`, number: 'coalesce(sum(t.n), 0)::bigint' }
  }
  conditions.parts.push('t.removed_at is null')
  return { from: fromOf(store), number: 'count(*)' }
}

export interface Found {
  row: Row
  tenantId: number
}

/** Rows by id that the person may see, with their tenants. `lock` keeps others from changing them meanwhile. */
export async function readRows(
  store: Store,
  ids: readonly number[],
  context: Reader,
  options: { lock?: boolean; removed?: boolean } = {},
): Promise<Map<number, Found>> {
  const conditions = new Conditions()
  conditions.parts.push(`t.id = any(${conditions.bind([...new Set(ids)])}::bigint[])`)
  conditions.parts.push(options.removed ? 't.removed_at is not null' : 't.removed_at is null')
  addVisibility(store, conditions, context)
  const rows = await context.sql.query<Row & { '#tenant': number }>(
    `select ${columnsOf(store)}, ${tenantOf(store) ?? conditions.bind(context.person.tenantId)}::bigint as "#tenant"
     from ${fromOf(store)} where ${conditions.where} order by t.id ${options.lock ? 'for update of t' : ''}`,
    conditions.values,
  )
  return new Map(
    rows.map(({ '#tenant': tenantId, ...row }) => [
      row.id,
      { row: shaped(store, { ...row, id: row.id, version: row.version }), tenantId },
    ]),
  )
}

/** One row, or the refusal that a foreign id and an unknown one share. */
export async function readRow(store: Store, id: number, context: Reader): Promise<Row> {
  const found = (await readRows(store, [id], context)).get(id)
  if (!found) throw new Refused('row.unknown')
  return found.row
}

/** Fields that are stored as null but may only be absent in the row are left out. */
export function shaped({ entity }: Store, row: Row): Row {
  for (const [field, schema] of Object.entries(entity.schema.shape)) {
    if (row[field] === null && !takesNull(schema)) delete row[field]
  }
  return row
}

function takesNull(schema: Schema): boolean {
  const { type, innerType } = definitionOf(schema)
  return type === 'nullable' || (type === 'optional' && innerType !== undefined && takesNull(innerType))
}
