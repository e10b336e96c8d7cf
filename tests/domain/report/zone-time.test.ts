// Calendars and clocks of zones: midnights, weeks, months, days of 23 and 25 hours.
import { describe, expect, test } from 'vitest'
import { nextRun, periodOf } from '../../../src/domain/report/period.ts'
import {
  bucketStarts,
  isZone,
  localTime,
  momentOf,
  nextStart,
  startOf,
} from '../../../src/domain/report/zone-time.ts'

const SHANGHAI = 'Asia/Shanghai'
const BERLIN = 'Europe/Berlin'
const at = (iso: string) => Date.parse(iso)
const HOUR = 3_600_000

describe('zones', () => {
  test.each([
    [SHANGHAI, true],
    ['America/St_Johns', true],
    ['Mars/Olympus', false],
    ['', false],
  ])('%s is known: %s', (zone, known) => expect(isZone(zone)).toBe(known))

  test('clocks and calendars', () => {
    expect(localTime(SHANGHAI, at('2026-02-28T16:00:00Z'))).toEqual({
      year: 2026,
      month: 3,
      day: 1,
      weekday: 7,
      minute: 0,
    })
    // Half an hour off the full one.
    expect(localTime('Asia/Kolkata', at('2026-01-01T00:00:00Z')).minute).toBe(330)
  })

  test.each([
    ['an ordinary time', BERLIN, [2026, 7, 1, 90], '2026-06-30T23:30:00Z'],
    ['a time that comes twice is the first', BERLIN, [2026, 10, 25, 150], '2026-10-25T00:30:00Z'],
    ['a time that is skipped is the jump', BERLIN, [2026, 3, 29, 150], '2026-03-29T01:00:00Z'],
    ['midnight that is skipped', 'America/Santiago', [2026, 9, 6, 0], '2026-09-06T04:00:00Z'],
    ['days beyond the month count on', SHANGHAI, [2026, 2, 30, 0], '2026-03-01T16:00:00Z'],
    ['months beyond the year count on', SHANGHAI, [2026, 13, 1, 0], '2026-12-31T16:00:00Z'],
  ] as const)('%s', (_, zone, [year, month, day, minute], expected) => {
    expect(new Date(momentOf(zone, year, month, day, minute)).toISOString()).toBe(
      new Date(expected).toISOString(),
    )
  })
})

describe('buckets', () => {
  test('the day the clocks go forward has 23 hours, the other 25', () => {
    const short = startOf('day', BERLIN, at('2026-03-29T12:00:00Z'))
    expect(nextStart('day', BERLIN, short) - short).toBe(23 * HOUR)
    const long = startOf('day', BERLIN, at('2026-10-25T12:00:00Z'))
    expect(nextStart('day', BERLIN, long) - long).toBe(25 * HOUR)
    expect(bucketStarts('hour', BERLIN, long, nextStart('day', BERLIN, long))).toHaveLength(25)
  })
  test('weeks begin on Monday, also over the turn of a year', () => {
    expect(startOf('week', SHANGHAI, at('2027-01-01T12:00:00Z'))).toBe(at('2026-12-27T16:00:00Z'))
  })
  test('a period is covered without a hole', () => {
    for (const bucket of ['hour', 'day', 'week', 'month'] as const) {
      const [from, to] = [at('2026-03-20T05:11:00Z'), at('2026-04-10T00:00:00Z')]
      const starts = bucketStarts(bucket, BERLIN, from, to)
      expect(starts[0]).toBeLessThanOrEqual(from)
      expect(nextStart(bucket, BERLIN, starts.at(-1) ?? 0)).toBeGreaterThanOrEqual(to)
      for (const [index, start] of starts.entries())
        if (index > 0) expect(start).toBe(nextStart(bucket, BERLIN, starts[index - 1] ?? 0))
    }
  })
  test('hours of a zone that is half an hour off', () => {
    expect(startOf('hour', 'Asia/Kolkata', at('2026-01-01T00:10:00Z'))).toBe(at('2025-12-31T23:30:00Z'))
  })
})

describe('periods', () => {
  const now = at('2026-03-14T22:00:00Z') // 15 March, 06:00 in Shanghai
  test.each([
    ['today', '2026-03-14T16:00:00Z', '2026-03-15T16:00:00Z'],
    ['yesterday', '2026-03-13T16:00:00Z', '2026-03-14T16:00:00Z'],
    ['last7Days', '2026-03-08T16:00:00Z', '2026-03-15T16:00:00Z'],
    ['thisMonth', '2026-02-28T16:00:00Z', '2026-03-15T16:00:00Z'],
    ['lastMonth', '2026-01-31T16:00:00Z', '2026-02-28T16:00:00Z'],
    ['custom', '2026-02-28T16:00:00Z', '2026-03-15T16:00:00Z'],
  ] as const)('%s', (period, from, to) => {
    expect(periodOf({ period, zone: SHANGHAI }, now)).toEqual({ from: at(from), to: at(to) })
  })
  test('a given end is part of the period', () => {
    expect(periodOf({ period: 'custom', zone: SHANGHAI, from: 5, to: 9 }, now)).toEqual({ from: 5, to: 10 })
  })
})

describe('schedules', () => {
  const next = (
    schedule: 'none' | 'daily' | 'weekly' | 'monthly',
    onDay: number | null,
    after: string,
    zone = SHANGHAI,
  ) => {
    const due = nextRun({ schedule, atMinute: 480, onDay, zone }, at(after))
    return due === undefined ? undefined : new Date(due).toISOString()
  }
  test.each([
    ['none', null, '2026-03-14T22:00:00Z', undefined],
    ['daily', null, '2026-03-14T22:00:00Z', '2026-03-15T00:00:00.000Z'],
    ['daily', null, '2026-03-15T00:00:00Z', '2026-03-16T00:00:00.000Z'],
    // 15 March 2026 is a Sunday.
    ['weekly', 7, '2026-03-14T22:00:00Z', '2026-03-15T00:00:00.000Z'],
    ['weekly', 1, '2026-03-14T22:00:00Z', '2026-03-16T00:00:00.000Z'],
    ['weekly', 7, '2026-03-15T00:00:00Z', '2026-03-22T00:00:00.000Z'],
    ['monthly', 31, '2026-04-01T00:00:00Z', '2026-04-30T00:00:00.000Z'],
    ['monthly', 31, '2026-12-31T00:00:00Z', '2027-01-31T00:00:00.000Z'],
    ['monthly', 29, '2027-02-01T00:00:00Z', '2027-02-28T00:00:00.000Z'],
  ] as const)('%s on %s after %s', (schedule, onDay, after, expected) => {
    expect(next(schedule, onDay, after)).toBe(expected)
  })
  test('a schedule runs once on the day the hour is skipped', () => {
    const due = nextRun(
      { schedule: 'daily', atMinute: 150, onDay: null, zone: BERLIN },
      at('2026-03-28T12:00:00Z'),
    )
    expect(new Date(due ?? 0).toISOString()).toBe('2026-03-29T01:00:00.000Z')
  })
})
