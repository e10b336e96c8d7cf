// The transparent channel: what comes is kept and bounded, what goes needs the right, a device that listens, and leaves a trace.
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { forget } from '../../../../server/modules/retention/forget.ts'
import { deviceMessage } from '../../../../src/contract/device-messages.ts'
import { KEPT_PAYLOADS } from '../../../../src/domain/device/payload.ts'
import { connectClient } from '../../../mqtt-client.ts'
import { startServer, type TestServer } from '../../start.ts'

let server: TestServer
let device: MqttClient | undefined
beforeAll(async () => {
  server = await startServer()
  await server.sql(sql =>
    sql.change('update device set transparent = true where id = any($1)', [
      [server.here.deviceId, server.there.deviceId],
    ]),
  )
})
afterAll(async () => {
  await device?.endAsync(true)
  await server.stop()
})

const say = async (message: object) => {
  device ??= await connectClient(`${server.url.replace('http', 'ws')}/mqtt`, {
    clientId: server.here.imei,
    username: server.here.imei,
    password: ((await newSecret()) as { secret: string }).secret,
    clean: true,
  })
  await device.publishAsync(`sfwatch/${server.here.imei}/server`, JSON.stringify(message), { qos: 1 })
}
const newSecret = async () =>
  (
    await server.call('/api/device/device/newSecret', {
      token: server.tokens.admin,
      body: { imei: server.here.imei },
    })
  ).data
const channel = async (token = server.tokens.admin, imei = server.here.imei, more: object = {}) =>
  server.call('/api/device/device/channel', { token, query: { imei, ...more } })
const send = (payload: object, token = server.tokens.admin, imei = server.here.imei) =>
  server.call('/api/device/device/sendPayload', { token, body: { imei, payload } })

test('what comes in each form is shown newest first, and what does not fit its form is refused', async () => {
  await say({ code: '7001', form: 'hex', data: '01030000000AC5CD' })
  await say({ code: '7001', form: 'json', data: '{"t":21.5}' })
  await say({ code: '7001', form: 'hex', data: '0' })
  await vi.waitFor(async () => {
    const { data } = await channel()
    expect(data).toMatchObject([
      { direction: 'in', form: 'json', data: '{"t":21.5}', state: null },
      { direction: 'in', form: 'hex', data: '01030000000AC5CD' },
    ])
  })
})

test.each([
  ['hex', 'F'],
  ['hex', 'xy'],
  ['json', '{'],
  ['text', 'a\u0000b'],
  ['text', ''],
  ['blob', 'AA'],
])('%s %j is no payload', (form, data) => {
  expect(z.safeParse(deviceMessage, { code: '7001', form, data }).success).toBe(false)
})

test('who holds the right sends to a device that is online; it is an order, and stands in the audit log', async () => {
  const answer = await send({ form: 'hex', data: '0106' })
  expect(answer).toMatchObject({ code: 0 })
  const { data } = await channel()
  expect(data).toMatchObject([
    { direction: 'out', form: 'hex', data: '0106', userName: expect.any(String) },
    {},
    {},
  ])
  const row = await server.sql(sql =>
    sql.first<{ detail: object }>(`select detail from audit where action = 'device.raw'`),
  )
  expect(row?.detail).toMatchObject({ form: 'hex', bytes: 2, data: '0106' })
})

test('without the right, to another tenant, to one that is away or is no channel, nothing is sent', async () => {
  const good = { form: 'text', data: 'hello' }
  for (const token of [server.tokens.patrol, server.tokens.visitor])
    expect(await send(good, token)).toMatchObject({ id: 'forbidden' })
  expect(await send(good, server.tokens.admin, server.there.imei)).toMatchObject({ id: 'row.unknown' })
  expect(await channel(server.tokens.admin, server.there.imei)).toMatchObject({ id: 'row.unknown' })
  expect(await send(good, server.tokens.admin, server.here.otherImei)).toMatchObject({
    id: 'command.notUnderstood',
  })
  expect(await send({ form: 'hex', data: 'zz' })).toMatchObject({ id: 'field.payload' })
  await device?.endAsync(true)
  device = undefined
  await server.sql(sql =>
    sql.change(`update device_state set state = 'offline' where device_id = $1`, [server.here.deviceId]),
  )
  expect(await send(good)).toMatchObject({ id: 'device.offline' })
  const sent = await server.sql(sql =>
    sql.first<{ n: number }>(`select count(*) as n from device_command where kind = 'raw'`),
  )
  expect(sent?.n).toBe(1)
})

test('of a device that talks much the newest stay, and their days are counted', async () => {
  const { deviceId, tenantId } = server.here
  await server.sql(sql =>
    sql.change(
      `insert into device_payload (tenant_id, device_id, at, form, data)
       select $1, $2, g, 'text', 'old ' || g from generate_series(1, $3::int) g`,
      [tenantId, deviceId, KEPT_PAYLOADS + 20],
    ),
  )
  await say({ code: '7001', form: 'text', data: 'the newest' })
  const count = () =>
    server.sql(
      async sql => (await sql.first<{ n: number }>('select count(*) as n from device_payload'))?.n ?? 0,
    )
  await vi.waitFor(async () => expect(await count()).toBe(KEPT_PAYLOADS))
  const { data, log, config } = server.app.parts
  await forget({ data, log, retention: config.retention })
  expect(await count()).toBe(1)
})
