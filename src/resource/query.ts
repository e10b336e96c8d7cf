// Reading entities: query options, and patches from live messages.
import { keepPreviousData, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import {
  type EntityEndpoints,
  entityEndpoints,
  type Page,
  type PageQuery,
} from '../contract/entity-endpoints.ts'
import type { EntityDefinition, RowOf } from '../domain/entity.ts'
import { sendRequest } from '../platform/http.ts'

/** Milliseconds a list counts as fresh; live patches keep it so in between. */
const FRESH_MS = 10_000

/** By definition; each has those of its own types. */
const endpoints: {
  get<E extends EntityDefinition>(entity: E): EntityEndpoints<E> | undefined
  set<E extends EntityDefinition>(entity: E, made: EntityEndpoints<E>): unknown
} = new WeakMap<EntityDefinition>()

/** The generic endpoints of an entity, built once. */
export function endpointsFor<E extends EntityDefinition>(entity: E): EntityEndpoints<E> {
  const known = endpoints.get(entity)
  if (known) return known
  const made = entityEndpoints(entity)
  endpoints.set(entity, made)
  return made
}

/** Query options of one page of a list. The page before stays on screen until the new one is there. */
export function pageOptions<E extends EntityDefinition>(entity: E, query: PageQuery) {
  return queryOptions({
    queryKey: ['entity', entity.key, 'page', query] as const,
    queryFn: ({ signal }): Promise<Page<RowOf<E>>> =>
      sendRequest(endpointsFor(entity).page, query, { signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    meta: { offline: entity.offline },
  })
}

/** What a page was asked for, as its key says; undefined for other keys. */
export function askedBy(key: QueryKey): PageQuery | undefined {
  const isQuery = (part: unknown): part is PageQuery => typeof part === 'object' && part !== null
  return key[2] === 'page' && isQuery(key[3]) ? key[3] : undefined
}

/** Query options of one row. */
export function rowOptions<E extends EntityDefinition>(entity: E, id: number) {
  return queryOptions({
    queryKey: ['entity', entity.key, 'get', id] as const,
    queryFn: ({ signal }): Promise<RowOf<E>> => sendRequest(endpointsFor(entity).get, { id }, { signal }),
    staleTime: FRESH_MS,
    meta: { offline: entity.offline },
  })
}

/** What a row is called where only its entity is known: its name, else what its search looks into first. */
export function nameOfRow(
  entity: Pick<EntityDefinition, 'search'>,
  row: Readonly<Record<string, unknown>>,
): string {
  return String(row.name ?? row[entity.search[0] ?? ''] ?? row.id)
}

/** The same in the language of the reader: a row with an English name shows it outside Chinese. */
export function nameIn(
  locale: string,
  entity: Pick<EntityDefinition, 'search'>,
  row: Readonly<Record<string, unknown>>,
): string {
  const { enName } = row
  return locale !== 'cn' && typeof enName === 'string' && enName !== '' ? enName : nameOfRow(entity, row)
}

/** Marks everything read of an entity, and of those it is shown in, as outdated; fetches what is on screen again. */
export async function invalidateEntity(
  client: QueryClient,
  { key, shownIn = [] }: Pick<EntityDefinition, 'key' | 'shownIn'>,
): Promise<void> {
  const filters = [key, ...shownIn].map(each => ({ queryKey: ['entity', each] }))
  // A first fetch is not begun anew, nor one that no screen watches yet, and its answer would count as fresh.
  const underWay = filters.flatMap(filter =>
    client.getQueryCache().findAll({
      ...filter,
      fetchStatus: 'fetching',
      predicate: query => query.state.data === undefined || !query.isActive(),
    }),
  )
  await Promise.all(filters.map(filter => client.invalidateQueries(filter)))
  await Promise.all(
    underWay.map(async query => {
      await query.promise?.catch(() => undefined)
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }),
  )
}

export interface RowPatch {
  id: number
  [field: string]: unknown
}

/**
 * Puts live changes into every cached list and row of an entity. One pass; rows that are not cached are left out,
 * untouched rows and lists keep their identity, and the age of the data stays what it was. Absent and undefined
 * fields did not change.
 */
export function patchRows(
  client: QueryClient,
  entity: Pick<EntityDefinition, 'key' | 'countBy'>,
  patches: readonly RowPatch[],
): void {
  if (patches.length === 0) return
  const byId = new Map<unknown, RowPatch>()
  for (const patch of patches) {
    const earlier = byId.get(patch.id)
    byId.set(patch.id, earlier ? { ...earlier, ...patch } : patch)
  }
  for (const query of client.getQueryCache().findAll({ queryKey: ['entity', entity.key] })) {
    const { data, dataUpdatedAt } = query.state
    if (data === undefined) continue
    const next =
      query.queryKey[2] === 'page'
        ? patchedPage(data as Page<RowPatch>, byId, entity.countBy)
        : patchedRow(data as RowPatch, byId)
    if (next !== data) client.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt })
  }
}

function patchedRow(row: RowPatch, patches: ReadonlyMap<unknown, RowPatch>): RowPatch {
  const patch = patches.get(row.id)
  if (!patch) return row
  const changed = Object.keys(patch).some(field => patch[field] !== undefined && patch[field] !== row[field])
  if (!changed) return row
  const known = Object.entries(patch).filter(([, value]) => value !== undefined)
  return { ...row, ...Object.fromEntries(known), id: row.id }
}

function patchedPage(
  page: Page<RowPatch>,
  patches: ReadonlyMap<unknown, RowPatch>,
  countBy: string | undefined,
): Page<RowPatch> {
  let { counts } = page
  let touched = false
  const list = page.list.map(row => {
    const next = patchedRow(row, patches)
    if (next === row) return row
    touched = true
    if (counts && countBy) counts = recounted(counts, row[countBy], next[countBy])
    return next
  })
  if (!touched) return page
  return { ...page, list, ...(counts && { counts }) }
}

function recounted(counts: Record<string, number>, from: unknown, to: unknown): Record<string, number> {
  if (from === to) return counts
  const [before, after] = [String(from), String(to)]
  return {
    ...counts,
    [before]: Math.max(0, (counts[before] ?? 0) - 1),
    [after]: (counts[after] ?? 0) + 1,
  }
}
