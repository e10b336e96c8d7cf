// The broker as the rest of the console sees it.
import type { WebMessage } from '../contract/messages.ts'
import type { BrokerErrorId } from './mqtt-errors.ts'
import type { Subscription } from './mqtt-subscriptions.ts'
import type { TraceEntry } from './mqtt-trace.ts'

export type BrokerState =
  | { is: 'off'; since: number }
  | { is: 'connecting'; since: number }
  | { is: 'live'; since: number }
  /** Open, but nothing comes any more, not even answers. `lostAt`: when something came last. */
  | { is: 'silent'; since: number; lostAt: number }
  /** `lostAt`: when the picture began to age; undefined when it was never live. */
  | { is: 'waiting'; since: number; nextAttempt: number; reason: BrokerErrorId; lostAt: number | undefined }

/** What the connection is, for whoever looks after it. Nothing secret. */
export interface BrokerFacts {
  clientId: string | undefined
  url: string | undefined
  /** Messages that wait to be sent or acknowledged. */
  buffered: number
  subscriptions: readonly Subscription[]
  trace: readonly TraceEntry[]
}

export interface Broker {
  start: () => void
  /** Ends the connection, forgets the ticket, drops what waits. */
  stop: () => void
  /** Tries now instead of waiting. */
  retry: () => void
  state: () => BrokerState
  /** Calls back when the state changes. */
  subscribe: (listener: () => void) => () => void
  facts: () => BrokerFacts
  /** Calls back whenever something happens, messages included: often. */
  watch: (listener: () => void) => () => void
  /**
   * Sends a message. QoS 0 goes now or never: `notConnected` while not live. QoS 1 and 2 wait for the connection
   * (`bufferFull` beyond 5000), go in order and resolve when acknowledged; a stop drops them. Rejects with BrokerError.
   */
  publish: (topic: string, message: object, options: { qos: 0 | 1 | 2 }) => Promise<void>
  /** Listens to one more topic while held, through reconnects; answers how to let go. Messages reach `onMessage`. */
  listen: (topic: string) => () => void
  /** The server's clock as far as it is known, epoch milliseconds. */
  serverNow: () => number
}

export interface BrokerListener {
  onMessage: (message: WebMessage, topic: string) => void
  /** Subscribed again: whatever was said meanwhile was missed. */
  onLive: () => void
  /** The connection is in doubt or gone: whether the server can be reached at all is worth asking. */
  onDoubt: () => void
}
