// Builds the statements of an entity: columns, conditions and order come from its definition, never from a request.
import { bare, type Schema } from '../../src/contract/schema-parts.ts'
import { type EntityDefinition, sortWordsOf } from '../../src/domain/entity.ts'
import type { Context } from '../http/handlers.ts'
import { accountOrNobody } from '../person.ts'
import { type Bind, snake, type Table, tableOf } from './table.ts'

type Query = Record<string, unknown>

export interface Store {
  entity: EntityDefinition
  table: Table
}

export interface Statement {
  text: string
  values: unknown[]
}

/** A statement under construction: conditions and their parameters. */
export class Conditions {
  readonly values: unknown[] = []
  readonly parts: string[] = []
  readonly bind: Bind = value => {
    this.values.push(value)
    return `$${this.values.length}`
  }
  get where(): string {
    return this.parts.length === 0 ? 'true' : this.parts.join(' and ')
  }
}

const quoted = (name: string) => `"${name}"`

/** Expression of a field of the row. */
export function expressionOf({ entity, table }: Store, field: string): string {
  const own = table.columns?.[field]
  if (own !== undefined) return own
  for (const [column, reference] of Object.entries(entity.refs ?? {})) {
    if (!reference || reference.many || (reference.label !== field && reference.english !== field)) continue
    const name = reference.english === field ? 'en_name' : 'name'
    return `(select x.${name} from ${tableOf(reference.entity)} x where x.id = ${expressionOf({ entity, table }, column)})`
  }
  return `t.${quoted(snake(field))}`
}

/** The select list with fields of the row, every one unless told, under the field's name. */
export function columnsOf(
  store: Store,
  fields: readonly string[] = Object.keys(store.entity.schema.shape),
): string {
  return fields.map(field => `${expressionOf(store, field)} as ${quoted(field)}`).join(', ')
}

export function fromOf({ table }: Store): string {
  return `${table.name} t ${table.joins ?? ''}`
}

/** Expression of the row's tenant; undefined when rows belong to nobody. */
export function tenantOf({ table }: Store): string | undefined {
  return table.tenant === null ? undefined : (table.tenant ?? 't.tenant_id')
}

/** The tenant predicate, the data scope of the person and what the entity itself demands. */
export function addVisibility(
  store: Store,
  conditions: Conditions,
  context: Pick<Context, 'person' | 'scope'>,
): void {
  const tenant = tenantOf(store)
  const { person, scope } = context
  if (tenant !== undefined && scope.tenant !== '*')
    conditions.parts.push(`${tenant} = ${conditions.bind(scope.tenant)}`)
  const { entity, table } = store
  const department = table.department ?? (entity.department && expressionOf(store, entity.department))
  if (department !== undefined && person.departments !== null)
    conditions.parts.push(
      `(${department} = any(${conditions.bind([...person.departments])}::bigint[])${
        table.account === undefined
          ? ''
          : ` or ${table.account} = ${conditions.bind(accountOrNobody(person))}`
      }${table.accounts === undefined ? '' : ` or ${conditions.bind(accountOrNobody(person))} = any(${table.accounts})`})`,
    )
  const further = table.visible?.({ person }, conditions.bind)
  if (further !== undefined) conditions.parts.push(further)
}

/** Text inside a LIKE pattern, with its wildcards taken literally. */
export function literally(text: string): string {
  return `%${text.replace(/[\\%_]/g, sign => `\\${sign}`)}%`
}

/** Pairs of letters without a case, which are all beyond ASCII, as `pairs_of` in the database writes them. */
function pairsIn(text: string): string[] {
  return [...text.matchAll(/(?=(\p{Lo}\p{Lo}))/gu)].map(([, pair = '']) =>
    Array.from(pair, letter => letter.codePointAt(0)?.toString(16)).join(''),
  )
}

/** True for a text of which a trigram is made in every locale: three of ASCII's letters or digits in a row. */
const hasTrigram = (text: string) => /[a-z0-9]{3}/i.test(text)

/** The text to search. Without a trigram its index would be read whole, for nothing. */
function sought(expression: string, text: string): string {
  return hasTrigram(text) ? expression : `(${expression} || '')`
}

const whole = (value: unknown) =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)))

/** One end of a range: a day of the calendar, or a whole number. */
const bounded = (bind: Bind, value: unknown, round: (value: number) => number) =>
  typeof value === 'string' ? `${bind(value)}::date` : `${bind(round(whole(value)))}::bigint`

/** Filters and free search of a list query. `without` leaves one field's filter out, for counts by that field. */
export function addFilters(store: Store, conditions: Conditions, query: Query, without?: string): void {
  const { entity, table } = store
  const { bind, parts } = conditions
  for (const [field, kind] of Object.entries(entity.filters)) {
    if (field === without) continue
    const expression = expressionOf(store, field)
    const value = query[field]
    if (kind === 'range') {
      const [from, to] = [query[`${field}From`], query[`${field}To`]]
      if (from !== undefined) parts.push(`${expression} >= ${bounded(bind, from, Math.ceil)}`)
      if (to !== undefined) parts.push(`${expression} <= ${bounded(bind, to, Math.floor)}`)
    } else if (value === undefined) continue
    else if (kind === 'contains') {
      if (value === '') continue
      const pattern = bind(literally(String(value)))
      parts.push(
        table.contains?.[field]?.(pattern) ?? `${sought(expression, String(value))} ilike ${pattern}`,
      )
    } else if (kind === 'oneOf') parts.push(`${expression} = any(${bind(value)}::text[])`)
    else if (typeof value === 'number') {
      parts.push(Number.isSafeInteger(value) ? `${expression} = ${bind(value)}::bigint` : 'false')
    } else parts.push(`${expression} = ${bind(value)}`)
  }
  const { q } = query
  if (typeof q === 'string' && q.trim() !== '') {
    const pattern = bind(literally(q.trim()))
    const like = (expression: string) => `${sought(expression, q)} ilike ${pattern}`
    const search =
      table.search ?? `concat_ws(' ', ${entity.search.map(field => expressionOf(store, field)).join(', ')})`
    parts.push(typeof search === 'string' ? like(search) : search(like))
    // The text decides; the pairs only find the rows where it has to be looked at.
    if (table.pairs !== undefined)
      for (const pair of pairsIn(q)) parts.push(`${table.pairs} ilike ${bind(`% ${pair} %`)}`)
  }
}

/**
 * The order of a list. The wire's schema lets only the definition's own sorts through; so does this. Rows of one rank
 * (a severity, a status) stand in the entity's own order.
 */
export function orderOf(store: Store, wanted: unknown): string {
  const { entity, table } = store
  const allowed = sortWordsOf(entity)
  const sort = typeof wanted === 'string' && allowed.includes(wanted) ? wanted : entity.defaultSort
  const rank = table.order?.[fieldOf(sort)]
  if (rank === undefined || sort === entity.defaultSort) return ordered(store, sort)
  return `${rank} ${directionOf(sort)}, ${ordered(store, entity.defaultSort)}`
}

const fieldOf = (sort: string) => sort.replace(/^-/, '')
const directionOf = (sort: string) => (sort.startsWith('-') ? 'desc' : 'asc')

function ordered(store: Store, sort: string): string {
  const { entity, table } = store
  const [field, direction] = [fieldOf(sort), directionOf(sort)]
  const expression = table.order?.[field] ?? expressionOf(store, field)
  const nulls = mayBeNull(entity.schema.shape[field]) ? ' nulls last' : ''
  return `${expression} ${direction}${nulls}, t.id ${direction}`
}

function mayBeNull(schema: Schema | undefined): boolean {
  return schema !== undefined && bare(schema) !== schema
}
