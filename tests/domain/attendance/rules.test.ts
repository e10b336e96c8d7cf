// What a rule may say, which weeks are worked, and what a phone's clock is worth.
import { describe, expect, test } from 'vitest'
import { packCell, unpackCell } from '../../../src/domain/attendance/cells.ts'
import { planOf, versionOn, weekKindOf } from '../../../src/domain/attendance/day-plan.ts'
import {
  addDays,
  addMonths,
  lastOfMonth,
  localDay,
  minuteOn,
  weekdayOf,
} from '../../../src/domain/attendance/local-days.ts'
import { standingOf } from '../../../src/domain/attendance/punch-standing.ts'
import { faultOf, punchCountsOf, type RuleSettings, type Slot } from '../../../src/domain/attendance/slots.ts'

const morning: Slot = {
  name: 'morning',
  openFrom: 390,
  start: 480,
  lateUntil: 490,
  cutOff: 570,
  end: 720,
  closeUntil: 760,
}
const afternoon: Slot = {
  name: 'afternoon',
  openFrom: 765,
  start: 810,
  lateUntil: 815,
  cutOff: 870,
  end: 1080,
  closeUntil: 1120,
}
const noon: Slot = {
  name: 'noon',
  openFrom: 760,
  start: 760,
  lateUntil: 762,
  cutOff: 764,
  end: 765,
  closeUntil: 765,
}
const night: Slot = {
  name: 'evening',
  openFrom: 1260,
  start: 1320,
  lateUntil: 1325,
  cutOff: 1440,
  end: 1800,
  closeUntil: 1920,
}

type Rule = Pick<RuleSettings, 'slots' | 'punchCount' | 'weekType' | 'anchorMonday' | 'anchorIs'>
const rule: Rule = { slots: [morning, afternoon], punchCount: 4, weekType: 'big' }

const refused: [string, Partial<Rule>, string, string][] = [
  [
    'cut-off before the late limit',
    { slots: [{ ...morning, cutOff: 480 }, afternoon] },
    'attendance.cutOffBeforeLate',
    'slots',
  ],
  ['end before start', { slots: [{ ...morning, end: 470 }, afternoon] }, 'attendance.slotOrder', 'slots'],
  [
    'open only after the start',
    { slots: [{ ...morning, openFrom: 500 }, afternoon] },
    'attendance.slotOrder',
    'slots',
  ],
  [
    'closed before the end',
    { slots: [{ ...morning, closeUntil: 700 }, afternoon] },
    'attendance.slotOrder',
    'slots',
  ],
  [
    'overlapping slots',
    { slots: [{ ...morning, closeUntil: 780 }, afternoon] },
    'attendance.slotsOverlap',
    'slots',
  ],
  ['the same slot twice', { slots: [morning, morning] }, 'attendance.slotTwice', 'slots'],
  [
    'a day that reaches into the next',
    { slots: [{ ...night, closeUntil: 2800 }], punchCount: 2 },
    'attendance.daysOverlap',
    'slots',
  ],
  ['more punches than there are slots for', { punchCount: 6 }, 'attendance.punchCount', 'punchCount'],
  ['alternating weeks without an anchor', { weekType: 'alternating' }, 'attendance.anchor', 'anchorMonday'],
  [
    'an anchor that is no Monday',
    { weekType: 'alternating', anchorMonday: '2026-11-17', anchorIs: 'big' },
    'attendance.anchor',
    'anchorMonday',
  ],
  [
    'an anchor that says nothing',
    { weekType: 'alternating', anchorMonday: '2026-11-16' },
    'attendance.anchor',
    'anchorIs',
  ],
]

describe('a rule', () => {
  test.each(refused)('refuses %s', (_, change, id, field) => {
    expect(faultOf({ ...rule, ...change })).toMatchObject({ id, field })
  })
  test('takes what can be', () => {
    expect(faultOf(rule)).toBeUndefined()
    expect(faultOf({ ...rule, slots: [afternoon, morning] })).toBeUndefined()
    expect(faultOf({ ...rule, slots: [night], punchCount: 2 })).toBeUndefined()
    expect(
      faultOf({ ...rule, weekType: 'alternating', anchorMonday: '2026-11-16', anchorIs: 'small' }),
    ).toBeUndefined()
  })
  test.each([
    [[morning], [2]],
    [
      [morning, afternoon],
      [2, 4],
    ],
    [
      [morning, afternoon, night],
      [2, 6],
    ],
    [[morning, noon, afternoon], [3]],
    [[morning, noon, afternoon, night], [5]],
    [[morning, noon], []],
    [[noon], []],
  ])('%# has the punch counts that its slots allow', (slots, wanted) => {
    expect(punchCountsOf(slots)).toEqual(wanted)
  })
})

describe('weeks', () => {
  const alternating = {
    weekType: 'alternating' as const,
    anchorMonday: '2026-12-14',
    anchorIs: 'big' as const,
  }
  test('five weeks of alternation go on across a New Year with a week 53', () => {
    const mondays = [0, 1, 2, 3, 4].map(week => addDays('2026-12-14', week * 7))
    expect(mondays.map(day => weekKindOf(alternating, day))).toEqual(['big', 'small', 'big', 'small', 'big'])
    expect(mondays.map(day => weekKindOf(alternating, addDays(day, 6)))).toEqual([
      'big',
      'small',
      'big',
      'small',
      'big',
    ])
  })
  test('weeks before the anchor alternate as well', () => {
    expect(weekKindOf(alternating, '2026-12-13')).toBe('small')
    expect(weekKindOf({ ...alternating, anchorIs: 'small' }, '2026-11-30')).toBe('small')
  })
  const kindOn = (weekType: 'big' | 'small', day: string, exception?: Parameters<typeof planOf>[2]) =>
    planOf({ ...rule, weekType }, day, exception).kind
  test('Saturday is worked in a big week, Sunday never', () => {
    expect(kindOn('big', '2026-11-21')).toBe('work')
    expect(kindOn('small', '2026-11-21')).toBe('rest')
    expect(kindOn('big', '2026-11-22')).toBe('rest')
  })
  test('a holiday and a make-up workday go before the week', () => {
    expect(kindOn('big', '2026-10-01', { kind: 'rest', likeWeekday: null })).toBe('rest')
    expect(kindOn('small', '2026-10-10', { kind: 'work', likeWeekday: null })).toBe('work')
  })
  test('a make-up workday has the slots of the weekday it is worked like', () => {
    const some = { ...rule, slots: [morning, { ...afternoon, days: [1, 2, 3, 4, 5] }] }
    expect(planOf(some, '2026-10-10', { kind: 'work', likeWeekday: null }).slots).toHaveLength(1)
    expect(planOf(some, '2026-10-10', { kind: 'work', likeWeekday: 3 }).slots).toHaveLength(2)
  })
  test('a day goes by the version that held on it, and of two from one day by the later', () => {
    const versions = [
      { number: 1, validFrom: '2026-01-01' },
      { number: 3, validFrom: '2026-11-15' },
      { number: 2, validFrom: '2026-11-15' },
    ]
    expect(versionOn(versions, '2025-12-31')).toBeUndefined()
    expect(versionOn(versions, '2026-11-14')?.number).toBe(1)
    expect(versionOn(versions, '2026-11-15')?.number).toBe(3)
  })
})

test('days and minutes are of the zone', () => {
  const at = Date.UTC(2026, 10, 17, 16, 5)
  expect(localDay('Asia/Shanghai', at)).toBe('2026-11-18')
  expect(minuteOn('Asia/Shanghai', '2026-11-17', at)).toBe(1445)
  expect(minuteOn('Asia/Shanghai', '2026-11-18', at)).toBe(5)
  expect(weekdayOf('2026-11-18')).toBe(3)
  expect(lastOfMonth('2028-02')).toBe('2028-02-29')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})

const NOW = Date.UTC(2026, 10, 18, 4)
const HOUR = 3_600_000
const claims: [string, number, number | null, string | undefined][] = [
  ['told at once', 0, 0, 'sure'],
  ['a minute ahead', 60_000, 0, 'sure'],
  ['in the future', 3 * 60_000, 0, undefined],
  ['told an hour later', -HOUR, 0, 'offline'],
  ['told later by a clock that nobody knows', -HOUR, null, 'unproven'],
  ['a clock that is a day behind, and known to be', -24 * HOUR, 24 * HOUR, 'offClock'],
  ['a clock that is a day ahead, and known to be', 24 * HOUR, -24 * HOUR, 'offClock'],
  ['a clock that is a day ahead, and nobody knows', 24 * HOUR, null, undefined],
  ['three days old', -72 * HOUR, 0, 'offline'],
  ['older', -72 * HOUR - 1, 0, 'old'],
]
test.each(claims)('a punch %s', (_, ahead, offsetMs, trust) => {
  expect(standingOf({ claimedAt: NOW + ahead, offsetMs }, NOW)?.trust).toBe(trust)
})

test('a cell reads as it was written', () => {
  const states = [2, 1, null, 0, null, 3] as const
  const packed = packCell(
    { kind: 'work', states, pending: [false, false, true, false, false, false] },
    'sick',
  )
  expect(packed).toHaveLength(8)
  expect(unpackCell(`xxxxxxxx${packed}`, 8)).toEqual({
    kind: 'work',
    states: [2, 1, 'pending', 0, null, 3],
    leave: 'sick',
  })
})
