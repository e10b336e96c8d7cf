// What the address of a reading's page says: which device, which readings, which time.

import { type ReadingKind, readingKinds } from '../../../domain/device/readings.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import { isKey } from '../../../domain/keys.ts'
import { IMEI } from '../../../domain/limits.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { endOfDay, type Period, startOfDay } from '../../../ui/period.ts'

export const spans = { day: 24, week: 7 * 24, month: 30 * 24 } as const
export type Span = keyof typeof spans

export interface ReadingSearch {
  /** Digits: a number as the address reads them, text where a number could not hold them. */
  imei?: string | number | undefined
  /** Readings in the chart, with commas. */
  show?: string | undefined
  /** The last day, week or month; absent with a period of days. */
  span?: Span | undefined
  /** Whole days, epoch milliseconds. */
  from?: number | undefined
  to?: number | undefined
  /** The period before is drawn too. */
  before?: boolean | undefined
}

/** No period is longer, so that the server answers it. */
export const LONGEST_DAYS = 400

/** Seconds become milliseconds: links from elsewhere carry either. */
const momentOf = (value: unknown): number | undefined => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined
  return Math.round(value < 1e12 ? value * 1000 : value)
}

/** Reads the search part of an address; what does not fit is dropped, a period the wrong way round is turned. */
export function readReadingSearch(raw: Record<string, unknown>): ReadingSearch {
  const imei = typeof raw.imei === 'string' || typeof raw.imei === 'number' ? raw.imei : ''
  const show = kindsIn(raw.show)
  const period = periodIn(raw)
  const span = isKey(spans, raw.span) ? raw.span : undefined
  return {
    ...(IMEI.test(String(imei)) && { imei }),
    ...(show.length > 0 && { show: show.join(',') }),
    ...(period ?? (span && { span })),
    ...(raw.before === true && { before: true }),
  }
}

function periodIn(raw: Record<string, unknown>): Period | undefined {
  const [a, b] = [momentOf(raw.from), momentOf(raw.to)]
  if (a === undefined && b === undefined) return undefined
  const now = serverNow()
  const [from, to] = [Math.min(a ?? now, b ?? now), Math.max(a ?? 0, b ?? now)]
  const start = startOfDay(Math.max(from, to - (LONGEST_DAYS - 1) * DAY_MS))
  return { from: start, to: endOfDay(to) }
}

/** The readings named in a text with commas, each once. */
export function kindsIn(value: unknown): ReadingKind[] {
  if (typeof value !== 'string') return []
  const known: readonly string[] = readingKinds
  return [...new Set(value.split(','))].filter((word): word is ReadingKind => known.includes(word))
}
