// Lines over time with their limits, from points: the chart over time for whoever has no more to tell it.
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Text } from '../kit/parts.tsx'
import { extentOf, type Point } from './chart-points.ts'
import { TimeChart } from './time-chart.tsx'
import type { TimeSeries } from './time-chart-model.ts'

export interface ChartSeries {
  name: string
  points: readonly Point[]
  /** Two or three hues at most: the accent, then these. */
  tone?: 'accent' | 'ok' | 'new'
}

export interface ChartLimit {
  label: string
  value: number
  side: 'above' | 'below'
}

export interface LineChartProps {
  /** What is measured, said aloud with its figures. */
  label: string
  unit: string
  series: readonly ChartSeries[]
  limits?: readonly ChartLimit[]
  /** A longer silence is a gap in the line. */
  gapMs?: number
  /** The shown time, epoch milliseconds; by default what the points span. */
  from?: number
  to?: number
  height?: number
}

export function LineChart({
  label,
  unit,
  series,
  limits = [],
  gapMs,
  from,
  to,
  height = 260,
}: LineChartProps) {
  const { t } = useLingui()
  const upper = limits.find(limit => limit.side === 'above')?.value
  const lower = limits.find(limit => limit.side === 'below')?.value
  const lines = useMemo(
    () =>
      series.map(
        ({ name, points, tone = 'accent' }, index): TimeSeries => ({
          id: String(index),
          name,
          unit,
          tone,
          times: points.map(([at]) => at),
          values: points.map(([, value]) => value),
          limits: { upper, lower },
          ...(gapMs !== undefined && { gapMs }),
        }),
      ),
    [series, unit, upper, lower, gapMs],
  )
  if (!series.some(({ points }) => extentOf(points)))
    return <Text as="p" tone="ink-3">{t`No readings in this time`}</Text>
  const moments = lines.flatMap(({ times }) =>
    times.length > 0 ? [times[0] ?? 0, times[times.length - 1] ?? 0] : [],
  )
  return (
    <TimeChart
      label={label}
      series={lines}
      from={from ?? Math.min(...moments)}
      to={to ?? Math.max(...moments)}
      height={height}
    />
  )
}
