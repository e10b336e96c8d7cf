// A small time series as inline SVG, for the peek panel: the line, its limit, its gaps.
import { useLingui } from '@lingui/react/macro'
import { type Extent, extentOf, type Point, stretches, withGaps } from './chart-points.ts'
import { numberFormat, useIntlLocale } from './locale.ts'
import css from './spark-line.module.css'

export interface SparkLimit {
  value: number
  side: 'above' | 'below'
}

export interface SparkLineProps {
  /** What is measured. */
  label: string
  unit: string
  points: readonly Point[]
  limit?: SparkLimit
  /** A longer silence is drawn as a gap. */
  gapMs?: number
}

const WIDTH = 360
const HEIGHT = 76
const PAD = 3

const clock = (at: number): string => {
  const moment = new Date(at)
  return `${String(moment.getHours()).padStart(2, '0')}:${String(moment.getMinutes()).padStart(2, '0')}`
}

export function SparkLine({ label, unit, points, limit, gapMs = Number.POSITIVE_INFINITY }: SparkLineProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const extent = extentOf(points)
  const first = points[0]?.[0]
  const final = points.at(-1)?.[0]
  if (!extent || first === undefined || final === undefined) {
    return <p className={css.none}>{t`No readings in this time`}</p>
  }
  const scale = scaleOf(extent, limit, first, final)
  const number = numberFormat(locale, { maximumFractionDigits: 2 })
  const [low, high, last] = [extent.low, extent.high, extent.last].map(value => number.format(value))
  const limitText = limit && number.format(limit.value)
  return (
    <figure className={css.figure}>
      <svg
        className={css.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t`${label}: lowest ${low}, highest ${high}, last ${last} ${unit}`}
      >
        {limit && (
          <>
            <rect className={css.band} x="0" width={WIDTH} {...bandOf(limit, scale.y(limit.value))} />
            <line
              className={css.limit}
              x1="0"
              x2={WIDTH}
              y1={scale.y(limit.value)}
              y2={scale.y(limit.value)}
            />
          </>
        )}
        {stretches(withGaps(points, gapMs)).map(stretch => (
          <polyline
            key={stretch[0]?.[0]}
            className={css.line}
            points={stretch
              .map(([at, value]) => `${scale.x(at).toFixed(1)},${scale.y(value).toFixed(1)}`)
              .join(' ')}
          />
        ))}
      </svg>
      <figcaption className={css.caption} dir="ltr">
        <span>{clock(first)}</span>
        {limitText !== undefined && <bdi>{t`limit ${limitText}`}</bdi>}
        <span>{clock(final)}</span>
      </figcaption>
    </figure>
  )
}

function scaleOf(extent: Extent, limit: SparkLimit | undefined, first: number, final: number) {
  const low = Math.min(extent.low, limit?.value ?? extent.low)
  const high = Math.max(extent.high, limit?.value ?? extent.high)
  // Room beyond the limit, so that its band is seen, and around a flat line.
  const room = (high - low || Math.abs(high) || 1) * 0.18
  const [bottom, top] = [low - room, high + room]
  return {
    x: (at: number) => (final === first ? WIDTH / 2 : ((at - first) / (final - first)) * WIDTH),
    y: (value: number) => HEIGHT - PAD - ((value - bottom) / (top - bottom)) * (HEIGHT - 2 * PAD),
  }
}

const bandOf = (limit: SparkLimit, at: number) =>
  limit.side === 'above' ? { y: 0, height: at } : { y: at, height: HEIGHT - at }
