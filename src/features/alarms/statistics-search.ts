// What the statistics are about, as their address says it, and what is asked of the server for it.

import * as z from 'zod/mini'
import type { alarmStatistics } from '../../contract/endpoints/report.ts'
import { alarmType } from '../../domain/alarm/alarm-types.ts'
import { deviceKind } from '../../domain/device/device.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { dayCalendar } from '../../ui/calendar.ts'
import { type Period, periodBefore, periodOfPreset, wholePeriod } from '../../ui/period.ts'

const buckets = ['hour', 'day', 'week', 'month'] as const
export type Bucket = (typeof buckets)[number]

const moment = z.catch(z.optional(z.int().check(z.positive())), undefined)
/** What both addresses of the figures know. */
export const figuresFields = {
  /** Both inclusive; absent: the last 7 days. */
  from: moment,
  to: moment,
  by: z.catch(z.optional(z.enum(buckets)), undefined),
  departmentId: z.catch(z.optional(z.int().check(z.positive())), undefined),
}
const figuresSearch = z.object(figuresFields)
export type FiguresSearch = z.output<typeof figuresSearch>

const statisticsSearch = z.object({
  ...figuresFields,
  kind: z.catch(z.optional(deviceKind), undefined),
  type: z.catch(z.optional(alarmType), undefined),
})
export type StatisticsSearch = z.output<typeof statisticsSearch>

/** What an address of the statistics means. Bad values are dropped. */
export function readStatisticsSearch(raw: Record<string, unknown>): StatisticsSearch {
  return z.parse(statisticsSearch, raw)
}

/** The days that are shown. */
export function periodOf({ from, to }: FiguresSearch, now: number): Period {
  return from === undefined && to === undefined ? periodOfPreset('week', now) : wholePeriod(from, to, now)
}

/** The bucket that makes some tens of columns of a period. */
export function usualBucket({ from, to }: Period): Bucket {
  const days = (to - from) / DAY_MS
  if (days <= 2) return 'hour'
  if (days <= 62) return 'day'
  return days <= 250 ? 'week' : 'month'
}

/** Buckets of which a period has neither one alone nor more than can be told apart. */
export function bucketsOf({ from, to }: Period): readonly Bucket[] {
  const days = (to - from) / DAY_MS
  return buckets.filter(by => {
    if (by === 'hour') return days <= 8
    if (by === 'day') return days > 1.5 && days <= 190
    return by === 'week' ? days > 10 : days > 45
  })
}

/** The bucket that is wanted, where it suits the period. */
export function bucketFor({ by }: FiguresSearch, period: Period): Bucket {
  return by !== undefined && bucketsOf(period).includes(by) ? by : usualBucket(period)
}

/** What the server answers. */
export type Statistics = z.output<(typeof alarmStatistics)['response']>
type Question = z.output<(typeof alarmStatistics)['request']>

/** The question for the period and the one for the period before it. */
export function questionsOf(search: StatisticsSearch, now: number): { now: Question; before: Question } {
  const period = periodOf(search, now)
  const by = bucketFor(search, period)
  const ask = ({ from, to }: Period): Question => ({
    from,
    // The last millisecond belongs to the period.
    to: to + 1,
    zone: dayCalendar().zone(),
    by,
    ...(search.kind && { deviceKind: search.kind }),
    ...(search.departmentId !== undefined && { departmentId: search.departmentId }),
    ...(search.type && { type: search.type }),
  })
  return { now: ask(period), before: ask(periodBefore(period)) }
}

export interface LogFilter {
  from?: number
  to?: number
  type?: string
  severity?: string
  place?: string
  imei?: string
  onTest?: boolean
  status?: string
}

/** Address of the log with what a bar stands for. */
export function logPath(search: StatisticsSearch, now: number, more: LogFilter = {}): string {
  const period = periodOf(search, now)
  const { from = period.from, to = period.to, status = 'open,taken,handled', onTest = false, ...rest } = more
  const filters = new URLSearchParams({
    status,
    raisedAtFrom: String(from),
    raisedAtTo: String(to),
    onTest: String(onTest),
    ...(search.type && { type: search.type }),
    ...(search.kind && { deviceKind: search.kind }),
    ...(search.departmentId !== undefined && { departmentId: String(search.departmentId) }),
    ...rest,
  })
  return `#/AlarmHistory?${filters}`
}
