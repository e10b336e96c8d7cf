// Amounts by two things at once, such as the day of the week and the hour: the more, the stronger the square.
import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { useChartFocus } from './chart-focus.ts'
import { useWidth } from './chart-width.ts'
import css from './heat-grid.module.css'
import { levelOf, transposed } from './heat-levels.ts'
import { numberFormat, useIntlLocale } from './locale.ts'

export interface HeatAxis {
  id: string
  /** Short, beside or above the squares. */
  label: string
  /** Said with the figure; the label when absent. */
  title?: string
}

export interface HeatGridProps {
  /** What is shown, in a few words. */
  label: string
  /** What is counted: `alarms`. */
  unit: string
  /** The few: days. */
  rows: readonly HeatAxis[]
  /** The many: hours. */
  columns: readonly HeatAxis[]
  /** By row, then column; not negative. */
  values: readonly (readonly number[])[]
  /** Where a square leads. */
  hrefOf?: (row: HeatAxis, column: HeatAxis) => string | undefined
}

/** A square needs so much to hold its figure. */
const ROOMY = 30
/** With narrower squares the many go down the page. */
const NARROW = 17
const HEADING = 52

export function HeatGrid({ label, unit, rows, columns, values, hrefOf }: HeatGridProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const number = numberFormat(locale)
  const upright = { rows, columns, values }
  const figure = useRef<HTMLElement>(null)
  const width = useWidth(figure)
  const square = (width - HEADING) / columns.length
  const turned = width > 0 && square < NARROW
  const grid = turned ? transposed(upright) : upright
  const roomy = turned || square >= ROOMY
  const focus = useChartFocus<HTMLTableElement>(grid.rows.length * grid.columns.length, grid.columns.length)
  const highest = Math.max(0, ...values.flat())
  return (
    <figure ref={figure} className={css.figure}>
      <div className={css.scroll}>
        <table
          ref={focus.frame}
          className={roomy ? `${css.grid} ${css.roomy}` : css.grid}
          dir={turned ? undefined : 'ltr'}
          onKeyDown={focus.onKeyDown}
          onFocus={focus.onFocus}
        >
          <caption className="gh-hidden">{t`${label} (${unit})`}</caption>
          <thead>
            <tr>
              <td />
              {grid.columns.map((column, at) => (
                <th key={column.id} scope="col" className={css.column}>
                  <span className={turned || roomy || at % 3 === 0 ? undefined : 'gh-hidden'}>
                    {column.label}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((row, down) => (
              <tr key={row.id}>
                <th scope="row" className={css.row}>
                  <bdi>{row.label}</bdi>
                </th>
                {grid.columns.map((column, across) => {
                  const value = grid.values[down]?.[across] ?? 0
                  const [first, second] = turned ? [column, row] : [row, column]
                  const count = number.format(value)
                  const title = t`${first.title ?? first.label}, ${second.title ?? second.label}: ${count}`
                  const at = down * grid.columns.length + across
                  const common = {
                    className: `${css.square} ${css[`level${levelOf(value, highest)}`]}`,
                    'data-part': at,
                    tabIndex: at === focus.stop ? 0 : -1,
                    title,
                    'aria-label': title,
                  }
                  const href = value > 0 ? hrefOf?.(first, second) : undefined
                  const shown = <span aria-hidden="true">{value > 0 && roomy ? count : ''}</span>
                  return (
                    <td key={column.id} className={css.cell}>
                      {href ? (
                        <a href={href} {...common}>
                          {shown}
                        </a>
                      ) : (
                        <span role="img" {...common}>
                          {shown}
                        </span>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Scale highest={highest} unit={unit} />
    </figure>
  )
}

function Scale({ highest, unit }: { highest: number; unit: string }) {
  const locale = useIntlLocale()
  return (
    <p className={css.scale} aria-hidden="true">
      <bdi>0</bdi>
      {[0, 1, 2, 3, 4].map(level => (
        <i key={level} className={css[`level${level}`]} />
      ))}
      <bdi>{numberFormat(locale).format(highest)}</bdi> <span>{unit}</span>
    </p>
  )
}
