// Which round is a person's now, and visits that wait beside those that arrived.
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { ownRounds, roundNow, withWaiting } from '../../../src/domain/duty/own-day.ts'

const round = (id: number, hour: number, postId: number | null = 1) => ({
  id,
  postId,
  startsAt: hour * HOUR_MS,
  endsAt: (hour + 1) * HOUR_MS,
})

describe('the round to show', () => {
  const rounds = [round(1, 8), round(2, 10), round(3, 14)]
  test.each([
    ['before the first', 6 * HOUR_MS, 1],
    ['a little early', 10 * HOUR_MS - 10 * MINUTE_MS, 2],
    ['while it is on', 10.5 * HOUR_MS, 2],
    ['between two, the next', 12 * HOUR_MS, 3],
    ['after the last', 20 * HOUR_MS, 3],
  ])('%s', (_, now, id) => {
    expect(roundNow(rounds, now)?.id).toBe(id)
    expect(roundNow(rounds.toReversed(), now)?.id).toBe(id)
  })

  test('none', () => expect(roundNow([], 0)).toBeUndefined())
})

test('rounds are of the posts one stands at meanwhile', () => {
  const rounds = [round(1, 8), round(2, 8, 2), round(3, 30), round(4, 8, null)]
  const shift = { postId: 1, startsAt: 8 * HOUR_MS, endsAt: 20 * HOUR_MS }
  expect(ownRounds(rounds, [shift]).map(({ id }) => id)).toEqual([1, 4])
  expect(ownRounds(rounds, [])).toHaveLength(4)
})

test('what arrived while it still waits is said once', () => {
  const visit = { pointId: 1, way: 'scan', at: 5 } as const
  const later = { pointId: 2, way: 'hand', at: 3 } as const
  expect(withWaiting([visit], [visit, later])).toEqual([
    { ...later, delivered: false },
    { ...visit, delivered: true },
  ])
})
