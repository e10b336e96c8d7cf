// When messages are sent again, when they are given up, and when their receiver is.
import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import {
  afterFailure,
  GIVE_UP_MS,
  givesUp,
  MOST_TRIES,
} from '../../../src/domain/integration/webhook-retry.ts'

test('pauses grow from five seconds to a day, and the eighth try is the last', () => {
  const pauses = Array.from({ length: MOST_TRIES - 1 }, (_, at) => {
    const next = afterFailure(at + 1, 0.5)
    return next.is === 'again' ? next.afterMs : 0
  })
  expect(pauses[0]).toBe(5_000)
  expect(pauses.at(-1)).toBe(DAY_MS)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(afterFailure(MOST_TRIES, 0.5)).toEqual({ is: 'over' })
})

test('they are spread, and what a receiver asks to wait is heard for up to a day', () => {
  expect(afterFailure(1, 0)).toEqual({ is: 'again', afterMs: 4_500 })
  expect(afterFailure(1, 1)).toEqual({ is: 'again', afterMs: 5_500 })
  expect(afterFailure(1, 0.5, 7 * MINUTE_MS)).toEqual({ is: 'again', afterMs: 7 * MINUTE_MS })
  expect(afterFailure(1, 0.5, 30 * DAY_MS)).toEqual({ is: 'again', afterMs: DAY_MS })
})

test('a receiver is given up when it says so, or after days with the message that is over', () => {
  const now = 100 * DAY_MS
  const old = now - GIVE_UP_MS
  expect(givesUp({ status: 410, over: true, failingSince: now }, now)).toBe(true)
  expect(givesUp({ status: 500, over: true, failingSince: old }, now)).toBe(true)
  expect(givesUp({ status: 500, over: false, failingSince: old }, now)).toBe(false)
  expect(givesUp({ status: null, over: true, failingSince: old + 1 }, now)).toBe(false)
})
