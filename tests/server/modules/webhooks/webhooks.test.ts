// Webhooks: what happens is told once, signed, to who wants to know and may; what does not get through comes again; one dead
// receiver holds up nobody else.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createDestinations } from '../../../../server/modules/webhooks/destination.ts'
import { openSecret, sealSecret, signedHeaders } from '../../../../server/modules/webhooks/signature.ts'
import { messageOf } from '../../../../src/contract/webhook-message.ts'
import { DAY_MS } from '../../../../src/domain/durations.ts'
import { webhookKinds } from '../../../../src/domain/integration/webhook.ts'
import { MOST_TRIES } from '../../../../src/domain/integration/webhook-retry.ts'
import { insert, startServer, type TestServer } from '../../start.ts'
import { type Came, type Receiver, startReceiver } from './receiver.ts'

let server: TestServer
let receiver: Receiver
beforeAll(async () => {
  server = await startServer({ WEBHOOK_NETWORKS: '127.0.0.0/8' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.sql(async sql => {
    // In the order in which the courier takes them.
    await sql.change('delete from webhook_delivery')
    await sql.change('update webhook set removed_at = 1 where removed_at is null')
  })
  receiver = await startReceiver()
  return () => receiver.stop()
})

const LONG = { timeout: 30_000 }
let number = 0

const save = (input: Record<string, unknown>, token = server.tokens.admin) =>
  server.call('/api/user/webhook/save', {
    token,
    body: { name: `Hook ${++number}`, address: receiver.address, kinds: ['alarm.raised'], ...input },
  })

async function makeHook(input: Record<string, unknown> = {}): Promise<{ id: number; secret: string }> {
  const { id } = z.parse(z.looseObject({ id: z.int() }), (await save(input)).data)
  return { id, secret: await newSecret(id) }
}

async function newSecret(id: number): Promise<string> {
  const { data } = await server.call('/api/user/webhook/secret', { token: server.tokens.admin, body: { id } })
  return z.parse(z.object({ secret: z.string(), oldUntil: z.nullable(z.int()) }), data).secret
}

let moment = Date.UTC(2026, 0, 1)
const raise = (world = server.here, more: Record<string, unknown> = {}) =>
  server.sql(sql =>
    insert(sql, 'alarm', {
      ...{
        tenant_id: world.tenantId,
        device_id: world.deviceId,
        imei: world.imei,
        device_name: 'Hook helmet',
      },
      ...{ device_kind: 'helmet', type: 'sos', severity: 'critical', title: 'SOS', raised_at: ++moment },
      ...{ department_id: world.departmentId, ...more },
    }),
  )

const poke = () => server.app.parts.bus.emit('alarm.changed', { ids: [], tenantId: server.here.tenantId })

/** By hand, as the documentation says. */
function verified({ headers, body }: Came, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const wanted = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(wanted)
}

const deliveries = async (webhookId: number) => {
  const { data } = await server.call('/api/user/webhookDelivery/page', {
    token: server.tokens.admin,
    query: { webhookId: String(webhookId) },
  })
  const row = z.looseObject({
    ...{ id: z.int(), state: z.string(), tries: z.int(), status: z.nullable(z.int()) },
    ...{ messageId: z.string(), problem: z.nullable(z.string()), answer: z.nullable(z.string()) },
    nextAt: z.int(),
  })
  return z.parse(z.object({ list: z.array(row) }), data).list
}

const stateOf = async (id: number) => {
  const { data } = await server.call('/api/user/webhook/get', {
    token: server.tokens.admin,
    query: { id: String(id) },
  })
  return z.parse(z.looseObject({ state: z.string() }), data).state
}

/** Waits until a delivery has got so far. */
const settled = (webhookId: number, state: string) =>
  vi.waitFor(async () => {
    const [row] = await deliveries(webhookId)
    expect(row?.state).toBe(state)
    return row
  }, LONG)

test('signatures are those of Standard Webhooks', () => {
  const headers = signedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    seconds: 1_614_265_330,
    body: '{"test": 2432232314}',
  })
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('a sealed secret opens for its tenant alone, and not once it was changed', () => {
  const key = Buffer.alloc(32, 7)
  const sealed = sealSecret(key, 'whsec_abc', 3)
  expect(openSecret(key, sealed, 3)).toBe('whsec_abc')
  expect(openSecret(key, sealed, 4)).toBeUndefined()
  sealed[20] = (sealed[20] ?? 0) ^ 1
  expect(openSecret(key, sealed, 3)).toBeUndefined()
})

test('addresses in private networks are refused when they are saved, whatever they are written as', () => {
  const strict = createDestinations({ networks: [], demo: false })
  for (const address of [
    ...['https://127.0.0.1/', 'https://10.0.0.1/', 'https://192.168.1.1/', 'https://169.254.169.254/'],
    ...['https://[::1]/', 'https://[fe80::1]/', 'https://[fd00::1]/', 'https://[::ffff:127.0.0.1]/'],
    ...['https://2130706433/', 'https://0x7f.1/', 'https://localhost/', 'https://printer.local/'],
    ...['https://0.0.0.0/', 'http://example.com/'],
  ])
    expect([address, strict.maySave(address)]).toEqual([address, false])
  expect(strict.maySave('https://example.com/hook')).toBe(true)
  const own = createDestinations({ networks: ['10.20.0.0/16'], demo: false })
  expect(own.maySave('https://10.20.3.4/')).toBe(true)
  expect(own.maySave('https://10.21.3.4/')).toBe(false)
})

test('and when a name leads there at the time of connecting', async () => {
  const { lookup } = createDestinations({ networks: [], demo: true })
  const code = await new Promise(resolve => lookup('localhost', { all: true }, error => resolve(error?.code)))
  expect(code).toBe('EPRIVATE')
})

test('every kind is noted by a trigger, and no trigger notes anything else', async () => {
  const rows = await server.sql(sql =>
    sql.query(`select encode(tgargs, 'escape') as args from pg_trigger where tgname like 'webhook%'`),
  )
  const noted = rows.map(row => String(row.args).split('\\000')[0])
  expect(noted.toSorted()).toEqual(webhookKinds.toSorted())
})

test('an alarm is told once, signed, as the API would show it', async () => {
  const { id, secret } = await makeHook()
  const alarmId = await raise()
  poke()
  const row = await settled(id, 'delivered')
  expect(receiver.came).toHaveLength(1)
  const [came] = receiver.came
  if (!came) throw new Error('Nothing came')
  expect(verified(came, secret)).toBe(true)
  expect(verified(came, 'whsec_AAAA')).toBe(false)
  expect(came.headers['webhook-id']).toBe(row?.messageId)
  const message = z.parse(z.looseObject({ type: z.string(), data: z.looseObject({}) }), JSON.parse(came.body))
  expect(message.type).toBe('alarm.raised')
  expect(message.data).toMatchObject({ id: alarmId })
  expect(z.safeDecode(messageOf('alarm.raised'), JSON.parse(came.body)).success).toBe(true)
  const { data } = await server.call('/api/message/alarm/get', {
    token: server.tokens.admin,
    query: { id: String(alarmId) },
  })
  expect(message.data).toEqual(data)
})

test('what was not stored is not told, and nobody is told of a test or of what they did not ask for', async () => {
  const { id } = await makeHook({ kinds: ['alarm.closed'] })
  await server
    .sql(async sql => {
      await sql.change(`update alarm set status = 'handled' where id = $1`, [server.here.alarmId])
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await raise()
  const alarmId = await raise()
  await server.sql(sql => sql.change(`update alarm set status = 'handled' where id = $1`, [alarmId]))
  poke()
  await settled(id, 'delivered')
  expect(await deliveries(id)).toHaveLength(1)
  expect(receiver.came[0]?.body).toContain('"type":"alarm.closed"')
})

test('what changed without a word on the bus is told as well: a device that went offline', async () => {
  const { id } = await makeHook({ kinds: ['device.offline', 'device.online'] })
  await server.sql(async sql => {
    await sql.change(`update device_state set state = 'offline' where device_id = $1`, [server.here.deviceId])
    await sql.change(`update device_state set state = 'online' where device_id = $1`, [server.here.deviceId])
  })
  await vi.waitFor(async () => expect(await deliveries(id)).toHaveLength(2), LONG)
})

test('a department’s webhook is told of that department, a tenant’s of no other tenant', async () => {
  const { id } = await makeHook({ departmentId: server.here.otherDepartmentId })
  await raise()
  await raise(server.there)
  const device = { device_id: server.here.otherDeviceId, imei: server.here.otherImei }
  const mine = await raise(server.here, { department_id: server.here.otherDepartmentId, ...device })
  poke()
  await settled(id, 'delivered')
  expect(receiver.came.map(({ body }) => JSON.parse(body).data.id)).toEqual([mine])
})

test('for a day both secrets sign', async () => {
  const { id, secret } = await makeHook()
  const next = await newSecret(id)
  await raise()
  poke()
  await settled(id, 'delivered')
  const [came] = receiver.came
  if (!came) throw new Error('Nothing came')
  expect([verified(came, secret), verified(came, next)]).toEqual([true, true])
  await server.sql(sql => sql.change('update webhook set old_until = 1 where id = $1', [id]))
  await raise()
  poke()
  await vi.waitFor(() => expect(receiver.came).toHaveLength(2), LONG)
  const last = receiver.came[1]
  if (!last) throw new Error('Nothing came')
  expect([verified(last, secret), verified(last, next)]).toEqual([false, true])
})

test('what does not get through comes again with the same id, and what the receiver said is kept', async () => {
  const { id } = await makeHook()
  receiver.answers({ status: 500, body: 'x'.repeat(5_000) })
  await raise()
  poke()
  const first = await vi.waitFor(async () => {
    const [row] = await deliveries(id)
    expect(row).toMatchObject({ state: 'waiting', tries: 1, status: 500, problem: 'status' })
    return row
  }, LONG)
  expect(first?.answer).toBe('x'.repeat(1024))
  expect(first?.nextAt).toBeGreaterThan(Date.now())
  expect(await stateOf(id)).toBe('failing')
  receiver.answers({ status: 200, body: 'ok' })
  await server.sql(sql => sql.change('update webhook_delivery set next_at = 1'))
  poke()
  await settled(id, 'delivered')
  expect(await stateOf(id)).toBe('active')
  expect(new Set(receiver.came.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('redirects are not followed', async () => {
  const elsewhere = await startReceiver()
  const { id } = await makeHook()
  receiver.answers({ status: 307, headers: { location: elsewhere.address } })
  await raise()
  poke()
  await vi.waitFor(async () => expect((await deliveries(id))[0]).toMatchObject({ problem: 'redirect' }), LONG)
  expect(elsewhere.came).toEqual([])
  await elsewhere.stop()
})

test('a receiver that does not answer holds up no other', async () => {
  const dead = await startReceiver()
  dead.answers('silent')
  await makeHook({ address: dead.address })
  const { id } = await makeHook()
  for (let n = 0; n < 6; n++) await raise()
  poke()
  await vi.waitFor(async () => {
    const rows = await deliveries(id)
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'delivered'))
  }, LONG)
  // While it is waited for, it has no more than its share.
  expect(dead.came.length).toBeLessThanOrEqual(2)
  await dead.stop()
})

test('after the last try it has failed; after days without a success the receiver is given up and told of', async () => {
  const { id } = await makeHook()
  receiver.answers({ status: 503 })
  await raise()
  poke()
  await vi.waitFor(async () => expect((await deliveries(id))[0]?.tries).toBe(1), LONG)
  await server.sql(async sql => {
    await sql.change('update webhook_delivery set tries = $1, next_at = 1', [MOST_TRIES - 1])
    await sql.change('update webhook set failing_since = $2 where id = $1', [id, Date.now() - 4 * DAY_MS])
  })
  poke()
  await settled(id, 'failed')
  expect(await stateOf(id)).toBe('disabled')
  const notices = await server.call('/api/message/notice/page', {
    token: server.tokens.admin,
    query: { kind: 'webhook' },
  })
  expect(notices.data).toMatchObject({ list: [{ kind: 'webhook', subjectId: id }] })
  // Somebody has seen to it.
  receiver.answers({ status: 200 })
  const [row] = await deliveries(id)
  await server.call('/api/user/webhook/resume', { token: server.tokens.admin, body: { ids: [id] } })
  await server.call('/api/user/webhookDelivery/again', {
    token: server.tokens.admin,
    body: { ids: [row?.id] },
  })
  expect((await settled(id, 'delivered'))?.messageId).toBe(row?.messageId)
})

test('one that says it is gone is given up at once', async () => {
  const { id } = await makeHook()
  receiver.answers({ status: 410 })
  await raise()
  poke()
  await settled(id, 'failed')
  expect(await stateOf(id)).toBe('disabled')
})

test('a test is sent now, and what came back is told', async () => {
  const { id, secret } = await makeHook()
  receiver.answers({ status: 200, body: 'thanks' })
  const send = (token = server.tokens.admin) => server.call('/api/user/webhook/test', { token, body: { id } })
  expect(await send()).toMatchObject({ data: { delivered: true, status: 200, answer: 'thanks' } })
  const [came] = receiver.came
  if (!came) throw new Error('Nothing came')
  expect(verified(came, secret)).toBe(true)
  expect(JSON.parse(came.body)).toMatchObject({ type: 'webhook.test', data: { webhookId: id } })
  await receiver.stop()
  expect(await send()).toMatchObject({ data: { delivered: false, problem: 'connection' } })
  expect(await send(server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
  expect(await send(server.tokens.stranger)).toMatchObject({ id: 'row.unknown' })
})

test('nobody has told elsewhere what they may not read, and no secret is read back', async () => {
  expect(await save({}, server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
  expect(await save({ address: 'http://10.0.0.1/' })).toMatchObject({
    ...{ id: 'field.webhookAddress', field: 'address' },
  })
  expect(await save({ address: 'ftp://example.com/' })).toMatchObject({ id: 'field.webhookAddress' })
  expect(await save({ address: 'https://me:secret@example.com/' })).toMatchObject({
    id: 'field.webhookAddress',
  })
  expect(await save({ kinds: ['everything'] })).toMatchObject({ field: expect.stringContaining('kinds') })
  const { id, secret } = await makeHook()
  const rows = await server.sql(sql => sql.query('select * from webhook where id = $1', [id]))
  const { data } = await server.call('/api/user/webhook/get', {
    ...{ token: server.tokens.admin, query: { id: String(id) } },
  })
  expect(JSON.stringify([rows, data])).not.toContain(secret)
})
