// Ties a list to the address it is shown under: whatever the person chooses can be shared, reloaded and taken back.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { EntityDefinition } from '../domain/entity.ts'
import { type ListSearch, readListSearch, withSearch } from './search.ts'

export interface ListAddress {
  search: ListSearch
  /** Changes parts of the search; undefined removes a part. `replace` leaves no step to go back to. */
  change: (changes: ListSearch, options?: { replace?: boolean }) => void
  /** Puts another search in its place. */
  set: (search: ListSearch, options?: { replace?: boolean }) => void
}

/** Parts of an address that belong to the page around a list; the list leaves them as they are. */
export type KeptSearch = Readonly<Record<string, string | number>>

/** The search part of the present address, and how to change it. `kept` should be the same object every time. */
export function useListAddress(entity: EntityDefinition, kept?: KeptSearch): ListAddress {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => readListSearch(entity, raw), [entity, raw])
  const set = useCallback(
    (next: ListSearch, options?: { replace?: boolean }) => {
      // The address's type is known to the route that shows the list, not to the engine.
      void navigate({ to: '.', search: { ...next, ...kept } as never, replace: options?.replace ?? false })
    },
    [navigate, kept],
  )
  const change = useCallback(
    (changes: ListSearch, options?: { replace?: boolean }) => set(withSearch(search, changes), options),
    [search, set],
  )
  return { search, change, set }
}
