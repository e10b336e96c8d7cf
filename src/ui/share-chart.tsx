// Parts of a whole as a ring with its names beside it: the six largest, the rest in one.
import { useLingui } from '@lingui/react/macro'
import { ChartFigures } from './chart-figures.tsx'
import { numberFormat, useIntlLocale } from './locale.ts'
import css from './share-chart.module.css'
import { type Slice, shownSlices } from './share-slices.ts'

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

const SIZE = 172
const RADIUS = 64
const BAND = 26
const ROUND = 2 * Math.PI * RADIUS
export function ShareChart({ label, unit, slices, about, format }: ShareChartProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const say = format ?? (value => numberFormat(locale, { maximumFractionDigits: 2 }).format(value))
  const total = slices.reduce((sum, slice) => sum + slice.value, 0)
  if (total === 0) return <p className={css.none}>{t`Nothing in this time`}</p>
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const shown = shownSlices(slices, t`Others`)
  return (
    <figure className={css.figure}>
      <figcaption className="gh-hidden">{label}</figcaption>
      <div className={css.frame}>
        <svg
          className={css.ring}
          width={SIZE}
          height={SIZE}
          viewBox={`0 0 ${SIZE} ${SIZE}`}
          aria-hidden="true"
          focusable="false"
        >
          {shown.map(({ id, share, from }, at) => (
            <circle
              key={id}
              className={css[`slice${at}`]}
              cx={SIZE / 2}
              cy={SIZE / 2}
              r={RADIUS}
              fill="none"
              strokeWidth={BAND}
              strokeDasharray={`${Math.max(0.5, share * ROUND - (shown.length > 1 ? 1.5 : 0))} ${ROUND}`}
              strokeDashoffset={-from * ROUND}
              transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
            />
          ))}
          <text className={css.total} x="50%" y="50%" textAnchor="middle" dy="0.1em">
            {say(total)}
          </text>
          <text className={css.unit} x="50%" y="50%" textAnchor="middle" dy="1.7em">
            {unit}
          </text>
        </svg>
        <ul className={css.names} aria-label={label}>
          {shown.map(({ id, name, value, share, href }, at) => {
            const figure = say(value)
            const part = percent.format(share)
            const content = (
              <>
                <i className={`${css.swatch} ${css[`slice${at}`]}`} />
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
