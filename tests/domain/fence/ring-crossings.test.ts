// Crossings of rings: what the sweep finds is what comparing every edge with every other finds.
import { describe, expect, test } from 'vitest'
import { createChance } from '../../../server/simulator/random.ts'
import { firstCrossing, type Point } from '../../../src/domain/fence/ring-crossings.ts'

const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
const between = (a: number, b: number, c: number) => Math.min(a, b) <= c && c <= Math.max(a, b)
const liesOn = (a: Point, b: Point, c: Point) =>
  turn(a, b, c) === 0 && between(a[0], b[0], c[0]) && between(a[1], b[1], c[1])

function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  const apart = (one: number, other: number) => (one > 0 && other < 0) || (one < 0 && other > 0)
  if (apart(turn(a, b, c), turn(a, b, d)) && apart(turn(c, d, a), turn(c, d, b))) return true
  return liesOn(a, b, c) || liesOn(a, b, d) || liesOn(c, d, a) || liesOn(c, d, b)
}

/** Every edge with every other. */
function meetsAnywhere(rings: readonly (readonly Point[])[]): boolean {
  const edges = rings.flatMap((ring, of) =>
    ring.map((from, at) => ({ of, at, count: ring.length, from, to: ring[(at + 1) % ring.length] ?? from })),
  )
  return edges.some((one, index) =>
    edges.slice(index + 1).some(other => {
      const apart = Math.abs(one.at - other.at)
      if (one.of === other.of && (apart === 1 || apart === one.count - 1)) return false
      return meet(one.from, one.to, other.from, other.to)
    }),
  )
}

/** Corners that repeat and outlines that turn back are found before crossings are looked for. */
const isFit = (ring: readonly Point[]) =>
  ring.every((corner, index) => {
    const before = ring[(index + ring.length - 1) % ring.length] ?? corner
    const after = ring[(index + 1) % ring.length] ?? corner
    if (before[0] === corner[0] && before[1] === corner[1]) return false
    const ahead =
      (before[0] - corner[0]) * (after[0] - corner[0]) + (before[1] - corner[1]) * (after[1] - corner[1])
    return turn(before, corner, after) !== 0 || ahead <= 0
  })

describe('crossings', () => {
  test.each([3, 4, 6, 40])('are found on a grid of %i as by comparing all edges', width => {
    const chance = createChance(width)
    const whole = (most: number) => Math.floor(chance.between(0, most))
    const tried = { crossing: 0, sound: 0 }
    for (let round = 0; round < 8000; round++) {
      const rings = Array.from({ length: 1 + (round % 2) }, () =>
        Array.from({ length: 3 + whole(5) }, (): Point => [whole(width), whole(width)]),
      )
      if (!rings.every(isFit)) continue
      const expected = meetsAnywhere(rings)
      tried[expected ? 'crossing' : 'sound']++
      expect(firstCrossing(rings) !== undefined, JSON.stringify(rings)).toBe(expected)
    }
    expect(tried.crossing).toBeGreaterThan(200)
    expect(tried.sound).toBeGreaterThan(200)
  })

  // Of these every edge lies across the boxes of thousands of others.
  test('of outlines with 10,000 long teeth side by side do not have to be looked for one by one', () => {
    const slanting = Array.from(
      { length: 9990 },
      (_, at): Point => [at * 1e-4 + (at % 2) * 10, (at % 2) * 10],
    )
    expect(firstCrossing([[...slanting, [11.5, -0.1], [-0.1, -0.1]]])).toBeUndefined()
    const [upwards, sideways] = [
      Array.from({ length: 4995 }, (_, at): Point => [at * 1e-3, (at % 2) * 10]),
      Array.from({ length: 4995 }, (_, at): Point => [5 + (at % 2) * 10, -1e-3 * (at + 1)]),
    ]
    expect(firstCrossing([[...upwards, ...sideways, [-1, -6]]])).toBeUndefined()
    expect(firstCrossing([[...upwards, ...sideways, [-1, -6], [3, 2]]])).toBeDefined()
  })
})
