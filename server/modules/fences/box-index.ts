// Boxes by place: packed into leaves by where they are, so that a position looks into few of thousands.
import type { Box } from '../../../src/domain/fence/fence-inside.ts'

const LEAF = 16

export interface BoxIndex<Item> {
  /** Calls back with everything whose box holds the place. */
  at(longitude: number, latitude: number, found: (item: Item) => void): void
}

/** Packs boxes once; boxes may reach beyond 180 or -180 degrees. */
export function packBoxes<Item>(items: readonly { box: Box; item: Item }[]): BoxIndex<Item> {
  const order = packed(items)
  const bounds = Float64Array.from(order.flatMap(({ box }) => [box.west, box.south, box.east, box.north]))
  const leaves = Math.ceil(order.length / LEAF)
  const hulls = new Float64Array(leaves * 4)
  for (let leaf = 0; leaf < leaves; leaf++)
    hulls.set(hullOf(order.slice(leaf * LEAF, (leaf + 1) * LEAF)), leaf * 4)
  const isPast180 = order.some(({ box }) => box.east > 180)
  const isBefore180 = order.some(({ box }) => box.west < -180)

  const look = (x: number, y: number, found: (item: Item) => void) => {
    for (let leaf = 0; leaf < leaves; leaf++) {
      if (!holds(hulls, leaf * 4, x, y)) continue
      const until = Math.min(order.length, (leaf + 1) * LEAF)
      for (let at = leaf * LEAF; at < until; at++) {
        const one = order[at]
        if (one && holds(bounds, at * 4, x, y)) found(one.item)
      }
    }
  }
  return {
    at: (longitude, latitude, found) => {
      look(longitude, latitude, found)
      if (isPast180) look(longitude + 360, latitude, found)
      if (isBefore180) look(longitude - 360, latitude, found)
    },
  }
}

const holds = (boxes: Float64Array, at: number, x: number, y: number) =>
  x >= (boxes[at] ?? 0) && x <= (boxes[at + 2] ?? 0) && y >= (boxes[at + 1] ?? 0) && y <= (boxes[at + 3] ?? 0)

/** Orders boxes so that neighbours share a leaf: in columns from west to east, each from south to north. */
function packed<Item>(items: readonly { box: Box; item: Item }[]): { box: Box; item: Item }[] {
  const byX = [...items].sort((a, b) => a.box.west + a.box.east - b.box.west - b.box.east)
  const column = LEAF * Math.ceil(Math.sqrt(items.length / LEAF) || 1)
  const order: { box: Box; item: Item }[] = []
  for (let from = 0; from < byX.length; from += column)
    order.push(
      ...byX.slice(from, from + column).sort((a, b) => a.box.south + a.box.north - b.box.south - b.box.north),
    )
  return order
}

const hullOf = (some: readonly { box: Box }[]) => [
  Math.min(...some.map(({ box }) => box.west)),
  Math.min(...some.map(({ box }) => box.south)),
  Math.max(...some.map(({ box }) => box.east)),
  Math.max(...some.map(({ box }) => box.north)),
]
