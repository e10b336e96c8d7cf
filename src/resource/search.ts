// What a list keeps in the address: page, size, sort, search text, filters, the open row. Words, not digits.
import * as z from 'zod/mini'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type PageQuery } from '../contract/entity-endpoints.ts'
import { bare, definitionOf, type Schema } from '../contract/schema-parts.ts'
import { type EntityDefinition, sortWordsOf } from '../domain/entity.ts'
import { localDate, moment } from '../domain/fields.ts'

export type FilterValue = string | number | boolean

/** Search part of a list's address. Filters stand under their field names; `oneOf` as words with commas. */
export interface ListSearch {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  q?: string | undefined
  /** Id of the row in the peek panel. */
  open?: number | undefined
  /** The form on top: of a new row, or of the row with this id. */
  form?: 'new' | number | undefined
  [filter: string]: FilterValue | undefined
}

/** Page sizes a person may choose. */
export const PAGE_SIZES = [20, 50, 100, MAX_PAGE_SIZE] as const

const reserved: ReadonlySet<string> = new Set(['page', 'size', 'sort', 'q', 'open', 'form'])

/** Characters of a search text or a text filter, as the wire allows. */
const TEXT_LENGTH = 100

// Digits in an address arrive as a number, though they may be a name or an IMEI.
const text = z.pipe(
  z.union([z.string(), z.number(), z.boolean()]),
  z.transform(value => String(value).replaceAll('\u0000', '').slice(0, TEXT_LENGTH)),
)
const whole = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))

/** A bad value in an address is dropped, so that an old or mistyped link still opens the list. */
const orNothing = <S extends Schema>(schema: S) => z.catch(z.optional(schema), undefined)

/** The schema of a field of a row, without its optional and nullable wrappers. */
function schemaOfField(entity: EntityDefinition, field: string): Schema {
  const schema = entity.schema.shape[field]
  if (!schema) throw new Error(`${entity.key}: filter on unknown field ${field}`)
  return bare(schema)
}

/** What kind of values a field holds: `string`, `number`, `boolean`, `enum`, `array` … */
export function fieldType(entity: EntityDefinition, field: string): string {
  return definitionOf(schemaOfField(entity, field)).type
}

/** True where a field holds a moment. */
export function isMoment(entity: EntityDefinition, field: string): boolean {
  return schemaOfField(entity, field) === moment
}

/** True where a field holds a day of the calendar, as it is written. */
export function isLocalDate(entity: EntityDefinition, field: string): boolean {
  return schemaOfField(entity, field) === localDate
}

/** The names under which a filter stands in the address. */
export function partsOf(entity: EntityDefinition, field: string): string[] {
  return entity.filters[field] === 'range' ? [`${field}From`, `${field}To`] : [field]
}

function filterOf(entity: EntityDefinition, field: string): z.ZodMiniType<FilterValue> {
  const inner = schemaOfField(entity, field)
  const { type, entries } = definitionOf(inner)
  if (entity.filters[field] === 'oneOf') {
    return z.pipe(
      text,
      z.transform((list, context) => {
        const words = list.split(',').filter(word => z.safeParse(inner, word).success)
        if (words.length > 0) return words.join(',')
        context.issues.push({ code: 'custom', message: 'choice', input: list })
        return z.NEVER
      }),
    )
  }
  if (entity.filters[field] === 'contains') return text
  if (type === 'number') return z.number()
  if (type === 'boolean') return z.boolean()
  return type === 'enum' ? z.enum(Object.values(entries ?? {})) : text
}

const schemas = new WeakMap<EntityDefinition, ReturnType<typeof schemasOf>>()

function schemasOf(entity: EntityDefinition) {
  const filters: Record<string, z.ZodMiniType<FilterValue | undefined>> = {}
  for (const [field, kind] of Object.entries(entity.filters)) {
    if (reserved.has(field)) throw new Error(`${entity.key}: a filter may not be called ${field}`)
    if (kind !== 'range') filters[field] = orNothing(filterOf(entity, field))
    else {
      const bound = isLocalDate(entity, field) ? localDate : z.number()
      for (const part of partsOf(entity, field)) filters[part] = orNothing(bound)
    }
  }
  const made = {
    list: z.object({
      page: orNothing(whole(1, 1_000_000)),
      size: orNothing(whole(1, MAX_PAGE_SIZE)),
      sort: orNothing(z.enum(sortWordsOf(entity))),
      q: orNothing(text),
      open: orNothing(whole(1, Number.MAX_SAFE_INTEGER)),
      form: orNothing(z.union([z.literal('new'), whole(1, Number.MAX_SAFE_INTEGER)])),
    }),
    filters: z.object(filters),
  }
  schemas.set(entity, made)
  return made
}

/** Reads the search part of an address. Unknown names and bad values are dropped; empty text counts as absent. */
export function readListSearch(entity: EntityDefinition, raw: Record<string, unknown>): ListSearch {
  const { list, filters } = schemas.get(entity) ?? schemasOf(entity)
  const read = { ...z.parse(list, raw), ...z.parse(filters, raw) }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined && value !== ''))
}

/** The query of the page endpoint for a search. */
export function queryOf(entity: EntityDefinition, search: ListSearch, size = DEFAULT_PAGE_SIZE): PageQuery {
  const query: PageQuery = { page: search.page ?? 1, size: search.size ?? size }
  query.sort = search.sort ?? entity.defaultSort
  if (search.q) query.q = search.q
  if (entity.countBy) query.counts = true
  for (const [name, value] of Object.entries(filtersOf(search))) {
    query[name] = entity.filters[name] === 'oneOf' ? String(value).split(',') : value
  }
  return query
}

/** Search text and filters of a query as an address has them: the way back of `queryOf`, without page and order. */
export function searchOf({
  page: _page,
  size: _size,
  sort: _sort,
  counts: _counts,
  ...narrowing
}: PageQuery): ListSearch {
  const parts = Object.entries(narrowing).flatMap(([name, value]): [string, FilterValue][] => {
    if (Array.isArray(value)) return value.length > 0 ? [[name, value.join(',')]] : []
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name, value]]
      : []
  })
  return Object.fromEntries(parts)
}

/** A search as the part of an address behind the question mark. */
export function addressOf(search: ListSearch): string {
  return new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
}

/** The filters of a search, by field (`<field>From` and `<field>To` for ranges). */
export function filtersOf(search: ListSearch): Record<string, FilterValue> {
  const filters: Record<string, FilterValue> = {}
  for (const [name, value] of Object.entries(search)) {
    if (!reserved.has(name) && value !== undefined && value !== '') filters[name] = value
  }
  return filters
}

/** A search with some parts changed (undefined removes them); whatever narrows or reorders leads to page one. */
export function withSearch(search: ListSearch, changes: ListSearch): ListSearch {
  const next: ListSearch = { ...search, ...changes }
  if (Object.keys(changes).some(name => name !== 'page' && name !== 'open' && name !== 'form'))
    next.page = changes.page
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''))
}

/** The search without filters and search text. */
export function withoutFilters({ size, sort, open }: ListSearch): ListSearch {
  return withSearch({}, { size, sort, open })
}
