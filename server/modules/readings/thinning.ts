// What a series says in figures, and how it becomes shorter without losing a peak.
import type { Points } from '../../../src/domain/device/packed-series.ts'
import type { SeriesFigures } from '../../../src/domain/device/readings.ts'

/** Lowest, highest and mean of everything that was added, value by value or hour by hour. */
export class Figures {
  private count = 0
  private sum = 0
  private low = 0
  private lowAt = 0
  private high = 0
  private highAt = 0

  add(at: number, value: number): void {
    this.addMany({ count: 1, sum: value, low: value, lowAt: at, high: value, highAt: at })
  }

  addMany(more: {
    count: number
    sum: number
    low: number
    lowAt: number
    high: number
    highAt: number
  }): void {
    if (this.count === 0 || more.low < this.low) [this.low, this.lowAt] = [more.low, more.lowAt]
    if (this.count === 0 || more.high > this.high) [this.high, this.highAt] = [more.high, more.highAt]
    this.count += more.count
    this.sum += more.sum
  }

  done(): SeriesFigures | null {
    const { count, sum, low, lowAt, high, highAt } = this
    return count === 0 ? null : { count, low, lowAt, high, highAt, mean: sum / count }
  }
}

/** Per bucket of `width` milliseconds from `from` on, the lowest and the highest point, in their order. */
export function thinned(
  { times, values }: Points,
  from: number,
  width: number,
): { times: number[]; values: number[] } {
  const kept: { times: number[]; values: number[] } = { times: [], values: [] }
  const keep = (index: number) => {
    kept.times.push(times[index] ?? 0)
    kept.values.push(values[index] ?? 0)
  }
  for (let start = 0; start < times.length; ) {
    const until = from + (Math.floor(((times[start] ?? 0) - from) / width) + 1) * width
    let [low, high, end] = [start, start, start]
    while (end < times.length && (times[end] ?? 0) < until) {
      const value = values[end] ?? 0
      if (value < (values[low] ?? 0)) low = end
      if (value > (values[high] ?? 0)) high = end
      end++
    }
    keep(Math.min(low, high))
    if (low !== high) keep(Math.max(low, high))
    start = end
  }
  return kept
}

/** Most pauses that the middle one is taken from. */
const SAMPLE = 2_000

/** The middle pause between two moments; null for fewer than two. */
export function usualPause(times: readonly number[]): number | null {
  if (times.length < 2) return null
  const every = Math.max(1, Math.floor((times.length - 1) / SAMPLE))
  const pauses: number[] = []
  for (let index = 1; index < times.length; index += every)
    pauses.push((times[index] ?? 0) - (times[index - 1] ?? 0))
  pauses.sort((a, b) => a - b)
  return pauses[Math.floor((pauses.length - 1) / 2)] ?? null
}

/** Two rising series as one; where both have a moment, the first one's value counts. */
export function merged(first: Points, second: Points): { times: number[]; values: number[] } {
  const all: { times: number[]; values: number[] } = { times: [], values: [] }
  let [a, b] = [0, 0]
  while (a < first.times.length || b < second.times.length) {
    const left = first.times[a] ?? Number.POSITIVE_INFINITY
    const right = second.times[b] ?? Number.POSITIVE_INFINITY
    if (left <= right) {
      all.times.push(left)
      all.values.push(first.values[a] ?? 0)
      a++
      if (left === right) b++
    } else {
      all.times.push(right)
      all.values.push(second.values[b] ?? 0)
      b++
    }
  }
  return all
}
