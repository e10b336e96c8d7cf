// The range and the marks of an axis of values: round figures, the limits always inside.

export interface ValueScale {
  low: number
  high: number
  ticks: number[]
  /** Digits after the point that tell the marks apart. */
  decimals: number
}

interface ScaleOptions {
  /** The smallest difference that values can have: marks between two of them would mean nothing. */
  finest?: number
  /** The ends are the ends of what can be: no room beyond them. */
  snug?: boolean
}

/** A scale around what is shown; a flat line gets room above and below. */
export function valueScale(
  low: number,
  high: number,
  most: number,
  { finest = 0, snug = false }: ScaleOptions = {},
): ValueScale {
  const [bottom, top] = low <= high ? [low, high] : [0, 1]
  const span = top - bottom || Math.abs(top) * 0.2 || 1
  const room = snug ? 0 : top === bottom ? span / 2 : span * 0.06
  const step = Math.max(finest, roundStep((span + 2 * room) / Math.max(1, most)))
  const first = Math.floor((bottom - room) / step)
  const last = Math.ceil((top + room) / step)
  // What is never negative gets no axis below zero just for the room.
  const from = bottom >= 0 && first < 0 ? 0 : first
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const ticks = Array.from({ length: last - from + 1 }, (_, index) =>
    Number(((from + index) * step).toFixed(decimals)),
  )
  return { low: from * step, high: Math.max(last * step, (from + 1) * step), ticks, decimals }
}

function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  const factor = wanted / power
  return (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10) * power
}
