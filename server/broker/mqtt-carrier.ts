// Words between the server processes through an MQTT broker of the operator's.
import { randomUUID } from 'node:crypto'
import mqtt from 'mqtt'
import type { Log } from '../log.ts'
import type { Carrier } from './carrier.ts'
import { type BrokerClient, clientName, clientOptions, keepSubscribed } from './external-client.ts'

/** Between server processes only; the broker's access list must keep everybody else out. */
export const FANOUT = 'gatehouse/fanout'

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
  let wasUp = false
  let dropped = 0
  client.on('message', (_topic, payload) => {
    const text = payload.toString()
    for (const listener of said) listener(text)
  })
  const subscribed = keepSubscribed(client, FANOUT, 0, log, () => {
    if (wasUp) for (const listener of back) listener()
    wasUp = true
  })
  client.connect()
  return {
    say: text => {
      if (client.connected) client.publish(FANOUT, text, { qos: 0 }, () => {})
      else dropped++
    },
    onSaid: listener => void said.push(listener),
    onBack: listener => void back.push(listener),
    isUp: subscribed,
    dropped: () => dropped,
    stop: () => client.endAsync().catch(() => undefined),
  }
}
