// An MQTT broker of the operator's (Mosquitto, EMQX …) in place of the embedded one for devices. Consoles stay on
// `/mqtt` of the server, which checks their tickets and scopes; what they must hear travels between processes on FANOUT.
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt'
import type { Downlink } from '../../src/contract/device-messages.ts'
import { parseTopic, topics } from '../../src/contract/topics.ts'
import type { Log } from '../log.ts'
import { clientName, clientOptions, keepSubscribed } from './external-client.ts'

/** One of the processes gets each message of a device. */
export const INTAKE = '$share/acm/sfwatch/+/server'

export interface ExternalBroker {
  /** To a device through the broker; answers whether the broker took it. */
  toDevice(imei: string, message: Downlink, qos: 0 | 1): Promise<boolean>
  isUp(): boolean
  stop(): Promise<void>
}

interface Options {
  url: string
  /** Tells the processes of one machine apart; the same at every start. */
  instance: string
  log: Log
  /** What rejects is delivered again. */
  take(message: { imei: string; payload: Uint8Array; topic: string; qos: 0 | 1 | 2 }): Promise<void>
}

type SendPacket = (packet: { cmd: string; messageId?: number }, done?: () => void, ...rest: unknown[]) => void

/**
 * MQTT.js acknowledges before anything is stored, or stops reading until it is. Here it goes on reading, and the
 * acknowledgement leaves when the message is stored. What is not stored is not acknowledged: the connection is dropped
 * and the broker sends it again.
 */
function acknowledgeLate(client: MqttClient, store: (packet: IPublishPacket) => Promise<void>): void {
  const send = (Reflect.get(client, '_sendPacket') as SendPacket).bind(client)
  const storing = new Map<number, Promise<void>>()
  let connection = 0
  client.on('close', () => {
    connection++
    storing.clear()
  })
  client.handleMessage = (packet, done) => {
    const stored = store(packet)
    if (packet.messageId === undefined) stored.catch(() => {})
    else storing.set(packet.messageId, stored)
    done()
  }
  const late: SendPacket = (packet, done, ...rest) => {
    const stored = packet.cmd === 'puback' ? storing.get(packet.messageId ?? 0) : undefined
    if (!stored) return send(packet, done, ...rest)
    storing.delete(packet.messageId ?? 0)
    const mine = connection
    stored.then(
      () => {
        if (mine === connection && client.connected) send(packet)
      },
      () => {
        if (mine === connection) client.stream.destroy()
      },
    )
    done?.()
  }
  Reflect.set(client, '_sendPacket', late)
}

export function connectExternalBroker({ url, instance, log, take }: Options): ExternalBroker {
  const clientId = `${clientName(instance)}_in`
  const intake = mqtt.connect(url, { ...clientOptions, clientId, clean: false })
  acknowledgeLate(intake, async ({ topic, payload, qos }) => {
    const parsed = parseTopic(topic)
    if (parsed?.to === 'server') await take({ imei: parsed.imei, payload: Buffer.from(payload), topic, qos })
  })
  const subscribed = keepSubscribed(intake, INTAKE, 1, log)
  intake.connect()
  return {
    isUp: subscribed,
    toDevice: async (imei, message, qos) => {
      if (!intake.connected) return false
      await intake.publishAsync(topics.toDevice(imei), JSON.stringify(message), { qos })
      return true
    },
    stop: async () => void (await intake.endAsync().catch(() => undefined)),
  }
}
