// Parts of a whole as a ring with its names beside it: the six largest, the rest in one.
import { useLingui } from '@lingui/react/macro'
import { numberFormat, useIntlLocale } from '../locale.ts'
import { ChartFigures } from './chart-figures.tsx'
import { ChartHost } from './chart-host.tsx'
import { useSameInput } from './same-input.ts'
import css from './share-chart.module.css'
import { type Slice, shownSlices } from './share-slices.ts'
import { Swatch } from './swatch.tsx'
import { sliceStyle } from './tones.ts'

export interface ShareChartProps {
  /** What is shown, in a few words. */
  label: string
  /** What is counted, under the total: `alarms`. */
  unit: string
  /** In any order; the largest are shown first. */
  slices: readonly Slice[]
  /** Heading of the names in the table. */
  about: string
  format?: (value: number) => string
}

export function ShareChart({ label, unit, slices, about, format }: ShareChartProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const say = format ?? (value => numberFormat(locale, { maximumFractionDigits: 2 }).format(value))
  const total = slices.reduce((sum, slice) => sum + slice.value, 0)
  const shown = shownSlices(slices, t`Others`)
  const input = useSameInput({ parts: shown.map(({ id, name, value }) => ({ id, name, value })) })
  if (total === 0) return <p className={css.none}>{t`Nothing in this time`}</p>
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <figure className={css.figure}>
      <figcaption className="gh-hidden">{label}</figcaption>
      <div className={css.frame}>
        <div className={css.ring}>
          <ChartHost kind="share" input={input} className={css.picture} />
          <p className={css.sum} aria-hidden="true">
            <b>
              <bdi>{say(total)}</bdi>
            </b>
            <span>{unit}</span>
          </p>
        </div>
        <ul className={css.names} aria-label={label}>
          {shown.map(({ id, name, value, share, href }, at) => {
            const figure = say(value)
            const part = percent.format(share)
            const content = (
              <>
                <Swatch color={sliceStyle(at)} at={at} />
                <span className={css.name} title={name}>
                  <bdi>{name}</bdi>
                </span>
                <span className={css.value}>
                  <b>{figure}</b> <span>{part}</span>
                </span>
              </>
            )
            return (
              <li key={id}>
                {href ? (
                  <a className={css.line} href={href}>
                    {content}
                  </a>
                ) : (
                  <span className={css.line}>{content}</span>
                )}
              </li>
            )
          })}
        </ul>
      </div>
      <ChartFigures
        caption={label}
        columns={[about, unit, '%']}
        rows={[...slices]
          .sort((a, b) => b.value - a.value)
          .map(slice => ({
            id: slice.id,
            cells: [slice.name, say(slice.value), percent.format(slice.value / total)],
          }))}
      />
    </figure>
  )
}
