// States over time as one band: each stretch in its tone, the time under it from left to right.

import css from './band-chart.module.css'
import { formatMoment } from './locale.ts'
import { timeTicks } from './time-axis.ts'

export type BandTone = 'ok' | 'off' | 'none'

export interface Band {
  from: number
  to: number
  tone: BandTone
  /** What it is, in words. */
  label: string
}

export interface BandChartProps {
  /** What is shown, with its figures, said aloud. */
  label: string
  bands: readonly Band[]
  from: number
  to: number
}

const TICKS = 7

export function BandChart({ label, bands, from, to }: BandChartProps) {
  const length = Math.max(1, to - from)
  const share = (at: number) => `${((Math.min(to, Math.max(from, at)) - from) / length) * 100}%`
  return (
    <div className={css.chart} dir="ltr" role="img" aria-label={label}>
      <div className={css.track}>
        {bands.map(band => (
          <span
            key={band.from}
            className={`${css.band} ${css[band.tone]}`}
            style={{
              left: share(band.from),
              width: `${((Math.min(to, band.to) - Math.max(from, band.from)) / length) * 100}%`,
            }}
            title={`${band.label}: ${formatMoment(band.from)} – ${formatMoment(band.to)}`}
          />
        ))}
      </div>
      <div className={css.axis} aria-hidden="true">
        {timeTicks(from, to, TICKS).map(({ at, label: text }) => (
          <span key={at} className={css.tick} style={{ left: share(at) }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}
