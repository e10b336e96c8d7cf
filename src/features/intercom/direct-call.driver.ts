// Ties the steps of a call between people to the world: server, line, news from the broker, timers. Views read its store.
import type { CallProvider, JoinData } from '../../contract/call-signal.ts'
import type { CallNotice } from '../../contract/messages.ts'
import {
  type DirectCall,
  type DirectEffect,
  type DirectEvent,
  type DirectPeer,
  type DirectRefusal,
  isBusy,
  stepDirect,
} from '../../domain/intercom/direct-call.ts'
import { type Performers, type RunnerSession, runMachine } from '../../platform/machine-runner.ts'
import type { CallProviderPort, SignalPort } from '../../platform/rtc/port.ts'
import { createStore } from '../../platform/store.ts'
import { createLine, type LineControl, type LineMedia, quietMedia } from './call-line.ts'
import type { CallRecordingPorts } from './call-recording.ts'

/** The server ends the ringing; if its message is lost, this page does, so much later. */
const RING_GRACE_MS = 3_000

export interface DirectPorts {
  start: (userId: number) => Promise<{ calleeName: string; expiresAt: number; join: JoinData }>
  accept: (callId: number) => Promise<{ callerName: string; join: JoinData }>
  /** Never rejects: a call that is over already is over. */
  end: (callId: number) => Promise<void>
  provider: (name: CallProvider) => Promise<CallProviderPort>
  signals: (callId: number) => SignalPort
  recording?: CallRecordingPorts
  /** The last message of the broker about a call; it may come before the server's answer to the request. */
  lastNews: (callId: number) => CallNotice | undefined
  /** The reason in what `start` or `accept` rejected with. */
  refusalOf: (error: unknown) => DirectRefusal
  now: () => number
  /** The server's clock. */
  serverNow: () => number
  after: (milliseconds: number, run: () => void) => () => void
}

export interface DirectState {
  call: DirectCall
  line: LineMedia
}

/** What the person does. The moment, and the number of the attempt, are said by the driver. */
export type DirectDeed =
  | { on: 'call'; who: DirectPeer }
  | { on: 'answer'; who: DirectPeer; callId: number }
  | { on: 'hangUp' }
  | { on: 'again' }

export interface DirectDriver extends Omit<LineControl, 'join' | 'leave' | 'tell'> {
  read: () => DirectState
  subscribe: (listener: () => void) => () => void
  send: (deed: DirectDeed) => void
  /** News of a call, from the broker. */
  hear: (notice: CallNotice) => void
}

type Session = RunnerSession<DirectEvent>

/** Makes the driver of one page. */
export function createDirectCall(ports: DirectPorts): DirectDriver {
  const store = createStore<DirectState>({ call: { is: 'idle' }, line: quietMedia })
  let turns = 0
  /** How to join, by call: the server said it with the answer to `ask` or `accept`. */
  const joins = new Map<number, JoinData>()

  const line = createLine({
    provider: ports.provider,
    signals: ports.signals,
    recording: ports.recording,
    now: ports.now,
    onMedia: media => store.become({ ...store.read(), line: media }),
    onState(callId, next) {
      if (next === 'connected') send({ on: 'lineStands', callId, at: ports.now() })
      if (next === 'reconnecting') send({ on: 'lineShaky', callId })
    },
    onEnd(callId, problem, stood) {
      if (stood || problem === null)
        return send({ on: 'lineEnded', callId, at: ports.now(), lost: problem === 'network' })
      line.tell(problem)
      send({ on: 'notJoined', callId })
    },
  })

  const performers: Performers<DirectEffect, DirectEvent> = {
    ask: ({ userId, turn }, session) => void ask(userId, turn, session),
    accept: ({ callId, turn }, session) => void accept(callId, turn, session),
    watch: ({ callId, until }, { timers }) =>
      timers.watch('ringing', until, RING_GRACE_MS, () => ({ on: 'rangOut', callId })),
    unwatch: (_, { timers }) => timers.stop('ringing'),
    join: ({ callId }, session) => join(callId, session),
    leave: () => line.leave(),
    end({ callId }) {
      joins.delete(callId)
      void ports.end(callId)
    },
  }
  // The server's clock: by it the moments of a call are said.
  const clock = { now: ports.serverNow, after: ports.after }
  const runner = runMachine<DirectCall, DirectEvent, DirectEffect>({
    state: { is: 'idle' },
    step: stepDirect,
    performers,
    clock,
  })
  const { send } = runner
  runner.subscribe(() => store.become({ ...store.read(), call: runner.read() }))

  async function ask(userId: number, turn: number, { send }: Session): Promise<void> {
    try {
      const { calleeName: name, expiresAt, join } = await ports.start(userId)
      joins.set(join.callId, join)
      send({ on: 'started', turn, callId: join.callId, name, expiresAt })
      const early = ports.lastNews(join.callId)
      if (early) hear(early)
    } catch (error) {
      send({ on: 'refused', turn, refusal: ports.refusalOf(error) })
    }
  }

  async function accept(callId: number, turn: number, { send }: Session): Promise<void> {
    try {
      const { callerName: name, join } = await ports.accept(callId)
      joins.set(callId, join)
      send({ on: 'accepted', turn, callId, name })
    } catch (error) {
      send({ on: 'refused', turn, refusal: ports.refusalOf(error) })
    }
  }

  function join(callId: number, { send }: Session): void {
    const data = joins.get(callId)
    joins.delete(callId)
    if (data) line.join(callId, data)
    else send({ on: 'notJoined', callId })
  }

  function hear({ callId, state: now, endReason }: CallNotice): void {
    if (now === 'answered') send({ on: 'answered', callId })
    const at = ports.now()
    if (now === 'ended') send({ on: 'ended', callId, at, why: endReason === 'lost' ? 'lost' : 'other' })
    if (now === 'missed') {
      const given = endReason === 'declined' || endReason === 'cancelled'
      send({ on: 'ended', callId, at, why: given ? endReason : 'expired' })
    }
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    send(deed) {
      switch (deed.on) {
        case 'call':
        case 'answer':
          turns += 1
          return send({ ...deed, turn: turns })
        case 'hangUp':
          return send({ ...deed, at: ports.now() })
        case 'again':
          if (!isBusy(runner.read())) line.tell(undefined)
          return send(deed)
      }
    },
    hear,
    attach: line.attach,
    attachOwn: line.attachOwn,
    setMicrophone: line.setMicrophone,
    setCamera: line.setCamera,
    setVolume: line.setVolume,
    record: line.record,
    agree: line.agree,
  }
}
