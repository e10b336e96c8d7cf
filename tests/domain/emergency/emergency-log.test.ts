// The life of an emergency and what stands by its log: the same in whatever order lines are told.
import { describe, expect, test } from 'vitest'
import {
  holdersOf,
  inOrder,
  isAttached,
  itemsOf,
  type LogEntry,
  type LogFacts,
  openHandovers,
} from '../../../src/domain/emergency/emergency-log.ts'
import {
  type EmergencyAct,
  type EmergencyState,
  emergencyAct,
  emergencyAfter,
  emergencyState,
  isRunning,
} from '../../../src/domain/emergency/emergency-step.ts'

const line = (id: number, facts: LogFacts, at = id): LogEntry => ({
  ...{ id, at, recordedAt: id, userId: 1, userName: 'Ada', facts },
})
const item = (subjectId: number): LogFacts => ({ kind: 'item', of: 'alarm', subjectId, label: 'SOS' })

describe('steps', () => {
  test('only these lead anywhere', () => {
    const found: string[] = []
    for (const state of emergencyState.options)
      for (const act of emergencyAct.options) {
        const after = emergencyAfter(state, act)
        if (after) found.push(`${state} ${act} ${after}`)
      }
    expect(found).toEqual([
      'open stabilise stabilised',
      'open close closed',
      'stabilised close closed',
      'stabilised reopen reopened',
      'closed reopen reopened',
      'reopened stabilise stabilised',
      'reopened close closed',
    ])
  })

  test('from every state it can be closed, and from closed only opened again', () => {
    const last = (state: EmergencyState, acts: EmergencyAct[]) =>
      acts.reduce<EmergencyState | undefined>((at, act) => at && emergencyAfter(at, act), state)
    expect(last('open', ['stabilise', 'close', 'reopen', 'close'])).toBe('closed')
    expect(last('closed', ['close'])).toBeUndefined()
    expect(emergencyState.options.filter(state => !isRunning(state))).toEqual(['closed'])
  })
})

describe('the log', () => {
  test('stands in the order in which things happened, not in which they were told', () => {
    const late = line(9, { kind: 'note', text: 'seen first' }, 2)
    const entries = [line(3, { kind: 'note', text: 'b' }, 5), late, line(1, { kind: 'opened' }, 2)]
    expect(inOrder(entries).map(({ id }) => id)).toEqual([1, 9, 3])
  })

  test('keeps what was struck, and takes it again afterwards', () => {
    const entries = [line(1, item(7)), line(2, { kind: 'struck', entry: 1, text: 'another floor' })]
    expect(itemsOf(entries)).toMatchObject([
      { entry: { id: 1 }, struck: { facts: { text: 'another floor' } } },
    ])
    expect(isAttached(entries, 'alarm', 7)).toBe(false)
    expect(isAttached([...entries, line(3, item(7))], 'alarm', 7)).toBe(true)
    expect(isAttached([line(1, item(7))], 'device', 7)).toBe(false)
  })
})

describe('roles', () => {
  const given: LogFacts = { kind: 'role', role: 'lead', userId: 1, name: 'Ada' }
  const handed: LogFacts = { kind: 'handover', part: 'whole', userId: 2, name: 'Bo', text: 'calm' }

  test('stay where they are until the other has confirmed', () => {
    const before = [line(1, given), line(2, handed)]
    expect(holdersOf(before).get('lead')).toMatchObject({ name: 'Ada' })
    expect(openHandovers(before).map(({ id }) => id)).toEqual([2])
    const after = [...before, line(3, { kind: 'accepted', entry: 2, part: 'whole' })]
    expect(holdersOf(after).get('lead')).toEqual({ userId: 2, name: 'Bo', since: 3 })
    expect(holdersOf(after.toReversed())).toEqual(holdersOf(after))
    expect(openHandovers(after)).toEqual([])
  })

  test('of two handovers of one part the newer counts', () => {
    const again: LogFacts = { ...handed, userId: 3, name: 'Cy' }
    expect(openHandovers([line(1, handed), line(2, again)]).map(({ id }) => id)).toEqual([2])
    expect(openHandovers([line(1, handed), line(2, { ...again, part: 'notes' })])).toHaveLength(2)
  })
})
