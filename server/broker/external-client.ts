// A client of the operator's MQTT broker: it comes back by itself, and says in the log what the broker refuses.
import { hostname } from 'node:os'
import type { MqttClient } from 'mqtt'
import type { Log } from '../log.ts'

export type BrokerClient = MqttClient

const RECONNECT_MS = 2000

export const clientOptions = {
  reconnectPeriod: RECONNECT_MS,
  queueQoSZero: false,
  resubscribe: false,
  manualConnect: true,
} as const

/** The same at every start. */
export const clientName = (instance: string) => `gatehouse_${hostname()}_${instance}`.slice(0, 60)

/** Subscribes at every connection; calls back each time it is subscribed. Answers whether it is now. */
export function keepSubscribed(
  client: BrokerClient,
  filter: string,
  qos: 0 | 1,
  log: Log,
  onSubscribed: () => void = () => {},
): () => boolean {
  let subscribed = false
  client.on('error', error => log.warn({ err: error }, 'The external broker refused'))
  client.on('offline', () => log.warn('The external broker is away'))
  client.on('close', () => {
    subscribed = false
  })
  client.on('connect', () =>
    client.subscribe(filter, { qos }, (error, granted) => {
      if (error || granted?.some(grant => grant.qos >= 128)) {
        log.error({ filter }, 'The external broker refuses a subscription: look at its access list')
        return
      }
      subscribed = true
      onSubscribed()
    }),
  )
  return () => subscribed
}
