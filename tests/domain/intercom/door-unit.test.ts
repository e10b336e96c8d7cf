// The door unit's machine: every step as a row, and what no row of random events may ever lead to.
import { describe, expect, test } from 'vitest'
import {
  type DoorUnitEffect,
  type DoorUnitEvent,
  type DoorUnitState,
  LINE_SECONDS,
  quietDoor,
  stepDoorUnit,
} from '../../../src/domain/intercom/door-unit.ts'

const ringing: DoorUnitState = { at: 'ringing', roomNo: '1203', callId: 7, expiresAt: 30 }
const pressed: DoorUnitState = { at: 'ringing', roomNo: '1203', callId: null, expiresAt: null }
const talking: DoorUnitState = { at: 'talking', callId: 7, roomNo: '1203', by: 'Li', line: 'standing' }
const opening: DoorUnitState = { ...talking, line: 'opening' }
const broken: DoorUnitState = { ...talking, line: 'broken' }
const over = (result: string, left: number | null, by: string | null = null) => ({
  at: 'over',
  result,
  by,
  left,
})
const told = (state: string, more: object = {}) =>
  ({
    type: 'noticed',
    callId: 7,
    state,
    roomNo: '1203',
    by: null,
    reason: null,
    expiresAt: 30,
    ...more,
  }) as DoorUnitEvent
const hangUp = (reason: string) => ({ do: 'hangUp', callId: 7, reason })

const rows: [string, DoorUnitState, DoorUnitEvent, object, object[]][] = [
  [
    'a press rings',
    quietDoor,
    { type: 'pressed', roomNo: '1203' },
    pressed,
    [{ do: 'ring', roomNo: '1203' }],
  ],
  ['a press while it rings does nothing', ringing, { type: 'pressed', roomNo: '1' }, ringing, []],
  ['the server names the call', pressed, told('ringing'), ringing, []],
  ['told twice, it rings as before', ringing, told('ringing'), ringing, []],
  ['a unit that starts anew learns that it rings', quietDoor, told('ringing'), ringing, []],
  [
    'whoever is let in is done',
    ringing,
    told('ended', { reason: 'unlocked' }),
    { at: 'idle', left: null },
    [],
  ],
  ['giving up ends the call', ringing, { type: 'cancelled' }, { at: 'idle', left: 7 }, [hangUp('hangUp')]],
  [
    'giving up before the call has a name waits for it',
    pressed,
    { type: 'cancelled' },
    { at: 'cancelling' },
    [],
  ],
  ['and then ends it', { at: 'cancelling' }, told('ringing'), { at: 'idle', left: 7 }, [hangUp('hangUp')]],
  ['even answered', { at: 'cancelling' }, told('answered'), { at: 'idle', left: 7 }, [hangUp('hangUp')]],
  [
    'a call that was left is not joined again',
    { at: 'idle', left: 7 },
    told('answered'),
    { at: 'idle', left: 7 },
    [hangUp('hangUp')],
  ],
  ['nobody answers', ringing, told('missed', { reason: 'expired' }), over('nobody', null), []],
  ['somebody declines', ringing, told('missed', { reason: 'declined' }), over('declined', null), []],
  ['the end of another call is none of ours', ringing, told('missed', { callId: 6 }), ringing, []],
  [
    'the server says nothing at all',
    pressed,
    { type: 'timeout', timer: 'reply' },
    over('unreachable', null),
    [],
  ],
  [
    'its word of the end is lost',
    ringing,
    { type: 'timeout', timer: 'ring' },
    over('nobody', 7),
    [hangUp('hangUp')],
  ],
  [
    'answered: the line is opened',
    ringing,
    told('answered', { by: 'Li' }),
    opening,
    [{ do: 'openLine', callId: 7 }],
  ],
  ['told again, the same line stays', talking, told('answered', { by: 'Li' }), talking, []],
  ['the line stands', opening, { type: 'lineStands', callId: 7 }, talking, []],
  ['the line breaks', talking, { type: 'lineBroken', callId: 7 }, broken, []],
  ['and comes back', broken, { type: 'lineStands', callId: 7 }, talking, []],
  [
    'or not',
    broken,
    { type: 'timeout', timer: 'line' },
    over('lost', 7, 'Li'),
    [hangUp('lost'), { do: 'closeLine', callId: 7 }],
  ],
  ['a late word of an older line changes nothing', talking, { type: 'lineLost', callId: 6 }, talking, []],
  [
    'the other end leaves',
    talking,
    { type: 'lineLeft', callId: 7 },
    over('ended', 7, 'Li'),
    [hangUp('hangUp'), { do: 'closeLine', callId: 7 }],
  ],
  [
    'the visitor hangs up',
    talking,
    { type: 'cancelled' },
    over('ended', 7, 'Li'),
    [hangUp('hangUp'), { do: 'closeLine', callId: 7 }],
  ],
  [
    'the server ends it',
    talking,
    told('ended', { reason: 'hangUp', by: 'Li' }),
    over('ended', null, 'Li'),
    [{ do: 'closeLine', callId: 7 }],
  ],
  [
    'the outcome goes away',
    { at: 'over', result: 'ended', by: null, left: 7 },
    { type: 'timeout', timer: 'result' },
    { at: 'idle', left: 7 },
    [],
  ],
  ['a timer of another state is nothing', talking, { type: 'timeout', timer: 'ring' }, talking, []],
]

describe('steps', () => {
  test.each(rows)('%s', (_name, state, event, next, effects) => {
    const [after, done] = stepDoorUnit(state, event)
    expect(after).toEqual(next)
    expect(done.filter(effect => effect.do !== 'start' && effect.do !== 'stop')).toEqual(effects)
  })

  test('leaving a state stops its timer and starts the next one', () => {
    expect(stepDoorUnit(talking, { type: 'lineBroken', callId: 7 })[1]).toEqual([
      { do: 'start', timer: 'line', seconds: LINE_SECONDS },
    ])
    expect(stepDoorUnit(broken, { type: 'lineStands', callId: 7 })[1]).toEqual([
      { do: 'stop', timer: 'line' },
    ])
    expect(stepDoorUnit(ringing, told('ringing'))[1]).toEqual([])
  })
})

describe('whatever comes', () => {
  const events = (callId: number): DoorUnitEvent[] => [
    { type: 'pressed', roomNo: '1' },
    { type: 'cancelled' },
    ...['ringing', 'answered', 'ended', 'missed'].map(state => told(state, { callId })),
    ...(['lineStands', 'lineBroken', 'lineLost', 'lineLeft'] as const).map(type => ({ type, callId })),
    ...(['reply', 'ring', 'line', 'result'] as const).map(timer => ({ type: 'timeout', timer }) as const),
  ]
  // A small generator with a seed: the same failures on every machine.
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }

  test('there is one open line at most, exactly while it talks, and every timer that runs belongs to the state', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const chance = random(seed)
      let state: DoorUnitState = quietDoor
      const open = new Set<number>()
      const running = new Set<string>()
      const perform = (effect: DoorUnitEffect) => {
        if (effect.do === 'openLine') open.add(effect.callId)
        if (effect.do === 'closeLine') expect(open.delete(effect.callId)).toBe(true)
        if (effect.do === 'start') running.add(effect.timer)
        if (effect.do === 'stop') running.delete(effect.timer)
      }
      for (let step = 0; step < 60; step++) {
        const possible = events(chance() < 0.5 ? 1 : 2)
        const event = possible[Math.floor(chance() * possible.length)]
        if (!event) continue
        if (event.type === 'timeout') running.delete(event.timer)
        const [next, effects] = stepDoorUnit(state, event)
        state = next
        effects.forEach(perform)
        expect([...open]).toEqual(state.at === 'talking' ? [state.callId] : [])
        expect(running.size).toBeLessThanOrEqual(1)
        if (state.at === 'idle') expect(running.size).toBe(0)
      }
    }
  })
})
