// The incoming call: rows of given, when, then in virtual time; and what holds after any events whatsoever.
import { describe, expect, it } from 'vitest'
import { stepCall } from '../../../src/domain/intercom/incoming-call.ts'
import {
  type CallEffect,
  type CallEvent,
  type Calls,
  type ColleagueRing,
  type DoorRing,
  isBusy,
  lineOf,
  missingIn,
  noCalls,
  type Ring,
  timersOf,
} from '../../../src/domain/intercom/incoming-call-state.ts'

const ME = 7
const IMEI = '866040053214418'
const NONCE = 'a'.repeat(16)
const START = 1_000_000

const door = (callId: number, facts: Partial<DoorRing> = {}): DoorRing => ({
  kind: 'door',
  callId,
  imei: `${IMEI.slice(0, -1)}${callId % 10}`,
  deviceName: `North gate ${callId}`,
  channel: 'c',
  appToken: 't',
  appUid: 'u',
  deviceUid: 'd',
  deviceToken: 'k',
  building: 'Block 3',
  unit: '2',
  roomNo: '1204',
  pushTime: START,
  endsAt: START + 30_000,
  ...facts,
})

const colleague = (callId: number): ColleagueRing => ({
  kind: 'direct',
  callId,
  callerId: 9,
  callerName: '王队',
  calleeId: ME,
  pushTime: START,
  endsAt: START + 30_000,
})

/** The machine with a clock that only moves when told, and what it has ordered so far. */
function console_(from: Partial<Calls> = { leader: true, live: true }) {
  let calls: Calls = { ...noCalls, ...from }
  let now = START
  const timers = new Map<string, number>()
  const orders: CallEffect[] = []
  const send = (event: CallEvent) => {
    const [next, effects] = stepCall(calls, event)
    calls = next
    for (const effect of effects) {
      orders.push(effect)
      if (effect.do === 'startTimer')
        timers.set(effect.id, 'ms' in effect.due ? now + effect.due.ms : effect.due.until)
      if (effect.do === 'cancelTimer') timers.delete(effect.id)
    }
  }
  const self = {
    on(...events: CallEvent[]) {
      for (const event of events) send(event)
      return self
    },
    pass(ms: number) {
      const until = now + ms
      for (;;) {
        const [first] = [...timers].filter(([, at]) => at <= until).sort((a, b) => a[1] - b[1])
        if (!first) break
        now = Math.max(now, first[1])
        timers.delete(first[0])
        send({ on: 'timer', id: first[0] })
      }
      now = until
      return self
    },
    get calls() {
      return calls
    },
    get is() {
      return calls.phase.is
    },
    get orders() {
      return orders.map(order => order.do).filter(name => name !== 'startTimer' && name !== 'cancelTimer')
    },
    find: <Name extends CallEffect['do']>(name: Name) =>
      orders.filter((each): each is Extract<CallEffect, { do: Name }> => each.do === name),
    timers,
  }
  return self
}

const rang = (ring: Ring): CallEvent => ({ on: 'rang', ring })
const answer = (callId: number): CallEvent => ({ on: 'answerPressed', callId })
const ignore = (callId: number): CallEvent => ({ on: 'ignorePressed', callId })
const unlock = (callId: number, nonce = NONCE): CallEvent => ({ on: 'unlockPressed', callId, nonce })
const accepted = (callId: number, attempt = 1, complete = true): CallEvent => ({
  on: 'accepted',
  callId,
  attempt,
  imei: door(callId).imei,
  roomNo: '1204',
  complete,
})
const confirmed = (callId: number, facts: Partial<Extract<CallEvent, { on: 'unlockConfirmed' }>> = {}) =>
  ({
    on: 'unlockConfirmed',
    imei: door(callId).imei,
    type: 3,
    opened: true,
    callId,
    ...facts,
  }) satisfies CallEvent
const noticed = (callId: number, facts: Partial<Extract<CallEvent, { on: 'noticed' }>>): CallEvent => ({
  on: 'noticed',
  callId,
  state: 'answered',
  answeredById: null,
  answeredBy: null,
  endReason: null,
  unlockedBy: null,
  me: ME,
  ...facts,
})
const pending = (rings: readonly Ring[], at = START + 5_000): CallEvent => ({ on: 'pending', rings, at })
const ringing = () => console_().on(rang(door(1)))
const talking = () => ringing().on(answer(1), accepted(1)).pass(1_000)

describe('a door rings', () => {
  it('becomes busy, opens the drawer, rings, and counts 30 seconds down', () => {
    const desk = ringing()
    expect(desk.is).toBe('ringing')
    expect(isBusy(desk.calls)).toBe(true)
    expect(desk.orders).toEqual(['announce', 'ring'])
    expect(desk.timers.get('countdown 1')).toBe(START + 30_000)
  })

  it.each(['channel', 'appToken', 'appUid', 'deviceUid', 'deviceToken'] as const)(
    'is ignored without %s, the log says why and the person that the data is invalid',
    word => {
      for (const value of [undefined, null, '']) {
        const desk = console_().on(rang(door(1, { [word]: value })))
        expect(desk.is).toBe('idle')
        expect(desk.find('log')).toEqual([{ do: 'log', why: 'incomplete', callId: 1, missing: [word] }])
        expect(desk.orders).toEqual(['log', 'tell'])
      }
    },
  )

  it('names everything that is missing', () => {
    expect(missingIn(door(1, { channel: '', deviceToken: null }))).toEqual(['channel', 'deviceToken'])
  })

  it('rings in the leading tab only, and the new leader goes on', () => {
    const desk = console_({ leader: false, live: true }).on(rang(door(1)))
    expect(desk.is).toBe('ringing')
    expect(desk.orders).toEqual(['announce'])
    desk.on({ on: 'leadership', leader: true })
    expect(desk.orders).toEqual(['announce', 'ring'])
    desk.on({ on: 'leadership', leader: false })
    expect(desk.orders).toEqual(['announce', 'ring', 'silence'])
  })

  it('rings once, however often it is said', () => {
    const desk = ringing().on(rang(door(1)), pending([door(1)]))
    expect(desk.orders).toEqual(['announce', 'ring'])
    expect(desk.calls.waiting).toEqual([])
  })

  it('closes when the countdown ends, and is listed as missed', () => {
    const desk = ringing().pass(29_999)
    expect(desk.is).toBe('ringing')
    desk.pass(1)
    expect(desk.is).toBe('idle')
    expect(isBusy(desk.calls)).toBe(false)
    expect(desk.orders).toEqual(['announce', 'ring', 'silence', 'withdraw'])
    expect(desk.calls.missed.map(ring => ring.callId)).toEqual([1])
    expect(desk.on({ on: 'missedSeen' }).calls.missed).toEqual([])
  })

  it('does not close a dialog that is open when the countdown ends', () => {
    expect(talking().pass(60_000).is).toBe('talking')
  })
})

describe('answering', () => {
  it('asks the server at once and opens the dialog after one second', () => {
    const desk = ringing().on(answer(1))
    expect(desk.is).toBe('answering')
    expect(desk.find('answer')).toEqual([
      { do: 'answer', callId: 1, attempt: 1, imei: door(1).imei, roomNo: '1204' },
    ])
    desk.on(accepted(1))
    expect(desk.orders).toContain('join')
    desk.pass(999)
    expect(desk.is).toBe('answering')
    desk.pass(1)
    expect(desk.is).toBe('talking')
  })

  it('opens the dialog with the answer when that takes longer', () => {
    const desk = ringing().on(answer(1)).pass(1_500)
    expect(desk.is).toBe('answering')
    expect(desk.on(accepted(1)).is).toBe('talking')
  })

  it('says that the data is invalid, and after one second closes and is free', () => {
    const desk = ringing().on(answer(1), accepted(1, 1, false))
    expect(desk.calls.phase).toMatchObject({ is: 'closing', closing: { why: 'invalid' } })
    expect(isBusy(desk.calls)).toBe(true)
    expect(desk.orders).not.toContain('join')
    expect(desk.orders).toContain('hangUp')
    expect(desk.find('tell')).toEqual([{ do: 'tell', why: 'invalid' }])
    desk.pass(1_000)
    expect(desk.is).toBe('idle')
  })

  it('names the colleague who was faster, then closes', () => {
    const refusal = { id: 'call.takenBy', params: { name: '李芳' } }
    const desk = ringing().on(answer(1), { on: 'answerRefused', callId: 1, attempt: 1, refusal })
    expect(desk.calls.phase).toMatchObject({ is: 'closing', closing: { why: 'taken', by: '李芳' } })
    expect(desk.pass(3_000).is).toBe('idle')
  })

  it('closes when the call is over already', () => {
    const refusal = { id: 'call.over' }
    const desk = ringing().on(answer(1), { on: 'answerRefused', callId: 1, attempt: 1, refusal })
    expect(desk.calls.phase).toMatchObject({ closing: { why: 'over' } })
  })

  it('rings on after any other refusal, to the end of its countdown', () => {
    const desk = ringing()
      .pass(20_000)
      .on(answer(1), { on: 'answerRefused', callId: 1, attempt: 1, refusal: { id: 'offline' } })
    expect(desk.calls.phase).toMatchObject({ is: 'ringing', refusal: { id: 'offline' } })
    expect(desk.pass(9_999).is).toBe('ringing')
    expect(desk.pass(1).is).toBe('idle')
  })

  it('drops answers of an older attempt and hangs up what nobody wants any more', () => {
    const desk = ringing().on(answer(1), ignore(1)).on(accepted(1))
    expect(desk.calls.phase).toMatchObject({ closing: { why: 'ignored' } })
    expect(desk.find('hangUp')).toEqual([{ do: 'hangUp', imei: door(1).imei, roomNo: '1204' }])
    expect(desk.orders).not.toContain('join')
  })

  it('does not hang up the line it has because of a doubled answer', () => {
    const desk = talking().on(accepted(1))
    expect(desk.orders).not.toContain('hangUp')
    expect(desk.is).toBe('talking')
  })
})

describe('ignoring', () => {
  it('says so, is free at once, and closes after one second', () => {
    const desk = ringing().on(ignore(1))
    expect(desk.calls.phase).toMatchObject({ is: 'closing', closing: { why: 'ignored' } })
    expect(isBusy(desk.calls)).toBe(false)
    expect(desk.orders).toEqual(['announce', 'ring', 'silence', 'withdraw'])
    expect(desk.pass(1_000).is).toBe('idle')
    expect(desk.calls.missed).toEqual([])
  })

  it('stays ignored when the list of what rings still holds it', () => {
    const desk = ringing().on(ignore(1)).pass(1_000)
    expect(desk.on(pending([door(1)]), rang(door(1))).is).toBe('idle')
  })

  it('lets the next call ring within that second', () => {
    const desk = ringing().on(ignore(1), rang(door(2)))
    expect(desk.calls.phase).toMatchObject({ is: 'ringing', ring: { callId: 2 } })
    expect(desk.pass(1_000).is).toBe('ringing')
  })
})

describe('the call', () => {
  it('ends with the hang-up: the line is left, the server told, the console free', () => {
    const desk = talking().on({ on: 'hangUpPressed', callId: 1 })
    expect(desk.is).toBe('idle')
    expect(desk.orders.slice(-2)).toEqual(['hangUp', 'leave'])
    expect(desk.find('hangUp')).toEqual([{ do: 'hangUp', imei: door(1).imei, roomNo: '1204' }])
  })

  it('ends when the other end goes, says so, tells the server by the IMEI alone, and closes', () => {
    const desk = talking().on({ on: 'lineEnded', callId: 1, problem: null })
    expect(desk.calls.phase).toMatchObject({ is: 'ended', problem: null })
    expect(isBusy(desk.calls)).toBe(false)
    expect(desk.find('hangUp')).toEqual([{ do: 'hangUp', imei: door(1).imei, roomNo: null }])
    expect(desk.pass(3_000).is).toBe('idle')
  })

  it('keeps a problem on the screen until it was read', () => {
    const desk = talking().on({ on: 'lineEnded', callId: 1, problem: 'network' }).pass(60_000)
    expect(desk.is).toBe('ended')
    expect(desk.on({ on: 'hangUpPressed', callId: 1 }).is).toBe('idle')
    expect(desk.find('hangUp')).toHaveLength(1)
  })

  it('follows the line, and shows what kept it from standing', () => {
    const desk = ringing().on(answer(1), accepted(1), { on: 'lineMoved', callId: 1, line: 'connected' })
    expect(desk.pass(1_000).calls.phase).toMatchObject({ is: 'talking', line: 'connected' })
    desk.on({ on: 'lineMoved', callId: 1, line: 'reconnecting' })
    expect(desk.calls.phase).toMatchObject({ line: 'reconnecting' })
    desk.on({ on: 'lineMoved', callId: 99, line: 'connected' })
    expect(desk.calls.phase).toMatchObject({ line: 'reconnecting' })
    desk.on({ on: 'lineEnded', callId: 1, problem: 'refused' })
    expect(desk.calls.phase).toMatchObject({ is: 'ended', problem: 'refused' })
  })

  it.each([
    ['hangUp', null],
    ['lost', 'network'],
  ] as const)('ends by the server’s word %s', (endReason, problem) => {
    const desk = talking().on(noticed(1, { state: 'ended', endReason }))
    expect(desk.calls.phase).toMatchObject({ is: 'ended', problem })
  })

  it('goes on while the broker is away', () => {
    const desk = talking().on({ on: 'broker', live: false }).pass(60_000)
    expect(desk.on({ on: 'broker', live: true }, pending([])).is).toBe('talking')
    expect(desk.orders).not.toContain('leave')
  })
})

describe('unlocking', () => {
  const letIn = (facts: Partial<Extract<CallEvent, { on: 'noticed' }>> = {}) =>
    noticed(1, { state: 'ended', endReason: 'unlocked', unlockedBy: '李芳', ...facts })

  it('by a colleague ends the ringing here with their name; nothing was missed', () => {
    const desk = ringing().on(letIn())
    expect(desk.calls.phase).toMatchObject({ is: 'closing', closing: { why: 'opened', by: '李芳' } })
    expect(desk.orders.slice(-2)).toEqual(['silence', 'withdraw'])
    desk.pass(3_000)
    expect(desk.calls).toMatchObject({ phase: { is: 'idle' }, missed: [] })
    expect(desk.on(rang(door(1))).is).toBe('idle')
  })

  it('by a colleague ends an answer that came too late, and what only waits', () => {
    expect(ringing().on(answer(1), letIn()).calls.phase).toMatchObject({ closing: { why: 'opened' } })
    const waiting = console_().on(rang(door(2)), rang(door(1)), letIn())
    expect(waiting.calls).toMatchObject({ waiting: [], missed: [] })
  })

  it('says "unlocked" where it was asked for, whichever word comes first', () => {
    const desk = ringing().on(unlock(1), letIn())
    expect(desk.calls.phase).toMatchObject({ is: 'closing', closing: { why: 'unlocked' } })
    expect(desk.on(confirmed(1)).pass(1_000).is).toBe('idle')
    const other = ringing().on(unlock(1), confirmed(1), letIn())
    expect(other.calls.phase).toMatchObject({ is: 'closing', closing: { why: 'unlocked' } })
  })

  it('opens the channel, then asks; works before answering', () => {
    const desk = ringing().on(unlock(1))
    expect(desk.orders.slice(-2)).toEqual(['listen', 'unlock'])
    expect(desk.find('unlock')).toEqual([{ do: 'unlock', callId: 1, imei: door(1).imei, nonce: NONCE }])
    expect(desk.is).toBe('ringing')
  })

  it('asks once, however often it is pressed', () => {
    expect(
      ringing()
        .on(unlock(1), unlock(1, 'b'.repeat(16)))
        .find('unlock'),
    ).toHaveLength(1)
  })

  it('confirmed in the drawer: stops listening, says so, closes after one second', () => {
    const desk = ringing().on(unlock(1), confirmed(1))
    expect(desk.calls.phase).toMatchObject({ is: 'closing', closing: { why: 'unlocked' } })
    expect(isBusy(desk.calls)).toBe(true)
    expect(desk.orders).toContain('unlisten')
    expect(desk.pass(1_000).is).toBe('idle')
    expect(isBusy(desk.calls)).toBe(false)
  })

  it('confirmed in the dialog: the title says so after one second and the call goes on', () => {
    const desk = talking().on(unlock(1), confirmed(1))
    expect(desk.orders.at(-1)).toBe('unlisten')
    expect(desk.calls.phase).toMatchObject({ is: 'talking', door: { titled: false, listening: false } })
    expect(desk.pass(1_000).calls.phase).toMatchObject({ is: 'talking', door: { titled: true } })
  })

  it('confirmed while answering: the dialog opens with the title', () => {
    const desk = ringing().on(unlock(1), answer(1), confirmed(1)).pass(1_000)
    expect(desk.on(accepted(1)).calls.phase).toMatchObject({ is: 'talking', door: { titled: true } })
  })

  it.each([
    ['another type', { type: 1 }],
    ['another device', { imei: '866040053214499' }],
    ['another call', { callId: 5 }],
  ])('%s confirms nothing', (_, facts) => {
    expect(ringing().on(unlock(1), confirmed(1, facts)).is).toBe('ringing')
  })

  it('confirms nothing that was not asked', () => {
    expect(ringing().on(confirmed(1)).is).toBe('ringing')
  })

  it('says that the door unit could not', () => {
    const desk = ringing().on(unlock(1), confirmed(1, { opened: false }))
    expect(desk.calls.phase).toMatchObject({
      is: 'ringing',
      door: { unlock: { is: 'refused', why: 'notOpened' } },
    })
  })

  it.each(['offline', 'forbidden', 'noCall', 'tooOften', 'stale', 'noKey', 'failed'] as const)(
    'refused as %s: the drawer stays and says why',
    result => {
      const desk = ringing().on(unlock(1), { on: 'unlockAnswered', nonce: NONCE, result })
      expect(desk.calls.phase).toMatchObject({
        is: 'ringing',
        door: { unlock: { is: 'refused', why: result } },
      })
      expect(desk.orders.at(-1)).toBe('unlisten')
    },
  )

  it('is refused at once while the broker is away, and nothing is kept for later', () => {
    const desk = ringing().on({ on: 'broker', live: false }, unlock(1))
    expect(desk.calls.phase).toMatchObject({ door: { unlock: { is: 'refused', why: 'notLive' } } })
    expect(desk.on({ on: 'broker', live: true }).pass(5_000).find('unlock')).toEqual([])
  })

  it('says after ten seconds that nothing was confirmed; a late confirmation still counts', () => {
    const sent: CallEvent = { on: 'unlockAnswered', nonce: NONCE, result: 'sent' }
    const desk = talking().on(unlock(1), sent).pass(10_000)
    expect(desk.calls.phase).toMatchObject({ door: { unlock: { is: 'silent' }, listening: true } })
    expect(desk.on(confirmed(1)).calls.phase).toMatchObject({ door: { unlock: { is: 'done' } } })
  })

  it('drops answers to an older press', () => {
    const desk = ringing().on(unlock(1), { on: 'unlockAnswered', nonce: 'x', result: 'failed' })
    expect(desk.calls.phase).toMatchObject({ door: { unlock: { is: 'asked' } } })
    desk.on({ on: 'unlockNotSent', nonce: NONCE })
    expect(desk.calls.phase).toMatchObject({ door: { unlock: { is: 'refused', why: 'notLive' } } })
  })

  it('stops listening with the call', () => {
    const desk = talking().on(unlock(1), { on: 'hangUpPressed', callId: 1 })
    expect(desk.orders).toContain('unlisten')
    expect([...desk.timers]).toEqual([])
  })
})

describe('what others do', () => {
  it('a colleague answers: it stops ringing, names them, and closes', () => {
    const desk = ringing().on(noticed(1, { answeredById: 9, answeredBy: '李芳' }))
    expect(desk.calls.phase).toMatchObject({ is: 'closing', closing: { why: 'taken', by: '李芳' } })
    expect(desk.orders).toContain('silence')
    expect(desk.pass(3_000).is).toBe('idle')
    expect(desk.calls.missed).toEqual([])
  })

  it('answered here in another tab: says so', () => {
    const desk = ringing().on(noticed(1, { answeredById: ME }))
    expect(desk.calls.phase).toMatchObject({ closing: { why: 'elsewhere' } })
  })

  it('the notice of the own answer may come before the answer', () => {
    const desk = ringing().on(answer(1), noticed(1, { answeredById: ME }))
    expect(desk.is).toBe('answering')
    expect(desk.on(accepted(1)).pass(1_000).is).toBe('talking')
  })

  it.each(['cancelled', 'expired'] as const)('missed, %s: closes', endReason => {
    const desk = ringing().on(noticed(1, { state: 'missed', endReason }))
    expect(desk.calls.phase).toMatchObject({ closing: { why: 'over', reason: endReason } })
    expect(desk.calls.missed).toHaveLength(1)
    expect(desk.pass(3_000).is).toBe('idle')
  })
})

describe('while busy', () => {
  it('further calls do not ring but wait', () => {
    const desk = ringing().on(rang(door(2)), rang(door(3)))
    expect(desk.calls.waiting.map(ring => ring.callId)).toEqual([2, 3])
    expect(desk.find('announce')).toHaveLength(1)
  })

  it('the oldest that still rings comes up when the first is over', () => {
    const desk = talking().on(rang(door(2, { endsAt: START + 40_000 })), {
      on: 'hangUpPressed',
      callId: 1,
    })
    expect(desk.calls.phase).toMatchObject({ is: 'ringing', ring: { callId: 2 } })
    expect(desk.orders.slice(-2)).toEqual(['announce', 'ring'])
  })

  it('one that rang out meanwhile is listed as missed', () => {
    const desk = talking()
      .on(rang(door(2)))
      .pass(30_000)
    expect(desk.calls.waiting).toEqual([])
    expect(desk.calls.missed.map(ring => ring.callId)).toEqual([2])
    expect(desk.on({ on: 'hangUpPressed', callId: 1 }).is).toBe('idle')
  })

  it('one that a colleague answered is not missed', () => {
    const desk = talking().on(rang(door(2)), noticed(2, { answeredById: 9, answeredBy: '李芳' }))
    expect(desk.calls.waiting).toEqual([])
    expect(desk.calls.missed).toEqual([])
  })

  it('one that gave up is missed', () => {
    const desk = talking().on(rang(door(2)), noticed(2, { state: 'missed', endReason: 'cancelled' }))
    expect(desk.calls.missed.map(ring => ring.callId)).toEqual([2])
  })

  it('ignoring shows its word before the next comes up', () => {
    const desk = ringing().on(rang(door(2)), ignore(1))
    expect(desk.is).toBe('closing')
    expect(desk.pass(1_000).calls.phase).toMatchObject({ is: 'ringing', ring: { callId: 2 } })
  })

  it('a call on another screen of the tab makes busy too', () => {
    const desk = console_().on({ on: 'engaged', engaged: true }, rang(door(1)))
    expect(desk.is).toBe('idle')
    expect(desk.calls.waiting).toHaveLength(1)
    expect(desk.on({ on: 'engaged', engaged: false }).is).toBe('ringing')
  })
})

describe('the broker is cut while it rings', () => {
  it('the countdown goes on', () => {
    const desk = ringing().on({ on: 'broker', live: false }).pass(30_000)
    expect(desk.is).toBe('idle')
  })

  it('the list of what rings decides on return', () => {
    const cut = () =>
      ringing()
        .on(rang(door(2)), { on: 'broker', live: false })
        .pass(5_000)
    expect(cut().on(pending([door(1), door(2)])).calls).toMatchObject({
      phase: { is: 'ringing' },
      waiting: [{ callId: 2 }],
    })
    const gone = cut().on(pending([]))
    expect(gone.calls).toMatchObject({
      phase: { is: 'closing', closing: { why: 'over', reason: null } },
      waiting: [],
    })
    const other = cut().on(pending([door(3)]))
    expect(other.calls).toMatchObject({ phase: { is: 'ringing', ring: { callId: 3 } }, waiting: [] })
  })

  it('what began after the question was put stays', () => {
    const desk = console_().on(rang(door(4, { pushTime: START + 6_000 })), pending([]))
    expect(desk.is).toBe('ringing')
  })
})

describe('a colleague calls', () => {
  it('rings like a door and leads to the call’s own screen', () => {
    const desk = console_().on(rang(colleague(1)))
    expect(desk.orders).toEqual(['announce', 'ring'])
    desk.on(answer(1))
    expect(desk.find('goTo')).toEqual([{ do: 'goTo', ring: colleague(1) }])
    expect(desk.is).toBe('idle')
  })

  it('is declined by ignoring', () => {
    expect(
      console_()
        .on(rang(colleague(1)), ignore(1))
        .find('decline'),
    ).toEqual([{ do: 'decline', callId: 1 }])
  })

  it('has no door to unlock', () => {
    expect(
      console_()
        .on(rang(colleague(1)), unlock(1))
        .find('unlock'),
    ).toEqual([])
  })
})

it('everything stops with the session', () => {
  const desk = talking().on(unlock(1), rang(door(2)), { on: 'sessionEnded' })
  expect(desk.calls).toMatchObject({ phase: { is: 'idle' }, waiting: [], missed: [], over: [] })
  expect([...desk.timers]).toEqual([])
  expect(desk.orders.slice(-2)).toEqual(['leave', 'unlisten'])
})

describe('whatever happens', () => {
  it('keeps its promises over random events', () => {
    const random = randomOf(3)
    let rounds = 0
    for (; rounds < 2_500; rounds += 1) {
      let calls: Calls = noCalls
      const held: Held = {
        timers: new Set(),
        sound: false,
        line: undefined,
        announced: undefined,
        door: undefined,
      }
      for (let at = 0; at < 40; at += 1) {
        const [next, effects] = stepCall(calls, anyEvent(random, calls))
        for (const effect of effects) obey(effect, held)
        promises(next, held)
        calls = next
      }
    }
    expect(rounds).toBe(2_500)
  })
})

/** What is held after the orders were carried out. */
interface Held {
  timers: Set<string>
  sound: boolean
  line: number | undefined
  announced: number | undefined
  door: string | undefined
}

// Asserting a million times through `expect` would take longer than what is asserted.
function must(kept: boolean, promise: string): void {
  if (!kept) throw new Error(`Broken: ${promise}`)
}

function promises(calls: Calls, held: Held): void {
  const { phase, waiting, engaged, leader } = calls
  const due = timersOf(calls)
  must(
    held.timers.size === due.size && [...held.timers].every(id => due.has(id)),
    'leaving a state cancels its timers, entering one starts them',
  )
  must(held.sound === (leader && phase.is === 'ringing'), 'only the leader rings, and idle never')
  const shown = phase.is === 'ringing' ? phase.ring.callId : undefined
  must(held.announced === shown, 'what rings is announced, and nothing else')
  must(held.line === lineOf(calls), 'the line is that of the call at hand')
  must(!isBusy(calls) || engaged || 'ring' in phase, 'never busy without a call')
  must(phase.is !== 'idle' || engaged || waiting.length === 0, 'nobody waits for an idle console')
  const ids = [...waiting.map(ring => ring.callId), ...('ring' in phase ? [phase.ring.callId] : [])]
  must(new Set(ids).size === ids.length, 'no call is there twice')
  must(!('ring' in phase) || missingIn(phase.ring).length === 0, 'what lacks data never rings')
  const door = 'ring' in phase && phase.ring.kind === 'door' ? phase.ring.imei : undefined
  must(held.door === undefined || held.door === door, 'only the door of the call at hand is heard')
}

/** Carries an order out on paper and complains about one that contradicts what is held. */
function obey(effect: CallEffect, held: Held): void {
  switch (effect.do) {
    case 'startTimer':
      must(!held.timers.has(effect.id), 'a timer is started once')
      held.timers.add(effect.id)
      break
    case 'cancelTimer':
      // One that is due has run; taking it back is harmless.
      held.timers.delete(effect.id)
      break
    case 'ring':
    case 'silence':
      must(held.sound === (effect.do === 'silence'), 'orders to the bell alternate')
      held.sound = effect.do === 'ring'
      break
    case 'join':
      must(held.line === undefined, 'never two live lines')
      held.line = effect.callId
      break
    case 'leave':
      must(held.line === effect.callId, 'only the own line is left')
      held.line = undefined
      break
    case 'announce':
      must(held.announced === undefined, 'one call is announced at a time')
      held.announced = effect.ring.callId
      break
    case 'withdraw':
      held.announced = undefined
      break
    case 'listen':
      must(held.door === undefined, 'one door is heard at a time')
      held.door = effect.imei
      break
    case 'unlisten':
      must(held.door === effect.imei, 'only a door that is heard is let go')
      held.door = undefined
      break
    case 'unlock':
      must(held.door === effect.imei, 'a door is heard before it is asked to open')
  }
}

function randomOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

function anyEvent(random: (below: number) => number, calls: Calls): CallEvent {
  // Mostly of the call at hand, so that sequences get somewhere.
  const { phase } = calls
  const callId = 'ring' in phase && random(4) > 0 ? phase.ring.callId : 1 + random(4)
  const pick = <T>(...values: readonly [T, ...T[]]): T => values[random(values.length)] ?? values[0]
  const ring = (id: number): Ring =>
    id === 4
      ? colleague(id + 4 * random(3))
      : door(id + 4 * random(3), { channel: random(8) ? 'c' : '', pushTime: START + random(3) * 5_000 })
  const attempt = random(4) > 0 ? calls.attempts : random(5)
  switch (random(20)) {
    case 0:
    case 1:
    case 2:
      return rang(ring(1 + random(4)))
    case 3:
    case 4:
      return answer(callId)
    case 5:
    case 6:
      return accepted(callId, attempt, random(6) > 0)
    case 7:
      return {
        on: 'answerRefused',
        callId,
        attempt,
        refusal: { id: pick('offline', 'call.takenBy', 'call.over') },
      }
    case 8:
      return ignore(callId)
    case 9:
    case 10:
    case 11:
      return { on: 'timer', id: [...timersOf(calls).keys()][random(3)] ?? 'close 1' }
    case 12:
      return unlock(callId, pick('n1', 'n2', 'n3'))
    case 13:
      return random(3)
        ? confirmed(callId, { type: pick(3, 3, 1), opened: random(4) > 0 })
        : { on: 'unlockAnswered', nonce: pick('n1', 'n2', 'n3'), result: pick('sent', 'failed') }
    case 14:
      return { on: 'lineMoved', callId, line: pick('connecting', 'connected', 'reconnecting') }
    case 15:
      return random(2)
        ? { on: 'lineEnded', callId, problem: pick<string | null>(null, 'network') }
        : { on: 'hangUpPressed', callId }
    case 16:
      return noticed(callId, {
        state: pick('answered', 'ended', 'missed', 'ringing'),
        answeredById: pick(ME, 9),
        endReason: pick('hangUp', 'cancelled', 'declined', 'lost'),
      })
    case 17:
      return random(2) ? { on: 'broker', live: random(3) > 0 } : { on: 'leadership', leader: random(2) > 0 }
    case 18:
      return random(2) ? { on: 'engaged', engaged: random(3) === 0 } : { on: 'missedSeen' }
    default:
      if (random(4) === 0) return { on: 'sessionEnded' }
      return pending(random(2) ? [ring(1 + random(4))] : [], START + random(3) * 5_000)
  }
}
