// Ties a list to the address it is shown under: whatever the person chooses can be shared, reloaded and taken back.
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { EntityDefinition } from '../domain/entity.ts'
import { type Step, useSetSearch } from './address.ts'
import { type ListSearch, readListSearch, withSearch } from './search.ts'

export interface ListAddress {
  search: ListSearch
  /** Changes parts of the search; undefined removes a part. */
  change: (changes: ListSearch, step?: Step) => void
  /** Puts another search in its place. */
  set: (search: ListSearch, step?: Step) => void
}

/** Parts of an address that belong to the page around a list; the list leaves them as they are. */
export type KeptSearch = Readonly<Record<string, string | number>>

/** The search part of the present address, and how to change it. `kept` should be the same object every time. */
export function useListAddress(entity: EntityDefinition, kept?: KeptSearch): ListAddress {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const put = useSetSearch()
  const search = useMemo(() => readListSearch(entity, raw), [entity, raw])
  const set = useCallback((next: ListSearch, step?: Step) => put({ ...next, ...kept }, step), [put, kept])
  const change = useCallback(
    (changes: ListSearch, step?: Step) => set(withSearch(search, changes), step),
    [search, set],
  )
  return { search, change, set }
}
