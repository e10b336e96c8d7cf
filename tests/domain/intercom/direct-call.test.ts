// The steps of a call between people: given, when, then; and what holds whatever happens.
import { describe, expect, test } from 'vitest'
import {
  type DirectCall,
  type DirectEffect,
  type DirectEvent,
  isBusy,
  stepDirect,
} from '../../../src/domain/intercom/direct-call.ts'

const who = { id: 9, name: 'Mei' }
const idle: DirectCall = { is: 'idle' }
const asking: DirectCall = { is: 'asking', who, turn: 1, answering: false }
const answering: DirectCall = { is: 'asking', who, turn: 1, answering: true }
const ringing: DirectCall = { is: 'ringing', who, callId: 5, expiresAt: 30_000 }
const connecting: DirectCall = { is: 'connecting', who, callId: 5 }
const talking: DirectCall = { is: 'talking', who, callId: 5, since: 10_000, reconnecting: false }
const over: DirectCall = { is: 'over', who, why: 'other', seconds: 3 }

const end: DirectEffect = { do: 'end', callId: 5 }
const out: DirectEffect[] = [{ do: 'unwatch' }, { do: 'leave' }]

type Row = [name: string, given: DirectCall, when: DirectEvent, then: object, effects: DirectEffect[]]

const rows: Row[] = [
  ['a call is asked for', idle, { on: 'call', who, turn: 1 }, asking, [{ do: 'ask', userId: 9, turn: 1 }]],
  [
    'nobody is called without an id',
    idle,
    { on: 'call', who: { id: undefined, name: '' }, turn: 1 },
    idle,
    [],
  ],
  [
    'it rings',
    asking,
    { on: 'started', turn: 1, callId: 5, name: '', expiresAt: 30_000 },
    ringing,
    [{ do: 'watch', callId: 5, until: 30_000 }],
  ],
  [
    'the server refuses',
    asking,
    { on: 'refused', turn: 1, refusal: { id: 'call.busy' } },
    { is: 'refused', who, refusal: { id: 'call.busy' } },
    [],
  ],
  ['given up before the server answered', asking, { on: 'hangUp', at: 0 }, idle, []],
  [
    'the answer for what was given up is ended',
    idle,
    { on: 'started', turn: 1, callId: 5, name: '', expiresAt: 1 },
    idle,
    [end],
  ],
  [
    'an older answer does not ring either',
    asking,
    { on: 'started', turn: 0, callId: 4, name: '', expiresAt: 1 },
    asking,
    [{ do: 'end', callId: 4 }],
  ],
  [
    'the other answers',
    ringing,
    { on: 'answered', callId: 5 },
    connecting,
    [{ do: 'unwatch' }, { do: 'join', callId: 5 }],
  ],
  ['another call is answered', ringing, { on: 'answered', callId: 6 }, ringing, []],
  [
    'declined',
    ringing,
    { on: 'ended', callId: 5, at: 12_000, why: 'declined' },
    { is: 'over', who, why: 'declined', seconds: null },
    out,
  ],
  [
    'nobody answers',
    ringing,
    { on: 'rangOut', callId: 5 },
    { is: 'over', who, why: 'expired', seconds: null },
    [...out, end],
  ],
  ['a late timer', talking, { on: 'rangOut', callId: 5 }, talking, []],
  [
    'giving up ringing',
    ringing,
    { on: 'hangUp', at: 1 },
    { is: 'over', who, why: 'self', seconds: null },
    [...out, end],
  ],
  [
    'answering',
    idle,
    { on: 'answer', who, turn: 1, callId: 5 },
    answering,
    [{ do: 'accept', callId: 5, turn: 1 }],
  ],
  [
    'accepted',
    answering,
    { on: 'accepted', turn: 1, callId: 5, name: 'Mei' },
    connecting,
    [{ do: 'join', callId: 5 }],
  ],
  ['the line stands', connecting, { on: 'lineStands', callId: 5, at: 10_000 }, talking, []],
  [
    'no line',
    connecting,
    { on: 'notJoined', callId: 5 },
    { is: 'over', who, why: 'notJoined', seconds: null },
    [...out, end],
  ],
  ['the line shakes', talking, { on: 'lineShaky', callId: 5 }, { ...talking, reconnecting: true }, []],
  [
    'it stands again, the time runs on',
    { ...talking, reconnecting: true },
    { on: 'lineStands', callId: 5, at: 99 },
    talking,
    [],
  ],
  [
    'the other hangs up',
    talking,
    { on: 'lineEnded', callId: 5, at: 14_400, lost: false },
    { is: 'over', who, why: 'other', seconds: 4 },
    [...out, end],
  ],
  [
    'the line breaks',
    talking,
    { on: 'lineEnded', callId: 5, at: 14_000, lost: true },
    { is: 'over', who, why: 'lost', seconds: 4 },
    [...out, end],
  ],
  [
    'hanging up',
    talking,
    { on: 'hangUp', at: 71_000 },
    { is: 'over', who, why: 'self', seconds: 61 },
    [...out, end],
  ],
  [
    'the server ends it',
    talking,
    { on: 'ended', callId: 5, at: 12_000, why: 'other' },
    { is: 'over', who, why: 'other', seconds: 2 },
    out,
  ],
  ['news after the end', over, { on: 'ended', callId: 5, at: 12_000, why: 'lost' }, over, []],
  ['busy: no second call', talking, { on: 'call', who, turn: 2 }, talking, []],
  ['busy: no second answer', ringing, { on: 'answer', who, turn: 2, callId: 8 }, ringing, []],
  ['again', over, { on: 'again' }, idle, []],
  ['not again while talking', talking, { on: 'again' }, talking, []],
  ['called again', over, { on: 'call', who, turn: 1 }, asking, [{ do: 'ask', userId: 9, turn: 1 }]],
]

test.each(rows)('%s', (_, given, when, then, effects) => {
  const [state, orders] = stepDirect(given, when)
  expect(state).toMatchObject(then)
  expect(orders).toEqual(effects)
})

describe('whatever happens', () => {
  /** Mulberry32: the same events at every run. */
  const chance = (seed: number) => () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  // The server gives every call a number of its own.
  let lastId = 0
  const someEvent = (random: () => number): DirectEvent => {
    const callId = lastId - Math.floor(random() * 3)
    const turn = 1 + Math.floor(random() * 3)
    const events: DirectEvent[] = [
      { on: 'call', who, turn },
      { on: 'answer', who, turn, callId },
      { on: 'started', turn, callId: lastId + 1, name: '', expiresAt: 9 },
      { on: 'accepted', turn, callId: lastId + 1, name: '' },
      { on: 'refused', turn, refusal: { id: 'failed' } },
      { on: 'answered', callId },
      { on: 'ended', callId, at: 9, why: 'other' },
      { on: 'rangOut', callId },
      { on: 'lineStands', callId, at: 3 },
      { on: 'lineShaky', callId },
      { on: 'lineEnded', callId, at: 9, lost: false },
      { on: 'notJoined', callId },
      { on: 'hangUp', at: 9 },
      { on: 'again' },
    ]
    return events[Math.floor(random() * events.length)] ?? { on: 'again' }
  }

  test('a line is joined only in a call, let go of after it, and no call is left on the server', () => {
    const random = chance(20_261_121)
    for (let run = 0; run < 300; run += 1) {
      let state: DirectCall = idle
      let line: number | undefined
      const open = new Set<number>()
      for (let step = 0; step < 40; step += 1) {
        const event = someEvent(random)
        if (event.on === 'started' || event.on === 'accepted') {
          lastId = event.callId
          open.add(lastId)
        }
        const [next, effects] = stepDirect(state, event)
        for (const effect of effects) {
          if (effect.do === 'join') line = effect.callId
          if (effect.do === 'leave') line = undefined
          if (effect.do === 'end') open.delete(effect.callId)
        }
        if (event.on === 'ended' && 'callId' in state && state.callId === event.callId)
          open.delete(event.callId)
        state = next
        expect(line !== undefined).toBe(state.is === 'connecting' || state.is === 'talking')
        expect([...open]).toEqual('callId' in state ? [state.callId] : [])
        if (!isBusy(state)) expect(line).toBeUndefined()
      }
    }
  })
})
