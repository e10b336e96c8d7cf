// Shift reports: alarms by kind with how long they waited, and which shift is meant.
import { expect, test } from 'vitest'
import { type AlarmTimes, shiftToReport, sumByKind } from '../../../src/domain/duty/shift-report.ts'

const alarm = (raisedAt: number, takenAt: number | null, handledAt: number | null): AlarmTimes => ({
  type: 'smoke',
  raisedAt,
  takenAt,
  handledAt,
})

test('alarms are summed by kind: how long until they were taken and closed, and how many are handed on', () => {
  const [smoke, fall, ...others] = sumByKind(
    [
      { ...alarm(100, 110, 150), type: 'fall' },
      alarm(100, 160, 200),
      alarm(100, 140, 1_500),
      alarm(100, 400, null),
      alarm(100, null, null),
    ],
    1_000,
  )
  expect(smoke).toEqual({
    type: 'smoke',
    count: 4,
    taken: { count: 3, median: 60, longest: 300 },
    closed: { count: 2, median: 100, longest: 1_400 },
    // Closed only after the shift was over: handed on all the same.
    open: 3,
  })
  expect(fall).toMatchObject({ type: 'fall', count: 1, open: 0 })
  expect(others).toEqual([])
})

test('one that was closed at once was taken then; a clock that runs behind makes no wait below nothing', () => {
  expect(sumByKind([alarm(100, null, 130)], 1_000)[0]?.taken).toEqual({ count: 1, median: 30, longest: 30 })
  expect(sumByKind([alarm(100, 90, null)], 1_000)[0]?.taken.longest).toBe(0)
  expect(sumByKind([alarm(100, null, null)], 1_000)[0]?.taken).toEqual({
    count: 0,
    median: null,
    longest: null,
  })
})

const shift = (accountId: number | null, startsAt: number, endsAt: number) => ({
  accountId,
  startsAt,
  endsAt,
})

test('the own shift that runs is meant, then the own last one, then that of others; never one to come', () => {
  const [early, own, other, later] = [shift(1, 0, 10), shift(1, 10, 20), shift(2, 10, 30), shift(1, 40, 50)]
  expect(shiftToReport([early, own, other, later], 1, 15)).toBe(own)
  expect(shiftToReport([early, other, later], 1, 15)).toBe(early)
  expect(shiftToReport([early, other, later], 7, 15)).toBe(other)
  expect(shiftToReport([later], 1, 15)).toBeUndefined()
})
