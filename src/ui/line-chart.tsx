// A large time series with its limits drawn in. The drawing itself is heavy and comes when it is needed.
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { extentOf, type Point } from './chart-points.ts'
import css from './line-chart.module.css'
import { formatMoment, numberFormat, useIntlLocale } from './locale.ts'
import type { BadgeTone } from './severity-badge.tsx'

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
  tone?: Extract<BadgeTone, 'critical' | 'warning' | 'attention'>
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

const Canvas = lazy(() => import('./line-chart-canvas.tsx'))

export function LineChart(props: LineChartProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const { label, unit, height = 260 } = props
  const number = numberFormat(locale, { maximumFractionDigits: 2 })
  const lines = props.series.flatMap(({ name, points }) => {
    const extent = extentOf(points)
    if (!extent) return []
    const [low, high, last] = [extent.low, extent.high, extent.last].map(value => number.format(value))
    const at = formatMoment(extent.lastAt)
    return [t`${name}: lowest ${low}, highest ${high}, last ${last} ${unit} at ${at}`]
  })
  if (lines.length === 0) return <p className={css.none}>{t`No readings in this time`}</p>
  return (
    <figure className={css.figure}>
      <figcaption className="gh-hidden">
        {label}. {lines.join('. ')}
      </figcaption>
      <div aria-hidden="true" className={css.canvas} style={{ blockSize: height }} dir="ltr">
        <Suspense>
          <Canvas {...props} locale={locale} />
        </Suspense>
      </div>
    </figure>
  )
}
