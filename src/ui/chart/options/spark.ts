// A small line without axes: its limit, its gaps.

import { extentOf, type Point, withGaps } from '../chart-points.ts'
import type { Look } from '../look.ts'
import { base, type ChartOption, gridAt } from '../option.ts'

export interface SparkInput {
  points: readonly Point[]
  limit?: { value: number; side: 'above' | 'below' } | undefined
  /** A longer silence is drawn as a gap. */
  gapMs?: number | undefined
}

export function sparkOption(
  { points, limit, gapMs = Number.POSITIVE_INFINITY }: SparkInput,
  look: Look,
): ChartOption {
  const { low, high } = extentOf(points) ?? { low: 0, high: 1 }
  const [least, most] = [Math.min(low, limit?.value ?? low), Math.max(high, limit?.value ?? high)]
  // Room beyond the limit, so that its ground is seen, and around a flat line.
  const room = (most - least || Math.abs(most) || 1) * 0.18
  const [bottom, top] = [least - room, most + room]
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0]
  return {
    ...base(look),
    grid: gridAt(0, 3, 0, 3),
    xAxis: { type: 'value', show: false, min: first, max: Math.max(last, first + 1) },
    yAxis: { type: 'value', show: false, min: bottom, max: top },
    series: [
      {
        type: 'line',
        id: 'line',
        silent: true,
        showSymbol: false,
        lineStyle: { color: look.color('accent'), width: 1.75, join: 'round', cap: 'round' },
        data: withGaps(points, gapMs).map(([at, value]) => [at, value ?? Number.NaN]),
        markLine: {
          silent: true,
          symbol: 'none',
          label: { show: false },
          lineStyle: { color: look.color('critical'), width: 1.25, type: [3, 3] },
          data: limit ? [{ yAxis: limit.value }] : [],
        },
        markArea: {
          silent: true,
          itemStyle: { color: look.color('critical-soft') },
          data: limit ? [[{ yAxis: limit.value }, { yAxis: limit.side === 'above' ? top : bottom }]] : [],
        },
      },
    ],
  }
}
