// Stretches of meters: replaced, rolled over, fallen.
import { expect, test } from 'vitest'
import {
  fitsRegister,
  type Neighbours,
  quantityOf,
  readingProblem,
  segmentsOf,
} from '../../../src/domain/fees/segments.ts'
import { microFenOf, thousandthsOf } from '../../../src/domain/fees/units.ts'

const register = { digits: 5, multiplier: 1 }

test('a replaced meter and the one in its place are billed together', () => {
  const old = segmentsOf(register, { day: '2026-06-30', thousandths: 980_000 }, [
    { day: '2026-07-12', thousandths: 990_000 },
  ])
  const next = segmentsOf(register, { day: '2026-07-12', thousandths: 0 }, [
    { day: '2026-07-31', thousandths: 5_000 },
  ])
  expect(quantityOf([...old, ...next])).toBe(15_000)
})

test.each([
  ['goes on', 5, 1, 10_000, { thousandths: 12_500 }, 2_500],
  ['stands still', 5, 1, 10_000, { thousandths: 10_000 }, 0],
  ['rolls over', 5, 1, 99_990_000, { thousandths: 12_000, rollover: true }, 22_000],
  ['rolls over with few digits', 3, 1, 999_500, { thousandths: 0, rollover: true }, 500],
  ['counts through a transformer', 6, 40, 1_000, { thousandths: 3_500 }, 100_000],
  ['rolls over behind a transformer', 4, 30, 9_999_000, { thousandths: 1_000, rollover: true }, 60_000],
])('a register that %s', (_, digits, multiplier, from, to, quantity) => {
  const segments = segmentsOf({ digits, multiplier }, { day: '2026-01-31', thousandths: from }, [
    { day: '2026-02-28', ...to },
  ])
  expect(quantityOf(segments)).toBe(quantity)
})

test('what lies between many readings is what lies between the first and the last', () => {
  const readings = Array.from({ length: 30 }, (_, at) => ({
    day: `2026-03-${String(at + 1).padStart(2, '0')}`,
    thousandths: 1_000 + at * 333,
  }))
  const segments = segmentsOf(register, { day: '2026-02-28', thousandths: 1_000 }, readings)
  expect(segments).toHaveLength(30)
  expect(quantityOf(segments)).toBe(29 * 333)
})

const known: Neighbours = {
  register,
  installedOn: '2026-01-10',
  removedOn: null,
  today: '2026-07-20',
  billedUntil: '2026-06-30',
  before: { day: '2026-06-30', thousandths: 500_000 },
  after: undefined,
  taken: false,
}

test.each<[string, Parameters<typeof readingProblem>[0], Partial<Neighbours>, string | undefined]>([
  ['follows', { day: '2026-07-20', thousandths: 510_000 }, {}, undefined],
  ['stands still', { day: '2026-07-20', thousandths: 500_000 }, {}, undefined],
  ['is before the meter', { day: '2026-01-09', thousandths: 510_000 }, {}, 'reading.beforeInstalled'],
  [
    'is after the meter',
    { day: '2026-07-19', thousandths: 510_000 },
    { removedOn: '2026-07-18' },
    'reading.afterRemoved',
  ],
  ['is in the future', { day: '2026-07-21', thousandths: 510_000 }, {}, 'reading.future'],
  ['is of a billed day', { day: '2026-06-30', thousandths: 510_000 }, {}, 'reading.billed'],
  ['is the second of its day', { day: '2026-07-20', thousandths: 1 }, { taken: true }, 'reading.sameDay'],
  ['has too many digits', { day: '2026-07-20', thousandths: 100_000_000 }, {}, 'reading.digits'],
  ['falls', { day: '2026-07-20', thousandths: 499_999 }, {}, 'reading.fall'],
  ['rolls over', { day: '2026-07-20', thousandths: 499_999, rollover: true }, {}, undefined],
  [
    'rises and claims to roll over',
    { day: '2026-07-20', thousandths: 500_001, rollover: true },
    {},
    'reading.noRollover',
  ],
  [
    'is above the next',
    { day: '2026-07-10', thousandths: 520_000 },
    { after: { day: '2026-07-15', thousandths: 515_000 } },
    'reading.aboveNext',
  ],
])('a reading that %s', (_, reading, given, problem) => {
  expect(readingProblem(reading, { ...known, ...given })).toBe(problem)
})

test.each([
  [99_999_999, true],
  [100_000_000, false],
  [-1, false],
])('a register of five digits shows %s: %s', (thousandths, fits) => {
  expect(fitsRegister(register, thousandths)).toBe(fits)
})

test.each([
  [12.345, 12_345],
  [0.1 + 0.2, undefined],
  [1.2345, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  [999_999_999, 999_999_999_000],
])('%s units are %s thousandths', (units, thousandths) => {
  expect(thousandthsOf(units)).toBe(thousandths)
})

test.each([
  [0.5469, 54_690_000],
  [3.45, 345_000_000],
  [0.000001, 100],
  [0.0000001, undefined],
  [10_001, undefined],
])('%s yuan are %s micro-fen', (yuan, microFen) => {
  expect(microFenOf(yuan)).toBe(microFen)
})
