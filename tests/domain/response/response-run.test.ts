// The run of a card is one result of all that was said, however it arrives.
import { describe, expect, it } from 'vitest'
import { alarmTypes, severityOf } from '../../../src/domain/alarm/alarm-types.ts'
import { cardFor, placesOf } from '../../../src/domain/response/card-choice.ts'
import {
  dueAt,
  foldRun,
  nextStep,
  type RunEvent,
  respondInput,
} from '../../../src/domain/response/response-run.ts'
import { isShippedStep, shippedCardOf } from '../../../src/domain/response/shipped-cards.ts'
import { durationsOf, stepTimes } from '../../../src/domain/response/step-times.ts'
import { readStepNote, writeStepNote } from '../../../src/domain/response/timeline-note.ts'

const steps = [{ key: 'call' }, { key: 'go' }, { key: 'write' }]
const event = (facts: Partial<RunEvent>): RunEvent => ({
  event: 'event-0001',
  step: 'call',
  does: 'done',
  reason: null,
  at: 1_000,
  userName: 'Ida',
  ...facts,
})

/** Numbers that look random and are the same in every run. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
}

const shuffled = <T>(items: readonly T[], roll: (below: number) => number): T[] => {
  const rest = [...items]
  return items.flatMap(() => rest.splice(roll(rest.length), 1))
}

/** Few moments and steps, so that events meet. */
const historyOf = (roll: (below: number) => number): RunEvent[] =>
  Array.from({ length: 1 + roll(7) }, (_, at) =>
    event({
      event: `event-${at}`,
      step: ['call', 'go', 'elsewhere'][roll(3)] ?? 'call',
      does: (['done', 'skipped', 'undone'] as const)[roll(3)] ?? 'done',
      reason: 'nobody there',
      at: 1 + roll(3),
      userName: ['Ida', 'Bea'][roll(2)] ?? 'Ida',
    }),
  )

describe('the fold', () => {
  it('comes to the same in every order, and whatever arrives twice', () => {
    for (let seed = 1; seed <= 2_000; seed++) {
      const roll = dice(seed)
      const events = historyOf(roll)
      const again = events.filter(() => roll(2) === 0)
      expect(foldRun(steps, [...shuffled(events, roll), ...shuffled(again, roll)]), `seed ${seed}`).toEqual(
        foldRun(steps, events),
      )
    }
  })

  it('keeps who did it first, and lets what was skipped be done', () => {
    const skipped = event({ event: 'event-skip', does: 'skipped', reason: 'no camera', at: 1 })
    const first = event({ event: 'event-first', at: 2 })
    const second = event({ event: 'event-second', at: 3, userName: 'Bea' })
    const late = event({ event: 'event-late', does: 'skipped', reason: 'late', at: 4 })
    expect(foldRun(steps, [skipped]).get('call')).toEqual({
      is: 'skipped',
      at: 1,
      by: 'Ida',
      reason: 'no camera',
    })
    expect(foldRun(steps, [late, second, first, skipped]).get('call')).toEqual({
      is: 'done',
      at: 2,
      by: 'Ida',
    })
  })

  it('takes back what was said before, and not what was said after', () => {
    const undone = event({ event: 'event-undone', does: 'undone', at: 2 })
    const after = event({ event: 'event-after', at: 3, userName: 'Bea' })
    expect(foldRun(steps, [undone, event({ at: 1 })]).get('call')).toEqual({ is: 'todo' })
    expect(foldRun(steps, [after, undone, event({ at: 1 })]).get('call')).toMatchObject({ by: 'Bea' })
  })

  it('names the first step that nobody has seen to', () => {
    expect(nextStep(steps, foldRun(steps, []))?.key).toBe('call')
    expect(nextStep(steps, foldRun(steps, [event({})]))?.key).toBe('go')
    const all = steps.map(({ key }) => event({ event: `event-${key}`, step: key }))
    expect(nextStep(steps, foldRun(steps, all))).toBeUndefined()
  })

  it('counts what is due from the alarm', () => {
    expect(dueAt({ within: 90 }, 10_000)).toBe(100_000)
  })
})

it('asks a reason of who skips', () => {
  const skip = { event: 'event-0001', step: 'call', does: 'skipped' }
  expect(respondInput.safeParse(skip).success).toBe(false)
  expect(respondInput.safeParse({ ...skip, reason: '  ' }).success).toBe(false)
  expect(respondInput.safeParse({ ...skip, reason: 'no camera' }).success).toBe(true)
  expect(respondInput.safeParse({ ...skip, does: 'done' }).success).toBe(true)
})

it('ships a card for every critical type, each step once and in the order they are due', () => {
  for (const type of alarmTypes.filter(each => severityOf(each) === 'critical')) {
    const card = shippedCardOf(type)
    expect(card?.length, type).toBeGreaterThan(0)
    const keys = card?.map(({ key }) => key) ?? []
    expect(new Set(keys).size, type).toBe(keys.length)
    expect(keys.every(isShippedStep)).toBe(true)
    const times = card?.map(({ within }) => within) ?? []
    expect(
      times.toSorted((a, b) => a - b),
      type,
    ).toEqual(times)
  }
  expect(shippedCardOf('online')).toBeUndefined()
})

it('chooses the card of the nearest place', () => {
  const cards = [
    { type: 'sos', departmentId: null, communityId: null },
    { type: 'sos', departmentId: 1, communityId: null },
    { type: 'sos', departmentId: 7, communityId: null },
    { type: 'fall', departmentId: 3, communityId: null },
    { type: 'sos', departmentId: null, communityId: 5 },
    { type: 'fall', departmentId: null, communityId: 7 },
  ] as const
  const chosen = (type: 'sos' | 'fall', ...places: Parameters<typeof placesOf>) =>
    cardFor(cards, { type, places: placesOf(...places) })
  expect(chosen('sos', [3, 7, 1], undefined)).toBe(cards[2])
  expect(chosen('sos', [3], undefined)).toBe(cards[0])
  expect(chosen('fall', [], undefined)).toBeUndefined()
  // Of a community and its department the community is nearer; a department below it is nearer still.
  expect(chosen('sos', [7, 1], { id: 5, departmentId: 7 })).toBe(cards[4])
  expect(chosen('sos', [7, 1], { id: 5, departmentId: 1 })).toBe(cards[2])
  expect(chosen('sos', [7, 1], { id: 5, departmentId: null })).toBe(cards[4])
  expect(chosen('sos', [], { id: 5, departmentId: 1 })).toBe(cards[4])
  // The same number of another kind of place is another place.
  expect(chosen('fall', [7], undefined)).toBeUndefined()
})

it('measures from the alarm, of what is done in the end', () => {
  const events = [
    event({ at: 5_000 }),
    event({ event: 'event-go', step: 'go', at: 900 }),
    event({ event: 'event-write', step: 'write', at: 6_000 }),
    event({ event: 'event-undo', step: 'write', does: 'undone', at: 7_000 }),
  ]
  // A clock that is behind did it at once, not before the alarm.
  expect([...durationsOf(steps, events, 1_000)]).toEqual([
    ['call', 4_000],
    ['go', 0],
  ])
  expect(stepTimes([])).toBeUndefined()
  expect(stepTimes([30, 10, 20])).toEqual({ count: 3, median: 20, ninety: 30 })
  expect(stepTimes(Array.from({ length: 10 }, (_, at) => at + 1))).toEqual({
    count: 10,
    median: 5,
    ninety: 9,
  })
})

it('reads the notes of the timeline that it wrote, and no others', () => {
  const note = { key: 'call', text: 'Call her', reason: null }
  expect(readStepNote(writeStepNote(note))).toEqual(note)
  expect(readStepNote('console:4')).toBeUndefined()
  expect(readStepNote(null)).toBeUndefined()
})
