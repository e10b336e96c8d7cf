// What is good, what is to be looked at, what wants somebody; and when the disk is full.
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/durations.ts'
import {
  daysUntilFull,
  FORESEEN_DAYS,
  growthOf,
  LEAST_MS,
  type Size,
} from '../../../src/domain/operations/forecast.ts'
import { judge, judged, limits, toSee, worst } from '../../../src/domain/operations/judgement.ts'

test('every figure gets worse in one direction, and its thresholds are reached at their values', () => {
  for (const [name, limit] of Object.entries(limits)) {
    const below = 'below' in limit
    expect(below ? limit.look > limit.act : limit.look < limit.act, name).toBe(true)
  }
  expect([4.9, 5, 29.9, 30].map(value => judge('laneAge', value))).toEqual(['good', 'look', 'look', 'act'])
  expect([30, 29.9, 7, 6.9].map(value => judge('diskDays', value))).toEqual(['good', 'look', 'look', 'act'])
  expect(judge('diskDays', Number.POSITIVE_INFINITY)).toBe('good')
  expect(judge('backupAge', null)).toBe('unknown')
})

test('the worst of several is said, and what nobody knows is no reason for peace', () => {
  expect(worst([])).toBe('good')
  expect(worst(['good', 'unknown'])).toBe('unknown')
  expect(worst(['look', 'unknown', 'good'])).toBe('look')
  expect(worst(['look', 'act'])).toBe('act')
})

test('what is to be seen comes with the worst first, and what is good does not come', () => {
  const all = [
    judged('queueAge', 'task', 10),
    judged('queueAge', 'reports', 130),
    judged('backupAge', '', null),
    judged('silence', 'a', 61),
  ]
  expect(toSee(all).map(({ about, verdict }) => `${about} ${verdict}`)).toEqual([
    'a act',
    'reports look',
    ' unknown',
  ])
})

const hours = (kind: string, count: number, bytesAt: (hour: number) => number): Size[] =>
  Array.from({ length: count }, (_, hour) => ({
    at: 100 * DAY_MS + hour * HOUR_MS,
    kind,
    bytes: bytesAt(hour),
  }))

test('growth is by the day, of each kind, and out of a few hours nothing is foretold', () => {
  const few = growthOf(hours('database', 6, hour => hour * 100))
  expect(few).toMatchObject([{ kind: 'database', bytes: 500, perDay: null, days: [] }])
  const [enough] = growthOf(hours('database', LEAST_MS / HOUR_MS + 1, hour => hour * 100))
  expect(enough?.perDay).toBe(2_400)
})

test('what was deleted counts against what came, and what lies longer back than a week says nothing', () => {
  // It grew fast for a week, and slowly for a week after.
  const sizes = hours('file', 15 * 24, hour =>
    hour < 8 * 24 ? hour * 1_000 : 8 * 24_000 + (hour - 8 * 24) * 10,
  )
  const [file] = growthOf(sizes)
  expect(file?.perDay).toBeLessThan(1_500)
  const [shrinks] = growthOf(hours('video', 48, hour => 5_000 - hour))
  expect(shrinks?.perDay).toBe(-24)
})

test('each day says what it brought', () => {
  const [growth] = growthOf(hours('image', 72, hour => (hour < 24 ? 10 : hour < 48 ? 30 : 35)))
  expect(growth?.days).toEqual([
    { day: 101 * DAY_MS, bytes: 20 },
    { day: 102 * DAY_MS, bytes: 5 },
  ])
})

const kind = (bytes: number, bytesPerDay: number | undefined, keptDays: number | undefined) => ({
  bytes,
  bytesPerDay,
  keptDays,
})

test('a disk that grows for ever is full when its room is used up', () => {
  expect(daysUntilFull([kind(500, 10, undefined)], 100)).toBe(10)
  expect(daysUntilFull([kind(500, 10, undefined), kind(0, 15, undefined)], 100)).toBe(4)
})

test('a kind grows only until it holds all its days', () => {
  // 10 a day for 90 days are 900; 500 are there, 400 still come.
  expect(daysUntilFull([kind(500, 10, 90)], 400)).toBeUndefined()
  expect(daysUntilFull([kind(500, 10, 90)], 399)).toBe(39)
  expect(daysUntilFull([kind(1_000, 10, 90)], 0)).toBeUndefined()
})

test('what shrinks, stands still or is not known fills nothing', () => {
  expect(
    daysUntilFull([kind(5, -1, undefined), kind(5, 0, undefined), kind(5, undefined, undefined)], 0),
  ).toBeUndefined()
  expect(daysUntilFull([kind(0, 1, undefined)], FORESEEN_DAYS)).toBeUndefined()
})
