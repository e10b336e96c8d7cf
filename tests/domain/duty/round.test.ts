// How rounds are judged, in whatever order visits come.
import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { goingOn, type PlannedRound, standingsOf, sumOf, type Visit } from '../../../src/domain/duty/round.ts'

const at = (minute: number, seconds = 0) => Date.UTC(2026, 10, 20, 14, minute, seconds)
const round: PlannedRound = {
  startsAt: at(0),
  endsAt: at(60),
  points: [
    { id: 1, dueAt: at(5) },
    { id: 2, dueAt: at(15) },
    { id: 3, dueAt: at(30) },
  ],
}
const visit = (pointId: number, minute: number, more: Partial<Visit> = {}): Visit => ({
  pointId,
  way: 'scan',
  at: at(minute),
  ...more,
})
const states = (visits: readonly Visit[], now: number) =>
  standingsOf(round, visits, now).map(({ state }) => state)

describe('how points stand', () => {
  test.each<[string, readonly Visit[], number, string[]]>([
    ['before it begins', [], at(-10), ['next', 'ahead', 'ahead']],
    ['in time, and the next one', [visit(1, 3)], at(4), ['done', 'next', 'ahead']],
    ['within the minute that is said', [visit(1, 5, { at: at(5, 59) })], at(6), ['done', 'next', 'ahead']],
    ['the minute after is late', [visit(1, 6)], at(6), ['late', 'next', 'ahead']],
    ['not there though due: the next one waits', [], at(8), ['overdue', 'next', 'ahead']],
    [
      'why nobody was there',
      [visit(1, 8, { way: 'reason', note: 'Locked' })],
      at(9),
      ['excused', 'next', 'ahead'],
    ],
    [
      'an empty reason is none',
      [visit(1, 8, { way: 'reason', note: ' ' })],
      at(9),
      ['overdue', 'next', 'ahead'],
    ],
    ['the last one was first', [visit(3, 2)], at(3), ['next', 'ahead', 'done']],
    ['over', [visit(1, 3)], at(60), ['done', 'missed', 'missed']],
    ['told after it was over', [visit(2, 12), visit(1, 3)], at(90), ['done', 'done', 'missed']],
    [
      'there after a reason',
      [visit(1, 6, { way: 'reason', note: 'Rain' }), visit(1, 9)],
      at(10),
      ['late', 'next', 'ahead'],
    ],
  ])('%s', (_, visits, now, expected) => {
    expect(states(visits, now)).toEqual(expected)
  })

  test('the first time counts, whichever came first', () => {
    const visits = [visit(1, 20), visit(1, 4)]
    const [first] = standingsOf(round, visits, at(21))
    expect(first).toMatchObject({ state: 'done', visit: { at: at(4) }, lateMinutes: 0, owesReason: false })
    expect(standingsOf(round, visits.toReversed(), at(21))[0]).toEqual(first)
  })

  test('late owes a reason until one is said, on the spot or afterwards', () => {
    const owes = (visits: readonly Visit[]) => standingsOf(round, visits, at(20))[0]
    expect(owes([visit(1, 13)])).toMatchObject({ lateMinutes: 8, owesReason: true })
    expect(owes([visit(1, 13, { note: 'Helped a resident' })])).toMatchObject({ owesReason: false })
    expect(owes([visit(1, 13), visit(1, 18, { way: 'reason', note: 'Helped' })])).toMatchObject({
      state: 'late',
      owesReason: false,
    })
  })

  test('it goes on at the next in time, and at an overdue one when none is left', () => {
    expect(goingOn(standingsOf(round, [], at(8)))?.pointId).toBe(2)
    expect(goingOn(standingsOf(round, [visit(2, 10), visit(3, 11)], at(12)))?.pointId).toBe(1)
    expect(goingOn(standingsOf(round, [visit(1, 1), visit(2, 2), visit(3, 3)], at(12)))).toBeUndefined()
  })
})

describe('what a round adds up to', () => {
  test.each<[string, readonly Visit[], number, object]>([
    ['ahead', [], at(-1), { state: 'planned', reached: 0, late: 0, missed: 0 }],
    ['begun by the clock', [], at(1), { state: 'running', reached: 0, late: 0, missed: 0 }],
    ['begun early', [visit(1, -3)], at(-2), { state: 'running', reached: 1 }],
    ['of a clock that is hours behind', [visit(1, -240)], at(2), { state: 'running', reached: 0 }],
    ['all in time', [visit(1, 1), visit(2, 2), visit(3, 3)], at(4), { state: 'done', reached: 3 }],
    ['all, one late', [visit(1, 9), visit(2, 10), visit(3, 11)], at(12), { state: 'partly', late: 1 }],
    ['nobody came', [], at(61), { state: 'missed', missed: 3 }],
    ['some came', [visit(1, 1)], at(61), { state: 'partly', reached: 1, missed: 2 }],
    ['all told later', [visit(1, 1), visit(2, 2), visit(3, 3)], at(500), { state: 'done', missed: 0 }],
  ])('%s', (_, visits, now, expected) => {
    expect(sumOf(round, visits, now)).toMatchObject(expected)
  })

  test('a round without points is never done', () => {
    const empty = { startsAt: at(0), endsAt: at(0) + MINUTE_MS, points: [] }
    expect(sumOf(empty, [], at(30)).state).toBe('missed')
  })
})
