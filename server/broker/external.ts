// An MQTT broker of the operator's (Mosquitto, EMQX …) in place of the embedded one for devices. Consoles stay on
// `/mqtt` of the server, which checks their tickets and scopes; what they must hear travels between processes on FANOUT.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt'
import * as z from 'zod/mini'
import { parseTopic, topics } from '../../src/contract/topics.ts'
import type { Log } from '../log.ts'
import type { Outlet } from '../outlet.ts'

/** Between server processes only; the broker's access list must keep everybody else out. */
export const FANOUT = 'gatehouse/fanout'
/** One of the processes gets each message of a device. */
export const INTAKE = '$share/acm/sfwatch/+/server'

const audience = { tenantId: z.int(), departmentId: z.nullable(z.union([z.int(), z.literal('any')])) }
const fanned = z.discriminatedUnion('to', [
  z.object({
    from: z.string(),
    to: z.literal('answers'),
    imei: z.string(),
    audience: z.object(audience),
    message: z.unknown(),
  }),
  z.object({ from: z.string(), to: z.literal('person'), userId: z.int(), message: z.unknown() }),
  z.object({
    from: z.string(),
    to: z.literal('all'),
    audience: z.object(audience),
    message: z.unknown(),
    /** The permission that is needed; processes of earlier releases read it under this name. */
    mark: z.optional(z.string()),
  }),
  z.object({
    from: z.string(),
    to: z.literal('tenant'),
    tenantId: z.int(),
    head: z.record(z.string(), z.unknown()),
    items: z.array(z.object({ ...audience, item: z.unknown() })),
  }),
  z.object({ from: z.string(), to: z.literal('peers'), what: z.unknown() }),
])
type Fanned = z.output<typeof fanned>
type WithoutSender<T> = T extends unknown ? Omit<T, 'from'> : never

/** The other server processes of the installation. At most once, in no order, and nobody answers. */
export interface Peers {
  tell(what: unknown): void
  /** `from` tells the processes apart; it is new at every start. */
  hear(listener: (what: unknown, from: string) => void): void
}

export interface ExternalBroker {
  /** To devices through the broker, to consoles here and at the other processes. */
  outlet: Outlet
  peers: Peers
  isUp(): boolean
  stop(): Promise<void>
}

interface Options {
  url: string
  /** Tells the processes of one machine apart; the same at every start. */
  instance: string
  log: Log
  /** The consoles of this process. */
  local: Outlet
  /** What rejects is delivered again. */
  take(message: { imei: string; payload: Uint8Array; topic: string; qos: 0 | 1 | 2 }): Promise<void>
}

const RECONNECT_MS = 2000

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

export async function connectExternalBroker({
  url,
  instance,
  log,
  local,
  take,
}: Options): Promise<ExternalBroker> {
  const me = randomUUID()
  const name = `gatehouse_${hostname()}_${instance}`.slice(0, 60)
  const common = {
    reconnectPeriod: RECONNECT_MS,
    queueQoSZero: false,
    resubscribe: false,
    manualConnect: true,
  }
  const intake = mqtt.connect(url, { ...common, clientId: `${name}_in`, clean: false })
  const fanout = mqtt.connect(url, { ...common, clientId: `${name}_${me.slice(0, 8)}`, clean: true })

  acknowledgeLate(intake, async ({ topic, payload, qos }) => {
    const parsed = parseTopic(topic)
    if (parsed?.to === 'server') await take({ imei: parsed.imei, payload: Buffer.from(payload), topic, qos })
  })
  const listeners: ((what: unknown, from: string) => void)[] = []
  fanout.on('message', (_topic, payload) => {
    let raw: unknown
    try {
      raw = JSON.parse(payload.toString())
    } catch {
      return
    }
    const read = z.safeParse(fanned, raw)
    if (!read.success || read.data.from === me) return
    const said = read.data
    if (said.to === 'person') local.toPerson(said.userId, said.message)
    else if (said.to === 'peers') for (const listener of listeners) listener(said.what, said.from)
    else if (said.to === 'answers') local.toAnswers(said.imei, said.audience, said.message)
    else if (said.to === 'all') local.toAll(said.audience, said.message, said.mark)
    else local.toTenant(said.tenantId, said.head, said.items)
  })
  const subscribed = new Set<MqttClient>()
  const keepSubscribed = (client: MqttClient, filter: string, qos: 0 | 1) => {
    client.on('error', error => log.warn({ err: error }, 'The external broker refused'))
    client.on('offline', () => log.warn('The external broker is away'))
    client.on('close', () => void subscribed.delete(client))
    client.on('connect', () =>
      client.subscribe(filter, { qos }, (error, granted) => {
        if (error || granted?.some(grant => grant.qos >= 128))
          log.error({ filter }, 'The external broker refuses a subscription: look at its access list')
        else subscribed.add(client)
      }),
    )
  }
  keepSubscribed(intake, INTAKE, 1)
  keepSubscribed(fanout, FANOUT, 0)
  intake.connect()
  fanout.connect()

  const tell = (message: WithoutSender<Fanned>) => {
    if (fanout.connected)
      fanout.publish(FANOUT, JSON.stringify({ ...message, from: me }), { qos: 0 }, () => {})
  }
  return {
    isUp: () => subscribed.size === 2,
    peers: {
      tell: what => tell({ to: 'peers', what }),
      hear: listener => void listeners.push(listener),
    },
    outlet: {
      toDevice: async (imei, message, qos = 1) => {
        if (await local.toDevice(imei, message, qos)) return true
        if (!fanout.connected) return false
        await fanout.publishAsync(topics.toDevice(imei), JSON.stringify(message), { qos })
        return true
      },
      toAnswers: (imei, whom, message) => {
        local.toAnswers(imei, whom, message)
        tell({ to: 'answers', imei, audience: whom, message })
      },
      toPerson: (userId, message) => {
        local.toPerson(userId, message)
        tell({ to: 'person', userId, message })
      },
      toAll: (whom, message, permission) => {
        local.toAll(whom, message, permission)
        tell({ to: 'all', audience: whom, message, mark: permission })
      },
      toTenant: (tenantId, head, items) => {
        local.toTenant(tenantId, head, items)
        tell({ to: 'tenant', tenantId, head, items: [...items] })
      },
    },
    stop: async () => {
      await Promise.all([intake, fanout].map(client => client.endAsync().catch(() => undefined)))
    },
  }
}
