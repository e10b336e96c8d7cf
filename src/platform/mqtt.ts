// The connection to the message broker: a new ticket for each attempt, the own topics, waits that double, a trace.

import { readWebMessage } from '../contract/messages.ts'
import { parseTopic } from '../contract/topics.ts'
import type { Broker, BrokerListener, BrokerState } from './mqtt-broker.ts'
import { createBuffer } from './mqtt-buffer.ts'
import type { MqttClientLike } from './mqtt-client.ts'
import { BrokerError, type BrokerErrorId, brokerErrorOf } from './mqtt-errors.ts'
import { checkClientId, checkedPayload } from './mqtt-message.ts'
import type { BrokerPorts, BrokerTicket } from './mqtt-ports.ts'
import { createSubscriptions } from './mqtt-subscriptions.ts'
import { createTrace, traceable } from './mqtt-trace.ts'
import { watchLine } from './mqtt-watch.ts'
import { RequestError } from './request-error.ts'

/** Bounds of the wait before another attempt (real-time specification, section 9). */
export const FIRST_WAIT_MS = 1_000
export const LONGEST_WAIT_MS = 128_000
/** An answer to subscribing or unsubscribing comes within this time, or the connection is none. */
export const ANSWER_MS = 10_000
/** After a connection that lasted so long, waiting begins at the shortest again. */
const PROVEN_AFTER_MS = 10_000

/** How far a wait may lie from the specified one, to both sides: many consoles must not come in one moment. */
const SPREAD = 0.25

/** Milliseconds before attempt `n` (0 first): doubled each time, and drawn apart around that. */
export function waitBefore(n: number, random: number): number {
  const full = Math.min(FIRST_WAIT_MS * 2 ** n, LONGEST_WAIT_MS)
  return Math.round(full * (1 + SPREAD * (2 * random - 1)))
}

/** Makes a broker connection; nothing happens before `start`. */
export function createBroker(ports: BrokerPorts, listener: BrokerListener): Broker {
  let state: BrokerState = { is: 'off', since: ports.now() }
  let attempts = 0
  let lostAt: number | undefined
  /** Since when the present connection is live, silences included. */
  let liveSince = 0
  let ahead = 0
  let address: { url: string; clientId: string } | undefined
  // Each attempt has a number; events of an older one are ignored.
  let turn = 0
  // Counts sessions: releasing a topic that was held in an older one does nothing.
  let session = 0
  let client: MqttClientLike | undefined
  // The same, once the broker has let it in.
  let joined: MqttClientLike | undefined
  let stopWaiting = () => {}
  let stopWaking = () => {}
  const trace = createTrace(ports.now)
  const listeners = new Set<() => void>()
  const watchers = new Set<() => void>()
  const subscriptions = createSubscriptions()

  const stir = () => {
    for (const each of watchers) each()
  }
  const buffer = createBuffer(stir)
  const note: typeof trace.add = (...entry) => {
    trace.add(...entry)
    stir()
  }
  const become = (next: BrokerState) => {
    state = next
    for (const each of listeners) each()
    stir()
  }
  const line = watchLine(ports, {
    onSilent() {
      note('silent')
      become({ is: 'silent', since: ports.now(), lostAt: line.heardAt() })
    },
    onCarries: () => become({ is: 'live', since: liveSince }),
    onDoubt: listener.onDoubt,
    onGiveUp: () => lost(new BrokerError('pingTimeout')),
  })
  const letGo = () => {
    turn += 1
    stopWaiting()
    line.close()
    client?.end()
    client = undefined
    joined = undefined
    buffer.lose()
    subscriptions.lose()
  }

  function lost(error: BrokerError): void {
    const now = ports.now()
    if (state.is === 'live' || state.is === 'silent') {
      lostAt = state.is === 'silent' ? state.lostAt : now
      if (now - liveSince >= PROVEN_AFTER_MS) attempts = 0
    }
    letGo()
    const wait = waitBefore(attempts, ports.random())
    attempts += 1
    note('lost', error.message, { error: error.id })
    become({ is: 'waiting', since: now, nextAttempt: now + wait, reason: error.id, lostAt })
    stopWaiting = ports.after(wait, () => void attempt())
    listener.onDoubt()
  }

  async function attempt(): Promise<void> {
    letGo()
    const mine = turn
    note('connecting')
    become({ is: 'connecting', since: ports.now() })
    try {
      const ticket = await fetchTicket()
      if (mine !== turn) return
      const clientId = `${ticket.clientIdPrefix}${ports.now()}`
      checkClientId(clientId)
      address = { url: ticket.url, clientId }
      const { url, username } = ticket
      const made = await ports.connect({ url, clientId, username, password: ticket.ticket })
      if (mine !== turn) return made.end()
      client = made
      let reason = new BrokerError('socketClosed')
      made.onError(error => {
        // The first one is the cause; what follows from it says less.
        if (reason.id === 'socketClosed') reason = error
      })
      made.onClose(() => mine === turn && lost(reason))
      made.onHeard(() => mine === turn && line.heard())
      made.onMessage((topic, payload, qos) => mine === turn && hear(topic, payload, qos))
      made.onConnect(() => mine === turn && void join(made, ticket.topics, mine))
    } catch (error) {
      if (mine === turn) lost(brokerErrorOf(error))
    }
  }

  async function fetchTicket(): Promise<BrokerTicket> {
    const asked = ports.now()
    try {
      const ticket = await ports.ticket()
      // The answer was written about halfway between asking and hearing.
      ahead = ticket.at - (asked + ports.now()) / 2
      return ticket
    } catch (error) {
      const away = !(error instanceof RequestError) || error.passing
      throw new BrokerError(away ? 'noServer' : 'noTicket', String(error), error)
    }
  }

  /** Nobody answers for ever: then the connection is taken for lost. */
  async function answered<T>(id: BrokerErrorId, mine: number, ask: Promise<T>): Promise<T | undefined> {
    const stop = ports.after(ANSWER_MS, () => mine === turn && lost(new BrokerError(id)))
    try {
      const answer = await ask
      return mine === turn ? answer : undefined
    } catch (error) {
      if (mine === turn) lost(brokerErrorOf(error))
      return undefined
    } finally {
      stop()
    }
  }

  async function ask(made: MqttClientLike, topics: readonly string[], mine: number): Promise<boolean> {
    subscriptions.mark(topics, 'asked')
    const refused = await answered('subscribeTimeout', mine, made.subscribe(topics))
    if (!refused) return false
    const granted = topics.filter(topic => !refused.includes(topic))
    subscriptions.mark(granted, 'granted')
    subscriptions.mark(refused, 'refused')
    for (const topic of granted) note('subscribed', '', { topic })
    for (const topic of refused) note('refusedTopic', '', { topic })
    return true
  }

  async function join(made: MqttClientLike, topics: readonly string[], mine: number): Promise<void> {
    joined = made
    if (!(await ask(made, subscriptions.own(topics), mine))) return
    note('live')
    liveSince = ports.now()
    become({ is: 'live', since: liveSince })
    line.open(made.ping)
    buffer.flowInto(({ topic, payload, qos }) => send(made, topic, payload, qos))
    listener.onLive()
  }

  async function send(made: MqttClientLike, topic: string, payload: string, qos: 0 | 1 | 2): Promise<void> {
    note('sent', '', { topic, qos, size: payload.length, payload: traceable(payload) })
    try {
      await made.publish(topic, payload, qos)
    } catch (error) {
      const named = brokerErrorOf(error)
      note('failed', named.message, { topic, qos, error: named.id })
      throw named
    }
  }

  function hear(topic: string, payload: string | undefined, qos: 0 | 1 | 2): void {
    subscriptions.count(topic, ports.now())
    if (payload === undefined) {
      note('malformed', '', { topic, qos, error: 'malformedText' })
      return
    }
    const message = parseTopic(topic) && readWebMessage(payload)
    const seen = { topic, qos, size: payload.length, payload: traceable(payload) }
    note(message ? 'received' : 'unknownMessage', '', seen)
    if (message) listener.onMessage(message, topic)
  }

  async function publish(topic: string, message: object, { qos }: { qos: 0 | 1 | 2 }): Promise<void> {
    const payload = checkedPayload(topic, message, qos)
    if (qos === 0) {
      if (state.is !== 'live' || !joined) throw new BrokerError('notConnected')
      return send(joined, topic, payload, qos)
    }
    if (state.is === 'off') throw new BrokerError('invalidState')
    if (state.is !== 'live') note('buffered', '', { topic, qos, size: payload.length })
    return buffer.add({ topic, payload, qos })
  }

  function listen(topic: string): () => void {
    if (subscriptions.hold(topic) && joined) void ask(joined, [topic], turn)
    const mine = session
    let held = true
    return () => {
      if (!held || mine !== session) return
      held = false
      if (!subscriptions.release(topic) || !joined) return
      note('unsubscribed', '', { topic })
      void answered('unsubscribeTimeout', turn, joined.unsubscribe([topic]))
    }
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
      session += 1
      letGo()
      stopWaking()
      buffer.clear()
      subscriptions.clear()
      address = undefined
      note('stopped')
      become({ is: 'off', since: ports.now() })
    },
    retry,
    state: () => state,
    subscribe(each) {
      listeners.add(each)
      return () => listeners.delete(each)
    },
    facts: () => ({
      clientId: address?.clientId,
      url: address?.url,
      buffered: buffer.size(),
      subscriptions: subscriptions.list(),
      trace: trace.entries(),
    }),
    watch(each) {
      watchers.add(each)
      return () => watchers.delete(each)
    },
    publish,
    listen,
    serverNow: () => ports.now() + Math.round(ahead),
  }
}
