// Mutated packets: none brings the broker down. MUTATIONS sets how many; the full run is 100,000.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDeviceMessage } from '../../../server/modules/ingest/read-message.ts'
import { createChance } from '../../../server/simulator/random.ts'
import { decodeCompact, encodeCompact } from '../../../src/contract/compact.ts'
import { mutate, sendMutated } from './mutated-packets.ts'
import { type Stage, setStage, until } from './stage.ts'

const MUTATIONS = Number(process.env.MUTATIONS ?? 4000)
const DEVICES = 30
const chance = createChance(20261121)

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

test(`${MUTATIONS} mutated packets leave the broker well`, { timeout: 60_000 + MUTATIONS * 10 }, async () => {
  // Several devices: who guesses secrets for one of them is made to wait, and that is not what this is about.
  const devices = await Promise.all(Array.from({ length: DEVICES }, () => stage.addDevice({})))
  await sendMutated(stage.broker.port, devices, MUTATIONS, chance)
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
    const bytes = mutate(chance, chance.pick(bases) ?? Buffer.alloc(0))
    const read = readDeviceMessage(bytes)
    expect(read.ok || read.reason.length > 0).toBe(true)
    const compact = decodeCompact(bytes)
    expect(compact.ok || compact.reason.length > 0).toBe(true)
  }
})
