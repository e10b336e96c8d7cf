// Where alarms piled up, as a layer: counted by the server on a grid of about 100 m.

import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { alarmHeat } from '../../../contract/endpoints/map.ts'
import { call } from '../../../platform/http.ts'
import type { MapLayer } from '../../../platform/map/map-port.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { useRights } from '../../../resource/surroundings.ts'

export const heatPeriods = { day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 } as const
export type HeatPeriod = keyof typeof heatPeriods

const HOUR_MS = 3_600_000

export const heatOptions = (period: HeatPeriod) =>
  queryOptions({
    queryKey: ['entity', 'alarm', 'heat', period] as const,
    queryFn: ({ signal }) => {
      // Whole hours: who looks again finds the same answer.
      const to = Math.ceil(serverNow() / HOUR_MS) * HOUR_MS
      return call(alarmHeat, { from: to - heatPeriods[period], to }, { signal })
    },
    staleTime: 60_000,
  })

/** Answers of 5,000 places each; a tenant has no more than these fill. */
const MOST_ANSWERS = 100

/** Every place with an alarm, however many there are. */
export const wholeHeatOptions = (period: HeatPeriod) =>
  queryOptions({
    queryKey: ['entity', 'alarm', 'heat', period, 'whole'] as const,
    queryFn: async ({ signal }) => {
      const to = Math.ceil(serverNow() / HOUR_MS) * HOUR_MS
      const ask = (skip: number) => call(alarmHeat, { from: to - heatPeriods[period], to, skip }, { signal })
      const first = await ask(0)
      const spots = [...first.spots]
      for (let answers = 1; answers < MOST_ANSWERS && spots.length < first.places; answers++) {
        const next = await ask(spots.length)
        if (next.spots.length === 0) break
        spots.push(...next.spots)
      }
      return { ...first, spots }
    },
    staleTime: 60_000,
  })

export interface Heat {
  layer: MapLayer | undefined
  total: number | undefined
  unplaced: number
  /** Places that the layer shows, and how many there are. */
  shown: number
  places: number
  /** Alarms in the spot that has most of them: the hottest colour. */
  most: number
  failed: boolean
}

/** The heat of a period; nothing while it is not wanted or not allowed. */
export function useHeat(period: HeatPeriod | undefined): Heat {
  const may = useRights()
  const { data, isError } = useQuery({
    ...heatOptions(period ?? 'day'),
    enabled: period !== undefined && may('alarm.read'),
  })
  const shown = period === undefined ? undefined : data
  const most = useMemo(() => Math.max(0, ...(shown?.spots ?? []).map(({ count }) => count)), [shown])
  const layer = useMemo<MapLayer | undefined>(() => {
    if (!shown) return undefined
    const spots = shown.spots.flatMap(({ longitude, latitude, count }) => [longitude, latitude, count / most])
    return { kind: 'heat', spots: Float64Array.from(spots) }
  }, [shown, most])
  return {
    layer,
    total: shown?.total,
    unplaced: shown?.unplaced ?? 0,
    shown: shown?.spots.length ?? 0,
    places: shown?.places ?? 0,
    most,
    failed: period !== undefined && isError,
  }
}
