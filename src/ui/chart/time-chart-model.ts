// What a chart over time is told: its series, limits and marks. At most two units, one axis each.

import type { TokenName } from '../tokens.ts'
import type { TimeValues } from './time-points.ts'
import type { TimeWindow } from './time-window.ts'

/** Hues of series in their order; the line's pattern tells them apart where the hue does not. */
export const seriesTones = [
  'accent',
  'ok',
  'new',
  'warning',
  'attention',
  'critical',
  'off',
  'ink-2',
] as const
export type SeriesTone = (typeof seriesTones)[number] & TokenName

export interface TimeSeries extends TimeValues {
  id: string
  name: string
  unit: string
  tone: SeriesTone
  /** A longer silence is a gap in the line. */
  gapMs?: number
  /** Drawn thin and broken: a comparison. */
  faint?: boolean
  /** Digits after the point in figures; 2 at most when absent. */
  decimals?: number
  /** Steps instead of slopes: a state, or a counter. */
  stepped?: boolean
  limits?: { lower?: number | undefined; upper?: number | undefined }
  /** All that it can be: the axis shows the whole of it, so that little looks like little. */
  range?: { min: number; max: number } | undefined
}

export type MarkTone = 'critical' | 'warning' | 'attention' | 'info'

/** Something that happened, on the axis. */
export interface TimeMark {
  id: string
  at: number
  tone: MarkTone
  /** Said aloud and shown when pointed at. */
  label: string
  /** Where it leads; without it, `onMark` is told. */
  href?: string
}

export interface TimeChartModel {
  series: readonly TimeSeries[]
  /** The whole time that may be looked at. */
  bounds: TimeWindow
  /** `span`: the axis counts from a beginning at 0 instead of showing the clock. */
  axis: 'clock' | 'span'
  locale: string
  /** Words on the limits. */
  words: { upper: string; lower: string }
}

/** The units in the order in which they come: the first has its axis at the left, the second at the right. */
export function unitsOf(series: readonly TimeSeries[]): string[] {
  return [...new Set(series.map(each => each.unit))].slice(0, 2)
}
