// Draws charts with ECharts: the only file that loads it, with those parts that the kinds use. Labels for who does not
// see a chart are ours, beside the picture, so its own are left out.
import {
  BarChart,
  CustomChart,
  GaugeChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
} from 'echarts/charts'
import {
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  VisualMapPiecewiseComponent,
} from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers'
import { type ChartInputs, type ChartKind, kinds } from './kinds.ts'
import { type Look, lookOf } from './look.ts'
import type { ChartOption } from './option.ts'

use([
  BarChart,
  CanvasRenderer,
  CustomChart,
  GaugeChart,
  GridComponent,
  HeatmapChart,
  LineChart,
  MarkAreaComponent,
  MarkLineComponent,
  PieChart,
  SVGRenderer,
  ScatterChart,
  VisualMapPiecewiseComponent,
])

/** More marks than this are faster on a canvas; fewer are sharper, and print better, as SVG. */
const SVG_MARKS = 1000

export interface Manner {
  locale: string
  mirrored: boolean
}

export interface Drawing {
  show<Kind extends ChartKind>(kind: Kind, input: ChartInputs[Kind], manner: Manner): void
  stop(): void
}

/** Draws into an element: anew with every input, size and skin. */
export function createDrawing(element: HTMLElement, onDrawn?: (look: Look) => void): Drawing {
  let chart: ECharts | undefined
  let renderer: 'svg' | 'canvas' = 'svg'
  let look: Look | undefined
  let shown:
    | { option: (look: Look) => ChartOption; marks: number; moving: boolean; manner: Manner }
    | undefined

  const paint = () => {
    if (!shown || element.clientWidth < 2 || element.clientHeight < 2) return
    const wanted = shown.marks > SVG_MARKS ? 'canvas' : 'svg'
    if (wanted !== renderer) {
      chart?.dispose()
      chart = undefined
      renderer = wanted
    }
    // The whole option each time: what is left of an earlier one, or of a theme, would stay in the picture. What moves
    // with every frame keeps what it can, by the ids in its option.
    const whole = !shown.moving || !look || !chart
    look ??= lookOf(element, shown.manner.locale, shown.manner.mirrored)
    const { width, height } = look
    if (!chart) chart = init(element, null, { renderer, width, height })
    else if (chart.getWidth() !== width || chart.getHeight() !== height) chart.resize({ width, height })
    chart.setOption(
      shown.option(look),
      whole ? { notMerge: true } : { replaceMerge: ['series', 'xAxis', 'yAxis'], silent: true },
    )
    onDrawn?.(look)
  }
  const anew = () => {
    look = undefined
    paint()
  }
  const sizes = new ResizeObserver(anew)
  sizes.observe(element)
  // A picture is painted with values, not variables.
  const skins = new MutationObserver(anew)
  skins.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })

  return {
    show: (kind, input, manner) => {
      const { option, marks, moving = false } = kinds[kind]
      if (manner.locale !== shown?.manner.locale || manner.mirrored !== shown.manner.mirrored)
        look = undefined
      shown = { option: now => option(input, now), marks: marks(input), moving, manner }
      paint()
    },
    stop: () => {
      sizes.disconnect()
      skins.disconnect()
      chart?.dispose()
    },
  }
}
