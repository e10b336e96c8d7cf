// A fleet that comes back at once, as after a power cut: all are let in at the pace that is set, each SOS is stored once, and
// nobody was offline for it. `npm run bench -- fleet-returns` does it with ten thousand.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLightDevice, type LightDevice } from '../../light-device.ts'
import { type Stage, setStage, until } from './stage.ts'

const DEVICES = 300
const SOS_EACH = 10
/** More than a second's worth come at once, so that some have to wait. */
const PER_SECOND = 100

let stage: Stage
let fleet: { id: number; device: LightDevice }[] = []
beforeAll(async () => {
  stage = await setStage({ sweepEveryMs: 0, edge: { mqttConnectsPerSecond: PER_SECOND } })
})
afterAll(async () => {
  for (const { device } of fleet) device.stop()
  await stage.stop()
})

test('all are back, no SOS is lost or doubled, and nobody was missed', { timeout: 120_000 }, async () => {
  const made = await Promise.all(Array.from({ length: DEVICES }, () => stage.addDevice({})))
  fleet = made.map(({ id, imei, secret }, n) => ({
    id,
    device: createLightDevice({
      ...{ host: '127.0.0.1', port: stage.broker.port, imei, secret },
      from: `127.0.1.${(n % 250) + 1}`,
    }),
  }))
  await Promise.all(fleet.map(({ device }) => device.say({ code: '1001' })))
  await until(() => stage.broker.counts().devices === DEVICES, 60_000)

  for (const { device } of fleet) device.cut()
  await until(() => stage.broker.counts().devices < DEVICES)
  const cries = fleet.filter((_, n) => n % SOS_EACH === 0)
  await Promise.all([
    ...cries.map(({ device }) => device.say({ code: '3001', seq: 7, type: 15, time: Date.now() })),
    ...fleet.map(({ device }) => device.say({ code: '1002', battery: 50 })),
  ])
  await until(() => fleet.every(({ device }) => stage.broker.listens(device.imei)), 60_000)

  const alarms = await stage.query<{ id: number; type: string }>(
    'select device_id as id, type from alarm where device_id = any($1) order by device_id',
    [fleet.map(({ id }) => id)],
  )
  expect(alarms).toEqual(cries.map(({ id }) => ({ id, type: 'sos' })).sort((a, b) => a.id - b.id))
  const [states] = await stage.query<{ online: number }>(
    `select count(*)::int as online from device_state where device_id = any($1) and state = 'online' and battery = 50`,
    [fleet.map(({ id }) => id)],
  )
  expect(states).toEqual({ online: DEVICES })
})
