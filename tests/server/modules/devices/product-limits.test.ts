// A device without limits of its own is judged by those of its product, as its pages say; a change of them counts at once.
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsInForce } from '../../../../src/domain/device/limits-in-force.ts'
import { startServer, type TestServer } from '../../start.ts'

test.each([
  ['its own', { lower: 50, upper: 120 }, { lower: 40, upper: 100 }, { lower: 50, upper: 120 }],
  [
    'its own one, and not the other of the product',
    { upper: 120 },
    { lower: 40, upper: 100 },
    { upper: 120 },
  ],
  ['a limit of nought', { lower: 0 }, { lower: 40 }, { lower: 0 }],
  ['those of the product', {}, { lower: 40, upper: 100 }, { lower: 40, upper: 100 }],
  ['the one of the product', undefined, { lower: null, upper: 100 }, { upper: 100 }],
  ['none', undefined, undefined, {}],
])('limits in force: %s', (_what, own, usual, wanted) => {
  expect(limitsInForce(own, usual)).toEqual(wanted)
})

let server: TestServer
let client: MqttClient
let imei: string
beforeAll(async () => {
  server = await startServer({ MQTT_PORT: '0' })
  imei = server.here.imei
  const made = await server.call('/api/device/device/newSecret', {
    token: server.tokens.admin,
    body: { imei },
  })
  client = mqtt.connect(`${server.url.replace('http', 'ws')}/mqtt`, {
    clientId: imei,
    username: imei,
    password: (made.data as { secret: string }).secret,
  })
  client.on('error', () => {})
})
afterAll(async () => {
  await client.endAsync(true)
  await server.stop()
})

const beat = (heartRate: number) =>
  client.publishAsync(`sfwatch/${imei}/server`, JSON.stringify({ code: '2001', values: { heartRate } }), {
    qos: 1,
  })
const alarms = () =>
  server.sql(sql =>
    sql.query(
      `select type, value, "limit" from alarm where imei = $1 and type in ('heartRate', 'alarmRecovery') order by id`,
      [imei],
    ),
  )
const forgetAlarms = () =>
  server.sql(async sql => {
    await sql.change('delete from device_condition where device_id = $1', [server.here.deviceId])
    await sql.change('delete from alarm_event where alarm_id in (select id from alarm where imei = $1)', [
      imei,
    ])
    await sql.change('delete from alarm where imei = $1', [imei])
  })
const setLimits = async (limits: { lower?: number | null; upper?: number | null }) => {
  const [row] = await server.sql(sql =>
    sql.query<{ version: number }>('select version from product_reading where id = $1', [
      server.here.productReadingId,
    ]),
  )
  return server.call('/api/device/productReading/save', {
    token: server.tokens.admin,
    body: {
      id: server.here.productReadingId,
      version: row?.version,
      productId: server.here.productId,
      kind: 'heartRate',
      name: 'Pulse',
      decimals: 0,
      sort: 1,
      ...limits,
    },
  })
}

test('a change of the product’s limits reaches the judge', async () => {
  await forgetAlarms()
  await beat(130)
  expect(await alarms()).toEqual([])
  expect(await setLimits({ upper: 120 })).toMatchObject({ code: 0 })
  await beat(131)
  expect(await alarms()).toEqual([{ type: 'heartRate', value: 131, limit: 120 }])
  expect(await setLimits({ upper: 140 })).toMatchObject({ code: 0 })
  await beat(132)
  expect(await alarms()).toEqual([
    { type: 'heartRate', value: 131, limit: 120 },
    { type: 'alarmRecovery', value: 132, limit: null },
  ])
})

test('limits of its own go before them', async () => {
  await forgetAlarms()
  await setLimits({ upper: 100 })
  const body = { imei, settings: { limits: { heartRate: { upper: 150 } } } }
  expect(await server.call('/api/device/settings/save', { token: server.tokens.admin, body })).toMatchObject({
    code: 0,
  })
  await beat(140)
  expect(await alarms()).toEqual([])
  await beat(151)
  expect(await alarms()).toEqual([{ type: 'heartRate', value: 151, limit: 150 }])
})
