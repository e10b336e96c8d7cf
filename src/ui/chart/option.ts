// The options of charts, of those parts of ECharts alone that the engine registers.
import type {
  BarSeriesOption,
  CustomSeriesOption,
  GaugeSeriesOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  PieSeriesOption,
  ScatterSeriesOption,
} from 'echarts/charts'
import type {
  GridComponentOption,
  MarkAreaComponentOption,
  MarkLineComponentOption,
  VisualMapComponentOption,
} from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { type Look, TEXT_SIZE } from './look.ts'

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | CustomSeriesOption
  | GaugeSeriesOption
  | GridComponentOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | MarkAreaComponentOption
  | MarkLineComponentOption
  | PieSeriesOption
  | ScatterSeriesOption
  | VisualMapComponentOption
>

/** What all pictures share: nothing moves, and every text is the page's. */
export const base = (look: Look) => ({
  animation: false,
  backgroundColor: 'transparent',
  textStyle: { fontFamily: look.font, fontSize: TEXT_SIZE },
})

/** A grid whose edges stand where they are told: what lies over the picture is laid out by the same figures. */
export const gridAt = (left: number, top: number, right: number, bottom: number) => ({
  left,
  top,
  right,
  bottom,
  outerBoundsMode: 'none' as const,
})

/** Text of an axis. */
export const axisText = (look: Look) => ({
  color: look.color('ink-3'),
  fontFamily: look.font,
  fontSize: TEXT_SIZE,
})

/** Letters and marks that run from right to left. */
const MIRRORED = /[\u0590-\u08ff\u200f\ufb1d-\ufefc]/

/** A text as it stands alone on a page: the picture is set from left to right, a text in it may not be. */
export const isolated = (text: string): string => (MIRRORED.test(text) ? `\u2068${text}\u2069` : text)
