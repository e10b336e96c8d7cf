// What happened on the broker connection, the last hundred entries, without anything that opens a door or a session.
import type { BrokerErrorId } from './mqtt-errors.ts'

/** Entries the trace keeps (real-time specification, section 9). */
export const TRACE_ENTRIES = 100
/** Characters of a message that the trace keeps. */
export const TRACE_CHARACTERS = 2_048

export type TraceEvent =
  | 'connecting'
  | 'live'
  | 'silent'
  | 'lost'
  | 'stopped'
  | 'subscribed'
  | 'unsubscribed'
  | 'refusedTopic'
  | 'received'
  | 'unknownMessage'
  | 'malformed'
  | 'buffered'
  | 'sent'
  | 'failed'

export interface TraceEntry {
  /** Counts on, so that a list knows its entries again. */
  n: number
  /** Epoch milliseconds. */
  at: number
  what: TraceEvent
  detail: string
  error?: BrokerErrorId
  topic?: string
  qos?: 0 | 1 | 2
  /** Characters of the whole message. */
  size?: number
  /** Its beginning, secrets masked. */
  payload?: string
}

export interface Trace {
  add: (what: TraceEvent, detail?: string, more?: Partial<TraceEntry>) => void
  /** Oldest first; a new list after each entry. */
  entries: () => readonly TraceEntry[]
}

const SECRET = /"([^"\\]*(?:token|ticket|password|secret|credential|sdp)[^"\\]*)"\s*:\s*"(?:[^"\\]|\\.)*"?/gi

/** The beginning of a message as the trace may show it: values of keys that name a secret are masked. */
export const traceable = (payload: string): string =>
  // Cut first: a long message costs no more than a short one, and a value cut in two is masked too.
  payload.slice(0, TRACE_CHARACTERS).replace(SECRET, '"$1":"•••"')

/** Makes an empty trace. */
export function createTrace(now: () => number): Trace {
  let entries: readonly TraceEntry[] = []
  let n = 0
  return {
    add(what, detail = '', more = {}) {
      n += 1
      entries = [...entries.slice(-(TRACE_ENTRIES - 1)), { n, at: now(), what, detail, ...more }]
    },
    entries: () => entries,
  }
}
