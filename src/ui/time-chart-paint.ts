// Paints a chart over time onto a canvas: axes, limits and what lies beyond them, lines with their gaps.

import { type ValueScale, valueScale } from './chart/value-axis.ts'
import { numberFormat } from './locale.ts'
import { spanTicks, timeTicks } from './time-axis.ts'
import { type TimeChartModel, type TimeSeries, unitsOf } from './time-chart-model.ts'
import { extremesBetween, indexAt, traceColumns, traceLine } from './time-points.ts'
import type { TimeWindow } from './time-window.ts'
import type { TokenName } from './tokens.ts'

export type Color = (token: TokenName) => string

/** Where the lines are drawn, in CSS pixels. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
}

export interface Painted {
  plot: Plot
  x(at: number): number
  /** The moment under a horizontal place. */
  atX(x: number): number
  y(series: TimeSeries, value: number): number
}

const GAP_BELOW = 26
const ROOM_ABOVE = 24
const LABEL_ROOM = 9
const TICK_PIXELS = 84
const VALUE_TICK_PIXELS = 46

interface Axis {
  unit: string
  scale: ValueScale
  texts: string[]
  width: number
}

export interface Surface {
  context: CanvasRenderingContext2D
  width: number
  height: number
  color: Color
  font: string
}

/** Draws everything for one window; answers where things stand. */
export function paintChart(surface: Surface, model: TimeChartModel, window: TimeWindow): Painted {
  const { context, width, height, font } = surface
  context.clearRect(0, 0, width, height)
  context.font = `12px ${font}`
  const axes = unitsOf(model.series).map(unit => axisOf(surface, model, window, unit))
  const plot: Plot = {
    left: (axes[0]?.width ?? 0) + LABEL_ROOM,
    right: width - (axes[1] ? axes[1].width + LABEL_ROOM : 12),
    top: ROOM_ABOVE,
    bottom: height - GAP_BELOW,
  }
  const length = Math.max(1, window.to - window.from)
  const perMs = (plot.right - plot.left) / length
  const x = (at: number) => plot.left + (at - window.from) * perMs
  const scaleY = ({ low, high }: ValueScale) => {
    const perUnit = (plot.bottom - plot.top) / (high - low || 1)
    return (value: number) => plot.bottom - (value - low) * perUnit
  }
  const yOf = new Map(axes.map(axis => [axis.unit, scaleY(axis.scale)]))
  const y = (series: TimeSeries, value: number) => yOf.get(series.unit)?.(value) ?? plot.bottom
  const painted: Painted = { plot, x, y, atX: place => window.from + (place - plot.left) / perMs }
  paintValueAxes(surface, axes, yOf, plot)
  paintTimeAxis(surface, model, window, painted)
  const limited = model.series.filter(each => each.limits && !each.faint)
  context.save()
  context.beginPath()
  context.rect(plot.left, plot.top - 2, plot.right - plot.left, plot.bottom - plot.top + 4)
  context.clip()
  // Of several limited series each keeps its lines; the ground is tinted only where one limit speaks for all.
  if (sameLimits(limited) && limited[0]) paintBeyond(surface, limited[0], painted)
  for (const each of [...model.series].sort((a, b) => Number(b.faint ?? false) - Number(a.faint ?? false)))
    paintLine(surface, each, window, painted)
  context.restore()
  const one = sameLimits(limited)
  for (const each of one ? limited.slice(0, 1) : limited) paintLimits(surface, each, model, painted, !one)
  return painted
}

const sameLimits = (series: readonly TimeSeries[]): boolean =>
  series.every(
    each =>
      each.unit === series[0]?.unit &&
      each.limits?.lower === series[0]?.limits?.lower &&
      each.limits?.upper === series[0]?.limits?.upper,
  )

function axisOf({ context, height }: Surface, model: TimeChartModel, window: TimeWindow, unit: string): Axis {
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
  const most = Math.max(2, Math.floor((height - ROOM_ABOVE - GAP_BELOW) / VALUE_TICK_PIXELS))
  const scale = valueScale(low, high, most, {
    finest: Math.min(...shown.map(({ decimals }) => (decimals === undefined ? 0 : 10 ** -decimals))),
    snug: shown.some(({ range }) => range !== undefined),
  })
  const format = numberFormat(model.locale, {
    minimumFractionDigits: scale.decimals,
    maximumFractionDigits: scale.decimals,
  })
  const texts = scale.ticks.map(tick => format.format(tick))
  return {
    unit,
    scale,
    texts,
    width: Math.max(...texts.map(text => context.measureText(text).width), 12) + 2,
  }
}

function paintValueAxes(
  { context, color }: Surface,
  axes: readonly Axis[],
  yOf: ReadonlyMap<string, (value: number) => number>,
  plot: Plot,
): void {
  context.textBaseline = 'middle'
  for (const [index, { unit, scale, texts, width }] of axes.entries()) {
    const y = yOf.get(unit)
    if (!y) continue
    for (const [at, tick] of scale.ticks.entries()) {
      const place = Math.round(y(tick)) + 0.5
      if (index === 0) {
        context.fillStyle = color(tick === 0 ? 'line-strong' : 'line')
        context.fillRect(plot.left, place - 0.5, plot.right - plot.left, 1)
      }
      context.fillStyle = color('ink-3')
      context.textAlign = index === 0 ? 'right' : 'left'
      context.fillText(texts[at] ?? '', index === 0 ? plot.left - 6 : plot.right + 6, place)
    }
    context.fillStyle = color('ink-2')
    context.textAlign = index === 0 ? 'left' : 'right'
    context.fillText(unit, index === 0 ? 0 : plot.right + 6 + width, 8)
  }
}

function paintTimeAxis(
  { context, color, width }: Surface,
  { axis }: TimeChartModel,
  window: TimeWindow,
  { plot, x }: Painted,
): void {
  const most = Math.max(2, (plot.right - plot.left) / TICK_PIXELS)
  const ticks = (axis === 'clock' ? timeTicks : spanTicks)(window.from, window.to, most)
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.fillStyle = color('line-strong')
  context.fillRect(plot.left, plot.bottom, plot.right - plot.left, 1)
  let free = Number.NEGATIVE_INFINITY
  for (const { at, label, major } of ticks) {
    const place = Math.round(x(at))
    context.fillStyle = color(major ? 'line-strong' : 'line')
    context.fillRect(place, major ? plot.top : plot.bottom, 1, major ? plot.bottom - plot.top + 4 : 4)
    const half = context.measureText(label).width / 2
    const middle = Math.min(width - half - 1, Math.max(half, place))
    if (middle - half < free) continue
    free = middle + half + 8
    context.fillStyle = color(major ? 'ink-2' : 'ink-3')
    context.fillText(label, middle, plot.bottom + 15)
  }
}

function beyondRects({ plot, y }: Painted, series: TimeSeries): { top: number; bottom: number }[] {
  const { upper, lower } = series.limits ?? {}
  const rects: { top: number; bottom: number }[] = []
  if (upper !== undefined) rects.push({ top: plot.top - 2, bottom: Math.max(plot.top - 2, y(series, upper)) })
  if (lower !== undefined)
    rects.push({ top: Math.min(plot.bottom + 2, y(series, lower)), bottom: plot.bottom + 2 })
  return rects
}

function paintBeyond({ context, color }: Surface, series: TimeSeries, painted: Painted): void {
  const { left, right } = painted.plot
  context.globalAlpha = 0.55
  context.fillStyle = color('critical-soft')
  for (const { top, bottom } of beyondRects(painted, series))
    context.fillRect(left, top, right - left, bottom - top)
  context.globalAlpha = 1
}

function paintLimits(
  { context, color }: Surface,
  series: TimeSeries,
  { words, locale }: TimeChartModel,
  painted: Painted,
  named: boolean,
): void {
  const tone = color(named ? series.tone : 'critical')
  const { plot, y } = painted
  const number = numberFormat(locale, { maximumFractionDigits: series.decimals ?? 2 })
  for (const side of ['upper', 'lower'] as const) {
    const value = series.limits?.[side]
    if (value === undefined) continue
    const place = Math.round(y(series, value)) + 0.5
    context.strokeStyle = tone
    context.lineWidth = 1.25
    context.setLineDash([6, 4])
    context.beginPath()
    context.moveTo(plot.left, place)
    context.lineTo(plot.right, place)
    context.stroke()
    context.setLineDash([])
    const text = `${named ? `${series.name} · ` : ''}${words[side]} ${number.format(value)}`
    context.textAlign = 'right'
    context.textBaseline = side === 'upper' ? 'bottom' : 'top'
    const [textX, textY] = [plot.right - 4, side === 'upper' ? place - 3 : place + 4]
    context.lineWidth = 3
    context.lineJoin = 'round'
    context.strokeStyle = color('surface')
    context.strokeText(text, textX, textY)
    context.fillStyle = tone
    context.fillText(text, textX, textY)
  }
}

/** More points than this share of the pixels are no points any more, but a line. */
const DOTS_BELOW = 1 / 14
/** From so many points a pixel on, the line is painted column by column. */
const DENSE = 1.5

function paintLine(surface: Surface, series: TimeSeries, window: TimeWindow, painted: Painted): void {
  const { plot } = painted
  const count = indexAt(series.times, window.to) - indexAt(series.times, window.from)
  const rects = series.faint ? [] : beyondRects(painted, series)
  if (count > (plot.right - plot.left) * DENSE && !series.stepped)
    paintDense(surface, series, window, painted, rects)
  else paintSparse(surface, series, window, painted, rects)
}

interface Rect {
  top: number
  bottom: number
}

function paintDense(
  { context, color }: Surface,
  series: TimeSeries,
  window: TimeWindow,
  painted: Painted,
  beyond: readonly Rect[],
): void {
  const scale = { x: painted.x, y: (value: number) => painted.y(series, value) }
  const columns = traceColumns(series, window, scale, series.gapMs ?? Number.POSITIVE_INFINITY)
  const fill = (tone: string, { top: highest, bottom: lowest }: Rect) => {
    context.fillStyle = tone
    for (const { x, top, bottom } of columns) {
      const [from, to] = [Math.max(highest, top - 0.75), Math.min(lowest, bottom + 0.75)]
      if (to > from) context.fillRect(x, from, 1, to - from)
    }
  }
  context.globalAlpha = series.faint ? 0.5 : 1
  fill(color(series.tone), { top: painted.plot.top - 2, bottom: painted.plot.bottom + 2 })
  for (const rect of beyond) fill(color('critical'), rect)
  context.globalAlpha = 1
}

function paintSparse(
  { context, color }: Surface,
  series: TimeSeries,
  window: TimeWindow,
  painted: Painted,
  beyond: readonly Rect[],
): void {
  const { plot, x } = painted
  const path = new Path2D()
  const dots = new Path2D()
  const [dotsBelow, places]: [number, [number, number][]] = [(plot.right - plot.left) * DOTS_BELOW, []]
  let [highest, lowest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let last: number | undefined
  const addDot = (atX: number, atY: number) => {
    dots.moveTo(atX + 2.4, atY)
    dots.arc(atX, atY, 2.4, 0, 2 * Math.PI)
    highest = Math.min(highest, atY)
    lowest = Math.max(lowest, atY)
  }
  const note = (atX: number, atY: number) => {
    last = atY
    highest = Math.min(highest, atY)
    lowest = Math.max(lowest, atY)
    if (places.length <= dotsBelow) places.push([atX, atY])
  }
  const scale = { x, y: (value: number) => painted.y(series, value) }
  traceLine(series, window, scale, series.gapMs ?? Number.POSITIVE_INFINITY, {
    moveTo: (atX, atY) => {
      path.moveTo(atX, atY)
      note(atX, atY)
    },
    lineTo: (atX, atY) => {
      if (series.stepped && last !== undefined) path.lineTo(atX, last)
      path.lineTo(atX, atY)
      note(atX, atY)
    },
    dot: addDot,
  })
  if (places.length < dotsBelow) for (const place of places) addDot(...place)
  const stroke = (tone: string) => {
    context.strokeStyle = context.fillStyle = tone
    context.stroke(path)
    context.fill(dots)
  }
  context.lineWidth = series.faint ? 1.25 : 1.75
  context.lineJoin = 'bevel'
  context.setLineDash(series.faint ? [4, 4] : [])
  context.globalAlpha = series.faint ? 0.75 : 1
  stroke(color(series.tone))
  for (const { top, bottom } of beyond) {
    // A second stroke is dear; most of the time nothing is out there.
    if (lowest < top || highest > bottom) continue
    context.save()
    context.beginPath()
    context.rect(plot.left, top, plot.right - plot.left, bottom - top)
    context.clip()
    context.lineWidth = 2.25
    stroke(color('critical'))
    context.restore()
  }
  context.setLineDash([])
  context.globalAlpha = 1
}
