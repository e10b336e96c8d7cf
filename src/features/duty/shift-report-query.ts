// What the page of shift reports asks: the report of a span, and the shifts that one may choose from.
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { shiftReport } from '../../contract/endpoints/duty.ts'
import { DAY_MS } from '../../domain/durations.ts'
import type { Span } from '../../domain/duty/coverage.ts'
import { startOf } from '../../domain/report/zone-time.ts'
import { sendRequest } from '../../platform/http.ts'
import { tenantZone } from '../../resource/zone.ts'
import { shiftsOptions } from './roster-query.ts'

export type ShiftReport = z.output<typeof shiftReport.response>

export interface ReportSearch {
  startsAt?: number | undefined
  endsAt?: number | undefined
}

/** What an address means; what is no moment is dropped. */
export function readReportSearch(raw: Readonly<Record<string, unknown>>): ReportSearch {
  const moment = (value: unknown) => {
    const at = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
    return Number.isSafeInteger(at) && at > 0 ? at : undefined
  }
  return { startsAt: moment(raw.startsAt), endsAt: moment(raw.endsAt) }
}

/** The address of a shift's report. */
export const reportAddress = ({ startsAt, endsAt }: Span): string =>
  `#/shiftReport?startsAt=${startsAt}&endsAt=${endsAt}`

export const reportOptions = ({ startsAt, endsAt }: Span) =>
  queryOptions({
    queryKey: ['entity', 'dutyRecord', 'report', startsAt, endsAt] as const,
    queryFn: ({ signal }) => sendRequest(shiftReport, { startsAt, endsAt }, { signal }),
    staleTime: 15_000,
    meta: { offline: 'read' },
  })

const DAYS_BACK = 7

/** Published shifts of the last week, and those that run. */
export function recentShifts(now: number) {
  const today = startOf('day', tenantZone(), now)
  return shiftsOptions(
    { startsAt: today - DAYS_BACK * DAY_MS, endsAt: today + DAY_MS },
    { state: ['published'] },
  )
}
