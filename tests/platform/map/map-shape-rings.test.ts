// Rings of shapes, lines and the grid of metres as the console's own map draws them.
import { expect, test } from 'vitest'
import { metresBetween } from '../../../src/domain/geo/geo.ts'
import { unpackRing } from '../../../src/platform/map/maplibre/land.ts'
import {
  gridLabels,
  gridLines,
  gridStep,
  METRES_PER_DEGREE,
  metresPerPixel,
} from '../../../src/platform/map/maplibre/metre-grid.ts'
import { coveredBy, freestOf } from '../../../src/platform/map/maplibre/name-places.ts'
import {
  circleRing,
  labelPosition,
  labelPositions,
  linePositions,
  ringsOf,
  unrolledRing,
} from '../../../src/platform/map/maplibre/shape-rings.ts'

const place = ([longitude = 0, latitude = 0]: readonly number[]) => ({ longitude, latitude })

test.each([
  ['in Shenzhen', { longitude: 114.06, latitude: 22.54 }, 100],
  ['far north', { longitude: 20, latitude: 78 }, 50_000],
  ['on the antimeridian', { longitude: 179.9999, latitude: -17 }, 5_000],
])('a circle is as far everywhere: %s', (_, centre, radius) => {
  const ring = circleRing(centre, radius)
  expect(ring.at(-1)).toEqual(ring[0])
  for (const corner of ring) expect(metresBetween(centre, place(corner)) / radius).toBeCloseTo(1, 6)
  for (const [at, [longitude = 0]] of ring.entries())
    expect(Math.abs(longitude - (ring[at - 1]?.[0] ?? longitude))).toBeLessThan(10)
})

test('a ring across the antimeridian runs on, and its holes beside it', () => {
  const [outer, hole] = ringsOf({
    rings: [
      [179, -179, -179, 179].map((longitude, at) => ({ longitude, latitude: at < 2 ? 0 : 2 })),
      [-179.8, -179.4, -179.6].map((longitude, at) => ({ longitude, latitude: 0.5 + at / 4 })),
    ],
  })
  expect(outer?.map(([longitude]) => longitude)).toEqual([179, 181, 181, 179, 179])
  expect(hole?.map(([longitude = 0]) => longitude > 180)).toEqual([true, true, true, true])
})

test('a circle without a radius and a ring of one corner are not drawn', () => {
  const at = { longitude: 1, latitude: 1 }
  expect(ringsOf({ circle: at, radiusMetres: 0 })).toEqual([])
  expect(ringsOf({ rings: [[at]] })).toEqual([])
  expect(unrolledRing([])).toEqual([])
})

test('the name of a shape like a U stands in it, not in its gap', () => {
  const u = [
    [0, 0],
    [10, 0],
    [10, 10],
    [8, 10],
    [8, 2],
    [2, 2],
    [2, 10],
    [0, 10],
    [0, 0],
  ]
  const [x = 0, y = 0] = labelPosition([u]) ?? []
  expect(y < 2 || x < 2 || x > 8).toBe(true)
})

test('the other places for a name lie in the shape too', () => {
  const square = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
    [0, 0],
  ]
  const places = labelPositions([square])
  expect(places[0]).toEqual([5, expect.closeTo(5, 6)])
  expect(places.length).toBeGreaterThan(8)
  for (const [x = -1, y = -1] of places) expect(Math.min(x, y, 10 - x, 10 - y)).toBeGreaterThan(0)
  expect(labelPositions([])).toEqual([])
})

test('a name makes way for what is read, and stays where nothing is free', () => {
  const size = { wide: 60, high: 16 }
  const places = [
    { x: 100, y: 100 },
    { x: 100, y: 130 },
    { x: 100, y: 70 },
  ]
  const person = { left: 90, right: 160, top: 90, bottom: 110 }
  expect(freestOf(places, size, [])).toBe(0)
  expect(freestOf(places, size, [person])).toBe(1)
  expect(freestOf(places, size, [person, { left: 60, right: 160, top: 120, bottom: 140 }])).toBe(2)
  // Everywhere is somebody: the least covered.
  const all = { left: 0, right: 200, top: 0, bottom: 75 }
  expect(freestOf(places, size, [person, all, { left: 60, right: 160, top: 120, bottom: 140 }])).toBe(0)
  expect(coveredBy(person, [{ left: 0, right: 100, top: 100, bottom: 200 }])).toBe(100)
})

test('the figures of the grid count from zero, which has no sign', () => {
  const texts = gridLabels({ west: -1e-5, south: -1e-5, east: 6e-5, north: 6e-5 }, 5, metres =>
    Object.is(metres, -0) ? 'negative zero' : `${metres}`,
  ).features.map(({ properties }) => properties?.text)
  expect(texts).toEqual(['0', '5', '0', '5'])
})

test('a line takes the short way', () => {
  expect(linePositions(Float64Array.of(170, 1, -170, 2, 170, 3)).map(([longitude]) => longitude)).toEqual([
    170, 190, 170,
  ])
})

test('packed land is unpacked', () => {
  expect(unpackRing([100, 50, 100, 0, 0, 100], 100)).toEqual([
    [1, 0.5],
    [2, 0.5],
    [2, 1.5],
    [1, 0.5],
  ])
})

test('lines of metres are apart enough, and where one expects them at 0, 0', () => {
  expect([0.01, 0.1, 0.5, 5].map(gridStep)).toEqual([1, 5, 50, 500])
  expect(metresPerPixel(0, 0)).toBeCloseTo(78_271.5, 0)
  const degrees = 20 / METRES_PER_DEGREE
  const grid = gridLines({ west: -degrees, east: degrees, south: -degrees, north: degrees }, 10)
  const metres = grid.lines.features.map(({ geometry }) => {
    const [from = [], to = []] = geometry.type === 'LineString' ? geometry.coordinates : []
    return from[0] === to[0] ? Math.round((from[0] ?? 0) * METRES_PER_DEGREE) : undefined
  })
  expect(metres.filter(one => one !== undefined)).toEqual([
    -60, -50, -40, -30, -20, -10, 0, 10, 20, 30, 40, 50, 60,
  ])
})
