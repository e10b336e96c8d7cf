// Turns the answer to a report question into what charts and tables show.
import { severities } from '../../domain/alarm/alarm-types.ts'
import { bucketText } from '../../domain/report/bucket-text.ts'
import type { ReportGroup } from '../../domain/report/report.ts'
import type { Bucket } from '../../domain/report/zone-time.ts'
import type { ReportAnswer, ReportQuestion } from '../../resource/report-answer.ts'

export type Question = ReportQuestion
export type Answer = ReportAnswer

/** Series of a chart beside each other: more cannot be told apart. */
export const MOST_SERIES = 4

export interface Figure {
  id: string
  /** On the axis. */
  label: string
  title: string
  /** The moment, where the breakdown is by time. */
  at: number | undefined
  /** One for each series. */
  values: (number | undefined)[]
  least: number | undefined
  most: number | undefined
  count: number | undefined
}

export interface Figures {
  series: { id: string; name: string }[]
  rows: Figure[]
}

export const isTime = (group: ReportGroup): group is Bucket =>
  group === 'hour' || group === 'day' || group === 'week' || group === 'month'

/** Labels of an axis leave the year out, except for months. */
const YEAR_LENGTH = 'YYYY-'.length

interface Names {
  /** Name of a value of a breakdown; null is "none". */
  nameOf(group: ReportGroup, key: string | null): string
  others: string
  /** Of the only series. */
  whole: string
}

/** Rows by the first breakdown, series by the second; the smallest series go together as "others". */
export function figuresOf(question: Question, answer: Answer, names: Names): Figures {
  const { groupBy, splitBy } = question
  const kept = splitBy ? inRank(splitBy, largestSplits(answer)) : [null]
  const cut =
    splitBy !== undefined &&
    splitBy !== null &&
    distinct(answer.rows.map(row => row.split)).length > kept.length
  const series = kept.map(split => ({
    id: String(split),
    name: splitBy ? names.nameOf(splitBy, split === null ? null : String(split)) : names.whole,
  }))
  if (cut && question.subject !== 'readings') series.push({ id: 'others', name: names.others })
  const rows = new Map<string, Figure>()
  for (const row of answer.rows) {
    const id = String(row.key)
    const known = rows.get(id) ?? emptyFigure(row.key, question, names, series.length)
    rows.set(id, known)
    const place = kept.indexOf(row.split)
    // Means cannot be added up.
    if (place < 0 && question.subject === 'readings') continue
    const at = place >= 0 ? place : series.length - 1
    known.values[at] = (known.values[at] ?? 0) + row.value
    if (!splitBy) Object.assign(known, { least: row.least, most: row.most, count: row.count })
  }
  const list = [...rows.values()]
  if (isTime(groupBy)) return { series, rows: list }
  const total = (figure: Figure) => figure.values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return { series, rows: list.sort((a, b) => total(b) - total(a) || a.label.localeCompare(b.label)) }
}

function emptyFigure(
  key: string | number | null,
  { groupBy, zone }: Question,
  names: Names,
  size: number,
): Figure {
  const time = isTime(groupBy) && typeof key === 'number' ? key : undefined
  const name = names.nameOf(groupBy, key === null ? null : String(key))
  const text = time !== undefined && isTime(groupBy) ? bucketText(groupBy, zone, time) : undefined
  return {
    id: String(key),
    label: text === undefined ? name : groupBy === 'month' ? text : text.slice(YEAR_LENGTH),
    title: text ?? name,
    at: time,
    values: Array.from({ length: size }, () => undefined),
    least: undefined,
    most: undefined,
    count: undefined,
  }
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** Severities have an order of their own. */
function inRank<T>(group: ReportGroup, splits: T[]): T[] {
  if (group !== 'severity') return splits
  const ranks: readonly unknown[] = severities
  const rank = (split: T) => ranks.indexOf(split)
  return splits.sort((a, b) => rank(a) - rank(b))
}

function largestSplits({ rows }: Answer): (string | number | null)[] {
  const sums = new Map<string | number | null, number>()
  for (const { split, value } of rows) sums.set(split, (sums.get(split) ?? 0) + value)
  const sorted = [...sums].sort((a, b) => b[1] - a[1]).map(([split]) => split)
  return sorted.length <= MOST_SERIES ? sorted : sorted.slice(0, MOST_SERIES - 1)
}
