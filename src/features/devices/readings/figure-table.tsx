// The figures of compared series side by side.
import { useLingui } from '@lingui/react/macro'
import type { Series } from '../../../domain/device/readings.ts'
import { calendarMoment } from '../../../ui/calendar.ts'
import type { TimeSeries } from '../../../ui/chart/time-chart-model.ts'
import { Box, Table, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import css from './readings.module.css'

interface FigureTableProps {
  rows: readonly { series: TimeSeries; data: Series | undefined }[]
}

export function FigureTable({ rows }: FigureTableProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  return (
    <Box above={2} scroll="x">
      <Table>
        <caption className="gh-hidden">{t`Figures for the time shown`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Series`}</th>
            <th scope="col">{t`Lowest`}</th>
            <th scope="col">{t`Highest`}</th>
            <th scope="col">{t`Average`}</th>
            <th scope="col">{t`Last`}</th>
            <th scope="col">{t`Measured`}</th>
            <th scope="col">{t`Values`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ series, data }) => {
            const number = numberFormat(locale, { maximumFractionDigits: series.decimals ?? 2 })
            const figures = data?.figures
            const say = (value: number | undefined) => (value === undefined ? '—' : number.format(value))
            const lastAt = data?.times.at(-1)
            return (
              <tr key={series.id}>
                <th scope="row">
                  <Text
                    as="i"
                    square={3}
                    round="small"
                    className={css.swatch}
                    style={{ background: `var(--gh-${series.tone})` }}
                  />{' '}
                  <bdi>{series.name}</bdi>{' '}
                  <Text as="bdi" size="caption" plain tone="ink-3" className={css.unit}>
                    {series.unit}
                  </Text>
                </th>
                <td>{say(figures?.low)}</td>
                <td>{say(figures?.high)}</td>
                <td>{say(figures?.mean)}</td>
                <td>{say(data?.values.at(-1))}</td>
                <td>
                  <bdi dir="ltr">{lastAt === undefined ? t`never` : calendarMoment(lastAt)}</bdi>
                </td>
                <td>{numberFormat(locale).format(figures?.count ?? 0)}</td>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </Box>
  )
}
