// Alarms: reported, by limit with recovery, low battery, silence; and orders on their way.
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueCommand } from '../../../../server/modules/devices/commands.ts'
import { createIngest } from '../../../../server/modules/ingest/ingest.ts'
import { silentOutlet } from '../../../../server/outlet.ts'
import { readWebMessage } from '../../../../src/contract/messages.ts'
import { hear, log, movableClock, type Stage, setStage, until } from '../../broker/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

const say = (client: MqttClient, imei: string, body: object) =>
  client.publishAsync(`sfwatch/${imei}/server`, JSON.stringify(body), { qos: 1 })
const alarmsOf = (id: number) =>
  stage.query<{ type: string; severity: string; status: string; value: number | null; limit: number | null }>(
    'select type, severity, status, value, "limit" from alarm where device_id = $1 order by id',
    [id],
  )
const stateOf = async (id: number) =>
  (await stage.query<{ state: string }>('select state from device_state where device_id = $1', [id]))[0]
    ?.state

test('an SOS is an alarm with its place, a timeline and two notices', async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const console_ = await stage.person(await stage.addPerson({}))
  await console_.subscribeAsync('acm/notice/web', { qos: 1 })
  const heard = hear(console_)
  const device = await stage.device(imei, secret)
  await say(device, imei, { code: '3001', type: 15, lat: 22.5, lon: 114 })
  await until(() => heard.length >= 2)
  const messages = heard.map(({ body }) => readWebMessage(JSON.stringify(body)))
  expect(messages).toContainEqual(
    expect.objectContaining({
      code: '9003',
      imei,
      name: 'Li',
      building: '3',
      roomNo: '501',
      userPhone: '13800000009',
      latitude: 22.5,
    }),
  )
  expect(messages).toContainEqual(
    expect.objectContaining({
      code: 'alarm',
      alarm: expect.objectContaining({ type: 'sos', severity: 'critical', status: 'open', place: 'Gate 1' }),
    }),
  )
  const events = await stage.query(
    'select e.kind from alarm_event e join alarm a on a.id = e.alarm_id where a.device_id = $1',
    [id],
  )
  expect(events).toEqual([{ kind: 'raised' }])
  await console_.endAsync()
  await device.endAsync()
})

test('a limit is told once, until the value is well inside again', async () => {
  const { id, imei, secret } = await stage.addDevice({
    desired: { limits: { heartRate: { lower: 50, upper: 120 } }, alarmSeconds: 30 },
  })
  const device = await stage.device(imei, secret)
  const base = Date.now() - 600_000
  const beat = (seconds: number, heartRate: number) =>
    say(device, imei, { code: '2001', time: base + seconds * 1000, values: { heartRate } })
  // 120 breaks nothing; 121 does; 119 is not yet well inside (2 % of 70); 40 s later it breaks again.
  for (const [seconds, value] of [
    [0, 120],
    [1, 121],
    [2, 150],
    [3, 119],
    [4, 100],
    [5, 130],
    [40, 131],
    [41, 60],
  ] as const)
    await beat(seconds, value)
  expect((await alarmsOf(id)).map(({ type, value, limit, status }) => [type, value, limit, status])).toEqual([
    ['heartRate', 121, 120, 'open'],
    ['alarmRecovery', 100, null, 'handled'],
    ['heartRate', 131, 120, 'open'],
    ['alarmRecovery', 60, null, 'handled'],
  ])
  const recovered = await stage.query(
    `select 1 from alarm_event e join alarm a on a.id = e.alarm_id where a.device_id = $1 and e.kind = 'recovered' and a.type = 'heartRate'`,
    [id],
  )
  expect(recovered).toHaveLength(2)
  // What is open is remembered beyond the memory of this process.
  await beat(100, 140)
  stage.broker.ingest.devices.forget([id])
  await beat(101, 141)
  expect((await alarmsOf(id)).filter(({ type }) => type === 'heartRate')).toHaveLength(3)
  expect(await stateOf(id)).toBe('online')
  await device.endAsync()
})

test('a low battery is told once and makes the device abnormal until it is charged', async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const device = await stage.device(imei, secret)
  const states: (string | undefined)[] = []
  for (const battery of [11, 10, 9, 15, 20, 21]) {
    await say(device, imei, { code: '1002', battery })
    states.push(await stateOf(id))
  }
  expect(states).toEqual(['online', 'abnormal', 'abnormal', 'abnormal', 'abnormal', 'online'])
  expect((await alarmsOf(id)).map(({ type }) => type)).toEqual(['lowVoltage', 'alarmRecovery'])
  await device.endAsync()
})

test('a fault lasts until the device says that it is over', async () => {
  const { id, imei, secret } = await stage.addDevice({ kind: 'breaker' })
  const device = await stage.device(imei, secret)
  await say(device, imei, { code: '3001', type: 28 })
  await say(device, imei, { code: '3001', type: 28 })
  expect(await stateOf(id)).toBe('abnormal')
  await say(device, imei, { code: '3001', type: 19 })
  expect(await stateOf(id)).toBe('online')
  expect((await alarmsOf(id)).map(({ type }) => type)).toEqual(['powerLoss', 'alarmRecovery'])
  await device.endAsync()
})

test('silence makes a device offline by its kind; some are missed; a goodbye counts at once', async () => {
  const helmet = await stage.addDevice({ kind: 'helmet' })
  const door = await stage.addDevice({ kind: 'doorUnit' })
  const patient = await stage.addDevice({ kind: 'helmet', desired: { positionMinutes: 10 } })
  for (const { imei, secret } of [helmet, door, patient]) {
    const device = await stage.device(imei, secret)
    await say(device, imei, { code: '1002' })
    await device.endAsync()
  }
  const states = () => Promise.all([helmet, door, patient].map(({ id }) => stateOf(id)))
  const [first] = await stage.query<{ at: number }>(
    'select last_message_at as at from device_state where device_id = $1',
    [helmet.id],
  )
  await stage.clock.still(async () => {
    stage.clock.advance((first?.at ?? 0) + 119_000 - stage.clock.now())
    await stage.broker.ingest.sweep()
    expect(await states()).toEqual(['online', 'online', 'online'])
  })
  // All three have spoken within a moment.
  stage.clock.advance(30_000)
  await stage.broker.ingest.sweep()
  expect(await states()).toEqual(['offline', 'offline', 'online'])
  stage.clock.advance(30 * 60_000)
  await stage.broker.ingest.sweep()
  expect(await states()).toEqual(['offline', 'offline', 'offline'])
  expect((await alarmsOf(helmet.id)).map(({ type }) => type)).toEqual([])
  expect((await alarmsOf(door.id)).map(({ type }) => type)).toEqual(['offline'])
  const back = await stage.device(door.imei, door.secret)
  await say(back, door.imei, { code: '1001' })
  expect((await alarmsOf(door.id)).map(({ type, status }) => [type, status])).toEqual([
    ['offline', 'open'],
    ['online', 'handled'],
  ])
  await say(back, door.imei, { code: '1003' })
  expect(await stateOf(door.id)).toBe('offline')
  const changes = await stage.query<{ online: boolean }>(
    'select online from online_change where device_id = $1 order by at, online desc',
    [door.id],
  )
  expect(changes.map(({ online }) => online)).toEqual([true, false, true, false])
  await back.endAsync()
})

test('a server that was away gives devices the time to come back, and in a demo misses nobody it never heard', async () => {
  const clock = movableClock()
  const ingestOf = (inventedFleet: boolean) =>
    createIngest({
      data: stage.data,
      bus: stage.bus,
      log,
      outlet: () => silentOutlet,
      now: clock.now,
      sweepEveryMs: 0,
      inventedFleet,
    })
  const unheard = async (kind: string) => {
    const { id } = await stage.addDevice({ kind })
    await stage.query(
      `insert into device_state (device_id, tenant_id, state, last_message_at)
       select id, tenant_id, 'online', $2 from device where id = $1
       on conflict (device_id) do update set state = 'online', last_message_at = excluded.last_message_at`,
      [id, clock.now() - 3_600_000],
    )
    return id
  }
  for (const [invented, missed] of [
    [false, ['offline']],
    [true, []],
  ] as const) {
    const ingest = ingestOf(invented)
    const [door, smoke] = [await unheard('doorUnit'), await unheard('smokeDetector')]
    await ingest.sweep()
    expect(await stateOf(door)).toBe('online')
    clock.advance(121_000)
    await ingest.sweep()
    expect([await stateOf(door), await stateOf(smoke)]).toEqual(['offline', 'online'])
    expect((await alarmsOf(door)).map(({ type }) => type)).toEqual(missed)
    clock.advance(26 * 3_600_000)
    await ingest.sweep()
    expect(await stateOf(smoke)).toBe('offline')
    expect((await alarmsOf(smoke)).map(({ type }) => type)).toEqual(missed)
    await ingest.stop()
  }
})

test('orders wait for the device, go out in order, and follow its answers', async () => {
  const me = await stage.addPerson({})
  const { id, imei, secret } = await stage.addDevice({})
  const console_ = await stage.person(me)
  await console_.subscribeAsync(`acm/${me.id}/web`, { qos: 1 })
  const notices = hear(console_)
  const order = (kind: 'restart' | 'speak') =>
    stage.data.scoped({ tenant: '*' }, sql =>
      queueCommand(sql, stage.bus, {
        tenantId: stage.tenants[0],
        deviceId: id,
        imei,
        kind,
        input: kind === 'speak' ? { text: 'hello' } : null,
        userId: me.id,
        userName: 'P',
        at: stage.clock.now(),
      }),
    )
  const first = await order('speak')
  const second = await order('restart')
  const stateOfOrder = async (order: number) =>
    (
      await stage.query<{ state: string; reason: string }>(
        'select state, reason from device_command where id = $1',
        [order],
      )
    )[0]
  expect(await stateOfOrder(first)).toMatchObject({ state: 'waiting' })
  const device = await stage.device(imei, secret)
  const heard = hear(device)
  const refusedBefore = stage.broker.counts().refused['no such state transition'] ?? 0
  await device.subscribeAsync(`sfwatch/${imei}/device`, { qos: 1 })
  await until(() => heard.length >= 2)
  expect(heard.map(({ body }) => [body.code, body.id])).toEqual([
    ['6001', first],
    ['6001', second],
  ])
  expect(heard[0]?.body).toMatchObject({ kind: 'speak', input: { text: 'hello' } })
  await say(device, imei, { code: '6002', id: first, result: 'delivered' })
  await say(device, imei, { code: '6002', id: first, result: 'done' })
  await say(device, imei, { code: '6002', id: first, result: 'delivered' })
  await say(device, imei, { code: '6002', id: second, result: 'failed', reason: 'busy' })
  expect(await stateOfOrder(first)).toMatchObject({ state: 'done' })
  expect(await stateOfOrder(second)).toMatchObject({ state: 'failed', reason: 'busy' })
  expect(stage.broker.counts().refused['no such state transition']).toBe(refusedBefore + 1)
  await until(() => notices.length >= 5)
  expect(notices.filter(({ body }) => body.id === first).map(({ body }) => body.state)).toEqual([
    'sent',
    'delivered',
    'done',
  ])
  // Another device's answer moves nothing.
  const other = await stage.addDevice({})
  const stranger = await stage.device(other.imei, other.secret)
  const third = await order('restart')
  // It hears the time as well, now that it has spoken.
  await until(() => heard.find(({ body }) => body.id === third))
  await say(stranger, other.imei, { code: '6002', id: third, result: 'done' })
  expect(await stateOfOrder(third)).toMatchObject({ state: 'sent' })
  await device.endAsync()
  const fourth = await order('restart')
  stage.clock.advance(11 * 60_000)
  await stage.broker.dispatch.tend()
  expect(await stateOfOrder(fourth)).toMatchObject({ state: 'expired' })
  for (const client of [console_, stranger]) await client.endAsync()
})
