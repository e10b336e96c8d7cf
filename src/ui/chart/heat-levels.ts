// How strong a square of a heat grid is, and the grid laid on its side.

/** 0 for nothing, then four equal steps up to the highest. */
export function levelOf(value: number, highest: number): 0 | 1 | 2 | 3 | 4 {
  if (value <= 0 || highest <= 0) return 0
  const level = Math.ceil((value / highest) * 4)
  return level <= 1 ? 1 : level === 2 ? 2 : level === 3 ? 3 : 4
}

interface Grid<Axis> {
  rows: readonly Axis[]
  columns: readonly Axis[]
  values: readonly (readonly number[])[]
}

/** Rows and columns changed places. */
export function transposed<Axis>({ rows, columns, values }: Grid<Axis>): Grid<Axis> {
  return {
    rows: columns,
    columns: rows,
    values: columns.map((_, column) => rows.map((__, row) => values[row]?.[column] ?? 0)),
  }
}
