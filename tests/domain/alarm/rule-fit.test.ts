// Which rule fits an alarm and which window hides it: types, kinds, groups, departments, days and times across midnight
// and where clocks change.
import { describe, expect, test } from 'vitest'
import { notifiedNote, readNotifiedNote } from '../../../src/domain/alarm/notified-counts.ts'
import {
  hidingTest,
  holdsAt,
  type RuleCase,
  type RuleCondition,
  ruleFits,
  type TestCondition,
  testHides,
} from '../../../src/domain/alarm/rule-fit.ts'

const at = (text: string) => Date.parse(text)
const rule = (more: Partial<RuleCondition> = {}): RuleCondition => ({
  types: [],
  kinds: [],
  groupId: null,
  departmentId: null,
  days: [],
  fromMinute: null,
  untilMinute: null,
  zone: 'Asia/Shanghai',
  ...more,
})
const smoke: RuleCase = {
  type: 'smoke',
  deviceId: 7,
  kind: 'smokeDetector',
  groupId: 3,
  departmentIds: [11, 1],
  raisedAt: at('2026-03-06T10:00:00+08:00'),
}
const NIGHT = { fromMinute: 22 * 60, untilMinute: 6 * 60 }

describe('a rule is about', () => {
  test.each<[string, Partial<RuleCondition>, boolean]>([
    ['everything when it says nothing', {}, true],
    ['its types', { types: ['smoke', 'sos'] }, true],
    ['and no other', { types: ['sos'] }, false],
    ['its kinds of device', { kinds: ['smokeDetector'] }, true],
    ['and no other kind', { kinds: ['helmet'] }, false],
    ['its group', { groupId: 3 }, true],
    ['and no other group', { groupId: 4 }, false],
    ['its department', { departmentId: 11 }, true],
    ['departments below it too', { departmentId: 1 }, true],
    ['and no other department', { departmentId: 12 }, false],
    [
      'all of it at once',
      { types: ['smoke'], kinds: ['smokeDetector'], groupId: 3, departmentId: 12 },
      false,
    ],
  ])('%s', (_, more, fits) => {
    expect(ruleFits(rule(more), smoke)).toBe(fits)
  })
  test('devices without a group or department only where none is asked for', () => {
    const bare = { ...smoke, groupId: null, departmentIds: [] }
    expect(ruleFits(rule({ groupId: 3 }), bare)).toBe(false)
    expect(ruleFits(rule({ departmentId: 1 }), bare)).toBe(false)
    expect(ruleFits(rule(), bare)).toBe(true)
  })
})

describe('a rule holds', () => {
  // 2026-03-06 is a Friday.
  test.each<[string, Partial<RuleCondition>, string, boolean]>([
    ['from its first minute', { fromMinute: 480, untilMinute: 1080 }, '2026-03-06T08:00:00+08:00', true],
    [
      'not a millisecond before',
      { fromMinute: 480, untilMinute: 1080 },
      '2026-03-06T07:59:59.999+08:00',
      false,
    ],
    ['until its last', { fromMinute: 480, untilMinute: 1080 }, '2026-03-06T17:59:59.999+08:00', true],
    ['not from its end on', { fromMinute: 480, untilMinute: 1080 }, '2026-03-06T18:00:00+08:00', false],
    ['over midnight: before', NIGHT, '2026-03-06T23:30:00+08:00', true],
    ['over midnight: after', NIGHT, '2026-03-07T05:59:00+08:00', true],
    ['over midnight: not by day', NIGHT, '2026-03-06T12:00:00+08:00', false],
    ['from midnight on', { fromMinute: 0, untilMinute: 360 }, '2026-03-06T00:00:00+08:00', true],
    ['until midnight', { fromMinute: 1080, untilMinute: 0 }, '2026-03-06T23:59:59+08:00', true],
    [
      'until midnight and no further',
      { fromMinute: 1080, untilMinute: 0 },
      '2026-03-07T00:00:00+08:00',
      false,
    ],
    ['on its days', { days: [5] }, '2026-03-06T12:00:00+08:00', true],
    ['by the days of its zone', { days: [5] }, '2026-03-06T23:00:00Z', false],
    ['Friday night on Saturday morning', { days: [5], ...NIGHT }, '2026-03-07T02:00:00+08:00', true],
    ['not Thursday night on Friday morning', { days: [5], ...NIGHT }, '2026-03-06T02:00:00+08:00', false],
    ['Sunday night on Monday morning', { days: [7], ...NIGHT }, '2026-03-09T02:00:00+08:00', true],
    // Clocks go from 02:00 to 03:00 in Berlin on 2026-03-29, and back from 03:00 to 02:00 on 2026-10-25.
    [
      'nobody’s hour is skipped',
      { zone: 'Europe/Berlin', fromMinute: 120, untilMinute: 180 },
      '2026-03-29T01:00:00Z',
      false,
    ],
    [
      'the hour after the skipped one',
      { zone: 'Europe/Berlin', fromMinute: 180, untilMinute: 240 },
      '2026-03-29T01:00:00Z',
      true,
    ],
    [
      'the hour that comes twice: first',
      { zone: 'Europe/Berlin', fromMinute: 120, untilMinute: 180 },
      '2026-10-25T00:30:00Z',
      true,
    ],
    [
      'the hour that comes twice: again',
      { zone: 'Europe/Berlin', fromMinute: 120, untilMinute: 180 },
      '2026-10-25T01:30:00Z',
      true,
    ],
    [
      'the hour after that',
      { zone: 'Europe/Berlin', fromMinute: 120, untilMinute: 180 },
      '2026-10-25T02:00:00Z',
      false,
    ],
    [
      'in a zone of 45 minutes',
      { zone: 'Asia/Kathmandu', fromMinute: 0, untilMinute: 15 },
      '2026-03-05T18:15:00Z',
      true,
    ],
  ])('%s', (_, more, moment, holds) => {
    expect(holdsAt(rule(more), at(moment))).toBe(holds)
  })
})

describe('a test window hides', () => {
  const open = (more: Partial<TestCondition> = {}): TestCondition => ({
    deviceId: null,
    groupId: null,
    types: [],
    startsAt: smoke.raisedAt,
    endsAt: smoke.raisedAt + 1_000,
    ...more,
  })
  test.each<[string, Partial<TestCondition>, Partial<RuleCase>, boolean]>([
    ['from its beginning', {}, {}, true],
    ['not before', {}, { raisedAt: smoke.raisedAt - 1 }, false],
    ['not at its end', {}, { raisedAt: smoke.raisedAt + 1_000 }, false],
    ['its device', { deviceId: 7 }, {}, true],
    ['no other device', { deviceId: 8 }, {}, false],
    ['its group', { groupId: 3 }, {}, true],
    ['no other group', { groupId: 4 }, {}, false],
    ['its types', { types: ['smoke'] }, {}, true],
    ['no other types', { types: ['fall'] }, {}, false],
    ['every type but SOS', { deviceId: 7 }, { type: 'sos' }, false],
    ['SOS where it is named', { deviceId: 7, types: ['sos'] }, { type: 'sos' }, true],
  ])('%s', (_, more, of, hides) => {
    expect(testHides(open(more), { ...smoke, ...of })).toBe(hides)
  })
  test('the narrowest counts it, among equals the first', () => {
    const all = open({ types: ['smoke'], startsAt: smoke.raisedAt - 50 })
    const group = open({ groupId: 3, startsAt: smoke.raisedAt - 40 })
    const late = open({ deviceId: 7, startsAt: smoke.raisedAt - 10 })
    const early = open({ deviceId: 7, startsAt: smoke.raisedAt - 20 })
    expect(hidingTest([all, group], smoke)).toBe(group)
    expect(hidingTest([all, late, group, early], smoke)).toBe(early)
    expect(hidingTest([open({ deviceId: 9 })], smoke)).toBeUndefined()
  })
})

test('how many were told survives the timeline', () => {
  expect(notifiedNote({ sms: 2, console: 12, push: 0 })).toBe('console:12,push:0,sms:2')
  expect(readNotifiedNote('console:12,push:0,sms:2')).toEqual({ sms: 2, console: 12, push: 0 })
  for (const nothing of [null, '', 'x', 'console', 'console:x', 'telegraph:3'])
    expect(readNotifiedNote(nothing)).toEqual({})
})
