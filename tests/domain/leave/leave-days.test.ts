// Which half days a leave takes, and why one cannot be asked for.
import { describe, expect, test } from 'vitest'
import {
  endProblem,
  halvesIn,
  isWeekday,
  keyOf,
  type LeaveFacts,
  type LeaveRules,
  type LeaveSpan,
  leaveProblem,
  wholeDays,
} from '../../../src/domain/leave/leave-days.ts'

const span = (text: string): LeaveSpan => {
  const [fromDay = '', fromHalf, untilDay = '', untilHalf] = text.split(' ')
  return {
    fromDay,
    fromHalf: fromHalf === 'pm' ? 'pm' : 'am',
    untilDay,
    untilHalf: untilHalf === 'pm' ? 'pm' : 'am',
  }
}
const rules: LeaveRules = {
  enabled: true,
  counts: 'workdays',
  halves: true,
  evidenceFrom: null,
  backfillDays: 0,
  balanceDays: null,
}
const facts: LeaveFacts = {
  today: '2026-11-02',
  worksOn: isWeekday,
  taken: new Set(),
  usedHalves: new Map(),
  hasEvidence: false,
  joinedOn: null,
  leftOn: null,
}

test.each([
  ['2026-11-02 am 2026-11-02 pm', ['2026-11-02 am', '2026-11-02 pm']],
  ['2026-11-02 pm 2026-11-02 pm', ['2026-11-02 pm']],
  ['2026-11-02 pm 2026-11-03 am', ['2026-11-02 pm', '2026-11-03 am']],
  ['2026-02-28 pm 2026-03-01 am', ['2026-02-28 pm', '2026-03-01 am']],
  ['2026-11-02 pm 2026-11-02 am', []],
  ['2026-11-03 am 2026-11-02 pm', []],
])('%s takes %j', (asked, halves) => {
  expect(halvesIn(span(asked)).map(keyOf)).toEqual(halves)
})

describe('what is asked for', () => {
  test.each<[string, string, Partial<LeaveRules>, Partial<LeaveFacts>, string | undefined]>([
    ['a week', '2026-11-02 am 2026-11-06 pm', {}, {}, undefined],
    ['an end before its start', '2026-11-05 am 2026-11-04 pm', {}, {}, 'field.periodOrder untilDay'],
    ['an end in the half day before', '2026-11-05 pm 2026-11-05 am', {}, {}, 'field.periodOrder untilHalf'],
    ['more than can be asked for at once', '2026-11-02 am 2027-12-31 pm', {}, {}, 'leave.tooLong untilDay'],
    ['a kind that is not given', '2026-11-02 am 2026-11-02 pm', { enabled: false }, {}, 'leave.kindOff kind'],
    [
      'a half where days are whole',
      '2026-11-02 pm 2026-11-03 pm',
      { halves: false },
      {},
      'leave.wholeDays fromHalf',
    ],
    ['an end in a half', '2026-11-02 am 2026-11-03 am', { halves: false }, {}, 'leave.wholeDays untilHalf'],
    ['a day that is over', '2026-10-30 am 2026-10-30 pm', {}, {}, 'leave.tooLate fromDay'],
    ['a day that is over, in time', '2026-10-30 am 2026-10-30 pm', { backfillDays: 3 }, {}, undefined],
    ['a Saturday that is free', '2026-11-07 am 2026-11-07 pm', {}, {}, 'leave.noDays untilDay'],
    [
      'a Saturday among calendar days',
      '2026-11-07 am 2026-11-07 pm',
      { counts: 'calendarDays' },
      {},
      undefined,
    ],
    [
      'a make-up Saturday',
      '2026-11-07 am 2026-11-07 pm',
      {},
      { worksOn: day => isWeekday(day) || day === '2026-11-07' },
      undefined,
    ],
    [
      'a holiday alone',
      '2026-11-03 am 2026-11-03 pm',
      {},
      { worksOn: day => day !== '2026-11-03' },
      'leave.noDays untilDay',
    ],
    [
      'the same half day again',
      '2026-11-03 am 2026-11-03 am',
      {},
      { taken: new Set(['2026-11-03 am']) },
      'leave.taken fromDay',
    ],
    [
      'the half day beside it',
      '2026-11-03 pm 2026-11-03 pm',
      {},
      { taken: new Set(['2026-11-03 am']) },
      undefined,
    ],
    [
      'no evidence for two days',
      '2026-11-02 am 2026-11-03 pm',
      { evidenceFrom: 2 },
      {},
      'leave.evidence evidence',
    ],
    ['none needed for less', '2026-11-02 am 2026-11-03 am', { evidenceFrom: 2 }, {}, undefined],
    [
      'evidence that is there',
      '2026-11-02 am 2026-11-03 pm',
      { evidenceFrom: 2 },
      { hasEvidence: true },
      undefined,
    ],
    [
      'a day before the first one',
      '2026-11-02 am 2026-11-02 pm',
      {},
      { joinedOn: '2026-11-03' },
      'leave.notEmployed fromDay',
    ],
    [
      'a day after the last one',
      '2026-11-02 am 2026-11-04 pm',
      {},
      { leftOn: '2026-11-03' },
      'leave.notEmployed untilDay',
    ],
    [
      'more than is left',
      '2026-11-02 am 2026-11-03 am',
      { balanceDays: 5 },
      { usedHalves: new Map([['2026', 8]]) },
      'leave.balance untilDay',
    ],
    [
      'all that is left',
      '2026-11-02 am 2026-11-02 pm',
      { balanceDays: 5 },
      { usedHalves: new Map([['2026', 8]]) },
      undefined,
    ],
    [
      'each year by itself',
      '2026-12-31 am 2027-01-01 pm',
      { balanceDays: 1 },
      { usedHalves: new Map([['2025', 2]]) },
      undefined,
    ],
  ])('%s', (_, asked, ownRules, ownFacts, expected) => {
    const problem = leaveProblem(span(asked), { ...rules, ...ownRules }, { ...facts, ...ownFacts })
    expect(problem && `${problem.id} ${problem.field}`).toBe(expected)
  })

  test('says how much is left', () => {
    const used = { ...facts, usedHalves: new Map([['2026', 9]]) }
    const problem = leaveProblem(span('2026-11-02 am 2026-11-02 pm'), { ...rules, balanceDays: 5 }, used)
    expect(problem?.params).toEqual({ left: 0.5, year: '2026' })
  })
})

test.each([
  ['2026-11-02 am 2026-11-06 pm', undefined, undefined],
  ['2026-11-02 am 2026-11-06 pm', '2026-11-04 am', undefined],
  ['2026-11-02 am 2026-11-06 pm', '2026-11-02 am', undefined],
  ['2026-11-02 am 2026-11-06 pm', '2026-11-06 pm', 'leave.endOutside'],
  ['2026-11-02 pm 2026-11-06 pm', '2026-11-02 am', 'leave.endOutside'],
  ['2026-11-02 am 2026-11-06 pm', '2026-11-07 am', 'leave.endOutside'],
])('%s may end at %s: %s', (asked, last, expected) => {
  const [lastDay = '', half] = last?.split(' ') ?? []
  const end =
    last === undefined ? undefined : { lastDay, lastHalf: half === 'pm' ? ('pm' as const) : ('am' as const) }
  expect(endProblem(span(asked), end)).toBe(expected)
})

test('both halves of a day are the whole day', () => {
  const of = (workerId: number, day: string, half: 'am' | 'pm') => ({
    workerId,
    day,
    half,
    type: 'sick' as const,
  })
  expect(
    wholeDays([
      of(1, '2026-11-02', 'pm'),
      of(1, '2026-11-03', 'am'),
      of(1, '2026-11-03', 'pm'),
      of(2, '2026-11-03', 'am'),
    ]),
  ).toMatchObject([{ half: 'pm' }, { half: 'whole' }, { workerId: 2, half: 'am' }])
})
