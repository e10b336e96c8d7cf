// The figures behind a chart as a table that anybody may open: for readers, for copying, for small screens.
import { Trans } from '@lingui/react/macro'
import { look } from '../kit/look.ts'
import { Box, Inline, Table } from '../kit/parts.tsx'
import css from './chart-figures.module.css'

export interface ChartFiguresProps {
  caption: string
  /** Headings; the first is of what the rows are about. */
  columns: readonly string[]
  /** One text for each heading. */
  rows: readonly { id: string; cells: readonly string[] }[]
}

export function ChartFigures({ caption, columns, rows }: ChartFiguresProps) {
  return (
    <details className={look({ above: 2 }, css.figures)}>
      <Inline
        as="summary"
        list
        atLeast="chip"
        size="caption"
        tone="ink-3"
        pointer
        brightens
        className={css.summary}
      >
        <Trans>Figures as a table</Trans>
      </Inline>
      <Box atMostTall="part" edge="line" round="control" scroll="both">
        <Table headStays figured nowrap>
          <caption className="gh-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(column => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, cells: [first, ...others] }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{first}</bdi>
                </th>
                {others.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
                  <td key={at}>
                    <bdi>{cell}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </Box>
    </details>
  )
}
