// Bars lying down, each with its whole name before it and its figure behind it.
import css from './bar-chart.module.css'
import { type BarPartsProps, Part, totalOf } from './bar-chart-parts.tsx'
import { useChartFocus } from './chart-focus.ts'

export function BarRows({ series, bars, label, grouped = false, say, sentence, beforeName }: BarPartsProps) {
  const focus = useChartFocus<HTMLUListElement>(bars.length, 1)
  const top = Math.max(
    Number.MIN_VALUE,
    ...bars.map(bar => Math.max(grouped ? Math.max(0, ...bar.values) : totalOf(bar), bar.before ?? 0)),
  )
  const share = (value: number) => `${(value / top) * 100}%`
  return (
    <ul
      ref={focus.frame}
      className={css.rows}
      aria-label={label}
      onKeyDown={focus.onKeyDown}
      onFocus={focus.onFocus}
    >
      {bars.map((bar, at) => (
        <li key={bar.id}>
          <Part bar={bar} at={at} stop={focus.stop} className={css.row} label={sentence(bar)} worded>
            <span className={css.name} title={bar.title ?? bar.label}>
              <bdi>{bar.label}</bdi>
            </span>
            <span className={css.track}>
              <span className={grouped ? `${css.run} ${css.grouped}` : css.run}>
                {series.map(({ id, tone }, index) => {
                  const value = bar.values[index] ?? 0
                  return (
                    <i
                      key={id}
                      className={value > 0 ? `${css.piece} ${css[bar.tone ?? tone]}` : undefined}
                      style={{ inlineSize: share(value) }}
                    />
                  )
                })}
              </span>
              {bar.before !== undefined && bar.before > 0 && (
                <i
                  className={css.before}
                  title={beforeName && `${beforeName}: ${say(bar.before)}`}
                  style={{ insetInlineStart: share(bar.before) }}
                />
              )}
            </span>
            <b className={css.value}>
              <bdi>{say(totalOf(bar))}</bdi>
            </b>
          </Part>
        </li>
      ))}
    </ul>
  )
}
