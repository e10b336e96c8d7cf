// One connection of MQTT.js, loaded when it is first needed: it weighs more than the shell.

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
  onMessage: (run: (topic: string, payload: string) => void) => void
  onError: (run: (reason: string) => void) => void
  /** The socket is gone, for whatever reason. Comes once. */
  onClose: (run: () => void) => void
  /** Resolves with the topics that the broker refused. */
  subscribe: (topics: readonly string[]) => Promise<readonly string[]>
  end: () => void
}

/** Where a broker address leads: relative ones are on the page's own origin. */
export function socketAddress(url: string, page: string): string {
  const address = new URL(url, page)
  if (address.protocol === 'https:') address.protocol = 'wss:'
  if (address.protocol === 'http:') address.protocol = 'ws:'
  return address.href
}

/** Connects once. Reconnecting is the caller's: each attempt needs a fresh ticket. */
export async function connectMqtt(config: ClientConfig): Promise<MqttClientLike> {
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
    onMessage: run => void client.on('message', (topic, payload) => run(topic, payload.toString())),
    onError: run => void client.on('error', error => run(error.message)),
    onClose: run =>
      void client.on('close', () => {
        if (closed) return
        closed = true
        run()
      }),
    async subscribe(topics) {
      const granted = await client.subscribeAsync([...topics], { qos: 0 })
      return granted.filter(({ qos }) => qos === 128).map(({ topic }) => topic)
    },
    end: () => void client.end(true),
  }
}
