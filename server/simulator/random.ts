// Chance that repeats: the same seed gives the same fleet.

export interface Chance {
  /** From 0 to 1. */
  next(): number
  between(low: number, high: number): number
  /** About normal, by three throws. */
  around(middle: number, spread: number): number
  happens(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item | undefined
}

/** Mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    around: (middle, spread) => middle + (next() + next() + next() - 1.5) * spread,
    happens: probability => next() < probability,
    pick: items => items[Math.floor(next() * items.length)],
  }
}
