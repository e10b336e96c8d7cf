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
import {
  type CallLine,
  type CallProviderPort,
  LineError,
  type LineEvents,
  type LineQuality,
  type MediaProblem,
  type SignalPort,
} from '../../platform/rtc/port.ts'

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

/** What the view shows of the line. */
export interface LineView {
  remote: { video: boolean; audio: boolean }
  own: { video: boolean; audio: boolean }
  has: { microphone: boolean; camera: boolean }
  quality: LineQuality | undefined
  /** The last thing found missing; gone when it was seen to. */
  problem: MediaProblem | undefined
  /** Of the other person, 0 to 100 per cent. */
  volume: number
}

export interface DirectState {
  call: DirectCall
  line: LineView
}

export interface DirectDriver {
  read: () => DirectState
  subscribe: (listener: () => void) => () => void
  call: (who: DirectPeer) => void
  answer: (callId: number, who: DirectPeer) => void
  hangUp: () => void
  again: () => void
  /** News of a call, from the broker. */
  hear: (notice: CallNotice) => void
  attach: (video: HTMLVideoElement | null) => void
  attachOwn: (video: HTMLVideoElement | null) => void
  setMicrophone: (on: boolean) => void
  setCamera: (on: boolean) => void
  setVolume: (percent: number) => void
}

const quiet: LineView = {
  remote: { video: false, audio: false },
  own: { video: false, audio: false },
  has: { microphone: true, camera: true },
  quality: undefined,
  problem: undefined,
  volume: 100,
}

/** Makes the driver of one page. */
export function createDirectCall(ports: DirectPorts): DirectDriver {
  let state: DirectState = { call: { is: 'idle' }, line: quiet }
  let turns = 0
  let stopWatching = () => {}
  /** How to join, by call: the server said it with the answer to `ask` or `accept`. */
  const joins = new Map<number, JoinData>()
  let joining: AbortController | undefined
  let line: CallLine | undefined
  const shown: { video: HTMLVideoElement | null; own: HTMLVideoElement | null } = { video: null, own: null }
  const listeners = new Set<() => void>()

  const become = (next: DirectState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const show = (part: Partial<LineView>) => become({ ...state, line: { ...state.line, ...part } })
  const send = (event: DirectEvent) => {
    const [call, effects] = stepDirect(state.call, event)
    if (call !== state.call) become({ ...state, call })
    for (const effect of effects) perform(effect)
  }

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
        joining?.abort()
        void line?.hangUp()
        joining = undefined
        line = undefined
        return
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

  async function join(callId: number): Promise<void> {
    const data = joins.get(callId)
    joins.delete(callId)
    if (!data) return send({ on: 'notJoined', callId })
    const mine = new AbortController()
    joining = mine
    show({ ...quiet, volume: state.line.volume })
    try {
      const provider = await ports.provider(data.provider)
      mine.signal.throwIfAborted()
      const made = await provider.join({
        data,
        signals: ports.signals(callId),
        camera: true,
        abort: mine.signal,
        events: eventsOf(callId, mine.signal),
      })
      if (mine.signal.aborted) return void made.hangUp()
      line = made
      made.setVolume(state.line.volume)
      made.attach(shown.video)
      made.attachOwn(shown.own)
      show({ has: { ...made.has } })
      send({ on: 'lineStands', callId, at: ports.now() })
    } catch (error) {
      if (mine.signal.aborted) return
      if (error instanceof LineError && error.problem === 'gone') {
        return send({ on: 'lineEnded', callId, at: ports.now(), lost: false })
      }
      show({ problem: error instanceof LineError ? error.problem : 'network' })
      send({ on: 'notJoined', callId })
    }
  }

  function eventsOf(callId: number, signal: AbortSignal): LineEvents {
    let lost = false
    const heard =
      <T>(take: (value: T) => void) =>
      (value: T) => {
        if (!signal.aborted) take(value)
      }
    return {
      onState: heard(next => {
        // Before the line was handed over, `join` itself tells.
        if (!line) return
        if (next === 'connected') send({ on: 'lineStands', callId, at: ports.now() })
        if (next === 'reconnecting') send({ on: 'lineShaky', callId })
        if (next === 'ended') send({ on: 'lineEnded', callId, at: ports.now(), lost })
      }),
      onProblem: heard(problem => {
        lost ||= problem === 'network'
        show({ problem })
      }),
      onRemoteMedia: heard(remote => show({ remote })),
      onQuality: heard(quality => show({ quality })),
      onOwnMedia: heard(own => {
        const { problem } = state.line
        const solved = problem === 'noCamera' ? own.video : own.audio
        show({ own, ...(line && { has: { ...line.has } }), problem: solved ? undefined : problem })
      }),
    }
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
      if (!isBusy(state.call)) show({ problem: undefined })
      send({ on: 'again' })
    },
    hear,
    attach(video) {
      shown.video = video
      line?.attach(video)
    },
    attachOwn(video) {
      shown.own = video
      line?.attachOwn(video)
    },
    setMicrophone: on => void line?.setMicrophone(on),
    setCamera: on => void line?.setCamera(on),
    setVolume(volume) {
      show({ volume })
      line?.setVolume(volume)
    },
  }
}
