// Gaps, overlaps and weeks of the roster, over midnight and where the clocks are set.
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import {
  daysLater,
  gapsOf,
  linesOf,
  nightsOf,
  onDutyAt,
  overlapsOf,
  type Turn,
  uncoveredMs,
  weekOf,
} from '../../../src/domain/duty/coverage.ts'

const h = (hour: number) => Date.UTC(2026, 10, 16) + hour * HOUR_MS
let last = 0
const turn = (workerId: number, postId: number, from: number, until: number): Turn => ({
  id: ++last,
  workerId,
  postId,
  startsAt: h(from),
  endsAt: h(until),
})
const within = { startsAt: h(0), endsAt: h(48) }
const short = (turns: readonly Turn[], minHeads: number) =>
  gapsOf([{ id: 1, minHeads }], turns, within).map(({ startsAt, endsAt, heads }) => [
    (startsAt - h(0)) / HOUR_MS,
    (endsAt - h(0)) / HOUR_MS,
    heads,
  ])

describe('gaps', () => {
  test.each<[string, readonly Turn[], number, number[][]]>([
    ['nobody planned', [], 1, [[0, 48, 0]]],
    ['nobody needed', [], 0, []],
    ['a night over midnight leaves none', [turn(1, 1, 0, 20), turn(2, 1, 20, 32), turn(1, 1, 32, 48)], 1, []],
    ['an hour without cover', [turn(1, 1, 0, 20), turn(2, 1, 21, 48)], 1, [[20, 21, 0]]],
    ['one of two', [turn(1, 1, 0, 48), turn(2, 1, 0, 24)], 2, [[24, 48, 1]]],
    ['the same person twice is one', [turn(1, 1, 0, 48), turn(1, 1, 0, 48)], 2, [[0, 48, 1]]],
    ['another post is no cover', [turn(1, 2, 0, 48)], 1, [[0, 48, 0]]],
    ['what reaches in and out', [turn(1, 1, -5, 10), turn(2, 1, 40, 60)], 1, [[10, 40, 0]]],
    [
      'fewer and fewer',
      [turn(1, 1, 0, 24), turn(2, 1, 0, 12)],
      2,
      [
        [12, 24, 1],
        [24, 48, 0],
      ],
    ],
  ])('%s', (_, turns, heads, expected) => {
    expect(short(turns, heads)).toEqual(expected)
  })

  test('hours without cover', () => {
    expect(uncoveredMs(gapsOf([{ id: 1, minHeads: 1 }], [turn(1, 1, 0, 36)], within))).toBe(12 * HOUR_MS)
  })
})

describe('overlaps', () => {
  test('over midnight, in both rows; one after the other is none', () => {
    const day = turn(1, 1, 20, 32)
    const other = turn(1, 2, 30, 40)
    expect(overlapsOf([other, day, turn(1, 1, 40, 44), turn(2, 1, 20, 32)])).toEqual([
      { workerId: 1, turns: [day.id, other.id], startsAt: h(30), endsAt: h(32) },
    ])
  })

  test('three at once are three pairs', () => {
    expect(overlapsOf([turn(1, 1, 0, 9), turn(1, 2, 1, 9), turn(1, 3, 2, 9)])).toHaveLength(3)
  })
})

test('who is on duty: from the first moment, not at the last', () => {
  const turns = [turn(1, 1, 0, 8), turn(2, 1, 8, 16)]
  expect(onDutyAt(turns, h(8)).map(({ workerId }) => workerId)).toEqual([2])
  expect(onDutyAt(turns, h(16))).toEqual([])
})

test('turns stand in as few lines as they fit', () => {
  const lines = linesOf([turn(1, 1, 0, 8), turn(2, 1, 0, 8), turn(3, 1, 8, 16), turn(4, 1, 9, 10)])
  expect(lines.map(line => line.map(({ workerId }) => workerId))).toEqual([
    [1, 3],
    [2, 4],
  ])
})

describe('weeks', () => {
  test('from Monday to Monday of the zone', () => {
    const week = weekOf('Asia/Shanghai', Date.UTC(2026, 10, 20, 6))
    expect(week.startsAt).toBe(Date.UTC(2026, 10, 15, 16))
    expect(week.endsAt - week.startsAt).toBe(7 * 24 * HOUR_MS)
    expect(week.days).toHaveLength(7)
    expect(weekOf('Asia/Shanghai', Date.UTC(2026, 10, 20, 6), 1).startsAt).toBe(week.endsAt)
  })

  test('across New Year', () => {
    expect(weekOf('Asia/Shanghai', Date.UTC(2026, 11, 31, 6)).endsAt).toBe(Date.UTC(2027, 0, 3, 16))
  })

  test.each([
    ['clocks forward', Date.UTC(2026, 2, 27, 12), 167],
    ['clocks back', Date.UTC(2026, 9, 23, 12), 169],
  ])('%s', (_, moment, hours) => {
    const week = weekOf('Europe/Berlin', moment)
    expect((week.endsAt - week.startsAt) / HOUR_MS).toBe(hours)
    // A week on is the same time of the clock.
    expect(daysLater('Europe/Berlin', week.startsAt, 7)).toBe(week.endsAt)
  })

  test('nights are one after the other, from eight to eight', () => {
    const week = weekOf('Asia/Shanghai', Date.UTC(2026, 10, 20, 6))
    const nights = nightsOf('Asia/Shanghai', week)
    expect(nights).toHaveLength(8)
    expect(nights.map(({ startsAt, endsAt }) => (endsAt - startsAt) / HOUR_MS)).toEqual([
      8, 12, 12, 12, 12, 12, 12, 4,
    ])
  })
})
