// A small time series for the peek panel: the line, its limit, its gaps.
import { useLingui } from '@lingui/react/macro'
import { Row, Text } from '../kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../locale.ts'
import { ChartHost } from './chart-host.tsx'
import { extentOf } from './chart-points.ts'
import type { SparkInput } from './options/spark.ts'
import { useSameInput } from './same-input.ts'
import css from './spark-line.module.css'
import { clockLabel } from './time-labels.ts'

export interface SparkLineProps extends SparkInput {
  /** What is measured. */
  label: string
  unit: string
}

export function SparkLine({ label, unit, points, limit, gapMs }: SparkLineProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const input = useSameInput({ points, limit, gapMs })
  const extent = extentOf(points)
  const first = points[0]?.[0]
  const final = points.at(-1)?.[0]
  if (!extent || first === undefined || final === undefined) {
    return <Text as="p" tone="ink-3">{t`No readings in this time`}</Text>
  }
  const number = numberFormat(locale, { maximumFractionDigits: 2 })
  const [low, high, last] = [extent.low, extent.high, extent.last].map(value => number.format(value))
  const limitText = limit && number.format(limit.value)
  return (
    <figure>
      <ChartHost
        kind="spark"
        input={input}
        label={t`${label}: lowest ${low}, highest ${high}, last ${last} ${unit}`}
        className={css.chart}
      />
      <Row as="figcaption" align="stretch" justify="between" above={1} size="caption" tone="ink-3" dir="ltr">
        <span>{clockLabel(first, locale)}</span>
        {limitText !== undefined && <bdi>{t`limit ${limitText}`}</bdi>}
        <span>{clockLabel(final, locale)}</span>
      </Row>
    </figure>
  )
}
