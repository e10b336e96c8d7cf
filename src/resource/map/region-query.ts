// The regions as a query: loaded once for whoever asks.
import { queryOptions } from '@tanstack/react-query'
import { loadRegions } from '../../platform/map/regions.ts'

/** Provinces with their cities and districts; they do not change while the console is open. */
export const regionsOptions = () =>
  queryOptions({
    queryKey: ['regions'],
    queryFn: loadRegions,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing four thousand regions with themselves takes longer than it saves.
    structuralSharing: false,
  })
