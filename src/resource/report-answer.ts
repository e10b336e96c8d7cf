// The answer to a report question, as pages ask for it.
import type * as z from 'zod/mini'
import { reportResult } from '../contract/endpoints/report.ts'
import { MINUTE_MS } from '../domain/durations.ts'
import { sendRequest } from '../platform/http.ts'

export type ReportQuestion = z.output<typeof reportResult.request>
export type ReportAnswer = z.output<typeof reportResult.response>

const FRESH_MS = MINUTE_MS

const keyOf = (question: ReportQuestion) => ['report', 'result', question] as const
type Key = ReturnType<typeof keyOf>

/** Asks the server; the figures of another time or filter stay until the new ones are there. */
export const answerOptions = (question: ReportQuestion) => ({
  queryKey: keyOf(question),
  queryFn: ({ signal }: { signal: AbortSignal }) => sendRequest(reportResult, question, { signal }),
  staleTime: FRESH_MS,
  placeholderData: (last: ReportAnswer | undefined, asked: { readonly queryKey: Key } | undefined) =>
    asked && isSameBreakdown(asked.queryKey[2], question) ? last : undefined,
})

// Figures by day under the heading of another breakdown would be days that call themselves types.
const isSameBreakdown = (one: ReportQuestion, other: ReportQuestion) =>
  one.subject === other.subject &&
  one.groupBy === other.groupBy &&
  one.splitBy === other.splitBy &&
  one.reading === other.reading
