// What the shown time says in figures: lowest, highest, mean, beyond the limits, against the period before.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import {
  type ReadingKind,
  readings,
  type Series,
  type SeriesFigures,
} from '../../../domain/device/readings.ts'
import { HOUR_MS } from '../../../domain/durations.ts'
import { calendarMoment } from '../../../ui/calendar.ts'
import { Box, Table, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { type Period, periodBefore } from '../../../ui/period.ts'
import { readingWords } from '../device-words.ts'
import { decimalsFor, type Limits, limitsFor } from './reading-facts.ts'
import type { FactsProps } from './reading-figures.tsx'
import css from './readings.module.css'
import { figuresOptions } from './series-query.ts'

interface TrendFiguresProps extends Pick<FactsProps, 'settings' | 'models'> {
  imei: string
  drawn: readonly ReadingKind[]
  datas: readonly (Series | undefined)[]
  period: Period
}

export function TrendFigures({ imei, drawn, datas, settings, models, period }: TrendFiguresProps) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  // Rounded to whole hours: the period moves on each minute, and the comparison need not be fetched each time.
  const steady = {
    from: Math.floor(period.from / HOUR_MS) * HOUR_MS,
    to: Math.ceil((period.to + 1) / HOUR_MS) * HOUR_MS - 1,
  }
  const earlier = periodBefore(steady)
  const befores = useQueries({ queries: drawn.map(kind => figuresOptions(imei, kind, earlier)) })
  return (
    <Box above={2} scroll="x">
      <Table>
        <caption className="gh-hidden">{t`Figures for the time shown`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Reading`}</th>
            <th scope="col">{t`Lowest`}</th>
            <th scope="col">{t`Highest`}</th>
            <th scope="col">{t`Average`}</th>
            <th scope="col">{t`Average before`}</th>
            <th scope="col">{t`Values`}</th>
            <th scope="col">{t`Beyond the limits`}</th>
          </tr>
        </thead>
        <tbody>
          {drawn.map((kind, index) => {
            const data = datas[index]
            const figures = data && figuresOf(data)
            const model = models.find(each => each.kind === kind)
            const number = numberFormat(locale, { maximumFractionDigits: decimalsFor(kind, model) })
            const whole = numberFormat(locale)
            const before = befores[index]?.data
            const limits = limitsFor(kind, settings, model)
            const change = figures && before ? figures.mean - before.mean : undefined
            const signed = numberFormat(locale, {
              maximumFractionDigits: decimalsFor(kind, model) + 1,
              signDisplay: 'exceptZero',
            })
            return (
              <tr key={kind}>
                <th scope="row">
                  {i18n._(readingWords[kind])}{' '}
                  <Text as="bdi" size="caption" plain tone="ink-3" className={css.unit}>
                    {readings[kind].unit}
                  </Text>
                </th>
                <td title={figures && calendarMoment(figures.lowAt)}>
                  {figures ? number.format(figures.low) : '—'}
                </td>
                <td title={figures && calendarMoment(figures.highAt)}>
                  {figures ? number.format(figures.high) : '—'}
                </td>
                <td>{figures ? number.format(figures.mean) : '—'}</td>
                <td>
                  {before ? number.format(before.mean) : '—'}{' '}
                  {change !== undefined && (
                    <Text as="bdi" plain tone="ink-3">
                      ({signed.format(change)})
                    </Text>
                  )}
                </td>
                <td>{figures ? whole.format(figures.count) : '—'}</td>
                <td>
                  <Beyond data={data} limits={limits} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </Box>
  )
}

/** Share of the values beyond a limit; of thinned ones only whether there were any. */
function Beyond({ data, limits }: { data: Series | undefined; limits: Limits }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  if (!data || (limits.lower === undefined && limits.upper === undefined))
    return <Text plain tone="ink-3">{t`no limits`}</Text>
  const isBeyond = (value: number) =>
    (limits.upper !== undefined && value > limits.upper) ||
    (limits.lower !== undefined && value < limits.lower)
  const count = data.values.reduce((sum, value) => sum + (isBeyond(value) ? 1 : 0), 0)
  if (count === 0) return <Trans>none</Trans>
  if ((data.thinnedMs ?? 0) > 0) return <Text as="strong" tone="critical">{t`yes`}</Text>
  const share = numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(
    count / data.values.length,
  )
  return (
    <Text as="strong" tone="critical">
      {numberFormat(locale).format(count)} <bdi>({share})</bdi>
    </Text>
  )
}

/** Of all values where they are all there, newly heard ones too; else what the server says of them. */
function figuresOf(data: Series): SeriesFigures | undefined {
  if ((data.thinnedMs ?? 0) > 0) return data.figures ?? undefined
  if (data.times.length === 0) return undefined
  let [low, lowAt, high, highAt, sum] = [Number.POSITIVE_INFINITY, 0, Number.NEGATIVE_INFINITY, 0, 0]
  for (const [index, value] of data.values.entries()) {
    sum += value
    if (value < low) [low, lowAt] = [value, data.times[index] ?? 0]
    if (value > high) [high, highAt] = [value, data.times[index] ?? 0]
  }
  return { count: data.times.length, low, lowAt, high, highAt, mean: sum / data.times.length }
}
