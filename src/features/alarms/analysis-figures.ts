// Turns answers about alarms and about time online into the columns of two charts on one time axis.
import type * as z from 'zod/mini'
import type { reportResult } from '../../contract/endpoints/report.ts'
import { severities } from '../../domain/alarm/alarm-types.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import type { BarSeries } from '../../ui/chart/options/bars.ts'
import type { ChartTone } from '../../ui/chart/tones.ts'
import type { AlarmSplit, Axis, OnlineSplit } from './analysis-search.ts'

export type Answer = z.output<(typeof reportResult)['response']>

export interface Column {
  at: number
  /** The last millisecond. */
  end: number
  /** One for each series. */
  values: number[]
}

export interface Trend {
  series: BarSeries[]
  columns: Column[]
}

const OTHERS = 'others'
const hues: readonly ChartTone[] = ['accent', 'new', 'ok']

interface Names {
  nameOf(split: AlarmSplit | OnlineSplit, word: string | null): string
  others: string
  /** Of the only series. */
  whole: string
}

/** The end of each column of an axis, exclusive. */
export const endsOf = ({ starts, period }: Axis): number[] =>
  starts.map((_, at) => starts[at + 1] ?? period.to + 1)

/** Counts by column and series: the three largest words, severities all four, the rest together. */
export function trendOf(answer: Answer, axis: Axis, split: AlarmSplit | OnlineSplit, names: Names): Trend {
  const words = wordsOf(answer, split)
  const ends = endsOf(axis)
  const columns = axis.starts.map((at, index) => ({
    at,
    end: (ends[index] ?? at) - 1,
    values: words.map(() => 0),
  }))
  const byStart = new Map(columns.map(column => [column.at, column]))
  for (const row of answer.rows) {
    const column = byStart.get(Number(row.key))
    const found = words.indexOf(split === 'none' ? null : textOf(row.split))
    const place = found >= 0 ? found : words.indexOf(OTHERS)
    if (column && place >= 0) column.values[place] = (column.values[place] ?? 0) + row.value
  }
  const series = words.map((word, at) => ({
    id: word ?? 'none',
    name: split === 'none' ? names.whole : word === OTHERS ? names.others : names.nameOf(split, word),
    tone: toneOf(split, word, at),
  }))
  return { series, columns }
}

const textOf = (value: unknown): string | null => (value === null ? null : String(value))

function wordsOf(answer: Answer, split: AlarmSplit | OnlineSplit): (string | null)[] {
  if (split === 'none') return [null]
  const totals = new Map<string | null, number>()
  for (const row of answer.rows) {
    // Rows without value and word only fill gaps of the time axis.
    if (row.value === 0 && row.split === null) continue
    const word = textOf(row.split)
    totals.set(word, (totals.get(word) ?? 0) + row.value)
  }
  if (split === 'severity') return severities.filter(severity => totals.has(severity))
  const ranked = [...totals].sort((a, b) => b[1] - a[1]).map(([word]) => word)
  const most = ranked.length === hues.length + 1 ? hues.length + 1 : hues.length
  return ranked.length > most ? [...ranked.slice(0, most), OTHERS] : ranked
}

function toneOf(split: AlarmSplit | OnlineSplit, word: string | null, at: number): ChartTone {
  if (split === 'severity') return severities.find(severity => severity === word) ?? 'off'
  return word === OTHERS ? 'off' : (hues[at] ?? 'off')
}

/**
 * Minutes online as devices online on average: a column of 24 hours with 2,880 minutes stands for two devices. What
 * lies in the future does not count.
 */
export function asDevices({ series, columns }: Trend, now: number): Trend {
  return {
    series,
    columns: columns.map(column => {
      const minutes = (Math.min(column.end + 1, now) - column.at) / MINUTE_MS
      return { ...column, values: column.values.map(value => (minutes > 0 ? value / minutes : 0)) }
    }),
  }
}

/** Sums of the columns of an answer that is split by nothing. */
export function sumsOf(answer: Answer, axis: Axis): number[] {
  const byStart = new Map<number, number>()
  for (const row of answer.rows) byStart.set(Number(row.key), (byStart.get(Number(row.key)) ?? 0) + row.value)
  return axis.starts.map(start => byStart.get(start) ?? 0)
}

/** Mean of devices online over an axis so far, weighted by the length of its columns. */
export function meanOnline(answer: Answer, axis: Axis, now: number): number | undefined {
  const minutes = (Math.min(axis.period.to + 1, now) - axis.period.from) / MINUTE_MS
  if (minutes <= 0) return undefined
  return sumsOf(answer, axis).reduce((sum, value) => sum + value, 0) / minutes
}
