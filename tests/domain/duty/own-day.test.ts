// Which round is a person's now, and visits that wait beside those that arrived.
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import {
  ownRounds,
  roundNow,
  roundsBeside,
  type Walked,
  walkedOf,
  withWaiting,
} from '../../../src/domain/duty/own-day.ts'

const round = (id: number, hour: number, postId: number | null = 1) => ({
  id,
  postId,
  startsAt: hour * HOUR_MS,
  endsAt: (hour + 1) * HOUR_MS,
})

describe('the round to show', () => {
  const rounds = [round(1, 8), round(2, 10), round(3, 14)]
  const untouched = (): Walked => ({ far: 'not', lastAt: 0 })
  test.each([
    ['before the first', 6 * HOUR_MS, 1],
    ['a little early', 10 * HOUR_MS - 10 * MINUTE_MS, 2],
    ['while it is on', 10.5 * HOUR_MS, 2],
    ['between two, the next', 12 * HOUR_MS, 3],
    ['after the last', 20 * HOUR_MS, 3],
  ])('%s', (_, now, id) => {
    expect(roundNow(rounds, now, untouched)?.id).toBe(id)
    expect(roundNow(rounds.toReversed(), now, untouched)?.id).toBe(id)
  })

  test('none', () => expect(roundNow([], 0, untouched)).toBeUndefined())

  describe('of several', () => {
    const long = { ...round(1, 8), endsAt: 11 * HOUR_MS }
    const several = [long, round(2, 10)]
    const shown = (now: number, far: Walked['far'][], lastAt: number[] = []) =>
      roundNow(several, now, ({ id }) => ({ far: far[id - 1] ?? 'not', lastAt: lastAt[id - 1] ?? 0 }))?.id
    test('the one that is on, rather than one that may only be begun', () =>
      expect(shown(10 * HOUR_MS - MINUTE_MS, ['not', 'not'])).toBe(1))
    test('the one that began last, while nobody has begun any', () =>
      expect(shown(10 * HOUR_MS, ['not', 'not'])).toBe(2))
    test('one that was begun stays, whatever begins meanwhile', () =>
      expect(shown(10.5 * HOUR_MS, ['partly', 'not'])).toBe(1))
    test('of two that were begun, the one that somebody was on last', () => {
      expect(shown(10.5 * HOUR_MS, ['partly', 'partly'], [6, 5])).toBe(1)
      expect(shown(10.5 * HOUR_MS, ['partly', 'partly'], [5, 6])).toBe(2)
    })
    test('one that is done makes room for the next as soon as that may be begun', () => {
      expect(shown(10 * HOUR_MS - 20 * MINUTE_MS, ['wholly', 'not'])).toBe(1)
      expect(shown(10 * HOUR_MS - MINUTE_MS, ['wholly', 'not'])).toBe(2)
      expect(shown(10.5 * HOUR_MS, ['wholly', 'not'])).toBe(2)
    })
    test('the others stand beside it while they are on, or may be begun', () => {
      const beside = (now: number) => roundsBeside(several, now, long).map(({ id }) => id)
      expect([beside(9 * HOUR_MS), beside(9.8 * HOUR_MS), beside(11 * HOUR_MS)]).toEqual([[], [2], []])
    })
  })
})

test('a round is walked once each point was reached, or a reason given', () => {
  const points = [{ id: 1 }, { id: 2 }]
  const visit = (pointId: number, way: 'scan' | 'reason', at: number) => ({ pointId, way, at })
  expect(walkedOf(points, [])).toEqual({ far: 'not', lastAt: 0 })
  expect(walkedOf(points, [visit(1, 'scan', 7), visit(1, 'scan', 5)])).toEqual({ far: 'partly', lastAt: 7 })
  expect(walkedOf(points, [visit(9, 'scan', 5)])).toMatchObject({ far: 'not' })
  expect(walkedOf(points, [visit(1, 'scan', 5), visit(2, 'reason', 6)])).toEqual({ far: 'wholly', lastAt: 6 })
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
