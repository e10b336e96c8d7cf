// Amounts by category as bars: upright columns with their axes, or rows whose names and figures stand beside them.
import type { CustomSeriesOption } from 'echarts/charts'
import { numberFormat } from '../../locale.ts'
import type { Look } from '../look.ts'
import { axisText, base, type ChartOption, gridAt, isolated } from '../option.ts'
import { type ChartTone, decalOf } from '../tones.ts'
import { everyOf, scaleOf } from '../value-ticks.ts'

export interface BarSeries {
  id: string
  name: string
  tone: ChartTone
}

export interface BarValues {
  id: string
  /** On the axis: short. */
  label: string
  /** One for each series, in their order; not negative. */
  values: readonly number[]
  /** The same amount in the time it is compared with: a mark on the bar. */
  before?: number | undefined
  /** Another hue than that of its series, where there is one series. */
  tone?: ChartTone
}

export interface BarsInput {
  series: readonly BarSeries[]
  bars: readonly BarValues[]
  /** What is counted: at the value axis of columns. */
  unit: string
  /** Series stand beside each other instead of on each other. */
  grouped?: boolean
  /** The bars are moments: they run from left to right in every language. */
  time?: boolean
}

/** Room around columns, in pixels; what lies over them keeps the same. */
export const columnsRoom = { start: 44, end: 10, top: 26, bottom: 22 } as const

const LABEL_ROOM = 56
/** On narrower columns the marks of the time before are noise; the table and the figures at hand have them. */
const MARKED_WIDTH = 10
const ROW_BAR = 10
const ROW_BAR_GROUPED = 7

export const totalOf = ({ values }: BarValues): number => values.reduce((sum, value) => sum + value, 0)

/** The longest that a bar or the mark on it is. */
export const highestOf = ({ bars, grouped }: Pick<BarsInput, 'bars' | 'grouped'>): number =>
  bars.reduce(
    (most, bar) => Math.max(most, grouped ? Math.max(0, ...bar.values) : totalOf(bar), bar.before ?? 0),
    0,
  )

function seriesOf(input: BarsInput, look: Look, standing: boolean) {
  const { series, bars, grouped = false, time = false } = input
  const mirrored = look.mirrored && !time
  const stacked = !grouped && series.length > 1
  const rounded = standing ? [2, 2, 0, 0] : mirrored ? [3, 0, 0, 3] : [0, 3, 3, 0]
  return series.map(({ id, tone }, index) => ({
    type: 'bar' as const,
    id,
    silent: true,
    ...(stacked && { stack: 'all' }),
    ...(standing
      ? {
          barWidth: grouped ? undefined : '72%',
          barMaxWidth: grouped ? 36 : 44,
          barCategoryGap: '20%',
          barGap: '3%',
        }
      : { barWidth: grouped ? ROW_BAR_GROUPED : ROW_BAR, barGap: '28%' }),
    barMinHeight: 2,
    itemStyle: {
      color: look.color(tone),
      decal: decalOf(look, index),
      ...(stacked ? { borderColor: look.color('surface'), borderWidth: 1 } : { borderRadius: rounded }),
    },
    data: bars.map(bar => {
      const value = bar.values[index] ?? 0
      // Nothing is not drawn as the least there can be.
      if (value <= 0) return null
      return bar.tone ? { value, itemStyle: { color: look.color(bar.tone) } } : value
    }),
  }))
}

/** What the time before had, as a line across each bar. */
function beforeSeries({ bars }: BarsInput, look: Look, top: number, standing: boolean): CustomSeriesOption[] {
  const marked = bars.flatMap(({ before }, at) =>
    before !== undefined && before > 0 ? [[at, Math.min(before, top)]] : [],
  )
  if (marked.length === 0) return []
  const fill = look.color('ink-2')
  const renderItem: CustomSeriesOption['renderItem'] = (_, api) => {
    const [at, value] = [Number(api.value(0)), Number(api.value(1))]
    const [x = 0, y = 0] = api.coord(standing ? [at, value] : [value, at])
    const size = api.size?.([1, 1])
    const [across = 0, down = 0] = Array.isArray(size) ? size : []
    const shape = standing
      ? { x: x - across * 0.4, y: y - 1, width: across * 0.8, height: 2 }
      : { x: x - 1, y: y - Math.min(12, down / 2 - 2), width: 2, height: Math.min(24, down - 4) }
    return { type: 'rect', shape, style: { fill }, silent: true }
  }
  return [
    {
      type: 'custom',
      id: 'before',
      silent: true,
      clip: false,
      dimensions: ['at', 'value'],
      encode: standing ? { x: 0, y: 1 } : { x: 1, y: 0 },
      z: 3,
      renderItem,
      data: marked,
    },
  ]
}

export function columnsOption(input: BarsInput, look: Look): ChartOption {
  const { bars, unit, time = false } = input
  const mirrored = look.mirrored && !time
  const { start, end, top: above, bottom } = columnsRoom
  const whole = bars.every(bar => [...bar.values, bar.before ?? 0].every(Number.isInteger))
  const { top, ticks } = scaleOf(highestOf(input), { whole })
  const across = look.width - start - end
  const every = everyOf(bars.length, across, LABEL_ROOM)
  const compact = numberFormat(look.locale, { notation: 'compact' })
  const marked = across / Math.max(1, bars.length) >= MARKED_WIDTH
  return {
    ...base(look),
    grid: gridAt(mirrored ? end : start, above, mirrored ? start : end, bottom),
    xAxis: {
      type: 'category',
      data: bars.map(({ label }) => label),
      inverse: mirrored,
      axisLine: { lineStyle: { color: look.color('line-strong') } },
      axisTick: { show: false },
      axisLabel: {
        ...axisText(look),
        margin: 6,
        interval: (at: number) => at % every === 0,
        formatter: isolated,
      },
    },
    yAxis: {
      type: 'value',
      position: mirrored ? 'right' : 'left',
      min: 0,
      max: top,
      name: unit,
      nameGap: 10,
      nameTextStyle: {
        color: look.color('ink-3'),
        align: mirrored ? 'right' : 'left',
        padding: mirrored ? [0, -start, 0, 0] : [0, 0, 0, -start],
      },
      axisLine: { show: false },
      axisTick: { show: false, customValues: [...ticks] },
      axisLabel: {
        ...axisText(look),
        customValues: [...ticks],
        formatter: (value: number) => compact.format(value),
      },
      splitLine: { lineStyle: { color: look.color('line') } },
    },
    series: [...seriesOf(input, look, true), ...(marked ? beforeSeries(input, look, top, true) : [])],
  }
}

/** Only the bars: their names and figures are a list beside them, each line as high as its bar's. */
export function rowsOption(input: BarsInput, look: Look): ChartOption {
  const top = Math.max(Number.MIN_VALUE, highestOf(input))
  return {
    ...base(look),
    grid: gridAt(0, 0, 0, 0),
    xAxis: { type: 'value', min: 0, max: top, inverse: look.mirrored, show: false },
    yAxis: { type: 'category', data: input.bars.map(({ id }) => id), inverse: true, show: false },
    series: [...seriesOf(input, look, false), ...beforeSeries(input, look, top, false)],
  }
}
