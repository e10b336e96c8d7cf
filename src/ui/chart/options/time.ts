// Lines over time: axes, limits and what lies beyond them, gaps as gaps; no more points than the picture has columns.
import type { CustomSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { numberFormat } from '../../locale.ts'
import type { TokenName } from '../../tokens.ts'
import type { Look } from '../look.ts'
import { axisText, base, type ChartOption, gridAt, isolated } from '../option.ts'
import { spanTicks, type Tick, timeTicks } from '../time-axis.ts'
import { type TimeChartModel, type TimeSeries, unitsOf } from '../time-chart-model.ts'
import { type Column, extremesBetween, indexAt, traceColumns, traceLine } from '../time-points.ts'
import type { TimeWindow } from '../time-window.ts'
import { type ValueScale, valueScale } from '../value-axis.ts'

export interface TimeInput {
  model: TimeChartModel
  /** The part that is looked at. */
  window: TimeWindow
}

/** Where the lines are drawn, in pixels of the picture. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
}

export interface Placed {
  plot: Plot
  x(at: number): number
  /** The moment under a horizontal place. */
  atX(x: number): number
  y(series: TimeSeries, value: number): number
}

interface Axis {
  unit: string
  scale: ValueScale
  format: Intl.NumberFormat
  width: number
}

const ROOM_BELOW = 26
const ROOM_ABOVE = 24
const LABEL_ROOM = 9
const TICK_PIXELS = 84
const VALUE_TICK_PIXELS = 46
/** More points than this share of the pixels are no points any more, but a line. */
const DOTS_BELOW = 1 / 14
/** From so many points a pixel on, a line is drawn as the stretch from the lowest to the highest in each column. */
const DENSE = 1.5

const known = new WeakMap<TimeInput, { look: Look; places: Places }>()

type Places = Placed & { axes: Axis[] }

/** Where everything stands: for the picture, and for what lies over it. */
export function placesOf(input: TimeInput, look: Look): Places {
  const before = known.get(input)
  if (before?.look === look) return before.places
  const places = placed(input, look)
  known.set(input, { look, places })
  return places
}

function placed({ model, window }: TimeInput, look: Look): Places {
  const axes = unitsOf(model.series).map(unit => axisOf(model, window, unit, look))
  const plot: Plot = {
    left: (axes[0]?.width ?? 0) + LABEL_ROOM,
    right: look.width - (axes[1] ? axes[1].width + LABEL_ROOM : 12),
    top: ROOM_ABOVE,
    bottom: look.height - ROOM_BELOW,
  }
  const perMs = (plot.right - plot.left) / Math.max(1, window.to - window.from)
  const scaleY = ({ low, high }: ValueScale) => {
    const perUnit = (plot.bottom - plot.top) / (high - low || 1)
    return (value: number) => plot.bottom - (value - low) * perUnit
  }
  const yOf = new Map(axes.map(axis => [axis.unit, scaleY(axis.scale)]))
  return {
    axes,
    plot,
    x: at => plot.left + (at - window.from) * perMs,
    atX: place => window.from + (place - plot.left) / perMs,
    y: (series, value) => yOf.get(series.unit)?.(value) ?? plot.bottom,
  }
}

function axisOf(model: TimeChartModel, window: TimeWindow, unit: string, look: Look): Axis {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const include = (value: number | undefined) => {
    if (value === undefined) return
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const shown = model.series.filter(each => each.unit === unit)
  for (const each of shown) {
    const seen = extremesBetween(each, window.from, window.to)
    include(seen?.low)
    include(seen?.high)
    include(each.limits?.lower)
    include(each.limits?.upper)
    include(each.range?.min)
    include(each.range?.max)
  }
  const most = Math.max(2, Math.floor((look.height - ROOM_ABOVE - ROOM_BELOW) / VALUE_TICK_PIXELS))
  const scale = valueScale(low, high, most, {
    finest: Math.min(...shown.map(({ decimals }) => (decimals === undefined ? 0 : 10 ** -decimals))),
    snug: shown.some(({ range }) => range !== undefined),
  })
  const format = numberFormat(look.locale, {
    minimumFractionDigits: scale.decimals,
    maximumFractionDigits: scale.decimals,
  })
  const widest = Math.max(...scale.ticks.map(tick => look.textWidth(format.format(tick))), 12)
  return { unit, scale, format, width: widest + 2 }
}

const sameLimits = (series: readonly TimeSeries[]): boolean =>
  series.every(
    each =>
      each.unit === series[0]?.unit &&
      each.limits?.lower === series[0]?.limits?.lower &&
      each.limits?.upper === series[0]?.limits?.upper,
  )

/** A hue that is the critical one beyond the limits: hard changes of colour at their heights in the picture. */
function toneOf(series: TimeSeries, window: TimeWindow, { plot, y }: Placed, look: Look) {
  const tone = look.color(series.tone)
  const { upper, lower } = series.limits ?? {}
  if (series.faint || (upper === undefined && lower === undefined)) return tone
  const seen = extremesBetween(series, window.from, window.to)
  // Many colours in one line are dear; most of the time nothing is out there.
  if (!seen || (seen.high <= (upper ?? seen.high) && seen.low >= (lower ?? seen.low))) return tone
  const critical = look.color('critical')
  const share = (value: number) =>
    Math.min(1, Math.max(0, (y(series, value) - plot.top) / (plot.bottom - plot.top)))
  const [above, below] = [upper === undefined ? 0 : share(upper), lower === undefined ? 1 : share(lower)]
  return {
    type: 'linear' as const,
    global: true,
    x: 0,
    x2: 0,
    y: plot.top,
    y2: plot.bottom,
    colorStops: [
      { offset: 0, color: upper === undefined ? tone : critical },
      { offset: above, color: upper === undefined ? tone : critical },
      { offset: above, color: tone },
      { offset: below, color: tone },
      { offset: below, color: lower === undefined ? tone : critical },
      { offset: 1, color: lower === undefined ? tone : critical },
    ],
  }
}

export function timeOption(input: TimeInput, look: Look): ChartOption {
  const { model, window } = input
  const places = placesOf(input, look)
  const { plot, axes } = places
  const most = Math.max(2, (plot.right - plot.left) / TICK_PIXELS)
  const ticks = apart(
    model.axis === 'clock'
      ? timeTicks(window.from, window.to, most, model.locale)
      : spanTicks(window.from, window.to, most),
    places,
    look,
  )
  const limited = model.series.filter(each => each.limits && !each.faint)
  const one = sameLimits(limited)
  const named = one ? limited.slice(0, 1) : limited
  return {
    ...base(look),
    grid: gridAt(plot.left, plot.top, look.width - plot.right, look.height - plot.bottom),
    xAxis: timeAxis(window, ticks, look),
    yAxis: axes.map(({ unit, scale, format, width }, index) => ({
      type: 'value' as const,
      id: `axis ${index}`,
      position: index === 0 ? ('left' as const) : ('right' as const),
      min: scale.low,
      max: scale.high,
      name: unit,
      nameGap: 10,
      nameTextStyle: {
        color: look.color('ink-2'),
        align: index === 0 ? ('left' as const) : ('right' as const),
        padding: index === 0 ? [0, 0, 0, -plot.left] : [0, -width - LABEL_ROOM, 0, 0],
      },
      axisLine: { show: false },
      axisTick: { show: false, customValues: scale.ticks },
      axisLabel: {
        ...axisText(look),
        margin: 6,
        customValues: scale.ticks,
        formatter: (value: number) => format.format(value),
      },
      splitLine: {
        show: index === 0,
        lineStyle: { color: scale.ticks.map(tick => look.color(tick === 0 ? 'line-strong' : 'line')) },
      },
    })),
    series: [...model.series]
      .sort((a, b) => Number(b.faint ?? false) - Number(a.faint ?? false))
      // Of several limited series each keeps its lines; the ground is tinted only where one limit speaks for all.
      .flatMap(each =>
        lineOf(
          each,
          input,
          places,
          look,
          named.includes(each) ? limitsOf(each, input, places, look, !one) : {},
        ),
      ),
  }
}

/** Labels that would run into each other are left out. */
function apart(ticks: readonly Tick[], { x }: Placed, look: Look): (Tick & { shown: boolean })[] {
  let free = Number.NEGATIVE_INFINITY
  return ticks.map(tick => {
    const half = look.textWidth(tick.label) / 2
    const shown = x(tick.at) - half >= free
    if (shown) free = x(tick.at) + half + 8
    return { ...tick, shown }
  })
}

/** The axis of time: by the calendar that days are counted by, which the engine's own axis does not know. */
export function timeAxis(window: TimeWindow, ticks: readonly (Tick & { shown: boolean })[], look: Look) {
  const byMoment = new Map(ticks.map(tick => [tick.at, tick]))
  const moments = ticks.map(({ at }) => at)
  return {
    type: 'value' as const,
    id: 'time',
    min: window.from,
    max: window.to,
    axisLine: { onZero: false, lineStyle: { color: look.color('line-strong') } },
    axisTick: { length: 4, customValues: moments, lineStyle: { color: look.color('line-strong') } },
    axisLabel: {
      ...axisText(look),
      margin: 8,
      customValues: moments,
      color: (value?: string | number) => look.color(byMoment.get(Number(value))?.major ? 'ink-2' : 'ink-3'),
      formatter: (value: number) => {
        const tick = byMoment.get(value)
        return tick?.shown ? isolated(tick.label) : ''
      },
    },
    splitLine: {
      showMinLine: true,
      showMaxLine: true,
      lineStyle: {
        color: ticks.map(({ major }) => (major ? look.color('line-strong') : 'transparent')),
      },
    },
  }
}

function lineOf(
  series: TimeSeries,
  { model, window }: TimeInput,
  places: Places,
  look: Look,
  limits: Limits,
): (LineSeriesOption | CustomSeriesOption | ScatterSeriesOption)[] {
  const { plot, x } = places
  const width = plot.right - plot.left
  const y = (value: number) => places.y(series, value)
  const tone = toneOf(series, window, places, look)
  const yAxisIndex = Math.max(0, unitsOf(model.series).indexOf(series.unit))
  const count = indexAt(series.times, window.to) - indexAt(series.times, window.from)
  const gapMs = series.gapMs ?? Number.POSITIVE_INFINITY
  if (count > width * DENSE && !series.stepped) {
    const stretches = stretchesOf(traceColumns(series, window, { x, y }, gapMs))
    return [
      {
        ...limits,
        type: 'custom',
        silent: true,
        id: series.id,
        yAxisIndex,
        clip: true,
        data: stretches.map((_, at) => [at]),
        renderItem: ({ dataIndex }) => ({
          type: 'polygon',
          silent: true,
          shape: { points: stretches[dataIndex] ?? [] },
          style: { fill: tone, opacity: series.faint ? 0.5 : 1 },
        }),
      },
    ]
  }
  const [points, dots] = pointsOf(series, window, places, gapMs, width * DOTS_BELOW)
  return [
    {
      ...limits,
      type: 'line',
      silent: true,
      id: series.id,
      yAxisIndex,
      data: points,
      showSymbol: false,
      step: series.stepped ? 'end' : false,
      z: series.faint ? 2 : 3,
      lineStyle: {
        color: tone,
        width: series.faint ? 1.25 : 1.75,
        type: series.faint ? [4, 4] : 'solid',
        opacity: series.faint ? 0.75 : 1,
        join: 'bevel',
      },
    },
    ...(dots.length > 0
      ? [
          {
            type: 'scatter' as const,
            silent: true,
            id: `${series.id} dots`,
            yAxisIndex,
            data: dots,
            symbolSize: 4.8,
            itemStyle: { color: tone, opacity: series.faint ? 0.75 : 1 },
          },
        ]
      : []),
  ]
}

type Point = [at: number, value: number]

/** The line, with no value between two of its stretches; and the points that are shown as such. */
function pointsOf(
  series: TimeSeries,
  window: TimeWindow,
  { x, atX }: Placed,
  gapMs: number,
  dotsBelow: number,
): [points: Point[], dots: Point[]] {
  const [line, single]: [Point[], Point[]] = [[], []]
  // Columns of pixels hold the points together; what is drawn are moments and values.
  traceLine(series, window, { x, y: value => value }, gapMs, {
    moveTo: (place, value) => {
      if (line.length > 0) line.push([atX(place), Number.NaN])
      line.push([atX(place), value])
    },
    lineTo: (place, value) => line.push([atX(place), value]),
    dot: (place, value) => single.push([atX(place), value]),
  })
  return [line, line.length < dotsBelow ? line.filter(([, value]) => !Number.isNaN(value)) : single]
}

/** Stretches of columns without a hole as outlines, in steps as wide as a column: the highest to the right, the lowest back. */
function stretchesOf(columns: readonly Column[]): [number, number][][] {
  const stretches: Column[][] = []
  for (const column of columns) {
    const open = column.begins ? undefined : stretches.at(-1)
    if (open) open.push(column)
    else stretches.push([column])
  }
  return stretches.map(stretch => {
    const points: [number, number][] = []
    for (const { x, top } of stretch) points.push([x, top - 0.75], [x + 1, top - 0.75])
    for (const { x, bottom } of stretch.toReversed()) points.push([x + 1, bottom + 0.75], [x, bottom + 0.75])
    return points
  })
}

type Limits = Pick<LineSeriesOption, 'markLine' | 'markArea'>

/** Lines at the limits with their words, and the tinted ground beyond them where one limit speaks for all. */
function limitsOf(
  series: TimeSeries,
  { model }: TimeInput,
  { axes }: Places,
  look: Look,
  named: boolean,
): Limits {
  const { upper, lower } = series.limits ?? {}
  const scale = axes.find(({ unit }) => unit === series.unit)?.scale
  const tone: TokenName = named ? series.tone : 'critical'
  const number = numberFormat(model.locale, { maximumFractionDigits: series.decimals ?? 2 })
  const sides = [
    ...(upper === undefined ? [] : [{ value: upper, word: model.words.upper, above: true }]),
    ...(lower === undefined ? [] : [{ value: lower, word: model.words.lower, above: false }]),
  ]
  return {
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      lineStyle: { color: look.color(tone), width: 1.25, type: [6, 4] },
      data: sides.map(({ value, word, above }) => ({
        yAxis: value,
        label: {
          position: above ? ('insideEndTop' as const) : ('insideEndBottom' as const),
          color: look.color(tone),
          textBorderColor: look.color('surface'),
          textBorderWidth: 3,
          fontSize: 12,
          fontFamily: look.font,
          formatter: isolated(`${named ? `${series.name} · ` : ''}${word} ${number.format(value)}`),
        },
      })),
    },
    // Without any when several have limits, said so that those of an earlier picture go.
    markArea: {
      silent: true,
      animation: false,
      itemStyle: { color: look.color('critical-soft'), opacity: 0.55 },
      data: named
        ? []
        : sides.map(({ value, above }): [{ yAxis: number }, { yAxis: number }] => [
            { yAxis: value },
            { yAxis: (above ? scale?.high : scale?.low) ?? value },
          ]),
    },
  }
}
