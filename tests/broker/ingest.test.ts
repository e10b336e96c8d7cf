// From a device's message to the rows and the consoles.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCompact } from '../../src/contract/compact.ts'
import { readWebMessage } from '../../src/contract/messages.ts'
import { hear, type Stage, setStage, until } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

const say = (client: Awaited<ReturnType<Stage['device']>>, imei: string, body: object | Buffer) =>
  client.publishAsync(`sfwatch/${imei}/server`, Buffer.isBuffer(body) ? body : JSON.stringify(body), {
    qos: 1,
  })

test('a reading is stored before it is acknowledged, and a console hears it', async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const console_ = await stage.person(await stage.addPerson({}))
  await console_.subscribeAsync(`acm/tenant/${stage.tenants[0]}/state`)
  const heard = hear(console_)
  const device = await stage.device(imei, secret)
  await say(device, imei, { code: '2001', seq: 1, values: { heartRate: 71, battery: 80 } })
  const rows = await stage.query('select kind, value from reading where device_id = $1 order by kind', [id])
  expect(rows).toEqual([
    { kind: 'battery', value: 80 },
    { kind: 'heartRate', value: 71 },
  ])
  const [state] = await stage.query('select state, battery from device_state where device_id = $1', [id])
  expect(state).toEqual({ state: 'online', battery: 80 })
  const message = await until(() => heard[0])
  const decoded = readWebMessage(JSON.stringify(message.body))
  expect(decoded).toMatchObject({ code: 'state', devices: [{ imei, state: 'online', battery: 80 }] })
  await device.endAsync()
  await console_.endAsync()
})

test('the compact form is stored like JSON', async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const device = await stage.device(imei, secret)
  const time = Date.now() - 1000
  await say(device, imei, Buffer.from(encodeCompact({ code: '2002', time, seq: 3, lat: 22.5, lon: 114.1 })))
  expect(
    await stage.query('select at, latitude, longitude from position where device_id = $1', [id]),
  ).toEqual([{ at: time, latitude: 22.5, longitude: 114.1 }])
  await device.endAsync()
})
