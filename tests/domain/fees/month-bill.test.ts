// What a month's bill of a room consists of.
import { expect, test } from 'vitest'
import { ageOn, remindersDue } from '../../../src/domain/fees/arrears.ts'
import {
  type CountedMeter,
  isJump,
  lastOfMonth,
  monthAfter,
  monthBefore,
  monthBill,
  type RoomFacts,
  ratedAnew,
} from '../../../src/domain/fees/month-bill.ts'

const meter = (given: Partial<CountedMeter> = {}): CountedMeter => ({
  id: 1,
  serial: 'E-1',
  kind: 'electricity',
  register: { digits: 5, multiplier: 1 },
  first: { day: '2026-06-30', thousandths: 980_000 },
  readings: [],
  removed: false,
  ...given,
})

const facts = (given: Partial<RoomFacts> = {}): RoomFacts => ({
  areaHundredths: null,
  meters: [],
  adjustments: [],
  prices: {
    electricity: [{ fromDay: '2026-01-01', microFen: 54_690_000 }],
    water: [{ fromDay: '2026-01-01', microFen: 345_000_000 }],
    service: [{ fromDay: '2026-01-01', microFen: 180_000_000 }],
  },
  served: true,
  ...given,
})

test('a meter that was replaced in the month is one line of fifteen', () => {
  const bill = monthBill(
    '2026-07',
    facts({
      meters: [
        meter({ readings: [{ day: '2026-07-12', thousandths: 990_000 }], removed: true }),
        meter({
          id: 2,
          serial: 'E-2',
          first: { day: '2026-07-12', thousandths: 0 },
          readings: [{ day: '2026-07-31', thousandths: 5_000 }],
        }),
      ],
    }),
  )
  expect(bill.lines).toMatchObject([
    {
      kind: 'electricity',
      // 15 × 0.5469 yuan are 8.2035: rounded once, not once a meter.
      amount: 820,
      segments: [
        { serial: 'E-1', quantity: 10_000 },
        { serial: 'E-2', quantity: 5_000 },
      ],
    },
  ])
  expect(bill).toMatchObject({ amount: 820, carry: 0, unread: [], unpriced: [] })
})

test('a meter that nobody read is no line, and is said', () => {
  expect(monthBill('2026-07', facts({ meters: [meter()] }))).toMatchObject({ lines: [], unread: [1] })
})

test('what has no tariff is not billed, and is said', () => {
  const read = meter({ kind: 'water', readings: [{ day: '2026-07-31', thousandths: 985_000 }] })
  const bill = monthBill('2026-07', facts({ meters: [read], prices: { ...facts().prices, water: [] } }))
  expect(bill).toMatchObject({ lines: [], amount: 0, unpriced: ['water'], unread: [] })
})

test.each([
  [9_850, true, 17_730],
  [9_850, false, 0],
  [null, true, 0],
])('a service of %s hundredths of a square metre, served %s, costs %d', (areaHundredths, served, amount) => {
  expect(monthBill('2026-07', facts({ areaHundredths, served })).amount).toBe(amount)
})

test('corrections are lines of their own, and what falls below nothing is carried on', () => {
  const given = {
    areaHundredths: 100,
    adjustments: [
      { id: 7, kind: 'correction' as const, amount: -500, note: 'misread' },
      { id: 8, kind: 'correction' as const, amount: 20, note: null },
    ],
  }
  const bill = monthBill('2026-07', facts(given))
  expect(bill.lines.map(({ kind, amount, adjustmentId }) => [kind, amount, adjustmentId])).toEqual([
    ['service', 180, undefined],
    ['correction', -500, 7],
    ['correction', 20, 8],
  ])
  expect(bill).toMatchObject({ amount: 0, carry: -300 })
})

test.each([
  [10_000, 14_000, false],
  [10_000, 16_000, true],
  [10_000, 4_000, true],
  [100, 1_500, false],
  [null, 90_000, false],
])('from %s to %s fen is a jump: %s', (before, now, jump) => {
  expect(isJump(before, now)).toBe(jump)
})

test.each([
  ['2026-07-31', '2026-07-31', 'notDue'],
  ['2026-07-31', '2026-08-01', 'to30'],
  ['2026-07-31', '2026-08-30', 'to30'],
  ['2026-07-31', '2026-08-31', 'to60'],
  ['2026-07-31', '2026-09-29', 'to60'],
  ['2026-07-31', '2026-09-30', 'to90'],
  ['2026-07-31', '2026-10-29', 'to90'],
  ['2026-07-31', '2026-10-30', 'over90'],
])('what was due on %s is on %s %s', (dueOn, today, age) => {
  expect(ageOn(dueOn, today)).toBe(age)
})

test.each([
  ['2026-07-27', []],
  ['2026-07-28', [-3]],
  ['2026-07-31', [-3, 0]],
  ['2026-08-07', [-3, 0, 7]],
])('on %s the reminders %j of a bill due on 31 July are due', (today, offsets) => {
  expect(remindersDue('2026-07-31', today)).toEqual(offsets)
})

test('months follow each other', () => {
  expect([monthAfter('2026-12'), monthBefore('2026-01')]).toEqual(['2027-01', '2025-12'])
  expect([lastOfMonth('2026-02'), lastOfMonth('2028-02'), lastOfMonth('2026-12')]).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2026-12-31',
  ])
})

test('a corrected reading changes both months that it stands between, and no fen of their sum', () => {
  const first = { day: '2026-06-30', thousandths: 100_000 }
  const readings = [
    { day: '2026-07-31', thousandths: 180_000 },
    { day: '2026-08-31', thousandths: 210_000 },
  ]
  const lineOf = (at: number, from: typeof first) =>
    monthBill('2026-07', facts({ meters: [meter({ first: from, readings: readings.slice(at, at + 1) })] }))
      .lines[0]
  const [july, august] = [lineOf(0, first), lineOf(1, readings[0] ?? first)]
  // Read as 180, it was 130.
  const shown = (_: number, day: string) =>
    day === '2026-07-31' ? { thousandths: 130_000, rollover: false } : undefined
  const anew = [july, august].map(line =>
    ratedAnew(line?.segments ?? [], shown, () => ({ digits: 5, multiplier: 1 })),
  )
  expect([july?.amount, august?.amount]).toEqual([4_375, 1_641])
  expect(anew).toEqual([1_641, 4_375])
})
