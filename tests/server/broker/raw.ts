// MQTT packets byte by byte, for what no client library would send.
import { connect, type Socket } from 'node:net'

const text = (value: string | Buffer) => {
  const bytes = Buffer.from(value as string)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

/** Fixed header with the length of what follows. */
export function packet(head: number, body: Buffer, claimed = body.length): Buffer {
  const length: number[] = []
  let rest = claimed
  do {
    const byte = rest % 128
    rest = Math.floor(rest / 128)
    length.push(rest > 0 ? byte | 128 : byte)
  } while (rest > 0)
  return Buffer.concat([Buffer.from([head, ...length]), body])
}

export function connectPacket(given: {
  clientId: string | Buffer
  username: string
  password: string
  clean?: boolean
  will?: { topic: string | Buffer; payload: string; retain?: boolean }
}): Buffer {
  const { will } = given
  const flags = 0xc0 | (given.clean === false ? 0 : 2) | (will ? 4 : 0) | (will?.retain ? 0x20 : 0)
  return packet(
    0x10,
    Buffer.concat([
      text('MQTT'),
      Buffer.from([4, flags, 0, 60]),
      text(given.clientId),
      ...(will ? [text(will.topic), text(will.payload)] : []),
      text(given.username),
      text(given.password),
    ]),
  )
}

export const subscribePacket = (filter: string | Buffer, id = 1) =>
  packet(0x82, Buffer.concat([Buffer.from([id >> 8, id & 255]), text(filter), Buffer.from([1])]))

export const publishPacket = (
  topic: string | Buffer,
  payload: string | Buffer,
  given: { qos?: 0 | 1; id?: number; retain?: boolean } = {},
) => {
  const { qos = 1, id = 1, retain = false } = given
  return packet(
    0x30 | (qos << 1) | (retain ? 1 : 0),
    Buffer.concat([
      text(topic),
      qos > 0 ? Buffer.from([id >> 8, id & 255]) : Buffer.alloc(0),
      Buffer.from(payload as string),
    ]),
  )
}

export interface RawClient {
  socket: Socket
  send(...packets: Buffer[]): void
  received(): Buffer
  closed: Promise<void>
  isClosed(): boolean
}

export function rawClient(port: number): RawClient {
  const socket = connect({ port, host: '127.0.0.1' })
  const chunks: Buffer[] = []
  let over = false
  socket.on('data', chunk => chunks.push(chunk))
  socket.on('error', () => {})
  const closed = new Promise<void>(resolve =>
    socket.once('close', () => {
      over = true
      resolve()
    }),
  )
  return {
    socket,
    send: (...packets) => void socket.write(Buffer.concat(packets)),
    received: () => Buffer.concat(chunks),
    closed,
    isClosed: () => over,
  }
}
