// One connection of MQTT.js, loaded when it is first needed: it weighs more than the shell.

import { BrokerError, brokerErrorOf } from './mqtt-errors.ts'

/** Seconds between signs of life (real-time specification, section 9). */
export const KEEP_ALIVE_SECONDS = 60
const CONNECT_TIMEOUT_MS = 10_000

export interface ClientConfig {
  url: string
  clientId: string
  username: string
  password: string
}

/** The part of MQTT.js that is used; a fake one stands in for it in tests. */
export interface MqttClientLike {
  onConnect: (run: () => void) => void
  /** A payload that is no UTF-8 comes as undefined. */
  onMessage: (run: (topic: string, payload: string | undefined, qos: 0 | 1 | 2) => void) => void
  onError: (run: (error: BrokerError) => void) => void
  /** The socket is gone, for whatever reason. Comes once. */
  onClose: (run: () => void) => void
  /** Anything at all came, an answer to `ping` too. */
  onHeard: (run: () => void) => void
  /** Asks for a sign of life beside the ones that the protocol keeps by itself. */
  ping: () => void
  /** Resolves with the topics that the broker refused. */
  subscribe: (topics: readonly string[]) => Promise<readonly string[]>
  unsubscribe: (topics: readonly string[]) => Promise<void>
  /** QoS 0 resolves when written, 1 and 2 when acknowledged. Rejects with a BrokerError. */
  publish: (topic: string, payload: string, qos: 0 | 1 | 2) => Promise<void>
  end: () => void
}

/** Where a broker address leads: relative ones are on the page's own origin. */
export function socketAddress(url: string, page: string): string {
  const address = new URL(url, page)
  if (address.protocol === 'https:') address.protocol = 'wss:'
  if (address.protocol === 'http:') address.protocol = 'ws:'
  return address.href
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function textOf(payload: Uint8Array): string | undefined {
  try {
    return utf8.decode(payload)
  } catch {
    return undefined
  }
}

function answersOf(error: unknown): readonly number[] | undefined {
  const packet = error instanceof Error && 'packet' in error ? error.packet : undefined
  const granted = packet && typeof packet === 'object' && 'granted' in packet ? packet.granted : undefined
  return Array.isArray(granted) ? granted.map(Number) : undefined
}

/** Connects once. Reconnecting is the caller's: each attempt needs a fresh ticket. */
export async function connectMqtt(config: ClientConfig): Promise<MqttClientLike> {
  if (typeof WebSocket === 'undefined') throw new BrokerError('unsupported', 'No WebSocket in this browser')
  const { default: mqtt } = await import('mqtt')
  const client = mqtt.connect(socketAddress(config.url, location.href), {
    clientId: config.clientId,
    username: config.username,
    password: config.password,
    keepalive: KEEP_ALIVE_SECONDS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    clean: true,
    reconnectPeriod: 0,
    resubscribe: false,
    // A command given offline must not be carried out late.
    queueQoSZero: false,
    protocolVersion: 4,
  })
  let closed = false
  return {
    onConnect: run => void client.on('connect', run),
    onMessage: run =>
      void client.on('message', (topic, payload, { qos }) => run(topic, textOf(payload), qos)),
    onError(run) {
      client.on('error', error => run(brokerErrorOf(error)))
      // The library keeps errors of a websocket to itself.
      client.stream.on('error', error => run(new BrokerError('socketError', error.message, error)))
    },
    onClose: run =>
      void client.on('close', () => {
        if (closed) return
        closed = true
        run()
      }),
    onHeard: run => void client.on('packetreceive', () => run()),
    ping: () => client.connected && client.sendPing(),
    async subscribe(topics) {
      try {
        await client.subscribeAsync([...topics], { qos: 0 })
        return []
      } catch (error) {
        // The library fails as a whole when one of them is refused; the answer names each.
        const codes = answersOf(error)
        if (!codes) throw brokerErrorOf(error)
        return topics.filter((_, at) => (codes[at] ?? 0) >= 128)
      }
    },
    unsubscribe: async topics => void (await client.unsubscribeAsync([...topics])),
    async publish(topic, payload, qos) {
      if (!client.connected) throw new BrokerError('notConnected')
      await client.publishAsync(topic, payload, { qos, retain: false }).catch((error: unknown) => {
        throw brokerErrorOf(error)
      })
    },
    end: () => void client.end(true),
  }
}
