// Hands what the other ends of calls say to the line that waits for it; what comes before the line is kept a while.
import type { CallSignal } from '../../contract/call-signal.ts'
import { type LineClock, lineClock } from './line-clock.ts'
import type { SignalPort } from './port.ts'

/** Signals kept for a call that nobody has joined yet, and how long. */
export const EARLY_SIGNALS = 200
export const EARLY_MS = 30_000

export interface SignalOptions {
  /** Sends one signal of this end; a loss is told by a rejection, and the line then tries anew by itself. */
  publish: (signal: CallSignal) => Promise<void>
}

interface Waiting {
  signals: CallSignal[]
  stop: () => void
}

const listeners = new Map<number, Set<(signal: CallSignal) => void>>()
const early = new Map<number, Waiting>()

/** The port of one call: what it sends is published, what was and will be heard of that call arrives. */
export function signalPort(callId: number, { publish }: SignalOptions): SignalPort {
  return {
    send: signal => void publish(signal).catch(() => {}),
    onSignal(listener) {
      const mine = listeners.get(callId) ?? new Set()
      listeners.set(callId, mine.add(listener))
      const waiting = early.get(callId)
      forgetSignals(callId)
      for (const signal of waiting?.signals ?? []) listener(signal)
      return () => {
        mine.delete(listener)
        if (mine.size === 0 && listeners.get(callId) === mine) listeners.delete(callId)
      }
    },
  }
}

/** Takes one 5083 message from the broker. */
export function hearSignal(callId: number, signal: CallSignal, clock: LineClock = lineClock): void {
  const mine = listeners.get(callId)
  if (mine) {
    for (const listener of mine) listener(signal)
    return
  }
  const waiting = early.get(callId) ?? {
    signals: [],
    stop: clock.after(EARLY_MS, () => early.delete(callId)),
  }
  early.set(callId, waiting)
  if (waiting.signals.length < EARLY_SIGNALS) waiting.signals.push(signal)
}

/** Drops what was kept for a call that is over. */
export function forgetSignals(callId: number): void {
  early.get(callId)?.stop()
  early.delete(callId)
}
