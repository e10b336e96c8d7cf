// From when what is on the screen is: the oldest part of it that is shown, whoever fetched it.
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { byAges } from '../ui/clock.ts'
import { shownFrom } from '../ui/stale-age.ts'

// What hardly ever changes says nothing of the age of the page.
const counts = ({ state, meta }: Query) =>
  state.data !== undefined && state.dataUpdatedAt > 0 && meta?.offline === 'read' && meta.timeless !== true

/** When the oldest part of what is on the screen was fetched, epoch milliseconds by the clock of ages; undefined where nothing is kept. */
export function useKeptSince(): number | undefined {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    listener => {
      const stops = [shownFrom.subscribe(listener), cache.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    () => {
      let oldest = shownFrom.read()
      for (const query of cache.getAll())
        if (query.isActive() && counts(query))
          oldest = Math.min(oldest ?? Number.POSITIVE_INFINITY, byAges(query.state.dataUpdatedAt))
      return oldest
    },
  )
}
