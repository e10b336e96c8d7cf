// The figures of a chart as a table, of the part of the time that is looked at.
import { Trans, useLingui } from '@lingui/react/macro'
import { calendarMoment } from '../calendar.ts'
import { look } from '../kit/look.ts'
import { Box, Table, Text } from '../kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../locale.ts'
import { spanText } from './time-axis.ts'
import type { TimeSeries } from './time-chart-model.ts'
import { indexAt } from './time-points.ts'
import type { TimeWindow } from './time-window.ts'

const MOST_LINES = 400

interface TableProps {
  label: string
  series: readonly TimeSeries[]
  window: TimeWindow
  axis: 'clock' | 'span'
}

interface Line {
  at: number
  values: (number | null)[]
}

function linesOf(series: readonly TimeSeries[], { from, to }: TimeWindow): Line[] {
  const lines = new Map<number, (number | null)[]>()
  for (const [column, { times, values }] of series.entries()) {
    for (let index = indexAt(times, from); index < times.length && (times[index] ?? 0) <= to; index++) {
      const at = times[index] ?? 0
      const line = lines.get(at) ?? series.map(() => null)
      line[column] = values[index] ?? null
      lines.set(at, line)
    }
  }
  return [...lines].map(([at, values]) => ({ at, values })).sort((a, b) => b.at - a.at)
}

export function TimeChartTable({ label, series, window, axis }: TableProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const all = linesOf(series, window)
  const lines = all.slice(0, MOST_LINES)
  const [shown, total] = [lines.length, all.length]
  return (
    <>
      <Box
        atMostTall="part"
        above={2}
        edge="line"
        round="control"
        scroll="both"
        role="region"
        aria-label={t`Figures: ${label}`}
        tabIndex={0}
      >
        <Table headStays nowrap>
          <thead>
            <tr>
              <th scope="col">{axis === 'clock' ? t`Time` : t`Since the start`}</th>
              {series.map(({ id, name, unit }) => (
                <th key={id} scope="col">
                  <bdi>{name}</bdi>{' '}
                  <Text as="bdi" plain tone="ink-3">
                    {unit}
                  </Text>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ at, values }) => (
              <tr key={at}>
                <th scope="row">
                  <bdi dir="ltr">{axis === 'clock' ? calendarMoment(at) : spanText(at, true)}</bdi>
                </th>
                {series.map(({ id, decimals, limits }, column) => {
                  const value = values[column] ?? null
                  const above = value !== null && limits?.upper !== undefined && value > limits.upper
                  const below = value !== null && limits?.lower !== undefined && value < limits.lower
                  const number = numberFormat(locale, { maximumFractionDigits: decimals ?? 2 })
                  return (
                    <td
                      key={id}
                      className={
                        above || below ? look({ rigid: true, strong: true, tone: 'critical' }) : undefined
                      }
                    >
                      {value === null ? '' : number.format(value)}
                      {above && ` ${t`above the limit`}`}
                      {below && ` ${t`below the limit`}`}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </Table>
      </Box>
      {total > shown && (
        <Text as="p" above={2} size="caption" tone="ink-3">
          <Trans>
            The newest {shown} of {total} values. Zoom in to see others, or export them.
          </Trans>
        </Text>
      )}
    </>
  )
}
