// Gaps, limits and intervals of readings, addresses of their pages, stretches of being online.
import { describe, expect, test } from 'vitest'
import { readFigureSearch } from '../../../../src/features/devices/readings/figure-search.ts'
import { bandsOf, outagesOf } from '../../../../src/features/devices/readings/online-bands.ts'
import {
  everyFor,
  gapFor,
  isOld,
  judged,
  limitsFor,
  type ProductReading,
  withGapsIn,
} from '../../../../src/features/devices/readings/reading-facts.ts'
import { readReadingSearch } from '../../../../src/features/devices/readings/reading-search.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const model: ProductReading = {
  id: 1,
  version: 1,
  createdAt: 1,
  updatedAt: 1,
  productId: 1,
  kind: 'heartRate',
  name: '心率',
  decimals: 0,
  lower: 50,
  upper: 110,
  everySeconds: 300,
  sort: 1,
}

test('the own limits go before those of the product', () => {
  expect(limitsFor('heartRate', { limits: { heartRate: { upper: 120 } } as never }, model)).toEqual({
    upper: 120,
  })
  expect(limitsFor('heartRate', { limits: {} as never }, model)).toEqual({ lower: 50, upper: 110 })
  expect(judged(110, { upper: 110 })).toBe('inside')
  expect([judged(111, { upper: 110 }), judged(49, { lower: 50 })]).toEqual(['above', 'below'])
})

test('the own interval goes before that of the product; a value is old after one and a half', () => {
  expect(everyFor('heartRate', { heartRateMinutes: 2 }, model)).toBe(2 * MINUTE)
  expect(everyFor('heartRate', {}, model)).toBe(5 * MINUTE)
  expect(everyFor('battery', {}, undefined)).toBeUndefined()
  expect([isOld(0, 3 * MINUTE, 2 * MINUTE), isOld(0, 3 * MINUTE + 1, 2 * MINUTE)]).toEqual([false, true])
})

describe('gaps', () => {
  const every = (count: number, from: number, step: number) =>
    Array.from({ length: count }, (_, index) => from + index * step)
  const cut = (times: number[], gapMs: number) =>
    withGapsIn({ times, values: times.map(() => 1) }, gapMs).values.filter(value => value === null).length

  test('one value that is missing is a gap, one that is a little late is none', () => {
    const gap = gapFor(MINUTE, MINUTE)
    expect(cut([...every(10, 0, MINUTE), ...every(10, 11 * MINUTE, MINUTE)], gap)).toBe(1)
    expect(cut([...every(10, 0, MINUTE), ...every(10, 10.4 * MINUTE, MINUTE)], gap)).toBe(0)
  })
  test('a lonely value between two silences has a gap on both sides', () => {
    expect(
      cut([...every(10, 0, MINUTE), 60 * MINUTE, ...every(10, 120 * MINUTE, MINUTE)], gapFor(MINUTE, MINUTE)),
    ).toBe(2)
  })
  test('a time in which less was asked for is no row of gaps', () => {
    expect(
      cut([...every(50, 0, 60 * MINUTE), ...every(500, 50 * 60 * MINUTE, MINUTE)], gapFor(MINUTE, MINUTE)),
    ).toBe(0)
  })
  test('nothing and one value have none', () => {
    expect([cut([], 1), cut([5], 1)]).toEqual([0, 0])
  })
})

describe('addresses', () => {
  const now = Date.now()
  test('seconds are read as milliseconds, the wrong way round is turned, days are whole', () => {
    const { from, to } = readReadingSearch({
      imei: 866040053214418,
      from: Math.floor(now / 1000),
      to: Math.floor((now - 3 * DAY) / 1000),
    })
    expect((to ?? 0) - (from ?? 0)).toBeGreaterThan(3 * DAY - 2)
    expect(new Date(from ?? 0).getHours()).toBe(0)
  })
  test('more than the server answers is cut to its last days', () => {
    const { from, to } = readReadingSearch({ from: now - 900 * DAY, to: now })
    expect((to ?? 0) - (from ?? 0)).toBeLessThan(401 * DAY)
  })
  test.each([
    [{ imei: 'abc', span: 'century', show: 'happiness', from: 'soon' }, {}],
    [
      { span: 'week', show: 'heartRate,happiness,gas' },
      { span: 'week', show: 'heartRate,gas' },
    ],
  ])('%j', (raw, read) => {
    expect(readReadingSearch(raw)).toEqual(read)
  })
  test('a chart takes eight devices, each once', () => {
    const imeis = Array.from({ length: 12 }, (_, index) => `8660400532144${10 + index}`)
    expect(readFigureSearch({ devices: [imeis[0], 'x', ...imeis].join(',') }).devices?.split(',')).toEqual(
      imeis.slice(0, 8),
    )
    expect(readFigureSearch({ devices: 866040053214418, align: 'start' })).toEqual({
      devices: '866040053214418',
      align: 'start',
    })
  })
})

test('being online as stretches, also for changes out of order, doubled and before the period', () => {
  const told = {
    before: 1 as const,
    changes: [
      { at: 30, state: 1 as const },
      { at: 20, state: 2 as const },
      { at: 21, state: 2 as const },
      { at: 90, state: 2 as const },
      { at: 500, state: 1 as const },
    ],
  }
  expect(bandsOf(told, { from: 10, to: 100 })).toEqual([
    { from: 10, to: 20, state: 1 },
    { from: 20, to: 30, state: 2 },
    { from: 30, to: 90, state: 1 },
    { from: 90, to: 100, state: 2 },
  ])
  expect(outagesOf(told, { from: 10, to: 100 })).toEqual([
    { from: 20, to: 30 },
    { from: 90, to: 100 },
  ])
  expect(bandsOf({ before: null, changes: [] }, { from: 0, to: 5 })).toEqual([
    { from: 0, to: 5, state: null },
  ])
})
