// Words between the server processes through an MQTT broker of the operator's.
import { randomUUID } from 'node:crypto'
import mqtt from 'mqtt'
import type { Log } from '../log.ts'
import type { Carrier } from './carrier.ts'
import { type BrokerClient, clientName, clientOptions, keepSubscribed } from './external-client.ts'

/** Between server processes only; the broker's access list must keep everybody else out. */
export const FANOUT = 'gatehouse/fanout'
const topicOf = (tenantId: number) => `${FANOUT}/tenant/${tenantId}`
/** No tenant has this number. */
const PROBE = topicOf(0)
/** So long a probe may be under way before the log says that none came back. */
const PROBE_MS = 10_000

/** `instance` tells the processes of one machine apart. */
export function connectMqttCarrier({
  url,
  instance,
  log,
}: {
  url: string
  instance: string
  log: Log
}): Carrier {
  const clientId = `${clientName(instance)}_${randomUUID().slice(0, 8)}`
  const client: BrokerClient = mqtt.connect(url, { ...clientOptions, clientId, clean: true })
  const said: ((text: string) => void)[] = []
  const back: (() => void)[] = []
  const followed = new Set<number>()
  let wasUp = false
  let dropped = 0
  let parts = false
  let late: NodeJS.Timeout | undefined
  /** One after the other: what ends and begins again must not overtake itself in the broker. */
  let asked = Promise.resolve()
  const inTurn = (ask: (done: () => void) => void) => {
    asked = asked.then(() => (client.connected ? new Promise<void>(ask) : undefined))
    return asked
  }
  client.on('message', (topic, payload) => {
    const text = payload.toString()
    if (topic === PROBE) parts ||= text === clientId
    else for (const listener of said) listener(text)
  })
  client.on('close', () => {
    parts = false
    clearTimeout(late)
  })
  // Brokers grant subscriptions to what their list then delivers nothing of: only a word that comes back proves it.
  const probe = () => {
    client.publish(PROBE, clientId, { qos: 0 }, () => {})
    late = setTimeout(() => {
      if (!parts)
        log.warn(
          { topics: `${FANOUT}/#` },
          'The broker of the processes does not carry the words of tenants apart: look at its access list',
        )
    }, PROBE_MS)
    late.unref()
  }
  const subscribed = keepSubscribed(client, FANOUT, 0, log, () => {
    client.subscribe([PROBE, ...[...followed].map(topicOf)], { qos: 0 }, () => {
      probe()
      if (wasUp) for (const listener of back) listener()
      wasUp = true
    })
  })
  client.connect()
  return {
    say: (text, tenantId) => {
      if (!client.connected) dropped++
      else client.publish(tenantId === undefined ? FANOUT : topicOf(tenantId), text, { qos: 0 }, () => {})
    },
    onSaid: listener => void said.push(listener),
    follow: tenantId => {
      followed.add(tenantId)
      return inTurn(done => client.subscribe(topicOf(tenantId), { qos: 0 }, () => done()))
    },
    unfollow: tenantId => {
      followed.delete(tenantId)
      void inTurn(done => client.unsubscribe(topicOf(tenantId), () => done()))
    },
    partsTenants: () => parts,
    onBack: listener => void back.push(listener),
    isUp: subscribed,
    dropped: () => dropped,
    stop: () => {
      clearTimeout(late)
      return client.endAsync().catch(() => undefined)
    },
  }
}
