// How far each mark on the time line is taken hold of: towards a neighbour up to the middle, so that the nearest wins.

/** From where to where, in hundredths of the line; where no neighbour is near, the style sheet limits it in pixels. */
export interface HitArea {
  from: number
  to: number
}

/** `at`: hundredths of the line, in any order. */
export function hitAreasOf(at: readonly number[]): HitArea[] {
  const order = at.map((_, mark) => mark).sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0))
  const areas: HitArea[] = []
  for (const [place, mark] of order.entries()) {
    const [before, after] = [order[place - 1], order[place + 1]]
    const here = at[mark] ?? 0
    areas[mark] = {
      from: before === undefined ? 0 : ((at[before] ?? 0) + here) / 2,
      to: after === undefined ? 100 : ((at[after] ?? 0) + here) / 2,
    }
  }
  return areas
}
