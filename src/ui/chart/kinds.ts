// The one table of the kinds of charts: what each is told, and the builder of its picture.
import type { Look } from './look.ts'
import type { ChartOption } from './option.ts'
import { type BarsInput, columnsOption, rowsOption } from './options/bars.ts'
import { type HeatInput, heatOption } from './options/heat.ts'
import { type ShareInput, type StatesInput, shareOption, statesOption } from './options/shares.ts'

export interface ChartInputs {
  columns: BarsInput
  heat: HeatInput
  rows: BarsInput
  share: ShareInput
  states: StatesInput
}

export type ChartKind = keyof ChartInputs

interface Kind<Input> {
  option: (input: Input, look: Look) => ChartOption
  /** How many marks the picture has, about. */
  marks: (input: Input) => number
}

export const kinds: { [Name in ChartKind]: Kind<ChartInputs[Name]> } = {
  columns: { option: columnsOption, marks: ({ bars, series }) => bars.length * series.length },
  heat: { option: heatOption, marks: ({ rows, columns }) => rows.length * columns.length },
  rows: { option: rowsOption, marks: ({ bars, series }) => bars.length * series.length },
  share: { option: shareOption, marks: ({ parts }) => parts.length },
  states: { option: statesOption, marks: ({ parts }) => parts.length },
}
