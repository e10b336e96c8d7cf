// Ties the incoming call to the world: the server's answer, the broker, the line, the bell, timers. Views read its store.
import type { CallProvider, JoinData } from '../../contract/call-signal.ts'
import type {
  CallNotice,
  ConferenceRing,
  DirectCall,
  IncomingCall,
  UnlockAnswer,
  UnlockConfirmation,
} from '../../contract/messages.ts'
import { ROOM_RING_SECONDS } from '../../domain/conference/conference.ts'
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
  type RoomRing,
} from '../../domain/intercom/incoming-call-state.ts'
import { type Performers, type RunnerSession, runMachine } from '../../platform/machine-runner.ts'
import type { CallProviderPort, SignalPort } from '../../platform/rtc/port.ts'
import { createStore } from '../../platform/store.ts'
import { type UnlockRequest, unlockRequestOf } from '../../platform/unlock.ts'
import { createLine, type LineControl, type LineMedia, quietMedia } from './call-line.ts'
import type { CallRecordingPorts } from './call-recording.ts'

type Order<Name extends CallEffect['do']> = Extract<CallEffect, { do: Name }>

/** The server's reply to answering a call: how to join (undefined when incomplete), or why it was refused. */
export type Answer = { join: JoinData | undefined } | { refusal: AnswerRefusal }

export interface IncomingCallPorts {
  answer: (ring: { callId: number; imei: string; roomNo: string | null }) => Promise<Answer>
  /** Response and failure are of no interest (real-time specification, section 7). */
  hangUp: (imei: string, roomNo: string | null) => Promise<unknown>
  decline: (callId: number) => Promise<unknown>
  declineRoom: (roomId: string) => Promise<unknown>
  /** Rejects when the broker does not take it now. */
  unlock: (request: UnlockRequest) => Promise<void>
  /** Hears a device's answers while held. */
  listen: (imei: string) => () => void
  /** Opens the screen of a call between two people, or the room. */
  goTo: (ring: ColleagueRing | RoomRing) => void
  provider: (name: CallProvider) => Promise<CallProviderPort>
  signals: (callId: number) => SignalPort
  recording?: CallRecordingPorts
  bell: { ring: () => void; silence: () => void }
  /** Beyond the drawer: page title, system notification; answers how to take it back. */
  announce: (ring: Ring) => () => void
  /** Asks to be the one tab that rings; returns how to give it back. */
  lead: (onChange: (leader: boolean) => void) => () => void
  log: (order: Order<'log'>) => void
  /** What a door said cannot be made out. */
  tellInvalid: () => void
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

/** What the broker says of calls. */
export type CallMessage =
  | IncomingCall
  | DirectCall
  | ConferenceRing
  | CallNotice
  | UnlockAnswer
  | UnlockConfirmation

/** What persons and the connection do. The one-time word of an unlock is made here. */
export type CallDeed =
  | Extract<
      CallEvent,
      { on: 'answerPressed' | 'ignorePressed' | 'hangUpPressed' | 'missedSeen' | 'broker' | 'engaged' }
    >
  | { on: 'unlockPressed'; callId: number }

export interface IncomingCalls extends Omit<LineControl, 'join' | 'leave' | 'tell'> {
  read: () => CallsState
  subscribe: (listener: () => void) => () => void
  start: () => void
  /** The session ended: everything stops. */
  stop: () => void
  send: (deed: CallDeed) => void
  hear: (message: CallMessage) => void
  /** The calls that ring as the server knows it; `at`: when it was asked, by its clock. */
  pending: (calls: readonly (IncomingCall | DirectCall)[], at: number) => void
}

/** Makes the driver; nothing happens before `start`. */
export function createIncomingCalls(ports: IncomingCallPorts): IncomingCalls {
  const store = createStore<CallsState>({ calls: noCalls, media: quietMedia })
  let stopLeading = () => {}
  let stopAnnouncing = () => {}
  const channels = new Map<string, () => void>()
  const joins = new Map<number, JoinData>()

  const line = createLine({
    checks: true,
    door: true,
    provider: ports.provider,
    signals: ports.signals,
    recording: ports.recording,
    now: ports.now,
    onMedia: media => store.become({ ...store.read(), media }),
    onState: (callId, moved) => runner.send({ on: 'lineMoved', callId, line: moved }),
    onEnd: (callId, problem) => runner.send({ on: 'lineEnded', callId, problem }),
  })

  const performers: Performers<CallEffect, CallEvent> = {
    ring: () => ports.bell.ring(),
    silence: () => ports.bell.silence(),
    announce: ({ ring }) => {
      stopAnnouncing = ports.announce(ring)
    },
    withdraw: () => stopAnnouncing(),
    answer: (order, session) => void answer(order, session),
    decline: ({ callId }) => void ports.decline(callId).catch(() => {}),
    declineRoom: ({ roomId }) => void ports.declineRoom(roomId).catch(() => {}),
    goTo: ({ ring }) => ports.goTo(ring),
    join({ callId }) {
      const data = joins.get(callId)
      if (data) line.join(callId, data)
    },
    leave: () => line.leave(),
    hangUp: ({ imei, roomNo }) => void ports.hangUp(imei, roomNo).catch(() => {}),
    unlock: (order, session) => void unlock(order, session),
    listen: ({ imei }) => void channels.set(imei, ports.listen(imei)),
    unlisten({ imei }) {
      channels.get(imei)?.()
      channels.delete(imei)
    },
    startTimer({ id, due }, { timers }) {
      const event = (): CallEvent => ({ on: 'timer', id })
      if ('ms' in due) timers.start(id, due.ms, event)
      else timers.until(id, due.until, event)
    },
    cancelTimer: ({ id }, { timers }) => timers.stop(id),
    log: ports.log,
    tell: ports.tellInvalid,
  }
  const runner = runMachine({ state: noCalls, step: stepCall, performers, clock: ports })
  runner.subscribe(() => store.become({ ...store.read(), calls: runner.read() }))

  async function answer(order: Order<'answer'>, session: RunnerSession<CallEvent>): Promise<void> {
    const { callId, attempt, imei, roomNo } = order
    const said = await ports.answer({ callId, imei, roomNo }).catch(() => ({ refusal: { id: 'failed' } }))
    if (!session.goesOn()) return
    if ('refusal' in said)
      return session.send({ on: 'answerRefused', callId, attempt, refusal: said.refusal })
    if (said.join) joins.set(callId, said.join)
    session.send({ on: 'accepted', callId, attempt, imei, roomNo, complete: said.join !== undefined })
    joins.delete(callId)
  }

  async function unlock(
    { callId, imei, nonce }: Order<'unlock'>,
    session: RunnerSession<CallEvent>,
  ): Promise<void> {
    const request = unlockRequestOf({ imei, userId: ports.me(), callId, at: ports.serverNow(), nonce })
    await ports.unlock(request).catch(() => session.send({ on: 'unlockNotSent', nonce }))
  }

  const ringsOf = (calls: readonly (IncomingCall | DirectCall)[]): Ring[] =>
    calls.flatMap(call => {
      const rest = Math.min(call.expiresAt - ports.serverNow(), RING_SECONDS * 1000)
      return rest > 0 ? [ringOf(call, ports.now() + rest)] : []
    })

  const hearRoom = ({ ringId, over, roomId, roomName, by, until }: ConferenceRing): void => {
    const callId = -ringId
    if (over) {
      const said = { answeredBy: null, endReason: null, unlockedBy: null, me: ports.me() }
      // One's own answer, on whichever console: nothing was missed.
      runner.send({ on: 'noticed', callId, state: 'answered', answeredById: ports.me(), ...said })
      return
    }
    const rest = Math.min(until - ports.serverNow(), ROOM_RING_SECONDS * 1000)
    if (rest <= 0) return
    const times = { pushTime: ports.serverNow(), endsAt: ports.now() + rest }
    runner.send({ on: 'rang', ring: { kind: 'room', callId, roomId, roomName, callerName: by, ...times } })
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    start() {
      stopLeading = ports.lead(leader => runner.send({ on: 'leadership', leader }))
    },
    stop() {
      runner.stop({ on: 'sessionEnded' })
      stopLeading()
      stopLeading = () => {}
      joins.clear()
      store.become({ ...store.read(), media: quietMedia })
    },
    send: deed => runner.send(deed.on === 'unlockPressed' ? { ...deed, nonce: ports.newNonce() } : deed),
    hear(message) {
      switch (message.code) {
        case '5081':
        case '5088':
          for (const ring of ringsOf([message])) runner.send({ on: 'rang', ring })
          return
        case '5097':
          return hearRoom(message)
        case 'call': {
          const { callId, state, answeredById, answeredBy, endReason, unlockedBy = null } = message
          const said = { callId, state, answeredById, answeredBy, endReason, unlockedBy }
          return runner.send({ on: 'noticed', ...said, me: ports.me() })
        }
        case '5082':
          return runner.send({ on: 'unlockAnswered', nonce: message.nonce, result: message.result })
        case '5091': {
          const { imei, type, result, callId } = message
          return runner.send({ on: 'unlockConfirmed', imei, type, opened: result === 'opened', callId })
        }
      }
    },
    pending: (calls, at) => runner.send({ on: 'pending', rings: ringsOf(calls), at }),
    attach: line.attach,
    attachOwn: line.attachOwn,
    setMicrophone: line.setMicrophone,
    setCamera: line.setCamera,
    setVolume: line.setVolume,
    record: line.record,
    agree: line.agree,
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
