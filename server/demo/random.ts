// Chance that is the same at every start: the demo looks alike on every machine.

export interface Chance {
  /** From 0 up to, without, 1. */
  next(): number
  /** Whole number from `least` to `most`, both inclusive. */
  whole(least: number, most: number): number
  /** True in `share` of the cases. */
  happens(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** A generator of its own for a seed (the mulberry32 sequence). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    happens: share => next() < share,
    pick: items => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
  }
}
