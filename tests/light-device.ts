// A device of a few kilobytes: bare MQTT over TCP, as many in one process as it has sockets. It comes back by itself, and says
// again what was not acknowledged.
import { connect, type Socket } from 'node:net'
import { topics } from '../src/contract/topics.ts'
import { connectPacket, packet, publishPacket, subscribePacket } from './server/broker/raw.ts'

const CONNACK = 2
const PUBLISH = 3
const PUBACK = 4
const PING = packet(0xc0, Buffer.alloc(0))
/** The broker closes after one and a half of the 60 seconds that it is told of. */
const PING_MS = 45_000
/** A device that is turned away tries again after so long, or up to three times that. */
const AGAIN_MS = 1_000

export interface LightDevice {
  imei: string
  /** Settles when it is acknowledged, over however many connections that takes. */
  say(body: object): Promise<void>
  isConnected(): boolean
  /** How often it was turned away, or lost its line. */
  lost(): number
  /** Cuts its line; it is back when it may. */
  cut(): void
  stop(): void
}

interface Options {
  host: string
  port: number
  imei: string
  secret: string
  /** The address it comes from: many devices share none. */
  from?: string
  /** Each time it is connected and listens to its orders. */
  onConnected?: () => void
}

export function createLightDevice(options: Options): LightDevice {
  const { imei, secret } = options
  const unacknowledged = new Map<number, { bytes: Buffer; done: () => void }>()
  let socket: Socket | undefined
  let connected = false
  let stopped = false
  let lost = 0
  let lastId = 0
  let rest: Buffer = Buffer.alloc(0)
  let again: NodeJS.Timeout | undefined

  const take = (head: number, body: Buffer) => {
    if (head >> 4 === CONNACK && body[1] === 0) {
      connected = true
      socket?.write(subscribePacket(topics.toDevice(imei), 65_535))
      for (const { bytes } of unacknowledged.values()) socket?.write(bytes)
      options.onConnected?.()
    } else if (head >> 4 === PUBACK) {
      const id = body.readUInt16BE(0)
      unacknowledged.get(id)?.done()
      unacknowledged.delete(id)
    } else if (head >> 4 === PUBLISH && (head & 6) > 0) {
      const id = 2 + body.readUInt16BE(0)
      socket?.write(packet(0x40, body.subarray(id, id + 2)))
    }
  }
  const read = (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      let at = 1
      let length = 0
      for (let shift = 0; at < rest.length; shift += 7) {
        const byte = rest[at++] ?? 0
        length += (byte & 127) << shift
        if (byte < 128) break
        if (at === rest.length) return
      }
      if (rest.length < 2 || rest.length < at + length) return
      const [head = 0] = rest
      take(head, rest.subarray(at, at + length))
      rest = rest.subarray(at + length)
    }
  }
  const open = () => {
    rest = Buffer.alloc(0)
    const { host, port, from } = options
    const line = connect({ host, port, ...(from && { localAddress: from }) })
    socket = line
    line.on('error', () => {})
    line.on('connect', () => line.write(connectPacket({ clientId: imei, username: imei, password: secret })))
    line.on('data', read)
    line.on('close', () => {
      connected = false
      if (stopped) return
      lost++
      again = setTimeout(open, AGAIN_MS * (1 + 2 * Math.random()))
    })
  }
  const pings = setInterval(() => {
    if (connected) socket?.write(PING)
  }, PING_MS)
  pings.unref()
  open()

  return {
    imei,
    say: body =>
      new Promise(resolve => {
        lastId = (lastId % 60_000) + 1
        const bytes = publishPacket(topics.fromDevice(imei), JSON.stringify(body), { id: lastId })
        unacknowledged.set(lastId, { bytes, done: resolve })
        if (connected) socket?.write(bytes)
      }),
    isConnected: () => connected,
    lost: () => lost,
    cut: () => socket?.destroy(),
    stop: () => {
      stopped = true
      clearTimeout(again)
      clearInterval(pings)
      socket?.destroy()
    },
  }
}
