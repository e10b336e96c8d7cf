// Amounts as bars: upright columns over time or a few kinds, rows where names are long; stacked or side by side.
import { useLingui } from '@lingui/react/macro'
import { Box, List, Text } from '../kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../locale.ts'
import type { Bar, BarChartProps } from './bar.ts'
import css from './bar-chart.module.css'
import { BarColumns } from './bar-columns.tsx'
import { BarRows } from './bar-rows.tsx'
import { ChartFigures } from './chart-figures.tsx'
import { totalOf } from './options/bars.ts'
import { Swatch } from './swatch.tsx'

export function BarChart(props: BarChartProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const { series, bars, label, unit, format, beforeName, layout = 'columns' } = props
  if (bars.length === 0)
    return <Text as="p" padY={6} tone="ink-3" text="center">{t`Nothing in this time`}</Text>
  const say = format ?? (value => numberFormat(locale, { maximumFractionDigits: 2 }).format(value))
  const figuresOf = (bar: Bar): string[] => {
    const figures =
      series.length === 1
        ? [say(totalOf(bar))]
        : series.map(({ name }, at) => {
            const value = say(bar.values[at] ?? 0)
            return t`${name} ${value}`
          })
    if (bar.before === undefined || !beforeName) return figures
    const before = say(bar.before)
    return [...figures, t`${beforeName} ${before}`]
  }
  const sentence = (bar: Bar) => {
    const [name, figures] = [bar.title ?? bar.label, figuresOf(bar).join(', ')]
    return t`${name}: ${figures}`
  }
  const Layout = layout === 'rows' ? BarRows : BarColumns
  const summed = series.length > 1 && props.totals !== false
  const compared = beforeName !== undefined && bars.some(bar => bar.before !== undefined)
  return (
    <Box as="figure" shrink>
      <figcaption className="gh-hidden">{t`${label} (${unit})`}</figcaption>
      {(series.length > 1 || compared) && (
        <List
          row
          wrap
          align="stretch"
          gap={1}
          columnGap={4}
          below={2}
          size="caption"
          tone="ink-2"
          className={css.legend}
        >
          {series.map((each, at) => (
            <li key={each.id}>
              <Swatch color={`var(--gh-${each.tone})`} at={at} />
              <span>{each.name}</span>
              {summed && <b>{say(bars.reduce((sum, bar) => sum + (bar.values[at] ?? 0), 0))}</b>}
            </li>
          ))}
          {compared && (
            <li>
              <Text as="i" w={12} h={2} rigid className={css.tick} />
              <span>{beforeName}</span>
              {summed && <b>{say(bars.reduce((sum, bar) => sum + (bar.before ?? 0), 0))}</b>}
            </li>
          )}
        </List>
      )}
      <Layout {...props} say={say} sentence={sentence} />
      <ChartFigures
        caption={label}
        columns={[props.about, ...series.map(({ name }) => name), ...(compared ? [beforeName] : [])]}
        rows={bars.map(bar => ({
          id: bar.id,
          cells: [
            bar.title ?? bar.label,
            ...series.map((_, at) => say(bar.values[at] ?? 0)),
            ...(compared ? [bar.before === undefined ? '—' : say(bar.before)] : []),
          ],
        }))}
      />
    </Box>
  )
}
