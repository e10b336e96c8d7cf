// Upright bars with their axis, and the figures of the one at hand.
import { useState } from 'react'
import css from './bar-chart.module.css'
import { type Bar, type BarPartsProps, Part, totalOf } from './bar-chart-parts.tsx'
import { useChartFocus } from './chart-focus.ts'
import { everyOf, scaleOf } from './chart-scale.ts'
import { useWidth } from './chart-width.ts'
import { numberFormat, useIntlLocale } from './locale.ts'

/** Room that a label of the axis needs. */
const LABEL_WIDTH = 56
/** On narrower columns the marks of the time before are noise; the table and the figures at hand have them. */
const MARKED_WIDTH = 10

export function BarColumns(props: BarPartsProps) {
  const { series, bars, label, unit, grouped = false, time = false, height = 220, sentence } = props
  const locale = useIntlLocale()
  const focus = useChartFocus<HTMLUListElement>(bars.length, Number.POSITIVE_INFINITY)
  const width = useWidth(focus.frame)
  const [shown, setShown] = useState<number>()
  const { top, ticks } = scaleOf(highestOf(bars, grouped), { whole: bars.every(areWhole) })
  const share = (value: number) => `${(value / top) * 100}%`
  const every = everyOf(bars.length, width, LABEL_WIDTH)
  const marked = width / Math.max(1, bars.length) >= MARKED_WIDTH
  const bar = shown === undefined ? undefined : bars[shown]
  return (
    <div
      className={css.columnsFrame}
      dir={time ? 'ltr' : undefined}
      style={{ '--gh-chart-height': `${height}px` }}
    >
      <div className={css.grid} aria-hidden="true">
        <span className={css.unit}>
          <bdi>{unit}</bdi>
        </span>
        {ticks.map(tick => (
          <span key={tick} className={css.line} style={{ insetBlockEnd: share(tick) }}>
            <b>{numberFormat(locale, { notation: 'compact' }).format(tick)}</b>
          </span>
        ))}
      </div>
      <ul
        ref={focus.frame}
        className={css.columns}
        aria-label={label}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
        onBlur={() => setShown(undefined)}
        onPointerLeave={() => setShown(undefined)}
      >
        {bars.map((each, at) => (
          <li key={each.id} className={css.column} onPointerEnter={() => setShown(at)}>
            <Part
              bar={each}
              at={at}
              stop={focus.stop}
              className={at === shown ? `${css.hold} ${css.at}` : css.hold}
              label={sentence(each)}
              onFocus={() => setShown(at)}
            >
              <span className={grouped ? `${css.stack} ${css.beside}` : `${css.stack} ${css.stacked}`}>
                {series.map(({ id, tone }, index) => {
                  const value = each.values[index] ?? 0
                  return (
                    <i
                      key={id}
                      className={value > 0 ? `${css.part} ${css[each.tone ?? tone]}` : undefined}
                      style={{ blockSize: share(value) }}
                    />
                  )
                })}
              </span>
              {marked && each.before !== undefined && each.before > 0 && (
                <i className={css.before} style={{ insetBlockEnd: share(Math.min(each.before, top)) }} />
              )}
            </Part>
          </li>
        ))}
      </ul>
      <div className={css.labels} aria-hidden="true">
        {bars.map(
          (each, at) =>
            at % every === 0 && (
              <span
                key={each.id}
                className={css.mark}
                style={{ insetInlineStart: `${((at + 0.5) / bars.length) * 100}%` }}
              >
                <bdi>{each.label}</bdi>
              </span>
            ),
        )}
      </div>
      {bar && shown !== undefined && (
        <Told bar={bar} place={((shown + 0.5) / bars.length) * 100} {...props} />
      )}
    </div>
  )
}

const areWhole = (bar: Bar): boolean => [...bar.values, bar.before ?? 0].every(Number.isInteger)

const highestOf = (bars: readonly Bar[], grouped: boolean): number =>
  Math.max(
    0,
    ...bars.map(bar => Math.max(grouped ? Math.max(0, ...bar.values) : totalOf(bar), bar.before ?? 0)),
  )

// The figures of one bar, beside the pointer or the focus; readers have them as the bar's name.
function Told({ bar, place, series, say, beforeName }: BarPartsProps & { bar: Bar; place: number }) {
  return (
    <div className={css.told} aria-hidden="true" style={{ '--gh-chart-at': `${place}%` }}>
      <strong>
        <bdi>{bar.title ?? bar.label}</bdi>
      </strong>
      {series.map(({ id, name, tone }, at) => (
        <span key={id}>
          <i className={`${css.swatch} ${css[tone]}`} />
          <span>{name}</span>
          <b>{say(bar.values[at] ?? 0)}</b>
        </span>
      ))}
      {bar.before !== undefined && beforeName && (
        <span>
          <i className={css.tick} />
          <span>{beforeName}</span>
          <b>{say(bar.before)}</b>
        </span>
      )}
    </div>
  )
}
