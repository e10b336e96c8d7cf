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
import type { CallProviderPort, SignalPort } from '../../platform/rtc/port.ts'
import { createLine, type LineControl, type LineMedia, quietMedia } from './call-line.ts'

/** The server ends the ringing; only if that word is lost, this end does, so much later. */
const RING_GRACE_MS = 3_000

export interface DirectPorts {
  start: (userId: number) => Promise<{ calleeName: string; expiresAt: number; join: JoinData }>
  accept: (callId: number) => Promise<{ callerName: string; join: JoinData }>
  /** Never rejects: a call that is over already is over. */
  end: (callId: number) => Promise<void>
  provider: (name: CallProvider) => Promise<CallProviderPort>
  signals: (callId: number) => SignalPort
  /** The last word about a call; it may have come before the answer of the server. */
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

export interface DirectDriver extends Omit<LineControl, 'join' | 'leave' | 'tell'> {
  read: () => DirectState
  subscribe: (listener: () => void) => () => void
  call: (who: DirectPeer) => void
  answer: (callId: number, who: DirectPeer) => void
  hangUp: () => void
  again: () => void
  /** News of a call, from the broker. */
  hear: (notice: CallNotice) => void
}

/** Makes the driver of one page. */
export function createDirectCall(ports: DirectPorts): DirectDriver {
  let state: DirectState = { call: { is: 'idle' }, line: quietMedia }
  let turns = 0
  let stopWatching = () => {}
  /** How to join, by call: the server said it with the answer to `ask` or `accept`. */
  const joins = new Map<number, JoinData>()
  const listeners = new Set<() => void>()

  const become = (next: DirectState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const send = (event: DirectEvent) => {
    const [call, effects] = stepDirect(state.call, event)
    if (call !== state.call) become({ ...state, call })
    for (const effect of effects) perform(effect)
  }
  const line = createLine({
    provider: ports.provider,
    signals: ports.signals,
    now: ports.now,
    onMedia: media => become({ ...state, line: media }),
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

  function perform(effect: DirectEffect): void {
    switch (effect.do) {
      case 'ask':
        return void ask(effect.userId, effect.turn)
      case 'accept':
        return void accept(effect.callId, effect.turn)
      case 'watch': {
        const wait = Math.max(0, effect.until - ports.serverNow()) + RING_GRACE_MS
        stopWatching = ports.after(wait, () => send({ on: 'rangOut', callId: effect.callId }))
        return
      }
      case 'unwatch':
        stopWatching()
        return
      case 'join':
        return void join(effect.callId)
      case 'leave':
        return void line.leave()
      case 'end':
        joins.delete(effect.callId)
        return void ports.end(effect.callId)
    }
  }

  async function ask(userId: number, turn: number): Promise<void> {
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

  async function accept(callId: number, turn: number): Promise<void> {
    try {
      const { callerName: name, join } = await ports.accept(callId)
      joins.set(callId, join)
      send({ on: 'accepted', turn, callId, name })
    } catch (error) {
      send({ on: 'refused', turn, refusal: ports.refusalOf(error) })
    }
  }

  function join(callId: number): void {
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
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    call(who) {
      turns += 1
      send({ on: 'call', who, turn: turns })
    },
    answer(callId, who) {
      turns += 1
      send({ on: 'answer', who, turn: turns, callId })
    },
    hangUp: () => send({ on: 'hangUp', at: ports.now() }),
    again() {
      if (!isBusy(state.call)) line.tell(undefined)
      send({ on: 'again' })
    },
    hear,
    attach: line.attach,
    attachOwn: line.attachOwn,
    setMicrophone: line.setMicrophone,
    setCamera: line.setCamera,
    setVolume: line.setVolume,
  }
}
