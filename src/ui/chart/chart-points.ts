// Points of a time series: where its gaps are, and what it says in figures.

/** A moment in epoch milliseconds and its value; null is a measured absence. */
export type Point = readonly [at: number, value: number | null]

/** The series with a null inside every silence longer than `gapMs`, so that no line is drawn across it. */
export function withGaps(points: readonly Point[], gapMs: number): Point[] {
  return points.flatMap((point, at): Point[] => {
    const before = points[at - 1]
    return before && point[0] - before[0] > gapMs ? [[before[0] + 1, null], point] : [point]
  })
}

export interface Extent {
  low: number
  high: number
  last: number
  lastAt: number
}

/** Lowest, highest and last value; undefined when nothing was measured. */
export function extentOf(points: readonly Point[]): Extent | undefined {
  let extent: Extent | undefined
  for (const [at, value] of points) {
    if (value === null) continue
    extent = {
      low: Math.min(extent?.low ?? value, value),
      high: Math.max(extent?.high ?? value, value),
      last: value,
      lastAt: at,
    }
  }
  return extent
}
