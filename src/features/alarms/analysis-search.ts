// What the analysis is about, as its address says it, and the questions it asks of the server.
import * as z from 'zod/mini'
import { bucketStarts } from '../../domain/report/zone-time.ts'
import type { ReportQuestion } from '../../resource/report-answer.ts'
import { dayCalendar } from '../../ui/calendar.ts'
import { type Period, type PeriodPreset, periodBefore, periodOfPreset } from '../../ui/period.ts'
import { type Bucket, bucketFor, figuresFields, periodOf } from './statistics-search.ts'

export const alarmSplits = ['severity', 'type', 'deviceKind', 'department'] as const
export const onlineSplits = ['none', 'deviceKind', 'department', 'deviceGroup'] as const
export type AlarmSplit = (typeof alarmSplits)[number]
export type OnlineSplit = (typeof onlineSplits)[number]

const analysisSearch = z.object({
  ...figuresFields,
  /** What the alarms are split by; absent: severity. */
  alarms: z.catch(z.optional(z.enum(alarmSplits)), undefined),
  /** What the devices online are split by; absent: nothing. */
  online: z.catch(z.optional(z.enum(onlineSplits)), undefined),
  groupId: z.catch(z.optional(z.int().check(z.positive())), undefined),
  /** False: without the period before. */
  compare: z.catch(z.optional(z.boolean()), undefined),
})
export type AnalysisSearch = z.output<typeof analysisSearch>

/** What an address of the analysis means. Bad values are dropped. */
export function readAnalysisSearch(raw: Record<string, unknown>): AnalysisSearch {
  return z.parse(analysisSearch, raw)
}

export type Question = ReportQuestion

export interface Axis {
  period: Period
  by: Bucket
  zone: string
  /** Beginnings of the columns; the first is that of the period. */
  starts: readonly number[]
}

function axisOf(period: Period, by: Bucket, zone: string): Axis {
  const [first, ...rest] = bucketStarts(by, zone, period.from, period.to + 1)
  return { period, by, zone, starts: first === undefined ? [] : [Math.max(first, period.from), ...rest] }
}

/** The time axis of both charts, and the one of the period before. */
export function axesOf(search: AnalysisSearch, now: number): { now: Axis; before: Axis } {
  const period = periodOf(search, now)
  const by = bucketFor(search, period)
  const zone = dayCalendar().zone()
  return { now: axisOf(period, by, zone), before: axisOf(periodBefore(period), by, zone) }
}

/** The question about one subject along an axis. */
export function questionOf(
  subject: 'alarms' | 'online',
  { period, by, zone }: Axis,
  { departmentId, groupId }: AnalysisSearch,
  splitBy?: AlarmSplit | OnlineSplit,
): Question {
  return {
    subject,
    groupBy: by,
    splitBy: splitBy === undefined || splitBy === 'none' ? null : splitBy,
    period: 'custom',
    from: period.from,
    to: period.to,
    zone,
    deviceIds: [],
    ...(departmentId !== undefined && { departmentId }),
    ...(groupId !== undefined && { groupId }),
  }
}

const relative: Partial<Record<PeriodPreset, Question['period']>> = {
  today: 'today',
  yesterday: 'yesterday',
  week: 'last7Days',
  month: 'last30Days',
  thisMonth: 'thisMonth',
  lastMonth: 'lastMonth',
}

/** The same question for a report: a usual period moves along with time, any other stays where it is. */
export function storedQuestion(question: Question, now: number): Question {
  for (const preset of ['today', 'yesterday', 'week', 'month', 'thisMonth', 'lastMonth'] as const) {
    const period = periodOfPreset(preset, now)
    const same = period.from === question.from && period.to === question.to
    if (same && relative[preset]) return { ...question, period: relative[preset], from: null, to: null }
  }
  return question
}
