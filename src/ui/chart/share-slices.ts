// Parts of a whole in the order and number in which a ring can show them.

export interface Slice {
  id: string
  name: string
  /** Not negative. */
  value: number
  /** Where its name leads. */
  href?: string | undefined
}

/** A part with its place on the ring: shares of a turn, clockwise from the top. */
export interface PlacedSlice extends Slice {
  share: number
  from: number
}

/** More cannot be told apart. */
const MOST = 6
const OTHERS = 'others'

/** The largest parts, and the sum of the rest under the name given; nothing where there is nothing. */
export function shownSlices(slices: readonly Slice[], others: string): PlacedSlice[] {
  const sorted = slices.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value)
  // One left over is shown by its own name.
  const most = sorted.length === MOST + 1 ? MOST + 1 : MOST
  const rest = sorted.slice(most).reduce((sum, { value }) => sum + value, 0)
  const parts = [...sorted.slice(0, most), ...(rest > 0 ? [{ id: OTHERS, name: others, value: rest }] : [])]
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  let from = 0
  return parts.map(part => {
    const share = part.value / total
    const placed = { ...part, share, from }
    from += share
    return placed
  })
}
