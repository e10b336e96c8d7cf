// Ties the incoming call to the world: the server's answer, the broker, the line, the bell, timers. Views read its store.
import type { MessageDescriptor } from '@lingui/core'
import type { CallProvider, JoinData } from '../../contract/call-signal.ts'
import type {
  CallNotice,
  DirectCall,
  IncomingCall,
  UnlockAnswer,
  UnlockConfirmation,
} from '../../contract/messages.ts'
import { RING_SECONDS } from '../../domain/intercom/call.ts'
import { stepCall } from '../../domain/intercom/incoming-call.ts'
import {
  type AnswerRefusal,
  type CallEffect,
  type CallEvent,
  type Calls,
  type ColleagueRing,
  type DoorRing,
  noCalls,
  type Ring,
} from '../../domain/intercom/incoming-call-state.ts'
import type { CallProviderPort, SignalPort } from '../../platform/rtc/port.ts'
import { type UnlockRequest, unlockRequestOf } from '../../platform/unlock.ts'
import { createLine, type LineControl, type LineMedia, quietMedia } from './call-line.ts'
import { INVALID_DATA } from './call-words.ts'

type Order<Name extends CallEffect['do']> = Extract<CallEffect, { do: Name }>

/** What the server said to an answer: how to join, undefined when that is not complete; or why not. */
export type Answer = { join: JoinData | undefined } | { refusal: AnswerRefusal }

export interface IncomingCallPorts {
  answer: (ring: { callId: number; imei: string; roomNo: string | null }) => Promise<Answer>
  /** Response and failure are of no interest (real-time specification, section 7). */
  hangUp: (imei: string, roomNo: string | null) => Promise<unknown>
  decline: (callId: number) => Promise<unknown>
  /** Rejects when the broker does not take it now. */
  unlock: (request: UnlockRequest) => Promise<void>
  /** Hears a device's answers while held. */
  listen: (imei: string) => () => void
  /** Opens the screen of a call between two people. */
  goTo: (ring: ColleagueRing) => void
  provider: (name: CallProvider) => Promise<CallProviderPort>
  signals: (callId: number) => SignalPort
  bell: { ring: () => void; silence: () => void }
  /** Beyond the drawer: page title, system notification; answers how to take it back. */
  announce: (ring: Ring) => () => void
  /** Asks to be the one tab that rings; returns how to give it back. */
  lead: (onChange: (leader: boolean) => void) => () => void
  log: (order: Order<'log'>) => void
  tell: (words: MessageDescriptor) => void
  newNonce: () => string
  me: () => number
  now: () => number
  serverNow: () => number
  after: (milliseconds: number, run: () => void) => () => void
}

export interface CallsState {
  calls: Calls
  media: LineMedia
}

export interface IncomingCalls extends Omit<LineControl, 'join' | 'leave' | 'tell'> {
  read: () => CallsState
  subscribe: (listener: () => void) => () => void
  start: () => void
  /** The session ended: everything stops. */
  stop: () => void
  rang: (call: IncomingCall | DirectCall) => void
  noticed: (notice: CallNotice) => void
  unlockAnswered: (answer: UnlockAnswer) => void
  unlockConfirmed: (confirmation: UnlockConfirmation) => void
  /** What rings by the server's word, asked for at `at` by its clock. */
  pending: (calls: readonly (IncomingCall | DirectCall)[], at: number) => void
  broker: (live: boolean) => void
  /** A call is spoken on another screen of this tab. */
  engaged: (engaged: boolean) => void
  answer: (callId: number) => void
  ignore: (callId: number) => void
  unlock: (callId: number) => void
  hangUp: (callId: number) => void
  missedSeen: () => void
}

/** Makes the driver; nothing happens before `start`. */
export function createIncomingCalls(ports: IncomingCallPorts): IncomingCalls {
  let state: CallsState = { calls: noCalls, media: quietMedia }
  // Answers that belong to a session that is over are dropped.
  let session = 0
  let stopLeading = () => {}
  let stopAnnouncing = () => {}
  const timers = new Map<string, () => void>()
  const channels = new Map<string, () => void>()
  const joins = new Map<number, JoinData>()
  const listeners = new Set<() => void>()

  const become = (next: CallsState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const send = (event: CallEvent) => {
    const [calls, effects] = stepCall(state.calls, event)
    if (calls !== state.calls) become({ ...state, calls })
    for (const effect of effects) perform(effect)
  }
  const line = createLine({
    checks: true,
    door: true,
    provider: ports.provider,
    signals: ports.signals,
    now: ports.now,
    onMedia: media => become({ ...state, media }),
    onState: (callId, moved) => send({ on: 'lineMoved', callId, line: moved }),
    onEnd: (callId, problem) => send({ on: 'lineEnded', callId, problem }),
  })

  const performers: { [Name in CallEffect['do']]: (effect: Order<Name>) => void } = {
    ring: () => ports.bell.ring(),
    silence: () => ports.bell.silence(),
    announce: ({ ring }) => {
      stopAnnouncing = ports.announce(ring)
    },
    withdraw: () => stopAnnouncing(),
    answer: order => void answer(order),
    decline: ({ callId }) => void ports.decline(callId).catch(() => {}),
    goTo: ({ ring }) => ports.goTo(ring),
    join({ callId }) {
      const data = joins.get(callId)
      if (data) line.join(callId, data)
    },
    leave: () => line.leave(),
    hangUp: ({ imei, roomNo }) => void ports.hangUp(imei, roomNo).catch(() => {}),
    unlock: order => void unlock(order),
    listen: ({ imei }) => void channels.set(imei, ports.listen(imei)),
    unlisten({ imei }) {
      channels.get(imei)?.()
      channels.delete(imei)
    },
    startTimer,
    cancelTimer({ id }) {
      timers.get(id)?.()
      timers.delete(id)
    },
    log: ports.log,
    tell: () => ports.tell(INVALID_DATA),
  }
  const perform = <Name extends CallEffect['do']>(order: { do: Name } & Order<Name>) =>
    performers[order.do](order)

  async function answer(order: Order<'answer'>): Promise<void> {
    const started = session
    const { callId, attempt, imei, roomNo } = order
    const said = await ports.answer({ callId, imei, roomNo }).catch(() => ({ refusal: { id: 'failed' } }))
    if (started !== session) return
    if ('refusal' in said) return send({ on: 'answerRefused', callId, attempt, refusal: said.refusal })
    if (said.join) joins.set(callId, said.join)
    send({ on: 'accepted', callId, attempt, imei, roomNo, complete: said.join !== undefined })
    joins.delete(callId)
  }

  async function unlock({ callId, imei, nonce }: Order<'unlock'>): Promise<void> {
    const request = unlockRequestOf({ imei, userId: ports.me(), callId, at: ports.serverNow(), nonce })
    await ports.unlock(request).catch(() => send({ on: 'unlockNotSent', nonce }))
  }

  function startTimer({ id, due }: Order<'startTimer'>): void {
    const wait = 'ms' in due ? due.ms : Math.max(0, due.until - ports.now())
    timers.set(
      id,
      ports.after(wait, () => {
        timers.delete(id)
        send({ on: 'timer', id })
      }),
    )
  }

  const ringsOf = (calls: readonly (IncomingCall | DirectCall)[]): Ring[] =>
    calls.flatMap(call => {
      const rest = Math.min(call.expiresAt - ports.serverNow(), RING_SECONDS * 1000)
      return rest > 0 ? [ringOf(call, ports.now() + rest)] : []
    })

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      stopLeading = ports.lead(leader => send({ on: 'leadership', leader }))
    },
    stop() {
      send({ on: 'sessionEnded' })
      session += 1
      stopLeading()
      stopLeading = () => {}
      joins.clear()
      become({ ...state, media: quietMedia })
    },
    rang(call) {
      for (const ring of ringsOf([call])) send({ on: 'rang', ring })
    },
    noticed: ({ callId, state: now, answeredById, answeredBy, endReason, unlockedBy = null }) =>
      send({
        on: 'noticed',
        callId,
        state: now,
        answeredById,
        answeredBy,
        endReason,
        unlockedBy,
        me: ports.me(),
      }),
    unlockAnswered: ({ nonce, result }) => send({ on: 'unlockAnswered', nonce, result }),
    unlockConfirmed: ({ imei, type, result, callId }) =>
      send({ on: 'unlockConfirmed', imei, type, opened: result === 'opened', callId }),
    pending: (calls, at) => send({ on: 'pending', rings: ringsOf(calls), at }),
    broker: live => send({ on: 'broker', live }),
    engaged: engaged => send({ on: 'engaged', engaged }),
    answer: callId => send({ on: 'answerPressed', callId }),
    ignore: callId => send({ on: 'ignorePressed', callId }),
    unlock: callId => send({ on: 'unlockPressed', callId, nonce: ports.newNonce() }),
    hangUp: callId => send({ on: 'hangUpPressed', callId }),
    missedSeen: () => send({ on: 'missedSeen' }),
    attach: line.attach,
    attachOwn: line.attachOwn,
    setMicrophone: line.setMicrophone,
    setCamera: line.setCamera,
    setVolume: line.setVolume,
  }
}

function ringOf(call: IncomingCall | DirectCall, endsAt: number): Ring {
  if (call.code === '5088') {
    const { callId, callerId, callerName, calleeId, pushTime } = call
    const ring: ColleagueRing = { kind: 'direct', callId, callerId, callerName, calleeId, pushTime, endsAt }
    return ring
  }
  const { code: _code, type: _type, ...words } = call
  const ring: DoorRing = { ...words, kind: 'door', endsAt }
  return ring
}
