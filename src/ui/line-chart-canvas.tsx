// Draws the large chart with the charting library; loaded only where a chart is shown.
import { LineChart as Lines } from 'echarts/charts'
import { GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { withGaps } from './chart-points.ts'
import css from './line-chart.module.css'
import type { ChartLimit, LineChartProps } from './line-chart.tsx'
import { formatMoment, numberFormat } from './locale.ts'
import type { TokenName } from './tokens.ts'

use([Lines, GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent, SVGRenderer])

export default function LineChartCanvas(props: LineChartProps & { locale: string }) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)

  useEffect(() => {
    const element = place.current
    if (!element) return
    const made = init(element, undefined, { renderer: 'svg' })
    chart.current = made
    const size = new ResizeObserver(() => made.resize())
    size.observe(element)
    return () => {
      size.disconnect()
      made.dispose()
    }
  }, [])

  useEffect(() => {
    const draw = () => {
      if (place.current)
        chart.current?.setOption(optionOf(props, colorsOf(place.current)), { notMerge: true })
    }
    draw()
    // The library paints with values, not variables: a change of skin must be painted again.
    const skin = new MutationObserver(draw)
    skin.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => skin.disconnect()
  }, [props])

  return <div ref={place} className={css.chart} />
}

type Color = (token: TokenName) => string

const colorsOf = (element: HTMLElement): Color => {
  const style = getComputedStyle(element)
  return token => style.getPropertyValue(`--gh-${token}`).trim()
}

const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

function optionOf(props: LineChartProps & { locale: string }, color: Color) {
  const { series, limits = [], unit, gapMs = Number.POSITIVE_INFINITY, locale } = props
  const number = numberFormat(locale, { maximumFractionDigits: 2 })
  const figure = (value: unknown) => (typeof value === 'number' ? `${number.format(value)} ${unit}` : '—')
  return {
    animation: !still(),
    animationDuration: 180,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
    grid: {
      left: 8,
      right: 16,
      top: 28,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    tooltip: {
      trigger: 'axis',
      backgroundColor: color('raised'),
      borderColor: color('line'),
      textStyle: { color: color('ink'), fontSize: 12 },
      axisPointer: { lineStyle: { color: color('line-strong') }, label: { formatter: axisMoment } },
      valueFormatter: figure,
    },
    xAxis: {
      type: 'time',
      min: props.from,
      max: props.to,
      axisLine: { lineStyle: { color: color('line-strong') } },
      axisTick: { show: false },
      axisLabel: { color: color('ink-3'), fontSize: 12, hideOverlap: true },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      name: unit,
      scale: true,
      nameTextStyle: { color: color('ink-3'), align: 'left', fontSize: 12 },
      axisLabel: { color: color('ink-3'), fontSize: 12, formatter: (value: number) => number.format(value) },
      splitLine: { lineStyle: { color: color('line') } },
      // A limit outside the readings must still be in the picture, with some of what lies beyond it.
      min: (range: Range) => edge(range, limits, 'min'),
      max: (range: Range) => edge(range, limits, 'max'),
    },
    series: series.map((each, at) => ({
      type: 'line',
      name: each.name,
      data: withGaps(each.points, gapMs).map(([moment, value]) => [moment, value]),
      connectNulls: false,
      showSymbol: false,
      symbolSize: 6,
      lineStyle: { width: 2 },
      color: color(each.tone ?? 'accent'),
      emphasis: { disabled: true },
      endLabel: {
        show: series.length > 1,
        formatter: '{a}',
        color: color(each.tone ?? 'accent'),
        fontSize: 12,
      },
      ...(at === 0 &&
        limits.length > 0 && { markLine: limitLines(limits, color), markArea: limitAreas(limits, color) }),
    })),
  }
}

interface Range {
  min: number
  max: number
}

function edge({ min, max }: Range, limits: readonly ChartLimit[], side: 'min' | 'max'): number {
  const values = limits.map(limit => limit.value)
  const low = Math.min(min, ...values)
  const high = Math.max(max, ...values)
  const room = (high - low) * 0.08
  return side === 'min' ? Math.floor(low - room) : Math.ceil(high + room)
}

const axisMoment = ({ value }: { value: unknown }): string =>
  typeof value === 'number' ? formatMoment(value) : String(value)

const limitLines = (limits: readonly ChartLimit[], color: Color) => ({
  silent: true,
  symbol: 'none',
  data: limits.map(limit => ({
    yAxis: limit.value,
    lineStyle: { color: color(limit.tone ?? 'critical'), type: 'dashed', width: 1.25 },
    label: {
      position: 'insideEndTop',
      formatter: limit.label,
      color: color(limit.tone ?? 'critical'),
      fontSize: 12,
    },
  })),
})

const limitAreas = (limits: readonly ChartLimit[], color: Color) => ({
  silent: true,
  data: limits.map(limit => [
    { yAxis: limit.value, itemStyle: { color: color(`${limit.tone ?? 'critical'}-soft`), opacity: 0.55 } },
    { yAxis: limit.side === 'above' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY },
  ]),
})
