// Shapes of fences: what is refused and where, what is brought into one form, what is inside.
import { describe, expect, test } from 'vitest'
import { createChance } from '../../../server/simulator/random.ts'
import type { Ring } from '../../../src/domain/fence/fence.ts'
import {
  areaOf,
  checkShape,
  type DrawnShape,
  labelPlace,
  type ShapeFault,
  wireRings,
} from '../../../src/domain/fence/fence-geometry.ts'
import { type CheckedShape, prepareShape } from '../../../src/domain/fence/fence-inside.ts'
import { metresBetween, placeAt } from '../../../src/domain/geo/geo.ts'

const HOME = { longitude: 114.06, latitude: 22.54 }

function good(drawn: DrawnShape): CheckedShape {
  const check = checkShape(drawn)
  if ('fault' in check) throw new Error(`${check.fault} at ${JSON.stringify(check.place)}`)
  return check.ok
}
const polygon = (...rings: Ring[]): DrawnShape => ({ shape: 'polygon', rings })
const box = (x: number, y: number, half: number): Ring => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
]
const reversed = (ring: Ring): Ring => [...ring].reverse()
const pairOf = ({ longitude, latitude }: typeof HOME): [number, number] => [longitude, latitude]

/** A star-shaped outline with wobbling radius, as a hand draws it. */
function handDrawn(corners: number, seed: number, radius = 300): Ring {
  const chance = createChance(seed)
  return Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI
    const metres = radius * (0.6 + 0.4 * chance.between(0, 1))
    return pairOf(placeAt(HOME, Math.cos(angle) * metres, Math.sin(angle) * metres))
  })
}

describe('what is refused, and where', () => {
  const rows: [string, DrawnShape, ShapeFault, [number, number] | null][] = [
    ['a circle without a centre', { shape: 'circle', radius: 5 }, 'centre', null],
    ['no radius to speak of', { shape: 'circle', ...HOME, radius: 0 }, 'radius', null],
    ['a negative radius', { shape: 'circle', ...HOME, radius: -1 }, 'radius', null],
    ['a radius that is no number', { shape: 'circle', ...HOME, radius: Number.NaN }, 'radius', null],
    ['a radius beyond everything', { shape: 'circle', ...HOME, radius: 500_001 }, 'radius', null],
    [
      'a circle over the pole',
      { shape: 'circle', longitude: 10, latitude: 88.9, radius: 100_000 },
      'pole',
      [10, 88.9],
    ],
    ['a polygon without an outline', { shape: 'polygon' }, 'outline', null],
    [
      'two corners',
      polygon([
        [1, 1],
        [2, 2],
        [1, 1],
      ]),
      'fewCorners',
      [1, 1],
    ],
    [
      'three corners in one place',
      polygon([
        [1, 1],
        [1, 1],
        [1, 1],
      ]),
      'fewCorners',
      [1, 1],
    ],
    [
      'a bow tie',
      polygon([
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
      ]),
      'crossing',
      [1, 1],
    ],
    [
      'an outline that touches itself',
      polygon([
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 0],
        [0, 4],
      ]),
      'crossing',
      [2, 0],
    ],
    [
      'there and back on one line',
      polygon([
        [0, 0],
        [3, 0],
        [1, 0],
        [1, 2],
      ]),
      'spike',
      [3, 0],
    ],
    ['a hole outside', polygon(box(0, 0, 1), box(5, 0, 0.5)), 'holeOutside', [4.5, -0.5]],
    ['a hole over the outline', polygon(box(0, 0, 1), box(1, 0, 0.5)), 'crossing', [1, -0.5]],
    ['a hole as large as the outline', polygon(box(0, 0, 1), box(0, 0, 1)), 'crossing', [-1, -1]],
    ['two holes over each other', polygon(box(0, 0, 4), box(0, 0, 1), box(1, 1, 1)), 'crossing', [0, 1]],
    ['a hole in a hole', polygon(box(0, 0, 4), box(0, 0, 2), box(0, 0, 1)), 'holesOverlap', [-1, -1]],
    ['a corner at the pole', polygon([...box(0, 88, 0.5), [0, 89.5]]), 'pole', [0, 89.5]],
    [
      'an outline round the pole',
      polygon([
        [0, 80],
        [90, 80],
        [180, 80],
        [-90, 80],
      ]),
      'pole',
      [0, 80],
    ],
    [
      'wider than half the earth',
      polygon([
        [-100, 0],
        [0, 0],
        [100, 0],
        [100, 10],
        [0, 10],
        [-100, 10],
      ]),
      'tooWide',
      [-100, 0],
    ],
    [
      'a sliver without area',
      polygon([
        [1e-9, 0],
        [0, 1e-9],
        [1e-9, 1e-9],
      ]),
      'noArea',
      null,
    ],
    ['10,001 corners', polygon(handDrawn(10_001, 1)), 'tooManyCorners', null],
  ]
  test.each(rows)('%s', (_, drawn, fault, place) => {
    const check = checkShape(drawn)
    expect(check).toMatchObject({ fault })
    if ('fault' in check && place) {
      expect(check.place?.longitude).toBeCloseTo(place[0], 9)
      expect(check.place?.latitude).toBeCloseTo(place[1], 9)
    }
  })

  test('a crossing among 10,000 corners is found, and its place is told', () => {
    const ring = [...handDrawn(10_000, 2)]
    const [a, b] = [ring[4000], ring[4003]]
    if (!a || !b) throw new Error('no corners')
    ring[4000] = b
    ring[4003] = a
    const check = checkShape(polygon(ring))
    expect(check).toMatchObject({ fault: 'crossing', ring: 0 })
    if ('fault' in check && check.place)
      expect(metresBetween(check.place, { longitude: a[0], latitude: a[1] })).toBeLessThan(200)
  })

  test('outlines that are hard for a grid are judged without comparing everything with everything', () => {
    const teeth: [number, number][] = []
    for (let tooth = 0; tooth < 4998; tooth++) teeth.push([tooth / 5000, tooth % 2 === 0 ? 0 : 1])
    const comb = [...teeth, ...[...teeth].reverse().map(([x, y]) => [x + 1e-5, y + 2] as [number, number])]
    expect(checkShape(polygon(comb))).toHaveProperty('ok')
    const spiral = Array.from({ length: 5000 }, (_, n) => [n, 1 + n / 200] as const)
    const way = (shift: number) =>
      spiral.map(
        ([n, r]) =>
          [Math.cos(n / 50) * (r + shift) * 0.01, Math.sin(n / 50) * (r + shift) * 0.01] as [number, number],
      )
    expect(checkShape(polygon([...way(0), ...way(0.5).reverse()]))).toHaveProperty('ok')
  })
})

describe('the one form', () => {
  test('reversed, closed and doubled corners make no difference', () => {
    const ring = handDrawn(40, 3)
    const [first] = ring
    const closed = first ? [...ring, first] : ring
    const doubled = ring.flatMap(corner => [corner, corner])
    const shapes = [ring, reversed(ring), closed, reversed(closed), doubled].map(each =>
      good(polygon(each, reversed(box(...pairOf(HOME), 0.0002)))),
    )
    const areas = shapes.map(areaOf)
    for (const area of areas) expect(area).toBeCloseTo(areas[0] ?? 0, 6)
    for (const shape of shapes) expect(shape.is === 'polygon' && shape.rings[0]).toHaveLength(40)
  })
  test('corners keep every digit', () => {
    const ring = handDrawn(25, 4)
    const shape = good(polygon(ring))
    const wire = shape.is === 'polygon' ? wireRings(shape.rings)[0] : []
    expect(new Set(wire?.map(String))).toEqual(new Set(ring.map(String)))
  })
  test('a circle without a radius has the usual one', () => {
    expect(good({ shape: 'circle', ...HOME })).toMatchObject({ radius: 100 })
  })
  test('areas are those of the sphere', () => {
    const side = 0.01 * 111_195
    expect(areaOf(good(polygon(box(0, 60, 0.005))))).toBeCloseTo(side * side * 0.5, -2)
    const holed = good(polygon(box(0, 0, 0.005), box(0, 0, 0.0025)))
    expect(areaOf(holed) / (side * side)).toBeCloseTo(0.75, 4)
  })
})

describe('inside', () => {
  test('agrees with the plain rule for any place, with holes', () => {
    const chance = createChance(5)
    for (let round = 0; round < 20; round++) {
      const [outline, hole] = [handDrawn(7 + round * 60, 10 + round), handDrawn(9, 90 + round, 80)]
      const prepared = prepareShape(good(polygon(outline, hole)))
      for (let at = 0; at < 200; at++) {
        const place = placeAt(HOME, chance.between(-400, 400), chance.between(-400, 400))
        const plain = [outline, hole].reduce((odd, ring) => odd !== windsRound(ring, place), false)
        expect(prepared.inside(place)).toBe(plain)
      }
    }
  })
  test('moving everything along a parallel changes nothing, not across the antimeridian either', () => {
    const chance = createChance(6)
    const ring = handDrawn(50, 7)
    const home = prepareShape(good(polygon(ring)))
    for (const shift of [65.94, -294.06, 65.9405]) {
      const along = (x: number) => ((x + shift + 540) % 360) - 180
      const there = prepareShape(good(polygon(ring.map(([x, y]) => [along(x), y] as const))))
      for (let at = 0; at < 300; at++) {
        const place = placeAt(HOME, chance.between(-350, 350), chance.between(-350, 350))
        const moved = { ...place, longitude: along(place.longitude) }
        expect(there.inside(moved)).toBe(home.inside(place))
        expect(there.toEdge(moved)).toBeCloseTo(home.toEdge(place), 2)
      }
    }
  })
  test('a circle across the antimeridian', () => {
    const { inside } = prepareShape(
      good({ shape: 'circle', longitude: 179.9995, latitude: -17, radius: 200 }),
    )
    expect(inside({ longitude: -179.9995, latitude: -17 })).toBe(true)
    expect(inside({ longitude: 180, latitude: -17 })).toBe(true)
    expect(inside({ longitude: -180, latitude: -17 })).toBe(true)
    expect(inside({ longitude: -179.99, latitude: -17 })).toBe(false)
    expect(inside({ longitude: 0, latitude: -17 })).toBe(false)
  })
  test('the distance to the edge is that of a walk', () => {
    const square = prepareShape(good(polygon(box(0, 60, 0.01))))
    expect(square.toEdge({ longitude: 0, latitude: 60 })).toBeCloseTo(0.005 * 111_195, -2)
    expect(square.toEdge({ longitude: 0, latitude: 60.02 })).toBeCloseTo(0.01 * 111_195, -1)
    const round = prepareShape(good({ shape: 'circle', ...HOME, radius: 100 }))
    expect(round.toEdge(placeAt(HOME, 130, 0))).toBeCloseTo(30, 0)
    expect(round.toEdge(placeAt(HOME, 0, -90))).toBeCloseTo(10, 0)
  })
  test('the label stands inside, whatever the shape', () => {
    const crescent: Ring = [
      ...Array.from(
        { length: 40 },
        (_, n) => [Math.cos(n / 10) * 0.02, Math.sin(n / 10) * 0.02] as [number, number],
      ),
      ...Array.from(
        { length: 40 },
        (_, n) => [Math.cos((39 - n) / 10) * 0.018, Math.sin((39 - n) / 10) * 0.018] as [number, number],
      ),
    ]
    const shapes = [
      good(polygon(crescent)),
      good(polygon(box(0, 0, 1), box(0, 0, 0.9))),
      good(polygon(box(179.999, 10, 0.01))),
      good(polygon(handDrawn(10_000, 8))),
    ]
    for (const shape of shapes) expect(prepareShape(shape).inside(labelPlace(shape))).toBe(true)
  })
})

function windsRound(ring: Ring, { longitude: x, latitude: y }: typeof HOME): boolean {
  let odd = false
  for (const [index, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay]
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) odd = !odd
  }
  return odd
}
