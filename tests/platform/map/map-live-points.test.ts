// Live points in whole parts of the world, and the clusters made of them.
import { expect, test } from 'vitest'
import { placeAt } from '../../../src/domain/geo/geo.ts'
import { HIDDEN, type LivePoints } from '../../../src/platform/map/map-port.ts'
import { clusterPoints, MOST_COLOURS } from '../../../src/platform/map/maplibre/cluster-points.ts'
import { countWriter, radiusOf, ringEnds } from '../../../src/platform/map/maplibre/cluster-shape.ts'
import { drawingOf, onColour } from '../../../src/platform/map/maplibre/look-drawing.ts'
import { MOTION_SECONDS, PointColumns } from '../../../src/platform/map/maplibre/point-columns.ts'
import { SeenSlots } from '../../../src/platform/map/maplibre/seen-slots.ts'
import {
  apart,
  latitudeOf,
  longitudeOf,
  originAt,
  pixelsPerUnit,
  unitsEast,
  unitsSouth,
} from '../../../src/platform/map/maplibre/world-units.ts'

const CENTRE = { longitude: 114.06, latitude: 22.54 }
const EVERYWHERE = { x: 2 ** 31, y: 2 ** 31, halfWide: 2 ** 32, halfHigh: 2 ** 32 }
const colourOf = Uint8Array.from({ length: 256 }, (_, look) => look % MOST_COLOURS)
const nobody: ReadonlySet<number> = new Set()

function pointsAt(
  places: readonly { longitude: number; latitude: number }[],
  looks?: readonly number[],
): LivePoints {
  return {
    size: places.length,
    longitudes: Float64Array.from(places, place => place.longitude),
    latitudes: Float64Array.from(places, place => place.latitude),
    looks: Uint8Array.from(places, (_, at) => looks?.[at] ?? 0),
    subscribe: () => () => undefined,
  }
}
function columnsOf(...given: Parameters<typeof pointsAt>) {
  const columns = new PointColumns()
  columns.takeAll(pointsAt(...given), 0, true)
  return columns
}

test('a place goes into parts of the world and back to within a centimetre, everywhere', () => {
  for (const { longitude, latitude } of [
    CENTRE,
    { longitude: -179.999999, latitude: -60 },
    { longitude: 0, latitude: 0 },
  ]) {
    expect(longitudeOf(Math.floor(unitsEast(longitude)))).toBeCloseTo(longitude, 6)
    expect(latitudeOf(Math.floor(unitsSouth(latitude)))).toBeCloseTo(latitude, 6)
  }
  expect(unitsSouth(90)).toBe(0)
  // Beyond the antimeridian it is the short way.
  expect(apart(unitsEast(-179.9), unitsEast(179.9)) * pixelsPerUnit(0)).toBeCloseTo((0.2 / 360) * 512, 4)
})

test('what moves starts where it is seen, and what does not change is not sent', () => {
  const points = pointsAt([CENTRE])
  const columns = new PointColumns()
  columns.takeAll(points, 0, false)
  expect(columns.movesUntil).toBe(0)
  expect(columns.take(points, 0, 1, false)).toBe(false)
  points.longitudes[0] = CENTRE.longitude + 0.001
  expect(columns.take(points, 0, 1, false)).toBe(true)
  expect(columns.movesUntil).toBe(1 + MOTION_SECONDS)
  const from = unitsEast(CENTRE.longitude)
  expect((columns.words[2] ?? 0) - from).toBeLessThan(1)
  // Half way there it turns back: from where it is then.
  points.longitudes[0] = CENTRE.longitude
  columns.take(points, 0, 1 + MOTION_SECONDS / 2, false)
  const seen = apart(columns.words[2] ?? 0, from) / apart(unitsEast(CENTRE.longitude + 0.001), from)
  expect(seen).toBeCloseTo(0.875, 2)
})

test('who wants no motion gets none, and who has no position is nowhere', () => {
  const points = pointsAt([CENTRE, { longitude: Number.NaN, latitude: 1 }, CENTRE], [0, 0, HIDDEN])
  const columns = new PointColumns()
  columns.takeAll(points, 0, true)
  expect([0, 1, 2].map(slot => columns.look(slot))).toEqual([0, HIDDEN, HIDDEN])
  points.longitudes[0] = 115
  columns.take(points, 0, 1, true)
  expect(columns.movesUntil).toBe(0)
  expect(columns.words[2]).toBe(columns.x(0))
})

test('more slots than before find room', () => {
  const columns = columnsOf([CENTRE])
  columns.takeAll(pointsAt(Array.from({ length: 500 }, () => CENTRE)), 1, false)
  expect(columns.size).toBe(500)
  expect(columns.look(499)).toBe(0)
})

test('every point is in one cluster or alone, however they lie and however far one looks', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const places = Array.from({ length: 3_000 }, () => ({
    longitude: random() * 360 - 180,
    latitude: random() * 160 - 80,
  }))
  for (let at = 0; at < 500; at++) places[at] = placeAt(CENTRE, random() * 500, random() * 500)
  const columns = columnsOf(places)
  for (const zoom of [0, 1, 5, 10, 16]) {
    const clusters = clusterPoints(columns, { zoom, view: EVERYWHERE, colourOf, apart: nobody })
    const members = Array.from({ length: clusters.count }, (_, cluster) => clusters.membersOf(cluster))
    expect(members.map(one => one.length)).toEqual([...clusters.sizes])
    const all = [...clusters.singles, ...members.flat()]
    expect(new Set(all).size).toBe(places.length)
    expect(all.length).toBe(places.length)
  }
})

test('neighbours on both sides of a line between squares, or of the antimeridian, are one', () => {
  const places = [179.9999, -179.9999].map(longitude => ({ longitude, latitude: 10 }))
  const { count, xs, singles } = clusterPoints(columnsOf(places), {
    zoom: 6,
    view: EVERYWHERE,
    colourOf,
    apart: nobody,
  })
  expect([count, singles.length]).toEqual([1, 0])
  expect(Math.abs(apart(xs[0] ?? 0, unitsEast(180)))).toBeLessThan(2 ** 32 / 360_000)
})

test('the selected stand alone, the hidden and what lies elsewhere are left out', () => {
  const places = [CENTRE, CENTRE, CENTRE, CENTRE, { longitude: 0, latitude: 0 }]
  const columns = columnsOf(places, [0, 0, 1, HIDDEN, 0])
  const view = { x: columns.x(0), y: columns.y(0), halfWide: 2 ** 20, halfHigh: 2 ** 20 }
  const { count, sizes, colours, singles } = clusterPoints(columns, {
    zoom: 10,
    view,
    colourOf,
    apart: new Set([0]),
  })
  expect([count, sizes[0], singles.length]).toEqual([1, 2, 0])
  expect([...colours.slice(0, 3)]).toEqual([1, 1, 0])
})

test('one alarm among thousands is seen in the ring', () => {
  const ends = ringEnds([9_999, 1])
  expect(ends[0]).toBeLessThan(0.95)
  expect(ends.at(-1)).toBeCloseTo(1, 9)
  expect(ringEnds([0, 5])[0]).toBe(0)
  expect(radiusOf(100_000)).toBeGreaterThan(radiusOf(10))
})

test('many are written short', () => {
  expect([7, 999, 12_345].map(countWriter('en'))).toEqual(['7', '999', '12.3K'])
  expect(countWriter('zh-CN')(12_345)).toBe('1.2万')
  // Joined letters cannot be drawn one by one.
  expect(countWriter('ar')(12_345)).toBe('12.3K')
})

test('a state has its own shape, and its sign stands out from it', () => {
  const drawings = (['filled', 'ring', 'diamond', 'dashed'] as const).map(shape =>
    drawingOf({ shape, colour: '#0a7044', glyph: 'M0 0' }, '#ffffff'),
  )
  expect(new Set(drawings.map(({ body, fill, dash }) => `${body}${fill}${dash}`)).size).toBe(4)
  expect(drawings.map(({ glyph }) => glyph?.fill)).toEqual(['#ffffff', '#0a7044', '#ffffff', '#0a7044'])
  expect(onColour('#46d99b')).toBe('#04121f')
})

/** What a map of 400 × 300 pixels around a place sees. */
function frameAt({ longitude, latitude }: { longitude: number; latitude: number }, zoom: number) {
  const scale = pixelsPerUnit(zoom)
  return { origin: originAt(longitude, latitude), scale, wide: 400, high: 300, ratio: 2, seconds: 0 }
}

test('of very many those in sight are drawn, and of what covers each other the uppermost', () => {
  const places = [
    CENTRE,
    placeAt(CENTRE, 0.5, 0),
    placeAt(CENTRE, 40, 0),
    placeAt(CENTRE, 5000, 0),
    placeAt(CENTRE, 0, -5000),
    placeAt(CENTRE, 60, 0),
  ]
  const columns = columnsOf(places, [0, 1, 0, 0, 0, HIDDEN])
  const seen = new SeenSlots()
  // About 2.2 m a pixel: the first two are one sign.
  expect([...seen.of(columns, frameAt(CENTRE, 15), 12)]).toEqual([1, 2])
  // Nearly 2 cm a pixel: they stand apart.
  expect([...seen.of(columns, frameAt(CENTRE, 22), 12)]).toEqual([0, 1])
})

test('moving the map does not change which of those that cover each other are drawn', () => {
  const columns = columnsOf(
    Array.from({ length: 2000 }, (_, at) => placeAt(CENTRE, (at * 37) % 400, (at * 91) % 300)),
  )
  const seen = new SeenSlots()
  const [first, ...others] = [0, 3, 11.5, 40].map(metres => [
    ...seen.of(columns, frameAt(placeAt(CENTRE, 200 + metres, 150), 15), 8),
  ])
  expect(first?.length).toBeLessThan(2000)
  for (const other of others) expect(other).toEqual(first)
})

test('what comes together is drawn apart until it has come, and what jumps is there at once', () => {
  const columns = columnsOf([CENTRE, placeAt(CENTRE, 100, 0), placeAt(CENTRE, 4000, 0)])
  const seen = new SeenSlots()
  columns.takeAll(pointsAt([CENTRE, CENTRE, placeAt(CENTRE, 200, 0)]), 10, false)
  const at = (seconds: number) => [
    ...seen.of(columns, { ...frameAt(placeAt(CENTRE, 100, 0), 15), seconds }, 12),
  ]
  // About 2.2 m a pixel: the third one comes from farther away than anything slides.
  expect(at(10)).toEqual([0, 1, 2])
  expect(at(10 + MOTION_SECONDS / 4)).toEqual([0, 1, 2])
  expect(at(10 + MOTION_SECONDS)).toEqual([1, 2])
})

test('across the antimeridian, and on an earth smaller than the screen, all are in sight', () => {
  const edge = { longitude: 179.999, latitude: 10 }
  const columns = columnsOf([edge, { longitude: -179.999, latitude: 10 }, { longitude: 0, latitude: -60 }])
  const seen = new SeenSlots()
  expect([...seen.of(columns, frameAt(edge, 14), 12)]).toEqual([0, 1])
  expect([...seen.of(columns, frameAt({ longitude: 100, latitude: 0 }, -1), 12)]).toEqual([0, 1, 2])
})
