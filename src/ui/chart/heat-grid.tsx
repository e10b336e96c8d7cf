// Amounts by two things at once, such as the day of the week and the hour: the more, the stronger the square.
import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { look } from '../kit/look.ts'
import { Box, Row, Stack } from '../kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../locale.ts'
import { usePartFocus } from '../part-focus.ts'
import { ChartFigures } from './chart-figures.tsx'
import { ChartHost } from './chart-host.tsx'
import css from './heat-grid.module.css'
import { transposed } from './heat-levels.ts'
import { heatRoom } from './options/heat.ts'
import { Part } from './part.tsx'
import { useRoom } from './room.ts'
import { useSameInput } from './same-input.ts'

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
const { start, top } = heatRoom

export function HeatGrid({ label, unit, rows, columns, values, hrefOf }: HeatGridProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const number = numberFormat(locale)
  const figure = useRef<HTMLElement>(null)
  const width = useRoom(figure)
  const square = (width - start) / columns.length
  const turned = width > 0 && square < NARROW
  const upright = { rows, columns, values }
  const grid = turned ? transposed(upright) : upright
  const roomy = turned || square >= ROOMY
  const across = grid.columns.length
  const focus = usePartFocus<HTMLDivElement>(grid.rows.length * across, across)
  const highest = Math.max(0, ...values.flat())
  const input = useSameInput({
    rows: grid.rows.map(row => row.label),
    columns: grid.columns.map(column => column.label),
    values: grid.values,
    turned,
    roomy,
  })
  return (
    <Box as="figure" ref={figure} shrink>
      <figcaption className="gh-hidden">{t`${label} (${unit})`}</figcaption>
      <Box relative dir={turned ? undefined : 'ltr'}>
        <Stack
          ref={focus.frame}
          relative
          z={1}
          className={css.squares}
          style={{
            paddingBlockStart: top,
            paddingInlineStart: start,
            gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))`,
          }}
          role="group"
          aria-label={label}
          onKeyDown={focus.onKeyDown}
          onFocus={focus.onFocus}
        >
          {grid.rows.flatMap((row, down) =>
            grid.columns.map((column, along) => {
              const value = grid.values[down]?.[along] ?? 0
              const [first, second] = turned ? [column, row] : [row, column]
              const count = number.format(value)
              return (
                <Part
                  key={`${row.id} ${column.id}`}
                  at={down * across + along}
                  stop={focus.stop}
                  href={value > 0 ? hrefOf?.(first, second) : undefined}
                  className={css.square}
                  label={t`${first.title ?? first.label}, ${second.title ?? second.label}: ${count}`}
                />
              )
            }),
          )}
        </Stack>
        <ChartHost kind="heat" input={input} className={look({ over: true })} />
      </Box>
      <Scale highest={highest} unit={unit} />
      <ChartFigures
        caption={label}
        columns={['', ...rows.map(row => row.title ?? row.label)]}
        rows={columns.map((column, at) => ({
          id: column.id,
          cells: [column.title ?? column.label, ...values.map(row => number.format(row[at] ?? 0))],
        }))}
      />
    </Box>
  )
}

function Scale({ highest, unit }: { highest: number; unit: string }) {
  const locale = useIntlLocale()
  return (
    <Row
      as="p"
      justify="end"
      gap={1}
      above={2}
      size="caption"
      tone="ink-3"
      className={css.scale}
      aria-hidden="true"
    >
      <bdi>0</bdi>
      {[0, 1, 2, 3, 4].map(level => (
        <i key={level} className={css[`level${level}`]} />
      ))}
      <bdi>{numberFormat(locale).format(highest)}</bdi> <span>{unit}</span>
    </Row>
  )
}
