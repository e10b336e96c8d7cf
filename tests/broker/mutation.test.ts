// Mutated packets: none brings the broker down. MUTATIONS sets how many; the full run is 100,000.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDeviceMessage } from '../../server/modules/ingest/read-message.ts'
import { createChance } from '../../server/simulator/random.ts'
import { decodeCompact, encodeCompact } from '../../src/contract/compact.ts'
import { connectPacket, packet, publishPacket, rawClient, subscribePacket } from './raw.ts'
import { type Stage, setStage, until } from './stage.ts'

const MUTATIONS = Number(process.env.MUTATIONS ?? 4000)
const PER_CONNECTION = 10
const AT_ONCE = 25
const DEVICES = 30
const chance = createChance(20261121)

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

function mutate(bytes: Buffer): Buffer {
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

function packetsOf(imei: string, secret: string): [Buffer, ...Buffer[]] {
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

test(`${MUTATIONS} mutated packets leave the broker well`, { timeout: 60_000 + MUTATIONS * 10 }, async () => {
  // Several devices: who guesses secrets for one of them is made to wait, and that is not what this is about.
  const devices = await Promise.all(Array.from({ length: DEVICES }, () => stage.addDevice({})))
  const sets = devices.map(({ imei, secret }) => packetsOf(imei, secret))
  let sent = 0
  const one = async () => {
    const raw = rawClient(stage.broker.port)
    raw.socket.setTimeout(2000, () => raw.socket.destroy())
    const good = chance.pick(sets) ?? []
    if (good[0] && chance.happens(0.8)) raw.send(good[0])
    for (let n = 0; n < PER_CONNECTION; n++) {
      sent++
      raw.send(mutate(chance.pick(good) ?? Buffer.alloc(1)))
    }
    raw.socket.end()
    await Promise.race([raw.closed, new Promise(resolve => setTimeout(resolve, 1500))])
    raw.socket.destroy()
  }
  while (sent < MUTATIONS) await Promise.all(Array.from({ length: AT_ONCE }, one))
  const { imei, secret } = await stage.addDevice({})
  const topic = `sfwatch/${imei}/server`
  const client = await stage.device(imei, secret)
  await client.publishAsync(
    topic,
    JSON.stringify({ code: '2001', seq: 4_000_000, values: { heartRate: 71 } }),
    { qos: 1 },
  )
  expect(client.connected).toBe(true)
  await client.endAsync()
  await until(() => stage.broker.counts().devices === 0, 10_000)
  await until(() => stage.broker.ingest.counts().waiting === 0)
})

test('any bytes are a message or a named reason', () => {
  const bases = [
    Buffer.from(encodeCompact({ code: '3001', type: 'sos', time: Date.now(), lat: 1, lon: 2, value: 3 })),
    Buffer.from(encodeCompact({ code: '1001', appVersion: 'é', settings: { positionMinutes: 3 } })),
    Buffer.from('{"code":"2001","values":{"heartRate":70}}'),
  ]
  for (let n = 0; n < 20_000; n++) {
    const bytes = mutate(chance.pick(bases) ?? Buffer.alloc(0))
    const read = readDeviceMessage(bytes)
    expect(read.ok || read.reason.length > 0).toBe(true)
    const compact = decodeCompact(bytes)
    expect(compact.ok || compact.reason.length > 0).toBe(true)
  }
})
