// What the broker connection needs from outside, and its versions for the browser.
import type { ClientConfig, MqttClientLike } from './mqtt-client.ts'
import { type TimerClock, timeouts } from './timers.ts'

/** Answer of the request for the configuration: one ticket is good for one attempt. */
export interface BrokerTicket {
  url: string
  username: string
  ticket: string
  clientIdPrefix: string
  topics: readonly string[]
  /** The server's clock, epoch milliseconds. */
  at: number
}

export interface BrokerPorts extends TimerClock {
  /** Fetches a fresh ticket; rejects when the server is away or the session is over. */
  ticket: () => Promise<BrokerTicket>
  /** Loads the client library and starts one connection that does not reconnect by itself. */
  connect: (config: ClientConfig) => Promise<MqttClientLike>
  /** 0 to below 1. */
  random: () => number
  /** Calls back when waiting makes no sense any more: the browser is online again, or the page is looked at. */
  onWake: (run: () => void) => () => void
  /** Says at once, and whenever it changes, whether somebody looks at the page. */
  onSeen: (run: (seen: boolean) => void) => () => void
}

/** The browser's clock, chance and wake-up calls. */
export const browserClock: Pick<BrokerPorts, 'now' | 'after' | 'random' | 'onWake' | 'onSeen'> = {
  ...timeouts,
  random: () => Math.random(),
  onWake(run) {
    const seen = () => document.visibilityState === 'visible' && run()
    globalThis.addEventListener('online', run)
    document.addEventListener('visibilitychange', seen)
    return () => {
      globalThis.removeEventListener('online', run)
      document.removeEventListener('visibilitychange', seen)
    }
  },
  onSeen(run) {
    const look = () => run(document.visibilityState === 'visible')
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  },
}
