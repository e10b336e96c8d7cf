// Packets that no client would send, made of ones that a device does; the same in every run.
import type { Chance } from '../../../server/simulator/random.ts'
import { encodeCompact } from '../../../src/contract/compact.ts'
import { connectPacket, packet, publishPacket, rawClient, subscribePacket } from './raw.ts'

export function mutate(chance: Chance, bytes: Buffer): Buffer {
  const out = Buffer.from(bytes)
  const kind = Math.floor(chance.between(0, 6))
  const at = Math.floor(chance.between(0, out.length))
  if (kind === 0) out[at] = Math.floor(chance.between(0, 256))
  else if (kind === 1) out[at] = (out[at] ?? 0) ^ (1 << Math.floor(chance.between(0, 8)))
  else if (kind === 2) return out.subarray(0, at)
  else if (kind === 3) return Buffer.concat([out.subarray(0, at), out])
  else if (kind === 4)
    return Buffer.concat([out.subarray(0, at), Buffer.from([0, 255, 0xed, 0xa0, 0x80]), out.subarray(at)])
  else
    for (let n = 0; n < 8; n++)
      out[Math.floor(chance.between(0, out.length))] = Math.floor(chance.between(0, 256))
  return out
}

interface Credentials {
  imei: string
  secret: string
}

export function packetsOf({ imei, secret }: Credentials): [Buffer, ...Buffer[]] {
  const topic = `sfwatch/${imei}/server`
  const compact = Buffer.from(encodeCompact({ code: '2001', seq: 1, values: { heartRate: 70, battery: 50 } }))
  const connect = connectPacket({ clientId: '', username: imei, password: secret })
  return [
    connect,
    connectPacket({ clientId: imei, username: imei, password: secret, will: { topic, payload: '{}' } }),
    publishPacket(topic, '{"code":"2001","values":{"heartRate":70}}'),
    publishPacket(topic, compact, { qos: 0 }),
    subscribePacket(`sfwatch/${imei}/device`),
    packet(0xa2, Buffer.concat([Buffer.from([0, 1, 0, 1]), Buffer.from('a')])),
    packet(0x40, Buffer.from([0, 1])),
    packet(0x50, Buffer.from([0, 1])),
    packet(0x62, Buffer.from([0, 1])),
    packet(0xc0, Buffer.alloc(0)),
    packet(0x34, Buffer.concat([Buffer.from([0, 1]), Buffer.from('a'), Buffer.from([0, 7, 1])])),
    packet(
      0x82,
      Buffer.concat([Buffer.from([0, 1, 0, 200]), Buffer.from('a/'.repeat(100)), Buffer.from([2])]),
    ),
  ]
}

const PER_CONNECTION = 10
const AT_ONCE = 25

/** Sends so many over connections of ten packets each, most of them after a good CONNECT. */
export async function sendMutated(
  port: number,
  devices: readonly Credentials[],
  count: number,
  chance: Chance,
): Promise<void> {
  const sets = devices.map(packetsOf)
  let sent = 0
  const one = async () => {
    const raw = rawClient(port)
    raw.socket.setTimeout(2000, () => raw.socket.destroy())
    const good = chance.pick(sets) ?? []
    if (good[0] && chance.happens(0.8)) raw.send(good[0])
    for (let n = 0; n < PER_CONNECTION; n++) {
      sent++
      raw.send(mutate(chance, chance.pick(good) ?? Buffer.alloc(1)))
    }
    raw.socket.end()
    await Promise.race([raw.closed, new Promise(resolve => setTimeout(resolve, 1500))])
    raw.socket.destroy()
  }
  while (sent < count) await Promise.all(Array.from({ length: AT_ONCE }, one))
}
