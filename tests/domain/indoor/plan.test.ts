// Plans in metres: where things lie, outlines that cross, sizes from two points, coverage, a site turned by its corner.
import { describe, expect, test } from 'vitest'
import { metresBetween } from '../../../src/domain/geo/geo.ts'
import { coverageOf } from '../../../src/domain/indoor/coverage.ts'
import {
  areaOf,
  calibratedSize,
  crossingOf,
  fadeOf,
  isInside,
  isOnPlan,
  metresAt,
  type PlanPoint,
  placeOnPlan,
  planCorners,
} from '../../../src/domain/indoor/plan.ts'
import { cornerDragged, offsetOf, siteCorners } from '../../../src/domain/indoor/site-placement.ts'

test('metres become a place and come back', () => {
  for (const [x, y] of [
    [0, 0],
    [12.34, 56.78],
    [100, 0.01],
    [-5, 9_999.99],
  ] as const)
    expect(metresAt(placeOnPlan(x, y))).toEqual({ x, y })
  const [upperLeft, , lowerRight] = planCorners({ width: 60, height: 40 })
  expect(metresAt(upperLeft)).toEqual({ x: 0, y: 40 })
  expect(metresAt(lowerRight)).toEqual({ x: 60, y: 0 })
})

test.each([
  [0, 0, 0, true],
  [60, 40, 0, true],
  [60.1, 40, 0, false],
  [60.1, 40, 5, true],
  [-5, -5, 5, true],
  [-5.1, 0, 5, false],
  [Number.NaN, 0, 5, false],
])('%d, %d with a margin of %d', (x, y, margin, on) => {
  expect(isOnPlan(x, y, { width: 60, height: 40 }, margin)).toBe(on)
})

describe('outlines', () => {
  const square: PlanPoint[] = [
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
  ]
  test.each<[string, PlanPoint[], number | undefined]>([
    ['a square', square, undefined],
    ['a square the other way round', [...square].reverse(), undefined],
    [
      'a bow tie',
      [
        [0, 0],
        [4, 4],
        [4, 0],
        [0, 4],
      ],
      2,
    ],
    [
      'a spike that goes back upon itself',
      [
        [0, 0],
        [4, 0],
        [2, 0],
        [2, 4],
      ],
      1,
    ],
    [
      'a corner said twice',
      [
        [0, 0],
        [4, 0],
        [4, 0],
        [4, 4],
      ],
      1,
    ],
    [
      'a corner that touches another side',
      [
        [0, 0],
        [4, 0],
        [2, 4],
        [2, 0],
        [0, 4],
      ],
      2,
    ],
  ])('%s', (_, corners, crossing) => {
    expect(crossingOf(corners)).toBe(crossing)
  })
  test('inside, and how large', () => {
    expect(isInside(1, 1, square)).toBe(true)
    expect(isInside(5, 1, square)).toBe(false)
    expect(areaOf(square)).toBe(16)
    expect(areaOf([...square].reverse())).toBe(16)
  })
})

describe('calibration', () => {
  test('half the width is 15 m', () => {
    expect(calibratedSize([0.25, 0.5], [0.75, 0.5], 15, 1.5)).toEqual({ width: 30, height: 20 })
  })
  test('a slanted line of 3:4 on a square', () => {
    expect(calibratedSize([0, 0], [0.3, 0.4], 5, 1)).toEqual({ width: 10, height: 10 })
  })
  test.each([
    [[0.5, 0.5], [0.5, 0.501], 5, 1],
    [[0, 0], [1, 1], 0, 1],
    [[0, 0], [1, 1], Number.NaN, 1],
    [[0, 0], [1, 1], 5, 0],
  ] as const)('%j to %j, %d m, shape %d tells nothing', (from, to, metres, aspect) => {
    expect(calibratedSize(from, to, metres, aspect)).toBeUndefined()
  })
})

test('what is old is paler and never gone', () => {
  expect(fadeOf(0)).toBe(1)
  expect(fadeOf(30_000)).toBe(1)
  expect(fadeOf(300_000)).toBeLessThan(1)
  expect(fadeOf(86_400_000)).toBeCloseTo(0.3)
})

describe('coverage', () => {
  const size = { width: 40, height: 20 }
  test('no station reaches nothing', () => {
    expect(coverageOf([], size)).toMatchObject({ covered: 0, located: 0, uncovered: 1 })
  })
  test('one in the middle of half a floor', () => {
    const { covered, located, gaps } = coverageOf([{ x: 10, y: 10, range: 10 }], size)
    expect(covered).toBeCloseTo((Math.PI * 100) / 800, 1)
    expect(located).toBe(0)
    const [largest] = gaps
    expect(largest?.x).toBeGreaterThan(20)
  })
  test('three that reach everything find everybody', () => {
    const far = { y: 10, range: 60 }
    expect(
      coverageOf(
        [0, 20, 40].map(x => ({ x, ...far })),
        size,
      ),
    ).toEqual({
      covered: 1,
      located: 1,
      uncovered: 0,
      gaps: [],
    })
  })
})

describe('a site on the outdoor map', () => {
  const site = { longitude: 114.06, latitude: 22.54, rotation: 0, width: 400, height: 200 }
  test('its corners are as far apart as it is wide and high', () => {
    for (const rotation of [0, 30, -90, 180]) {
      const [a, b, c] = siteCorners({ ...site, rotation })
      expect(metresBetween(a, b)).toBeCloseTo(400, 0)
      expect(metresBetween(b, c)).toBeCloseTo(200, 0)
    }
  })
  test('turned by a quarter its left edge lies north', () => {
    const [upperLeft] = siteCorners({ ...site, rotation: 90 })
    const { east, north } = offsetOf(site, upperLeft)
    expect(east).toBeCloseTo(100, 0)
    expect(north).toBeCloseTo(200, 0)
  })
  test('a corner that is dragged is where it was let go, and the shape is kept', () => {
    for (const corner of [0, 1, 2, 3]) {
      const to = siteCorners({ ...site, rotation: 47, width: 600, height: 300 })[corner]
      if (!to) throw new Error('no corner')
      const after = cornerDragged(site, corner, to)
      expect(after.rotation).toBeCloseTo(47, 0)
      expect(after.width).toBeCloseTo(600, 0)
      expect(after.height).toBeCloseTo(300, 0)
      expect(after).toMatchObject({ longitude: 114.06, latitude: 22.54 })
    }
  })
  test('dragged into the middle it does not vanish', () => {
    const after = cornerDragged(site, 0, site)
    expect(Math.min(after.width, after.height)).toBeGreaterThanOrEqual(1)
    expect(after.rotation).toBe(0)
  })
})
