// Lines over categories that are no times: one of a shape of its own for each series.
import { numberFormat } from '../../locale.ts'
import type { Look } from '../look.ts'
import { axisText, base, type ChartOption, gridAt, isolated } from '../option.ts'
import { type ChartTone, symbolOf } from '../tones.ts'
import { everyOf, scaleOf } from '../value-ticks.ts'

export interface LinesInput {
  categories: readonly string[]
  /** One value for each category; null: none, a gap. Not negative. */
  series: readonly { id: string; tone: ChartTone; values: readonly (number | null)[] }[]
}

const ROOM = { start: 44, end: 12, top: 12, bottom: 24 }
const LABEL_ROOM = 72

export function linesOption({ categories, series }: LinesInput, look: Look): ChartOption {
  const { mirrored } = look
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map(value => value ?? 0)))
  const { top, ticks } = scaleOf(highest)
  const every = everyOf(categories.length, look.width - ROOM.start - ROOM.end, LABEL_ROOM)
  const compact = numberFormat(look.locale, { notation: 'compact' })
  return {
    ...base(look),
    grid: gridAt(mirrored ? ROOM.end : ROOM.start, ROOM.top, mirrored ? ROOM.start : ROOM.end, ROOM.bottom),
    xAxis: {
      type: 'category',
      data: [...categories],
      inverse: mirrored,
      axisLine: { lineStyle: { color: look.color('line-strong') } },
      axisTick: { show: false },
      axisLabel: { ...axisText(look), interval: (at: number) => at % every === 0, formatter: isolated },
    },
    yAxis: {
      type: 'value',
      position: mirrored ? 'right' : 'left',
      min: 0,
      max: top,
      axisTick: { show: false, customValues: [...ticks] },
      axisLabel: {
        ...axisText(look),
        customValues: [...ticks],
        formatter: (value: number) => compact.format(value),
      },
      splitLine: { lineStyle: { color: look.color('line') } },
    },
    series: series.map(({ id, tone, values }, at) => ({
      type: 'line' as const,
      id,
      silent: true,
      symbol: symbolOf(at),
      symbolSize: 7,
      lineStyle: { color: look.color(tone), width: 1.75 },
      itemStyle: { color: look.color(tone) },
      data: values.map(value => value ?? Number.NaN),
    })),
  }
}
