// From a device's message to the rows and the consoles.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCompact } from '../../../../src/contract/compact.ts'
import { readWebMessage } from '../../../../src/contract/messages.ts'
import { hear, type Stage, setStage, until } from '../../broker/stage.ts'

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

test('one device keeps its order, and a repeated number is stored once', async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const device = await stage.device(imei, secret)
  const base = Date.now() - 60_000
  const sent: Promise<unknown>[] = []
  for (let n = 0; n < 300; n++)
    sent.push(say(device, imei, { code: '2001', seq: n, time: base + n, values: { steps: n } }))
  // The same message again, as after a lost acknowledgement, and one without a time.
  sent.push(say(device, imei, { code: '2001', seq: 299, time: base + 299, values: { steps: 299 } }))
  sent.push(say(device, imei, { code: '3001', seq: 300, type: 24 }))
  sent.push(say(device, imei, { code: '3001', seq: 300, type: 24 }))
  await Promise.all(sent)
  const rows = await stage.query<{ value: number }>(
    'select value from reading where device_id = $1 order by at',
    [id],
  )
  expect(rows.map(row => row.value)).toEqual(Array.from({ length: 300 }, (_, n) => n))
  expect(await stage.query('select value from latest_reading where device_id = $1', [id])).toEqual([
    { value: 299 },
  ])
  expect(await stage.query('select 1 from alarm where device_id = $1', [id])).toHaveLength(1)
  // An older value never replaces a newer one.
  await say(device, imei, { code: '2001', seq: 301, time: base - 5000, values: { steps: 7 } })
  expect(await stage.query('select value from latest_reading where device_id = $1', [id])).toEqual([
    { value: 299 },
  ])
  await device.endAsync()
})

test('a bad message is counted, kept for a look and harms nothing', async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const device = await stage.device(imei, secret)
  const bad: (string | Buffer)[] = [
    '',
    'x',
    '[]',
    '{"code":"9999"}',
    '{"code":"2001","values":{"heartRate":999}}',
    '{"code":"2001","values":{"mood":1}}',
    '{"code":"2002","lat":91,"lon":0}',
    '{"code":"2001","values":{"heartRate":"70"}}',
    '{"code":"5084","cardInfo":"a\\u0000b"}',
    '{"code":"5084","cardInfo":"\\ud800"}',
    '{"code":"6003","settings":{"contacts":[{"name":"\\u0000","phone":"1"}]}}',
    '{"code":"1002","time":-1}',
    JSON.stringify({ code: '2001', time: Date.now() - 40 * 86_400_000, values: { heartRate: 70 } }),
    '['.repeat(60_000),
    Buffer.from([0xff, 0xfe]),
    Buffer.from([0xa7, 1, 2, 3, 4, 5, 6]),
    Buffer.alloc(300, 0xa7),
  ]
  for (const payload of bad) await device.publishAsync(`sfwatch/${imei}/server`, payload, { qos: 1 })
  expect(device.connected).toBe(true)
  await say(device, imei, { code: '2001', values: { heartRate: 70 } })
  expect(await stage.query('select value from reading where device_id = $1', [id])).toEqual([{ value: 70 }])
  const { refused } = stage.broker.counts()
  for (const reason of ['empty', 'json', 'code', 'field', 'time', 'encoding', 'compact.checksum'])
    expect([reason, (refused[reason] ?? 0) > 0]).toEqual([reason, true])
  await stage.broker.ingest.refusals.flush()
  const rows = await stage.query<{ reason: string; tenant_id: number }>(
    'select reason, tenant_id from refused_message where imei = $1',
    [imei],
  )
  expect(rows.map(row => row.reason)).toContain('field:values.heartRate')
  expect(new Set(rows.map(row => row.tenant_id))).toEqual(new Set([stage.tenants[0]]))
  await device.endAsync()
})

test('a clock that runs ahead counts as the time of arrival', async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const device = await stage.device(imei, secret)
  const before = Date.now()
  await say(device, imei, { code: '2001', time: before + 3_600_000, values: { heartRate: 70 } })
  const [row] = await stage.query<{ at: number }>('select at from latest_reading where device_id = $1', [id])
  expect(row?.at).toBeGreaterThanOrEqual(before)
  expect(row?.at).toBeLessThan(before + 60_000)
  await device.endAsync()
})

test('a card that is issued reaches the consoles of who may see cards, and no others', async () => {
  const { imei, secret } = await stage.addDevice({})
  const listen = async (permissions: string[]) => {
    const console_ = await stage.person(await stage.addPerson({ permissions }))
    await console_.subscribeAsync('acm/notice/web', { qos: 1 })
    return { console_, heard: hear(console_) }
  }
  const keeper = await listen(['doorCard.read'])
  const guard = await listen(['device.read', 'alarm.read'])
  const device = await stage.device(imei, secret)
  await say(device, imei, { code: '5084', cardInfo: '0004A1B2' })
  const { body } = await until(() => keeper.heard[0])
  expect(readWebMessage(JSON.stringify(body))).toMatchObject({ code: '5084', imei, cardInfo: '0004A1B2' })
  // What comes after the card has come, so the card will not.
  await say(device, imei, { code: '3001', type: 15, time: Date.now() })
  await until(() => guard.heard.find(({ body }) => body.code === '9003'))
  expect(guard.heard.filter(({ body }) => body.code === '5084')).toEqual([])
  for (const client of [device, keeper.console_, guard.console_]) await client.endAsync()
})

test('a switch that opens to two sides says where it stands, by its digits', async () => {
  const { id, imei, secret } = await stage.addDevice({ kind: 'airSwitch' })
  const device = await stage.device(imei, secret)
  const position = async () =>
    (await stage.query('select switch_position as at from device_state where device_id = $1', [id]))[0]?.at
  for (const [digit, word] of [
    [0, 'leftOpen'],
    [1, 'stopped'],
    [2, 'rightOpen'],
  ] as const) {
    await say(device, imei, { code: '2003', switch: digit })
    expect(await position()).toBe(word)
  }
  await say(device, imei, { code: '2003', switch: 3 })
  await say(device, imei, { code: '2003', closed: true })
  expect(await position()).toBe('rightOpen')
  await device.endAsync()
})

test('the device tells what it is and what is set on it', async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const device = await stage.device(imei, secret)
  await device.subscribeAsync(`sfwatch/${imei}/device`, { qos: 1 })
  const heard = hear(device)
  await say(device, imei, {
    code: '1001',
    appVersion: '2.0',
    mainsPower: true,
    settings: { positionMinutes: 5, unknown: { deep: true } },
  })
  const [row] = await stage.query(
    'select app_version, activated_at is not null as active from device where id = $1',
    [id],
  )
  expect(row).toEqual({ app_version: '2.0', active: true })
  const [settings] = await stage.query('select reported from device_settings where device_id = $1', [id])
  expect(settings).toEqual({ reported: { positionMinutes: 5 } })
  expect((await until(() => heard[0])).body).toMatchObject({ code: '1101' })
  await device.endAsync()
})
