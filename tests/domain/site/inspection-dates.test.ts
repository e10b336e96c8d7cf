// Due days of inspections: counted from their anchor, by the calendar or from the last one; and what is reminded of when.
import { expect, test } from 'vitest'
import { effectOf, nextAfter, remindersDue, resultOf } from '../../../src/domain/site/inspection-dates.ts'

test('the 31st comes back after February', () => {
  const rhythm = { anchorOn: '2026-01-31', everyMonths: 1, basis: 'scheduled' } as const
  let dueOn = '2026-01-31'
  const days = Array.from({ length: 4 }, () => {
    dueOn = nextAfter(rhythm, { dueOn, doneOn: dueOn }).nextOn
    return dueOn
  })
  expect(days).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
})

test.each([
  ['on its day', 12, '2026-06-30', '2026-06-30', '2027-06-30'],
  ['early', 12, '2026-06-30', '2026-06-02', '2027-06-30'],
  ['late', 12, '2026-06-30', '2026-08-15', '2027-06-30'],
  ['more than a round late', 6, '2026-06-30', '2027-01-15', '2027-06-30'],
  ['on the day of the next', 6, '2026-06-30', '2026-12-30', '2027-06-30'],
  ['after ten years', 12, '2026-06-30', '2036-07-01', '2037-06-30'],
])('by the calendar, one that was made %s', (_, everyMonths, dueOn, doneOn, nextOn) =>
  expect(nextAfter({ anchorOn: '2025-06-30', everyMonths, basis: 'scheduled' }, { dueOn, doneOn })).toEqual({
    anchorOn: '2025-06-30',
    nextOn,
  }),
)

test('from the last one, the day it was made is the anchor of the next', () =>
  expect(
    nextAfter(
      { anchorOn: '2025-06-30', everyMonths: 6, basis: 'completed' },
      { dueOn: '2026-06-30', doneOn: '2026-08-31' },
    ),
  ).toEqual({ anchorOn: '2026-08-31', nextOn: '2027-02-28' }))

test.each([
  ['2026-05-30', []],
  ['2026-05-31', [30]],
  ['2026-06-23', [30, 7]],
  ['2026-06-30', [30, 7, 0]],
  ['2026-07-07', [30, 7, 0, -7]],
])('by %s, reminders %s are due', (today, due) =>
  expect(remindersDue('2026-06-30', [30, 7, 0, -7], today)).toEqual(due),
)

test.each([
  ['the first one', undefined, ['2026-01-31', 'passed'], true, true],
  ['a later one', ['2026-01-31', 'passed'], ['2026-02-27', 'passed'], true, true],
  ['a second one on the day', ['2026-01-31', 'passed'], ['2026-01-31', 'passed'], true, false],
  ['put right on the day', ['2026-01-31', 'failed'], ['2026-01-31', 'passed'], true, true],
  ['told late', ['2026-01-31', 'passed'], ['2026-01-30', 'failed'], false, false],
  ['a pass told late', ['2026-01-31', 'failed'], ['2026-01-30', 'passed'], false, false],
  ['one that fails', ['2026-01-31', 'passed'], ['2026-02-27', 'failed'], true, false],
] as const)('%s', (_, last, [on, result], news, moves) =>
  expect(effectOf(last && { on: last[0], result: last[1] }, { on, result })).toEqual({ news, moves }),
)

test('one thing that is not in order fails the whole', () => {
  expect(resultOf([])).toBe('passed')
  expect(
    resultOf([
      { item: 'a', ok: true },
      { item: 'b', ok: false },
    ]),
  ).toBe('failed')
})
