// Money of what was consumed: tariffs that change, and rounding once.
import { expect, test } from 'vitest'
import { chanceOf } from '../../../server/demo/random.ts'
import { amountOf, priceOn, rateSegment } from '../../../src/domain/fees/rating.ts'

const segment = (fromDay: string, toDay: string, quantity: number) => ({
  ...{ fromDay, toDay, from: 0, to: quantity, rollover: false, quantity },
})

const prices = [
  { fromDay: '2026-01-01', microFen: 50_000_000 },
  { fromDay: '2026-07-11', microFen: 60_000_000 },
]

test.each([
  ['2025-12-31', undefined],
  ['2026-01-01', 50_000_000],
  ['2026-07-10', 50_000_000],
  ['2026-07-11', 60_000_000],
])('the price on %s is %s', (day, microFen) => {
  expect(priceOn(prices, day)?.microFen).toBe(microFen)
})

test('a stretch is split where the tariff changes, by days', () => {
  const rated = rateSegment(segment('2026-06-30', '2026-07-31', 31_000), prices)
  expect(rated?.parts).toEqual([
    { fromDay: '2026-07-01', toDay: '2026-07-10', quantity: 10_000, microFen: 50_000_000 },
    { fromDay: '2026-07-11', toDay: '2026-07-31', quantity: 21_000, microFen: 60_000_000 },
  ])
  expect(amountOf(rated?.parts ?? [])).toBe(10 * 50 + 21 * 60)
})

test('a reading on the day of the change leaves nothing to share out', () => {
  const before = rateSegment(segment('2026-06-30', '2026-07-10', 12_345), prices)
  const after = rateSegment(segment('2026-07-10', '2026-07-31', 6_789), prices)
  expect(before?.parts).toMatchObject([{ quantity: 12_345, microFen: 50_000_000 }])
  expect(after?.parts).toMatchObject([{ quantity: 6_789, microFen: 60_000_000 }])
})

test('without a price on its first day nothing is rated', () => {
  expect(rateSegment(segment('2025-12-20', '2026-01-20', 1_000), prices)).toBeUndefined()
})

test('a stretch within one day is of that day', () => {
  expect(rateSegment(segment('2026-07-11', '2026-07-11', 7), prices)?.parts).toMatchObject([
    { quantity: 7, microFen: 60_000_000 },
  ])
})

test.each([
  // 0.5469 yuan a kWh.
  [[[1_000, 54_690_000]], 55],
  [[[333, 54_690_000]], 18],
  // Half a fen goes up, once for the whole sum.
  [[[500, 1_000_000]], 1],
  [
    [
      [500, 1_000_000],
      [500, 1_000_000],
    ],
    1,
  ],
  [[[499, 1_000_000]], 0],
  [[[-500, 1_000_000]], -1],
  [[], 0],
  // More than a double can count exactly.
  [[[999_999_999_999, 1_000_000_000]], 999_999_999_999],
])('%j costs %d fen', (parts, fen) => {
  expect(amountOf(parts.map(([quantity = 0, microFen = 0]) => ({ quantity, microFen })))).toBe(fen)
})

test('of thousands of random stretches no thousandth and no fen is lost', () => {
  const chance = chanceOf(20_260_731)
  const changes = ['2026-03-05', '2026-03-17', '2026-03-18', '2026-04-02']
  for (let round = 0; round < 5_000; round++) {
    const tariff = [{ fromDay: '2026-01-01', microFen: chance.whole(1, 900_000_000) }].concat(
      changes
        .filter(() => chance.happens(0.6))
        .map(fromDay => ({ fromDay, microFen: chance.whole(1, 900_000_000) })),
    )
    const quantity = chance.whole(0, 99_999_999)
    const parts = rateSegment(segment('2026-02-28', '2026-04-15', quantity), tariff)?.parts ?? []
    expect(parts.reduce((sum, part) => sum + part.quantity, 0)).toBe(quantity)
    const exact = parts.reduce((sum, part) => sum + BigInt(part.quantity) * BigInt(part.microFen), 0n)
    const off = BigInt(amountOf(parts)) * 1_000_000_000n - exact
    expect(off > -500_000_000n && off <= 500_000_000n).toBe(true)
  }
})
