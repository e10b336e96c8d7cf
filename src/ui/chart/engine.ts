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
export function createDrawing(element: HTMLElement): Drawing {
  let chart: ECharts | undefined
  let renderer: 'svg' | 'canvas' = 'svg'
  let shown: { option: (look: Look) => ChartOption; marks: number; manner: Manner } | undefined

  const paint = () => {
    if (!shown || element.clientWidth < 2 || element.clientHeight < 2) return
    const look = lookOf(element, shown.manner.locale, shown.manner.mirrored)
    const wanted = shown.marks > SVG_MARKS ? 'canvas' : 'svg'
    if (wanted !== renderer) {
      chart?.dispose()
      chart = undefined
      renderer = wanted
    }
    const { width, height } = look
    if (!chart) chart = init(element, null, { renderer, width, height })
    else if (chart.getWidth() !== width || chart.getHeight() !== height) chart.resize({ width, height })
    // The whole option each time: what is left of an earlier one, or of a theme, would stay in the picture.
    chart.setOption(shown.option(look), { notMerge: true })
  }
  const sizes = new ResizeObserver(paint)
  sizes.observe(element)
  // A picture is painted with values, not variables.
  const skins = new MutationObserver(paint)
  skins.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })

  return {
    show: (kind, input, manner) => {
      const { option, marks } = kinds[kind]
      shown = { option: look => option(input, look), marks: marks(input), manner }
      paint()
    },
    stop: () => {
      sizes.disconnect()
      skins.disconnect()
      chart?.dispose()
    },
  }
}
