// The value axis of a chart: it begins at zero, ends at a round figure, and has few lines in between.

export interface ChartScale {
  /** The figure at the far end of the axis. */
  top: number
  /** Figures with a line, zero first. */
  ticks: readonly number[]
}

const STEPS = [1, 2, 2.5, 5, 10] as const

/** An axis for values from zero to `highest` with about `lines` lines. Counts get whole figures only. */
export function scaleOf(highest: number, { lines = 4, whole = false } = {}): ChartScale {
  const wanted = Math.max(highest, whole ? 1 : Number.MIN_VALUE) / lines
  const size = 10 ** Math.floor(Math.log10(wanted))
  const fitting = STEPS.map(step => step * size).find(step => step >= wanted * 0.999) ?? 10 * size
  const step = whole ? Math.max(1, Math.ceil(fitting)) : fitting
  const count = Math.max(1, Math.ceil(highest / step - 0.001))
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, at) => round(at * step)) }
}

// Sums of tenths are not tenths in the computer.
const round = (value: number): number => Number(value.toPrecision(12))

/** Shows every so many of `count` labels that are `labelWidth` wide each, so that they do not run into each other. */
export function everyOf(count: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(1, width)))
}
