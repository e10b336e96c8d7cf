// Where alarms piled up, as a layer: counted by the server on a grid of about 100 m.

import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { alarmHeat } from '../../../contract/endpoints/map.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts'
import { sendRequest } from '../../../platform/http.ts'
import type { MapLayer } from '../../../platform/map/map-port.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { useRights } from '../../../resource/surroundings.ts'

export const heatPeriods = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const
export type HeatPeriod = keyof typeof heatPeriods

const heatOptions = (period: HeatPeriod) =>
  queryOptions({
    queryKey: ['entity', 'alarm', 'heat', period] as const,
    queryFn: ({ signal }) => {
      // Whole hours: who looks again finds the same answer.
      const to = Math.ceil(serverNow() / HOUR_MS) * HOUR_MS
      return sendRequest(alarmHeat, { from: to - heatPeriods[period], to }, { signal })
    },
    staleTime: MINUTE_MS,
  })

/** Answers of 5,000 places each; a tenant has no more than these fill. */
const MOST_ANSWERS = 100

/** Every place with an alarm, however many there are. */
const wholeHeatOptions = (period: HeatPeriod) =>
  queryOptions({
    queryKey: ['entity', 'alarm', 'heat', period, 'whole'] as const,
    queryFn: async ({ signal }) => {
      const to = Math.ceil(serverNow() / HOUR_MS) * HOUR_MS
      const ask = (skip: number) =>
        sendRequest(alarmHeat, { from: to - heatPeriods[period], to, skip }, { signal })
      const first = await ask(0)
      const spots = [...first.spots]
      for (let answers = 1; answers < MOST_ANSWERS && spots.length < first.places; answers++) {
        const next = await ask(spots.length)
        if (next.spots.length === 0) break
        spots.push(...next.spots)
      }
      return { ...first, spots }
    },
    staleTime: MINUTE_MS,
  })

/** Places that an answer left out, and how to get them. */
export interface HeatCut {
  shown: number
  places: number
  busy: boolean
  /** The rest was asked for, and did not come. */
  failed: boolean
  countAll: () => void
}

/** What is counted of a period: the fullest places first, every one once somebody asks for all. */
export function useHeatCounts(period: HeatPeriod | undefined) {
  const may = useRights()
  const [wholeOf, setWholeOf] = useState<HeatPeriod>()
  const wanted = period !== undefined && may('alarm.read')
  const part = useQuery({ ...heatOptions(period ?? 'day'), enabled: wanted })
  const whole = useQuery({ ...wholeHeatOptions(period ?? 'day'), enabled: wanted && wholeOf === period })
  const data = wanted ? (whole.data ?? part.data) : undefined
  const asked = wholeOf === period
  const cut: HeatCut | undefined =
    data && data.spots.length < data.places
      ? {
          shown: data.spots.length,
          places: data.places,
          busy: asked && whole.isFetching,
          failed: asked && whole.isError && !whole.isFetching,
          countAll: () => (asked ? void whole.refetch() : setWholeOf(period)),
        }
      : undefined
  return { data, failed: wanted && !data && part.isError, cut }
}

export interface Heat {
  layer: MapLayer | undefined
  total: number | undefined
  unplaced: number
  /** Places that the layer does not show. */
  cut: HeatCut | undefined
  /** Alarms in the spot that has most of them: the hottest colour. */
  most: number
  failed: boolean
}

/** The heat of a period; nothing while it is not wanted or not allowed. */
export function useHeat(period: HeatPeriod | undefined): Heat {
  const { data, failed, cut } = useHeatCounts(period)
  // The fullest come first; half a million numbers are too many arguments for a `max`.
  const most = data?.spots[0]?.count ?? 0
  const layer = useMemo<MapLayer | undefined>(() => {
    if (!data) return undefined
    const spots = data.spots.flatMap(({ longitude, latitude, count }) => [longitude, latitude, count / most])
    return { kind: 'heat', spots: Float64Array.from(spots) }
  }, [data, most])
  return { layer, total: data?.total, unplaced: data?.unplaced ?? 0, cut, most, failed }
}
