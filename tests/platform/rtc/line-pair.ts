// Two built-in lines in one page, wired back to back, and what each of them reports.
import type { CallSignal, JoinData } from '../../../src/contract/call-signal.ts'
import { builtInProvider } from '../../../src/platform/rtc/built-in-line.ts'
import type { LineClock } from '../../../src/platform/rtc/line-clock.ts'
import type {
  CallLine,
  LineQuality,
  LineState,
  MediaProblem,
  SignalPort,
} from '../../../src/platform/rtc/port.ts'

export const joinData = (offers: boolean): JoinData => ({
  callId: 1,
  provider: 'builtIn',
  appId: null,
  channel: 'c',
  token: 't',
  uid: '1',
  iceServers: [],
  offers,
})

/** What one end has heard and reported so far. */
export interface Heard {
  states: LineState[]
  problems: MediaProblem[]
  media: { video: boolean; audio: boolean }[]
  own: { video: boolean; audio: boolean }[]
  quality: LineQuality[]
  /** Signals that came to this end. */
  signals: CallSignal[]
}

export interface End {
  heard: Heard
  /** The line, once it stands. */
  joined: Promise<CallLine>
  abort: AbortController
  /** Says something to this end, as if the other had. */
  say: (signal: CallSignal) => void
}

export interface Wire {
  /** Lets a signal through, holds it back, or loses it. */
  gate?: (signal: CallSignal, to: 'offering' | 'answering') => 'pass' | 'lose'
}

interface EndOptions {
  offers: boolean
  camera: boolean
  clock?: LineClock
  send: (signal: CallSignal) => void
}

function makeEnd({ offers, camera, clock, send }: EndOptions): End {
  const heard: Heard = { states: [], problems: [], media: [], own: [], quality: [], signals: [] }
  const listeners = new Set<(signal: CallSignal) => void>()
  const early: CallSignal[] = []
  const signals: SignalPort = {
    send,
    onSignal(listener) {
      listeners.add(listener)
      for (const signal of early.splice(0)) listener(signal)
      return () => listeners.delete(listener)
    },
  }
  const abort = new AbortController()
  const joined = builtInProvider(clock).join({
    data: joinData(offers),
    signals,
    camera,
    abort: abort.signal,
    events: {
      onState: state => heard.states.push(state),
      onProblem: problem => heard.problems.push(problem),
      onRemoteMedia: media => heard.media.push(media),
      onOwnMedia: media => heard.own.push(media),
      onQuality: quality => heard.quality.push(quality),
    },
  })
  // Who awaits it hears of the failure; a test that does not must not fail for it.
  joined.catch(() => {})
  return {
    heard,
    joined,
    abort,
    say(signal) {
      heard.signals.push(signal)
      if (listeners.size === 0) early.push(signal)
      for (const listener of listeners) listener(signal)
    },
  }
}

/** Joins both ends at once. */
export function pair({
  cameras = true,
  clock,
  gate = () => 'pass',
}: { cameras?: boolean; clock?: LineClock } & Wire = {}) {
  const ends: { offering?: End; answering?: End } = {}
  const pass = (to: 'offering' | 'answering') => (signal: CallSignal) => {
    // As over a broker: never in the same breath.
    if (gate(signal, to) === 'pass') queueMicrotask(() => ends[to]?.say(structuredClone(signal)))
  }
  const shared = { camera: cameras, ...(clock && { clock }) }
  const answering = makeEnd({ offers: false, ...shared, send: pass('offering') })
  const offering = makeEnd({ offers: true, ...shared, send: pass('answering') })
  ends.offering = offering
  ends.answering = answering
  return { offering, answering }
}

/** One end alone, with the signals it sends. */
export function single(offers: boolean, clock?: LineClock) {
  const sent: CallSignal[] = []
  const end = makeEnd({ offers, camera: false, send: signal => sent.push(signal), ...(clock && { clock }) })
  return { end, sent }
}
