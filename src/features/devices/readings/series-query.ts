// Series of readings for the charts: the last hours, which grow while one looks, and fixed stretches of time.

import { queryOptions } from '@tanstack/react-query'
import { readingConsumption, readingSeries } from '../../../contract/endpoints/device.ts'
import { productReading } from '../../../domain/device/product-reading.ts'
import type { Counter, ReadingKind, Series } from '../../../domain/device/readings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts'
import { sendRequest } from '../../../platform/http.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { pageOptions } from '../../../resource/query.ts'
import { dayCalendar } from '../../../ui/calendar.ts'
import type { Period } from '../../../ui/period.ts'
import { spans } from './reading-search.ts'
import type { ShownTime } from './use-period.ts'

/** So many values come whole: a day of one a second. */
const WHOLE = 100_000
/** Longer times come thinned; twice as many as a wide screen has columns of pixels. */
const THINNED = 4_000

const pointsFor = ({ from, to }: Period): number => (to - from <= 26 * HOUR_MS ? WHOLE : THINNED)

/** A fixed stretch of time; nothing is added to it while one looks. */
export const stretchOptions = (imei: string, kind: ReadingKind, { from, to }: Period) =>
  queryOptions({
    queryKey: ['device', imei, 'stretch', kind, from, to] as const,
    queryFn: ({ signal }): Promise<Series> =>
      sendRequest(readingSeries, { imei, kind, from, to, points: pointsFor({ from, to }) }, { signal }),
    staleTime: to < serverNow() - DAY_MS ? 10 * MINUTE_MS : MINUTE_MS,
    gcTime: 2 * MINUTE_MS,
  })

/** The trend of a reading over the shown time: the last hours grow by live messages, chosen days are fetched again. */
export const trendOptions = (imei: string, kind: ReadingKind, { span, period }: ShownTime) => ({
  queryKey: span
    ? ['device', imei, 'series', kind, spans[span], span === 'day' ? WHOLE : THINNED]
    : ['device', imei, 'stretch', kind, period.from, period.to],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Series> => {
    const now = serverNow()
    // A clock that runs ahead a little must not hide the newest value.
    const { from, to } = span ? { from: now - spans[span] * HOUR_MS, to: now + 10 * MINUTE_MS } : period
    const points = span === 'day' ? WHOLE : pointsFor({ from, to })
    return sendRequest(readingSeries, { imei, kind, from, to, points }, { signal })
  },
  staleTime: MINUTE_MS,
  // Comparing two days of one value a second, one by one, would take longer than drawing them.
  structuralSharing: false,
  refetchInterval: !span && period.to > serverNow() ? MINUTE_MS : (false as const),
})

/** What a stretch says in figures only. */
export const figuresOptions = (imei: string, kind: ReadingKind, { from, to }: Period) =>
  queryOptions({
    queryKey: ['device', imei, 'figures', kind, from, to] as const,
    queryFn: async ({ signal }) =>
      (await sendRequest(readingSeries, { imei, kind, from, to, points: 10 }, { signal })).figures ?? null,
    staleTime: 10 * MINUTE_MS,
  })

/** What a meter has counted on each day. */
export const consumptionOptions = (imei: string, kind: Counter, { from, to }: Period) =>
  queryOptions({
    queryKey: ['device', imei, 'consumption', kind, from, to] as const,
    queryFn: ({ signal }) =>
      sendRequest(readingConsumption, { imei, kind, from, to, zone: dayCalendar().zone() }, { signal }),
    staleTime: 5 * MINUTE_MS,
  })

/** What the products of the tenant report. */
export const modelOptions = (productId: number | null | undefined) => ({
  ...pageOptions(productReading, { page: 1, size: 100, sort: 'sort', productId: productId ?? 0 }),
  enabled: typeof productId === 'number',
  staleTime: 5 * MINUTE_MS,
})

/** Those of all products, for tables. */
export const modelsOptions = () => ({
  ...pageOptions(productReading, { page: 1, size: 500, sort: 'sort' }),
  staleTime: 5 * MINUTE_MS,
})
