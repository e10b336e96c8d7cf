// The search part of the present address: what a page keeps there can be shared, reloaded and taken back.
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** How an address changes: `replace` leaves no step to go back to. */
export interface Step {
  replace?: boolean
}

/** Puts another search in the place of the present one, by default as a step to go back from. */
export function useSetSearch<Search extends object>(): (next: Search, step?: Step) => void {
  const navigate = useNavigate()
  return useCallback(
    (next: object, { replace = false }: Step = {}) =>
      void navigate({ to: '.', search: { ...next }, replace }),
    [navigate],
  )
}

/** Changes parts of a page's search, by default without a step to go back; undefined removes a part. */
export function useChangeSearch<Search extends object>(
  search: Search,
): (changes: Partial<Search>, step?: Step) => void {
  const set = useSetSearch<Search>()
  return useCallback(
    (changes, { replace = true } = {}) => set({ ...search, ...changes }, { replace }),
    [set, search],
  )
}
