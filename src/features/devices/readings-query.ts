// What a device measured: newest values, series, settings, timeline. Live messages patch the first two by these keys.

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  deviceTimeline,
  latestReadings,
  readingSeries,
  readSettings,
} from '../../contract/endpoints/device.ts'
import type { ReadingKind } from '../../domain/device/readings.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { sendRequest } from '../../platform/http.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { dayBefore } from '../../ui/period.ts'

/** Newest value of each reading. */
export const latestOptions = (imei: string) =>
  queryOptions({
    queryKey: ['device', imei, 'latest'] as const,
    queryFn: ({ signal }) => sendRequest(latestReadings, { imei }, { signal }),
    staleTime: MINUTE_MS,
    meta: { offline: 'read' },
  })

/** A series of the last `hours`; at most about `points` points, peaks kept. */
export const seriesOptions = (imei: string, kind: ReadingKind, hours: number, points: number) =>
  queryOptions({
    queryKey: ['device', imei, 'series', kind, hours, points] as const,
    queryFn: ({ signal }) => {
      const to = serverNow()
      // A clock that runs ahead a little must not hide the newest value.
      return sendRequest(
        readingSeries,
        { imei, kind, from: to - hours * HOUR_MS, to: to + 10 * MINUTE_MS, points },
        { signal },
      )
    },
    placeholderData: (before, query) =>
      query?.queryKey[3] === kind && query.queryKey[1] === imei ? keepPreviousData(before) : undefined,
    staleTime: MINUTE_MS,
  })

/** Settings: what is wanted against what the device reported. */
export const settingsOptions = (imei: string) =>
  queryOptions({
    queryKey: ['device', imei, 'settings'] as const,
    queryFn: ({ signal }) => sendRequest(readSettings, { imei }, { signal }),
    staleTime: MINUTE_MS,
  })

/** What happened to the device since the start of the day `days` ago (0 is today), newest first. */
export const timelineOptions = (imei: string, days: number, limit: number) =>
  queryOptions({
    queryKey: ['device', imei, 'timeline', days, limit] as const,
    queryFn: ({ signal }) => {
      const to = serverNow()
      return sendRequest(deviceTimeline, { imei, from: dayBefore(to, days), to, limit }, { signal })
    },
    staleTime: 15_000,
    refetchInterval: 20_000,
  })
