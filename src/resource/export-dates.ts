// Which dates an export has when none were chosen: a blank start is the first of the month, a blank end is today.
import type { EntityDefinition } from '../domain/entity.ts'
import { localTime, momentOf } from '../domain/report/zone-time.ts'

export interface ExportDates {
  /** What the query gets, by the names of its fields. */
  query: Readonly<Record<string, number>>
  from: number
  /** The last moment that is in it. */
  to: number
}

/** The date that the rows of an entity go by: what it is sorted by, the newest first, and can be asked for. */
function dateOf({
  defaultSort,
  filters,
}: Pick<EntityDefinition, 'defaultSort' | 'filters'>): string | undefined {
  const field = defaultSort.startsWith('-') ? defaultSort.slice(1) : undefined
  return field !== undefined && Object.hasOwn(filters, field) && filters[field] === 'range'
    ? field
    : undefined
}

/**
 * The dates of an export, in the person's zone; undefined where both are chosen, or the rows have no date that they go
 * by. The month is that of the end, where one is chosen.
 */
export function exportDates(
  entity: Pick<EntityDefinition, 'defaultSort' | 'filters'>,
  query: Readonly<Record<string, unknown>>,
  { now, zone }: { now: number; zone: string },
): ExportDates | undefined {
  const field = dateOf(entity)
  if (field === undefined) return undefined
  const [chosenFrom, chosenTo] = [query[`${field}From`], query[`${field}To`]]
  if (typeof chosenFrom === 'number' && typeof chosenTo === 'number') return undefined
  const isOther = (name: string) => name !== field && entity.filters[name] === 'range'
  // Dates of another kind are dates too: bills that were paid in May.
  if (Object.keys(query).some(key => isOther(key.replace(/(From|To)$/, '')))) return undefined
  const today = localTime(zone, now)
  const to =
    typeof chosenTo === 'number' ? chosenTo : momentOf(zone, today.year, today.month, today.day + 1) - 1
  const end = localTime(zone, Math.min(to, now))
  const from = typeof chosenFrom === 'number' ? chosenFrom : momentOf(zone, end.year, end.month, 1)
  return { query: { [`${field}From`]: from, [`${field}To`]: to }, from, to }
}
