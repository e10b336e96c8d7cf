// What the route of a list needs besides its component. The first screen loads every route: entities come later.
import type { QueryClient } from '@tanstack/react-query'
import type { PageQuery } from '../contract/entity-endpoints.ts'
import type { EntityDefinition } from '../domain/entity.ts'

type RawSearch = Readonly<Record<string, unknown>>

/** Reads an address; undefined where it shows no page of the list. */
type QueryOfAddress = (raw: RawSearch) => PageQuery | undefined

/** What a loader is told of the address that is opened. */
export interface ListLoad {
  context: { queryClient: QueryClient }
  deps: { search: RawSearch }
}

/**
 * The first page is asked for while the screen's script still loads. The loader never fails: the screen itself reads
 * the address by the entity's filters, and shows stored data, an error or a refusal. `entity` and `query` are fetched
 * when the route is opened; without `query` the address says what every list's does.
 */
export function listRoute(entity: () => Promise<EntityDefinition>, query?: () => Promise<QueryOfAddress>) {
  return {
    loaderDeps: ({ search: { open: _open, form: _form, ...search } }: { search: RawSearch }) => ({ search }),
    loader: ({ context, deps }: ListLoad) => {
      // The screen asks again, and says what went wrong.
      prefetch(context.queryClient, deps.search, entity, query).catch(() => undefined)
    },
  }
}

async function prefetch(
  client: QueryClient,
  raw: RawSearch,
  load: () => Promise<EntityDefinition>,
  loadQuery?: () => Promise<QueryOfAddress>,
): Promise<void> {
  const [entity, { pageOptions }, { queryOf, readListSearch }, own] = await Promise.all([
    load(),
    import('./query.ts'),
    import('./search.ts'),
    loadQuery?.(),
  ])
  const query = own ? own(raw) : queryOf(entity, readListSearch(entity, raw))
  if (query) await client.prefetchQuery(pageOptions(entity, query))
}
