// The one table of the kinds of charts: what each is told, and the builder of its picture.
import type { Look } from './look.ts'
import type { ChartOption } from './option.ts'
import { type BandInput, bandOption } from './options/band.ts'
import { type BarsInput, columnsOption, rowsOption } from './options/bars.ts'
import { type GaugeInput, gaugeOption } from './options/gauge.ts'
import { type HeatInput, heatOption } from './options/heat.ts'
import { type LinesInput, linesOption } from './options/lines.ts'
import { type ScatterInput, scatterOption } from './options/scatter.ts'
import { type ShareInput, type StatesInput, shareOption, statesOption } from './options/shares.ts'
import { type SparkInput, sparkOption } from './options/spark.ts'
import { type TimeInput, timeOption } from './options/time.ts'
import { rowsOf, type TreeBarsInput, treeBarsOption } from './options/tree-bars.ts'

export interface ChartInputs {
  /** States over time. */
  band: BandInput
  columns: BarsInput
  gauge: GaugeInput
  heat: HeatInput
  /** Lines over categories. */
  lines: LinesInput
  rows: BarsInput
  scatter: ScatterInput
  share: ShareInput
  spark: SparkInput
  /** How many are in each state. */
  states: StatesInput
  /** Lines over time. */
  time: TimeInput
  treeBars: TreeBarsInput
}

export type ChartKind = keyof ChartInputs

interface Kind<Input> {
  option: (input: Input, look: Look) => ChartOption
  /** How many marks the picture has, about. */
  marks: (input: Input) => number
  /** It is drawn with every frame while somebody moves it: its parts have ids. */
  moving?: boolean
}

export const kinds: { [Name in ChartKind]: Kind<ChartInputs[Name]> } = {
  band: { option: bandOption, marks: ({ bands }) => bands.length },
  columns: { option: columnsOption, marks: ({ bars, series }) => bars.length * series.length },
  gauge: { option: gaugeOption, marks: ({ stretches }) => stretches.length },
  heat: { option: heatOption, marks: ({ rows, columns }) => rows.length * columns.length },
  lines: { option: linesOption, marks: ({ categories, series }) => categories.length * series.length },
  rows: { option: rowsOption, marks: ({ bars, series }) => bars.length * series.length },
  scatter: {
    option: scatterOption,
    marks: ({ groups }) => groups.reduce((sum, { points }) => sum + points.length, 0),
  },
  share: { option: shareOption, marks: ({ parts }) => parts.length },
  spark: { option: sparkOption, marks: ({ points }) => points.length },
  states: { option: statesOption, marks: ({ parts }) => parts.length },
  // Always on a canvas: how many points are seen changes with every move.
  time: { option: timeOption, marks: () => Number.POSITIVE_INFINITY, moving: true },
  treeBars: { option: treeBarsOption, marks: ({ roots }) => rowsOf(roots).length },
}
