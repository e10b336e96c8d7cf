// The connection to the message broker: fresh ticket, own topics, patience that doubles, a trace of what happened.

import { readWebMessage, type WebMessage } from '../contract/messages.ts'
import { parseTopic } from '../contract/topics.ts'
import type { MqttClientLike } from './mqtt-client.ts'
import type { BrokerPorts } from './mqtt-ports.ts'

/** Bounds of the wait before another attempt (real-time specification, section 9). */
export const FIRST_WAIT_MS = 1_000
export const LONGEST_WAIT_MS = 128_000
/** Entries the trace keeps (real-time specification, section 9). */
export const TRACE_ENTRIES = 100
/** A connection that lived so long was a good one: patience starts anew. */
const PROVEN_AFTER_MS = 10_000

export type BrokerState =
  | { is: 'off'; since: number }
  | { is: 'connecting'; since: number }
  | { is: 'live'; since: number }
  /** `lostAt`: when the picture began to age; undefined when it was never live. */
  | { is: 'waiting'; since: number; nextAttempt: number; reason: string; lostAt: number | undefined }

export interface TraceEntry {
  at: number
  what: 'connecting' | 'live' | 'lost' | 'refusedTopic' | 'unknownMessage' | 'stopped'
  detail: string
}

export interface Broker {
  start: () => void
  /** Ends the connection and forgets the ticket. */
  stop: () => void
  /** Tries now instead of waiting. */
  retry: () => void
  state: () => BrokerState
  subscribe: (listener: () => void) => () => void
  trace: () => readonly TraceEntry[]
}

export interface BrokerListener {
  onMessage: (message: WebMessage, topic: string) => void
  /** Subscribed again: whatever was said meanwhile was missed. */
  onLive: () => void
}

/** Milliseconds before attempt `n` (0 first): doubled each time, drawn apart so that a herd does not come at once. */
export function waitBefore(n: number, random: number): number {
  const full = Math.min(FIRST_WAIT_MS * 2 ** n, LONGEST_WAIT_MS)
  return Math.round(full * (0.5 + random / 2))
}

/** Makes a broker connection; nothing happens before `start`. */
export function createBroker(ports: BrokerPorts, listener: BrokerListener): Broker {
  let state: BrokerState = { is: 'off', since: ports.now() }
  let attempts = 0
  let lostAt: number | undefined
  // Each attempt has a number; what an older one still says is not heard.
  let turn = 0
  let client: MqttClientLike | undefined
  let stopWaiting = () => {}
  let stopWaking = () => {}
  const trace: TraceEntry[] = []
  const listeners = new Set<() => void>()

  const become = (next: BrokerState) => {
    state = next
    for (const each of listeners) each()
  }
  const note = (what: TraceEntry['what'], detail = '') => {
    trace.push({ at: ports.now(), what, detail })
    if (trace.length > TRACE_ENTRIES) trace.shift()
  }
  const letGo = () => {
    turn += 1
    stopWaiting()
    client?.end()
    client = undefined
  }

  function lost(reason: string): void {
    const now = ports.now()
    if (state.is === 'live') {
      lostAt = now
      if (now - state.since >= PROVEN_AFTER_MS) attempts = 0
    }
    letGo()
    const wait = waitBefore(attempts, ports.random())
    attempts += 1
    note('lost', reason)
    become({ is: 'waiting', since: now, nextAttempt: now + wait, reason, lostAt })
    stopWaiting = ports.after(wait, () => void attempt())
  }

  async function attempt(): Promise<void> {
    letGo()
    const mine = turn
    note('connecting')
    become({ is: 'connecting', since: ports.now() })
    try {
      const ticket = await ports.ticket()
      if (mine !== turn) return
      const made = await ports.connect({
        url: ticket.url,
        clientId: `${ticket.clientIdPrefix}${ports.now()}`,
        username: ticket.username,
        password: ticket.ticket,
      })
      if (mine !== turn) return made.end()
      client = made
      let reason = 'closed'
      made.onError(text => {
        reason = text
      })
      made.onClose(() => mine === turn && lost(reason))
      made.onMessage((topic, payload) => mine === turn && hear(topic, payload))
      made.onConnect(() => void join(made, ticket.topics, mine))
    } catch (error) {
      if (mine === turn) lost(error instanceof Error ? error.message : String(error))
    }
  }

  async function join(made: MqttClientLike, topics: readonly string[], mine: number): Promise<void> {
    try {
      const refused = await made.subscribe(topics)
      if (mine !== turn) return
      for (const topic of refused) note('refusedTopic', topic)
      note('live', topics.join(' '))
      become({ is: 'live', since: ports.now() })
      listener.onLive()
    } catch (error) {
      if (mine === turn) lost(error instanceof Error ? error.message : String(error))
    }
  }

  function hear(topic: string, payload: string): void {
    const message = parseTopic(topic) && readWebMessage(payload)
    if (message) listener.onMessage(message, topic)
    else note('unknownMessage', `${topic} ${payload.slice(0, 120)}`)
  }

  const retry = () => {
    if (state.is === 'waiting') void attempt()
  }
  return {
    start() {
      if (state.is !== 'off') return
      attempts = 0
      lostAt = undefined
      stopWaking = ports.onWake(retry)
      void attempt()
    },
    stop() {
      if (state.is === 'off') return
      letGo()
      stopWaking()
      note('stopped')
      become({ is: 'off', since: ports.now() })
    },
    retry,
    state: () => state,
    subscribe(each) {
      listeners.add(each)
      return () => listeners.delete(each)
    },
    trace: () => trace,
  }
}
