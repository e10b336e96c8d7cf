// Whether conditions are kept: nights over midnight, places that are too old, permits, check-ins, terms.
import { describe, expect, test } from 'vitest'
import {
  type Condition,
  type ConditionFacts,
  judgeCondition,
  kindAtFence,
  STALE_PLACE_MS,
  termOn,
} from '../../../src/domain/supervision/judge-condition.ts'

const ZONE = 'Asia/Shanghai'
/** 2026-03-04 is a Wednesday. */
const at = (clock: string) => Date.parse(`2026-03-04T${clock}:00+08:00`)
const night: Condition = {
  kind: 'curfew',
  days: [],
  fromMinute: 22 * 60,
  untilMinute: 6 * 60,
  zone: ZONE,
  minBattery: null,
}
const facts = (more: Partial<ConditionFacts> & { at: number }): ConditionFacts => ({
  side: undefined,
  battery: undefined,
  lastCheckInAt: null,
  permitted: false,
  ...more,
})
const inside = (moment: number, is = true) => facts({ at: moment, side: { inside: is, at: moment } })

describe('a curfew over midnight', () => {
  test.each([
    ['21:59', false, 'notNow'],
    ['22:00', true, 'kept'],
    ['22:00', false, 'broken'],
    ['23:59', false, 'broken'],
    ['05:59', false, 'broken'],
    ['06:00', false, 'notNow'],
  ] as const)('%s, at home %s: %s', (clock, home, expected) => {
    expect(judgeCondition(night, inside(at(clock), home))).toBe(expected)
  })

  test('on weekdays only, the night of Friday lasts until Saturday morning', () => {
    const friday = { ...night, days: [5] }
    expect(judgeCondition(friday, inside(Date.parse('2026-03-07T03:00:00+08:00'), false))).toBe('broken')
    expect(judgeCondition(friday, inside(Date.parse('2026-03-07T23:00:00+08:00'), false))).toBe('notNow')
  })
})

describe('an alarm of a fence', () => {
  const away: Condition = { ...night, kind: 'exclusion', fromMinute: null, untilMinute: null }
  const stay: Condition = { ...away, kind: 'inclusion' }
  test.each([
    ['leaving at noon, with a curfew at night', 'fenceExit', [night], '12:00', undefined],
    ['leaving at night', 'fenceExit', [night], '23:00', 'curfew'],
    ['coming home', 'fenceEntry', [night], '23:00', undefined],
    ['leaving where one has to stay', 'fenceExit', [stay], '12:00', 'left'],
    ['both', 'fenceExit', [stay, night], '23:00', 'curfew'],
    ['going where one must not', 'fenceEntry', [away], '12:00', 'entered'],
    ['leaving it again', 'fenceExit', [away], '12:00', undefined],
  ] as const)('%s', (_, type, conditions, clock, expected) => {
    expect(kindAtFence(type, conditions, at(clock))).toBe(expected)
  })
})

describe('unknown is unknown', () => {
  test('without a place, and with one that is too old', () => {
    expect(judgeCondition(night, facts({ at: at('23:00') }))).toBe('unknown')
    const old = { inside: true, at: at('23:00') - STALE_PLACE_MS - 1 }
    expect(judgeCondition(night, facts({ at: at('23:00'), side: old }))).toBe('unknown')
    expect(judgeCondition(night, facts({ at: at('23:00'), side: { ...old, at: old.at + 1 } }))).toBe('kept')
  })
  test('a battery that never told', () => {
    const charging: Condition = {
      ...night,
      kind: 'charging',
      fromMinute: null,
      untilMinute: null,
      minBattery: 20,
    }
    expect(judgeCondition(charging, facts({ at: at('12:00') }))).toBe('unknown')
  })
})

test('an area to stay out of is the other way round', () => {
  const out: Condition = { ...night, kind: 'exclusion', fromMinute: null, untilMinute: null }
  expect(judgeCondition(out, inside(at('12:00')))).toBe('broken')
  expect(judgeCondition(out, inside(at('12:00'), false))).toBe('kept')
})

test('a permit excuses what it names while it holds, and nothing that does not hold anyway', () => {
  expect(judgeCondition(night, { ...inside(at('23:00'), false), permitted: true })).toBe('permitted')
  expect(judgeCondition(night, { ...inside(at('12:00'), false), permitted: true })).toBe('notNow')
})

test('a low battery has an hour', () => {
  const charging: Condition = {
    ...night,
    kind: 'charging',
    fromMinute: null,
    untilMinute: null,
    minBattery: 20,
  }
  const low = (minutes: number) =>
    facts({ at: at('12:00'), battery: { percent: 15, lowSince: at('12:00') - minutes * 60_000 } })
  expect(judgeCondition(charging, low(59))).toBe('kept')
  expect(judgeCondition(charging, low(60))).toBe('broken')
})

describe('a check-in by ten', () => {
  const checkIn: Condition = { ...night, kind: 'checkIn', fromMinute: null, untilMinute: 600 }
  test.each([
    ['09:59', null, 'notNow'],
    ['10:00', null, 'broken'],
    ['10:00', '2026-03-04T08:30:00+08:00', 'kept'],
    ['10:00', '2026-03-03T23:59:59+08:00', 'broken'],
    ['10:00', '2026-03-04T00:00:00+08:00', 'kept'],
  ] as const)('at %s after %s: %s', (clock, last, expected) => {
    const lastCheckInAt = last === null ? null : Date.parse(last)
    expect(judgeCondition(checkIn, facts({ at: at(clock), lastCheckInAt }))).toBe(expected)
  })
})

describe('the term of an authorisation', () => {
  test.each([
    ['2026-03-01', '2026-03-31', null, { left: 30, warns: false, expired: false }],
    ['2026-03-17', '2026-03-31', null, { left: 14, warns: true, expired: false }],
    ['2026-03-17', '2026-03-31', '2026-03-17', { left: 14, warns: false, expired: false }],
    // The server was away on the day itself.
    ['2026-03-19', '2026-03-31', null, { left: 12, warns: true, expired: false }],
    ['2026-03-19', '2026-03-31', '2026-03-18', { left: 12, warns: false, expired: false }],
    ['2026-03-24', '2026-03-31', '2026-03-17', { left: 7, warns: true, expired: false }],
    ['2026-03-30', '2026-03-31', '2026-03-24', { left: 1, warns: true, expired: false }],
    ['2026-03-31', '2026-03-31', '2026-03-30', { left: 0, warns: false, expired: false }],
    ['2026-04-01', '2026-03-31', '2026-03-30', { left: -1, warns: false, expired: true }],
  ] as const)('on %s, until %s, warned on %s', (day, until, warned, expected) => {
    expect(termOn(day, until, warned)).toEqual(expected)
  })
})
