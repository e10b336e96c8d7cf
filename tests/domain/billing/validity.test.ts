// How long packages hold and what they come to: calendar days, ends of months, clocks that are set, sums.
import { describe, expect, test } from 'vitest'
import {
  daysBetween,
  megabytesOf,
  type Period,
  packageEnd,
  renewalDays,
  standingOf,
} from '../../../src/domain/billing/validity.ts'

const at = (text: string) => Date.parse(text)

describe('a package ends with the last of its days', () => {
  test.each([
    [
      'the day it begins counts whole',
      '2026-03-01T23:59:00+08:00',
      30,
      'Asia/Shanghai',
      '2026-03-31T00:00+08:00',
    ],
    ['one day ends at midnight', '2026-03-01T08:00:00+08:00', 1, 'Asia/Shanghai', '2026-03-02T00:00+08:00'],
    ['over the end of February', '2026-02-27T10:00:00+08:00', 3, 'Asia/Shanghai', '2026-03-02T00:00+08:00'],
    ['in a leap year', '2028-02-27T10:00:00+08:00', 3, 'Asia/Shanghai', '2028-03-01T00:00+08:00'],
    ['from the last of a month', '2026-01-31T10:00:00+08:00', 30, 'Asia/Shanghai', '2026-03-02T00:00+08:00'],
    [
      'over the turn of the year',
      '2026-12-31T23:00:00+08:00',
      365,
      'Asia/Shanghai',
      '2027-12-31T00:00+08:00',
    ],
    [
      'clocks are set forward in between',
      '2026-03-28T12:00:00+01:00',
      3,
      'Europe/Berlin',
      '2026-03-31T00:00+02:00',
    ],
    [
      'clocks are set back in between',
      '2026-10-24T12:00:00+02:00',
      3,
      'Europe/Berlin',
      '2026-10-27T00:00+01:00',
    ],
    ['the days are those of the zone', '2026-03-01T17:00:00Z', 1, 'Asia/Shanghai', '2026-03-03T00:00+08:00'],
  ])('%s', (_, from, days, zone, end) => {
    expect(packageEnd(at(from), days, zone)).toBe(at(end))
  })
})

test('days between two moments are days of the calendar', () => {
  expect(daysBetween(at('2026-03-01T23:59+08:00'), at('2026-03-02T00:00+08:00'), 'Asia/Shanghai')).toBe(1)
  expect(daysBetween(at('2026-03-28T23:00+01:00'), at('2026-03-30T01:00+02:00'), 'Europe/Berlin')).toBe(2)
})

test('it may be bought again in its last third, at most a month before', () => {
  expect([1, 7, 30, 90, 365].map(renewalDays)).toEqual([1, 2, 10, 30, 30])
})

test('megabytes are whole and counted as the carrier counts them', () => {
  expect(megabytesOf(100, 100)).toBe(100)
  expect(megabytesOf(100, 150)).toBe(66)
  expect(megabytesOf(null, 100)).toBeNull()
})

const period = (more: Partial<Period>): Period => ({
  id: 1,
  type: 'data',
  packageId: 1,
  megabytes: 100,
  startsAt: 0,
  endsAt: 100,
  ...more,
})

describe('what a card has', () => {
  test('nothing', () => {
    expect(standingOf([], 50)).toEqual({
      periodId: null,
      packageId: null,
      endsAt: null,
      quotaMegabytes: null,
      changesAt: null,
    })
  })
  test('add-ons add while they hold', () => {
    const periods = [
      period({}),
      period({ id: 2, type: 'addOn', packageId: 2, megabytes: 30, startsAt: 10, endsAt: 60 }),
    ]
    expect(standingOf(periods, 50)).toMatchObject({ quotaMegabytes: 130, endsAt: 100, changesAt: 60 })
    expect(standingOf(periods, 60)).toMatchObject({ quotaMegabytes: 100, changesAt: 100 })
    expect(standingOf(periods, 100)).toMatchObject({ quotaMegabytes: null, packageId: null, changesAt: null })
  })
  test('the same package again makes it longer, another one waits', () => {
    const periods = [
      period({}),
      period({ id: 2, startsAt: 100, endsAt: 200 }),
      period({ id: 3, packageId: 9, startsAt: 200, endsAt: 300 }),
    ]
    expect(standingOf(periods, 50)).toMatchObject({ periodId: 1, endsAt: 200, quotaMegabytes: 100 })
    expect(standingOf(periods, 150)).toMatchObject({ periodId: 2, endsAt: 200 })
    expect(standingOf(periods, 200)).toMatchObject({ periodId: 3, packageId: 9, endsAt: 300 })
  })
  test('what holds words only has no quota of data', () => {
    expect(standingOf([period({ megabytes: null })], 50).quotaMegabytes).toBeNull()
  })
})
