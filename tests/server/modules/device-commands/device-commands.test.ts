// Orders to many devices: who gets them, who is refused and why, how they end.
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashDeviceSecret } from '../../../../server/device-secret.ts'
import { codes } from '../../../../src/contract/errors.ts'
import { connectClient } from '../../../mqtt-client.ts'
import { hear, until } from '../../broker/stage.ts'
import { type Answer, insert, startServer, type TestServer, type World } from '../../start.ts'

const SECRET = 'secret-of-every-device'
let server: TestServer
let secretHash: string
beforeAll(async () => {
  server = await startServer()
  secretHash = await hashDeviceSecret(SECRET)
})
afterAll(() => server.stop())

let count = 0
interface Made {
  id: number
  imei: string
}
interface More {
  world?: World
  kind?: string
  state?: string
  lifecycle?: string
  groupId?: number | null
  departmentId?: number
  gatewayId?: number
  channel?: number
  locked?: boolean
  desired?: Record<string, unknown>
}

function addDevice({ world = server.here, kind = 'helmet', state = 'online', ...more }: More = {}) {
  const imei = `8690000000${String(++count).padStart(5, '0')}`
  return server.sql(async sql => {
    const id = await insert(sql, 'device', {
      tenant_id: world.tenantId,
      imei,
      kind,
      name: `${kind} ${count}`,
      category_id: world.categoryId,
      group_id: more.groupId ?? null,
      department_id: more.departmentId ?? world.departmentId,
      lifecycle: more.lifecycle ?? 'bound',
      gateway_id: more.gatewayId ?? null,
      channel: more.channel ?? null,
      secret_hash: secretHash,
    })
    await sql.query(
      'insert into device_state (device_id, tenant_id, state, locked, last_message_at) values ($1, $2, $3, $4, $5)',
      [id, world.tenantId, state, more.locked ?? null, Date.now()],
    )
    if (more.desired)
      await sql.query('insert into device_settings (device_id, tenant_id, desired) values ($1, $2, $3)', [
        id,
        world.tenantId,
        JSON.stringify(more.desired),
      ])
    return { id, imei } satisfies Made
  })
}

const addGroup = (world: World = server.here) =>
  server.sql(sql => insert(sql, 'device_group', { tenant_id: world.tenantId, name: `group ${++count}` }))

const post = (path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/device/order/${path}`, { token, body })
const restart = { kind: 'restart', input: {} }
const off = { kind: 'switch', input: { mode: 'singleOff' } }
const dataOf = (answer: Answer) => answer.data as { batchId: number; orders: number; refused: number }

async function batch(id: number) {
  const answer = await server.call('/api/device/commandBatch/get', {
    token: server.tokens.admin,
    query: { id: String(id) },
  })
  return answer.data as {
    total: number
    pending: number
    done: number
    failed: number
    target: string
    refused: { deviceId: number; reason: string }[]
  }
}
const ordersOf = (batchId: number) =>
  server.sql(sql =>
    sql.query<{ id: number; imei: string; state: string; reason: string | null; input: object | null }>(
      'select id, imei, state, reason, input from device_command where batch_id = $1 order by id',
      [batchId],
    ),
  )
const countOrders = () =>
  server.sql(async sql => (await sql.first<{ n: number }>('select count(*) as n from device_command'))?.n)

async function connect({ imei }: Made): Promise<{ client: MqttClient; heard: ReturnType<typeof hear> }> {
  const client = await connectClient(`${server.url.replace('http', 'ws')}/mqtt`, {
    clientId: imei,
    username: imei,
    password: SECRET,
  })
  const heard = hear(client)
  await client.subscribeAsync(`sfwatch/${imei}/device`, { qos: 1 })
  return { client, heard }
}
const say = (client: MqttClient, { imei }: Made, message: object) =>
  client.publishAsync(`sfwatch/${imei}/server`, JSON.stringify(message), { qos: 1 })

test('an order goes to each device that can take it; the others are told with the reason', async () => {
  const groupId = await addGroup()
  const [helmet, asleep] = [await addDevice({ groupId }), await addDevice({ groupId, state: 'offline' })]
  const recycled = await addDevice({ groupId, lifecycle: 'recycled' })
  const fresh = await addDevice({ groupId, state: 'notActivated' })
  const smoke = await addDevice({ groupId, kind: 'smokeDetector' })
  const answer = await post('send', { groupId, order: { kind: 'speak', input: { text: 'hello' } } })
  expect(answer).toMatchObject({ code: 0, data: { orders: 2, refused: 3 } })
  const { batchId } = dataOf(answer)
  expect(await batch(batchId)).toMatchObject({
    total: 2,
    pending: 2,
    refused: [
      { deviceId: recycled.id, reason: 'device.recycled' },
      { deviceId: fresh.id, reason: 'device.offline' },
      { deviceId: smoke.id, reason: 'command.notUnderstood' },
    ],
  })
  expect((await ordersOf(batchId)).map(({ imei, input }) => [imei, input])).toEqual([
    [helmet.imei, { text: 'hello' }],
    [asleep.imei, { text: 'hello' }],
  ])
})

test('nothing leaks and nothing is sent when one id is foreign or unknown', async () => {
  const own = await addDevice()
  const foreign = await addDevice({ world: server.there })
  const before = await countOrders()
  for (const deviceIds of [[foreign.id], [own.id, foreign.id], [own.id, 2 ** 40]])
    for (const [path, body] of [
      ['send', { order: restart }],
      ['settings', { settings: { alarmSeconds: 30 } }],
      ['switch', { order: off }],
    ] as const)
      expect(await post(path, { deviceIds, ...body })).toMatchObject({
        code: codes.unknown,
        id: 'row.unknown',
      })
  expect(await post('send', { groupId: await addGroup(server.there), order: restart })).toMatchObject({
    id: 'row.unknown',
  })
  expect(await countOrders()).toBe(before)
})

test('what is meant must be said once, and not too many', async () => {
  const own = await addDevice()
  const cases: [object, object][] = [
    [{ order: restart }, { id: 'nothingSelected', field: 'deviceIds' }],
    [{ deviceIds: [], order: restart }, { id: 'nothingSelected' }],
    [{ deviceIds: [own.id], groupId: server.here.groupId, order: restart }, { id: 'field.mustChooseOne' }],
    [{ deviceIds: Array.from({ length: 1001 }, (_, n) => n + 1), order: restart }, { field: 'deviceIds' }],
    [
      { everybody: true, order: restart },
      { id: 'field.required', field: 'sample' },
    ],
    [{ groupId: await addGroup(), order: restart }, { id: 'command.none' }],
    [{ deviceIds: [own.id], order: { kind: 'speak', input: { text: '  ' } } }, { field: 'order.input.text' }],
    [
      { deviceIds: [own.id], order: { kind: 'audio', input: { url: 'javascript:alert(1)' } } },
      { id: 'field.audioAddress' },
    ],
    [{ deviceIds: [own.id], order: off }, { code: codes.invalid }],
  ]
  for (const [body, refusal] of cases)
    expect(await post('send', body), JSON.stringify(body)).toMatchObject(refusal)
  expect(await post('settings', { deviceIds: [own.id], settings: {} })).toMatchObject({
    id: 'nothingSelected',
  })
})

test('a sample is drawn from those who can answer, and never larger than they are', async () => {
  const groupId = await addGroup()
  for (let n = 0; n < 5; n++) await addDevice({ groupId })
  await addDevice({ groupId, kind: 'smokeDetector' })
  const check = { kind: 'check', input: { text: 'Press the button' } }
  expect(await post('send', { groupId, sample: 6, order: check })).toMatchObject({
    id: 'field.tooBig',
    field: 'sample',
    params: { max: 5 },
  })
  const drawn = new Set<string>()
  // So often at most: by chance alone one of them is left out less than once in ten thousand million runs.
  for (let n = 0; n < 50 && drawn.size < 5; n++) {
    const answer = await post('send', { groupId, sample: 2, order: check })
    expect(answer).toMatchObject({ code: 0, data: { orders: 2, refused: 0 } })
    for (const { imei } of await ordersOf(dataOf(answer).batchId)) drawn.add(imei)
  }
  expect(drawn.size).toBe(5)
  const everybody = await post('send', { everybody: true, sample: 3, order: check })
  expect(everybody).toMatchObject({ code: 0, data: { orders: 3 } })
})

test('settings change only what is given, and are held against what is wanted of each device', async () => {
  const one = await addDevice({
    desired: { limits: { heartRate: { lower: 50, upper: 120 } }, alarmSeconds: 60 },
  })
  const two = await addDevice({ desired: { limits: { heartRate: { lower: 95 } } } })
  const three = await addDevice()
  const answer = await post('settings', {
    deviceIds: [one.id, two.id, three.id],
    settings: { limits: { heartRate: { upper: 90 } }, positionMinutes: 5 },
  })
  expect(answer).toMatchObject({ code: 0, data: { orders: 2, refused: 1 } })
  expect((await batch(dataOf(answer).batchId)).refused).toMatchObject([
    { deviceId: two.id, reason: 'field.limitOrder' },
  ])
  const wanted = await server.sql(sql =>
    sql.query<{ desired: object }>(
      'select desired from device_settings where device_id = any($1) order by device_id',
      [[one.id, two.id, three.id]],
    ),
  )
  expect(wanted.map(({ desired }) => desired)).toEqual([
    { limits: { heartRate: { lower: 50, upper: 90 } }, alarmSeconds: 60, positionMinutes: 5 },
    { limits: { heartRate: { lower: 95 } } },
    { limits: { heartRate: { upper: 90 } }, positionMinutes: 5 },
  ])
  // The device is sent all that is wanted of it, so that the order before may be overtaken.
  const first = (await ordersOf(dataOf(answer).batchId))[0]
  expect(first?.input).toEqual(wanted[0]?.desired)
  const second = await post('settings', { deviceIds: [one.id], settings: { alarmSeconds: 90 } })
  expect((await ordersOf(dataOf(answer).batchId))[0]).toMatchObject({ state: 'failed', reason: 'overtaken' })
  expect((await ordersOf(dataOf(second).batchId))[0]?.input).toMatchObject({
    alarmSeconds: 90,
    positionMinutes: 5,
  })
  expect(
    await post('settings', { deviceIds: [two.id], settings: { limits: { heartRate: { upper: 95 } } } }),
  ).toMatchObject({
    id: 'field.limitOrder',
    field: 'settings.limits',
  })
  for (const [settings, field] of [
    [{ limits: { odour: { upper: 101 } } }, 'settings.limits.odour.upper'],
    [{ limits: { odour: { lower: -1 } } }, 'settings.limits.odour.lower'],
    [{ positionMinutes: 0 }, 'settings.positionMinutes'],
    [{ alarmSeconds: 86_401 }, 'settings.alarmSeconds'],
    [{ contacts: [{ name: 'Li', phone: '123' }] }, 'settings.contacts.0.phone'],
    [{ limits: { heartRate: { lower: 80, upper: 80 } } }, 'settings.limits.heartRate'],
  ] as const)
    expect(await post('settings', { deviceIds: [one.id], settings })).toMatchObject({
      code: codes.invalid,
      field,
    })
})

test('a breaker hears an order at once or not at all, and each is written down', async () => {
  const breaker = await addDevice({ kind: 'breaker' })
  const { client, heard } = await connect(breaker)
  const answer = await post('switch', { deviceIds: [breaker.id], order: off })
  expect(answer).toMatchObject({ code: 0, data: { orders: 1 } })
  const order = await until(() => heard.find(({ body }) => body.code === '6001')?.body)
  expect(order).toMatchObject({ kind: 'switch', input: { mode: 'singleOff' } })
  expect(Number(order.expiresAt) - Date.now()).toBeLessThanOrEqual(30_000)
  // The same press once more while the first is under way.
  expect(await post('switch', { deviceIds: [breaker.id], order: off })).toMatchObject({
    id: 'command.underWay',
  })
  await say(client, breaker, { code: '6002', id: order.id, result: 'done' })
  await say(client, breaker, { code: '2003', closed: false, locked: true, control: 'manual' })
  const [stood] = await server.sql(sql =>
    sql.query('select closed, locked, switch_control from device_state where device_id = $1', [breaker.id]),
  )
  expect(stood).toEqual({ closed: false, locked: true, switch_control: 'manual' })
  expect((await ordersOf(dataOf(answer).batchId))[0]).toMatchObject({ state: 'done' })
  const on = { kind: 'switch', input: { mode: 'singleOn' } }
  expect(await post('switch', { deviceIds: [breaker.id], order: on })).toMatchObject({ id: 'device.locked' })
  expect(
    await post('switch', { deviceIds: [breaker.id], order: { kind: 'unlock', input: {} } }),
  ).toMatchObject({ code: 0 })
  const audits = await server.sql(sql =>
    sql.query<{ detail: object }>(`select detail from audit where action = 'device.switch' and row_id = $1`, [
      breaker.id,
    ]),
  )
  expect(audits.map(({ detail }) => detail)).toMatchObject([
    { mode: 'singleOff', batchId: dataOf(answer).batchId },
  ])
  await client.endAsync()
})

test('of ten presses at the same moment one switches', async () => {
  const breaker = await addDevice({ kind: 'breaker' })
  const { client, heard } = await connect(breaker)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post('switch', { deviceIds: [breaker.id], order: off })),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(new Set(answers.filter(({ code }) => code !== 0).map(({ id }) => id))).toEqual(
    new Set(['command.underWay']),
  )
  await until(() => heard.some(({ body }) => body.code === '6001'))
  const stored = await server.sql(sql =>
    sql.query('select id from device_command where device_id = $1', [breaker.id]),
  )
  expect(stored).toHaveLength(1)
  await client.endAsync()
})

test('a breaker that is away is refused, and one that only seems to be there ends its order at once', async () => {
  const away = await addDevice({ kind: 'breaker', state: 'offline' })
  expect(await post('switch', { deviceIds: [away.id], order: off })).toMatchObject({ id: 'device.offline' })
  const silent = await addDevice({ kind: 'breaker' })
  const answer = await post('switch', { deviceIds: [silent.id, away.id], order: off })
  expect(answer).toMatchObject({ code: 0, data: { orders: 1, refused: 1 } })
  const { batchId } = dataOf(answer)
  await until(async () => (await ordersOf(batchId))[0]?.state === 'failed')
  expect((await ordersOf(batchId))[0]).toMatchObject({ reason: 'offline' })
  const { client, heard } = await connect(silent)
  await say(client, silent, { code: '1002' })
  expect(heard.filter(({ body }) => body.code === '6001')).toEqual([])
  await client.endAsync()
  const helmet = await addDevice()
  expect(await post('switch', { deviceIds: [helmet.id], order: off })).toMatchObject({ id: 'command.none' })
  const gateway = await addDevice({ kind: 'gateway' })
  expect(await post('switch', { deviceIds: [gateway.id], order: off })).toMatchObject({ id: 'command.none' })
})

test('a gateway speaks for the switches behind it and carries their orders', async () => {
  const gateway = await addDevice({ kind: 'gateway' })
  const behind = { kind: 'airSwitch', gatewayId: gateway.id, state: 'offline' }
  const [one, two] = [await addDevice({ ...behind, channel: 1 }), await addDevice({ ...behind, channel: 2 })]
  const foreign = await addDevice({ ...behind, world: server.there, channel: 3 })
  const { client, heard } = await connect(gateway)
  await say(client, gateway, {
    code: '2003',
    switches: [
      { channel: 1, closed: true, locked: false, control: 'auto' },
      { channel: 2, closed: true, locked: true },
      { channel: 3, closed: true },
    ],
    mains: 1,
  })
  const states = await server.sql(sql =>
    sql.query(
      'select state, closed, locked, switch_control from device_state where device_id = any($1) order by device_id',
      [[one.id, two.id, foreign.id]],
    ),
  )
  expect(states).toEqual([
    { state: 'online', closed: true, locked: false, switch_control: 'auto' },
    { state: 'online', closed: true, locked: true, switch_control: null },
    { state: 'offline', closed: null, locked: null, switch_control: null },
  ])
  const answer = await post('switch', { deviceIds: [one.id], order: off })
  const order = await until(() => heard.find(({ body }) => body.code === '6001')?.body)
  expect(order).toMatchObject({ kind: 'switch', channel: 1 })
  await say(client, gateway, { code: '6002', id: order.id, result: 'done' })
  expect((await ordersOf(dataOf(answer).batchId))[0]).toMatchObject({ imei: one.imei, state: 'done' })
  const linked = await post('switch', {
    deviceIds: [gateway.id],
    order: { kind: 'switch', input: { mode: 'linkedOff' } },
  })
  expect(linked).toMatchObject({ code: 0, data: { orders: 1 } })
  await say(client, gateway, {
    code: '2003',
    time: Date.now() - 60_000,
    switches: [{ channel: 1, closed: false }],
  })
  const [late] = await server.sql(sql =>
    sql.query('select closed from device_state where device_id = $1', [one.id]),
  )
  expect(late).toEqual({ closed: true })
  await client.endAsync()
})

test('a loose ring and gas are alarms as long as they last', async () => {
  const [ring, gas] = [await addDevice({ kind: 'ankleBracelet' }), await addDevice({ kind: 'gasSensor' })]
  const [worn, sniffer] = [await connect(ring), await connect(gas)]
  for (const footRing of [1, 1, 0]) await say(worn.client, ring, { code: '2003', footRing })
  for (const harmfulGas of [0, 0])
    await say(sniffer.client, gas, { code: '2003', harmfulGas, valve: 'closed' })
  const alarms = await server.sql(sql =>
    sql.query('select imei, type, status from alarm where device_id = any($1) order by id', [
      [ring.id, gas.id],
    ]),
  )
  expect(alarms).toEqual([
    { imei: ring.imei, type: 'wearing', status: 'open' },
    { imei: ring.imei, type: 'alarmRecovery', status: 'handled' },
    { imei: gas.imei, type: 'harmfulGas', status: 'open' },
  ])
  const row = await server.call('/api/device/device/get', {
    token: server.tokens.admin,
    query: { id: String(gas.id) },
  })
  expect(row.data).toMatchObject({ harmfulGas: 0, valve: 'closed' })
  await say(sniffer.client, gas, { code: '2003', mains: 2 })
  await say(sniffer.client, gas, { code: '2003', valve: 'ajar' })
  for (const { client } of [worn, sniffer]) await client.endAsync()
})

test('an order waits for a sleeping device, and only its own answer in time counts', async () => {
  const [one, two] = [await addDevice({ state: 'offline' }), await addDevice()]
  const answer = await post('send', { deviceIds: [one.id], order: restart })
  const { batchId } = dataOf(answer)
  expect((await ordersOf(batchId))[0]).toMatchObject({ state: 'waiting' })
  const { client, heard } = await connect(one)
  const order = await until(() => heard.find(({ body }) => body.code === '6001')?.body)
  const other = await connect(two)
  await say(other.client, two, { code: '6002', id: order.id, result: 'done' })
  await until(async () => (await ordersOf(batchId))[0]?.state === 'sent')
  await server.sql(sql =>
    sql.query('update device_command set state = $2 where id = $1', [order.id, 'expired']),
  )
  await say(client, one, { code: '6002', id: order.id, result: 'done' })
  expect((await ordersOf(batchId))[0]).toMatchObject({ state: 'expired' })
  for (const one of [client, other.client]) await one.endAsync()
})

test('what waits can be cancelled one by one and as a batch; what is over cannot', async () => {
  const devices = [await addDevice({ state: 'offline' }), await addDevice({ state: 'offline' })]
  const answer = await post('send', { deviceIds: devices.map(({ id }) => id), order: restart })
  const { batchId } = dataOf(answer)
  const [first] = await ordersOf(batchId)
  const cancel = (entity: string, id: number, token = server.tokens.admin) =>
    server.call(`/api/device/${entity}/cancel`, { token, body: { ids: [id] } })
  expect(await cancel('deviceCommand', first?.id ?? 0)).toMatchObject({ data: { results: [{ ok: true }] } })
  expect(await cancel('deviceCommand', first?.id ?? 0)).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'state.transition' } }] },
  })
  expect(await cancel('commandBatch', batchId, server.tokens.stranger)).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'row.unknown' } }] },
  })
  expect(await cancel('commandBatch', batchId)).toMatchObject({ data: { results: [{ ok: true }] } })
  expect(await cancel('commandBatch', batchId)).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'state.transition' } }] },
  })
  expect(await batch(batchId)).toMatchObject({ total: 2, pending: 0, failed: 2 })
})

test('orders of a device that leaves end with the reason', async () => {
  const made = [
    await addDevice({ state: 'offline' }),
    await addDevice({ state: 'offline' }),
    await addDevice({ state: 'offline' }),
  ]
  const { batchId } = dataOf(await post('send', { deviceIds: made.map(({ id }) => id), order: restart }))
  const [removed, recycled, moved] = made
  await server.sql(async sql => {
    await sql.query('update device set removed_at = 1 where id = $1', [removed?.id])
    await sql.query(`update device set lifecycle = 'recycled' where id = $1`, [recycled?.id])
    await sql.query('update device set tenant_id = $2 where id = $1', [moved?.id, server.there.tenantId])
  })
  server.app.parts.bus.emit('device.changed', {
    ids: made.map(({ id }) => id),
    tenantId: server.here.tenantId,
    change: 'changed',
  })
  await until(async () => (await ordersOf(batchId)).every(({ state }) => state === 'failed'))
  expect((await ordersOf(batchId)).map(({ reason }) => reason)).toEqual(['removed', 'recycled', 'moved'])
})

test('who lacks the right switches nothing, and sees only what is theirs', async () => {
  const breaker = await addDevice({ kind: 'breaker' })
  for (const token of [server.tokens.patrol, server.tokens.visitor]) {
    expect(await post('switch', { deviceIds: [breaker.id], order: off }, token)).toMatchObject({
      code: codes.forbidden,
    })
    expect(await post('send', { deviceIds: [breaker.id], order: restart }, token)).toMatchObject({
      code: codes.forbidden,
    })
    expect(
      await post('settings', { deviceIds: [breaker.id], settings: { alarmSeconds: 5 } }, token),
    ).toMatchObject({
      code: codes.forbidden,
    })
  }
  const { data } = await server.call('/api/device/commandBatch/page', { token: server.tokens.stranger })
  // Their own, made with their tenant.
  expect(data).toMatchObject({ total: 1, list: [{ id: server.there.commandBatchId }] })
})
