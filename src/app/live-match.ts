// Whether a row that arrived live belongs to a list: the browser's reading of the filters that the server applies.
import type { PageQuery } from '../contract/entity-endpoints.ts'
import type { EntityDefinition } from '../domain/entity.ts'

type Row = Readonly<Record<string, unknown>>

const contains = (value: unknown, text: unknown): boolean =>
  typeof value === 'string' && value.toLowerCase().includes(String(text).toLowerCase())

/** True when the filters and the search text of a list's query let the row through. */
export function matchesQuery(entity: EntityDefinition, query: PageQuery, row: Row): boolean {
  const found = !query.q || entity.search.some(field => contains(row[field], query.q))
  return (
    found &&
    Object.entries(entity.filters).every(([field, kind]) => {
      const value = row[field]
      if (kind === 'range') {
        const [from, to] = [query[`${field}From`], query[`${field}To`]]
        const bounded = typeof value === 'number'
        return (
          (from === undefined || (bounded && value >= Number(from))) &&
          (to === undefined || (bounded && value <= Number(to)))
        )
      }
      const wanted = query[field]
      if (wanted === undefined) return true
      if (kind === 'contains') return contains(value, wanted)
      return kind === 'oneOf' && Array.isArray(wanted) ? wanted.includes(value) : wanted === value
    })
  )
}
