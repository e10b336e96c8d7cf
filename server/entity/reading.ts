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

/** The first rows that meet further conditions, in the order of a sort; what the person may not see is none of them. */
export async function readMatching(
  store: Store,
  narrow: (conditions: Conditions) => void,
  { sort, most }: { sort: string; most: number },
  context: Reader,
): Promise<Row[]> {
  const conditions = new Conditions()
  conditions.parts.push('t.removed_at is null')
  addVisibility(store, conditions, context)
  narrow(conditions)
  const rows = await readList(store, { sort }, conditions, { size: most, offset: 0 }, context)
  return rows.map(row => shaped(store, row))
}

/** How many rows each of some queries finds, in one statement: the totals that their pages would have. */
export async function countRows(
  asked: readonly { store: Store; query: PageQuery }[],
  context: Reader,
): Promise<number[]> {
  const groups = await countGroups(asked, context)
  return groups.map(words => words.reduce((sum, { n }) => sum + n, 0))
}

interface Asked {
  store: Store
  query: PageQuery
  /** A field by whose words the rows are told apart; without it all are one group. */
  by?: string
}

/** The same by the words of a field: how many of the rows of each query have which. */
export async function countGroups(
  asked: readonly Asked[],
  context: Reader,
): Promise<{ word: string | null; n: number }[][]> {
  const looks = looksFor(asked)
  if (looks.length === 0) return []
  const conditions = new Conditions()
  const counts = looks.map(({ store, query, fields }, at) => {
    conditions.parts.length = 0
    const { from, number } = countedIn(store, query, conditions, context)
    addVisibility(store, conditions, context)
    addFilters(store, conditions, query)
    const words = fields.map(field => `${expressionOf(store, field)}::text`)
    const grouped = words.length === 0 ? '' : ` group by ${words.join(', ')}`
    return `select ${at} as "at", array[${words.join(', ')}]::text[] as words, ${number} as n from ${from} where ${conditions.where}${grouped}`
  })
  const rows = await context.sql.query<{ at: number; words: (string | null)[]; n: number }>(
    counts.join(' union all '),
    conditions.values,
  )
  const found = asked.map(() => new Map<string | null, number>())
  for (const { at, words, n } of rows) {
    const { fields = [], places = [] } = looks[at] ?? {}
    for (const place of places) {
      const { query, by } = asked[place] ?? {}
      const isMeant = fields.every((field, index) => {
        const wanted = query?.[field]
        return !Array.isArray(wanted) || wanted.includes(words[index])
      })
      if (!isMeant) continue
      const word = by === undefined ? null : (words[fields.indexOf(by)] ?? null)
      found[place]?.set(word, (found[place].get(word) ?? 0) + n)
    }
  }
  return found.map(groups => [...groups].map(([word, n]) => ({ word, n })))
}

const COLUMN = /^\w+\.(?:\w+|"\w+")$/

/** One look at the rows of a table for several counts: what they have in common, and the fields that tell them apart. */
interface Look {
  store: Store
  query: PageQuery
  fields: readonly string[]
  /** Where the counts stand among those that were asked for. */
  places: readonly number[]
}

/** Counts that differ in nothing but the words they ask for are made in one look: rows are read once, not once for each. */
function looksFor(asked: readonly Asked[]): Look[] {
  // What is worked out for each row would be worked out for rows of which nobody asks it.
  const isByWords = ({ store }: Asked, field: string) =>
    store.entity.filters[field] === 'oneOf' && COLUMN.test(expressionOf(store, field))
  const together = Map.groupBy(asked.keys(), place => {
    const one = asked[place]
    // Kept numbers cost nothing; together with others they might not answer the question.
    if (!one || one.store.table.counts !== undefined) return place
    const rest = Object.entries(one.query).filter(([field]) => !isByWords(one, field))
    return JSON.stringify([one.store.entity.key, rest.sort(([a], [b]) => (a < b ? -1 : 1))])
  })
  return [...together.values()].flatMap(places => {
    const members = places.flatMap(place => asked[place] ?? [])
    const [first] = members
    if (!first) return []
    const query: Record<string, unknown> = { ...first.query }
    const fields = new Set(members.flatMap(({ by }) => by ?? []))
    for (const field of new Set(members.flatMap(each => Object.keys(each.query)))) {
      if (!isByWords(first, field)) continue
      const wanted = members.map(each => each.query[field])
      const lists = wanted.filter(Array.isArray)
      if (new Set(wanted.map(words => JSON.stringify(words))).size > 1) fields.add(field)
      if (lists.length === wanted.length) query[field] = [...new Set(lists.flat())]
      else delete query[field]
    }
    return [{ store: first.store, query, fields: [...fields], places }]
  })
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
