// The grid of boards: tiles never lie over each other nor leave it, whatever is pushed; undo takes back exactly one step.
import { expect, test } from 'vitest'
import {
  anyOverlap,
  freePlace,
  GRID,
  inOrder,
  isInside,
  moved,
  overlaps,
  type Placed,
  put,
  resized,
  rowsUsed,
} from '../../../src/domain/board/grid.ts'

const at = (key: string, x: number, y: number, w = 4, h = 4): Placed => ({ key, place: { x, y, w, h } })
const placeOf = (tiles: readonly Placed[] | undefined, key: string) =>
  tiles?.find(each => each.key === key)?.place

test('tiles side by side do not overlap, those that share a cell do', () => {
  expect(overlaps(at('a', 0, 0).place, at('b', 4, 0).place)).toBe(false)
  expect(overlaps(at('a', 0, 0).place, at('b', 3, 3).place)).toBe(true)
})

test('a tile is pushed down by what takes its place', () => {
  const next = put([at('a', 0, 0), at('b', 4, 0)], 'a', { x: 3, y: 0, w: 4, h: 4 })
  expect(placeOf(next, 'a')).toEqual({ x: 3, y: 0, w: 4, h: 4 })
  expect(placeOf(next, 'b')).toEqual({ x: 4, y: 4, w: 4, h: 4 })
})

test('step by step down, a tile gets past the one below it', () => {
  let tiles: Placed[] = [at('a', 0, 0), at('b', 0, 4)]
  for (let steps = 0; steps < 4; steps++) {
    const a = placeOf(tiles, 'a')
    tiles = (a && put(tiles, 'a', moved(a, 0, 1))) ?? []
  }
  expect(placeOf(tiles, 'a')).toEqual({ x: 0, y: 4, w: 4, h: 4 })
  expect(placeOf(tiles, 'b')).toEqual({ x: 0, y: 0, w: 4, h: 4 })
})

test('what would leave the grid, or push another out of it, is not done', () => {
  const full = Array.from({ length: 6 }, (_, n) => at(`t${n}`, 0, n * 4, 12, 4))
  expect(put(full, 't0', resized(at('t0', 0, 0, 12, 4).place, 0, 1))).toBeUndefined()
  expect(put([at('a', 0, 0)], 'a', { x: -1, y: 0, w: 4, h: 4 })).toBeUndefined()
  expect(put([at('a', 0, 0)], 'a', { x: 9, y: 0, w: 4, h: 4 })).toBeUndefined()
  expect(put([at('a', 0, 0)], 'a', { x: 0, y: 0, w: 1, h: 4 })).toBeUndefined()
})

test('the first free place is found in reading order, and none where there is no room', () => {
  expect(freePlace([at('a', 0, 0).place], { w: 4, h: 2 })).toEqual({ x: 4, y: 0, w: 4, h: 2 })
  expect(freePlace([{ x: 0, y: 0, w: GRID.columns, h: GRID.rows }], { w: 2, h: 2 })).toBeUndefined()
})

test('reading order goes by rows, and the rows in use are counted', () => {
  const tiles = [at('c', 0, 4), at('b', 4, 0), at('a', 0, 0)]
  expect(inOrder(tiles).map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  expect(rowsUsed(tiles)).toBe(8)
  expect(rowsUsed([])).toBe(0)
})

test('a thousand random steps leave no overlap, lose no tile and none of its size but the one that is resized', () => {
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % most
  }
  let tiles: Placed[] = Array.from({ length: 8 }, (_, n) =>
    at(`t${n}`, (n % 4) * 3, Math.floor(n / 4) * 3, 3, 3),
  )
  let done = 0
  for (let n = 0; n < 1000; n++) {
    const key = `t${random(8)}`
    const own = placeOf(tiles, key)
    if (!own) throw new Error(`${key} was lost`)
    const [columns, rows] = [random(5) - 2, random(5) - 2]
    const next = put(tiles, key, (random(2) ? moved : resized)(own, columns, rows))
    if (!next) continue
    done++
    expect(next.map(each => each.key)).toEqual(tiles.map(each => each.key))
    expect(anyOverlap(next.map(({ place }) => place))).toBe(false)
    for (const { key: each, place } of next) {
      expect(isInside(place)).toBe(true)
      const before = placeOf(tiles, each)
      if (each !== key) expect([place.w, place.h]).toEqual([before?.w, before?.h])
    }
    tiles = next
  }
  expect(done).toBeGreaterThan(300)
})
