// A device that changed hands: whatever the old tenant wrote on it or it told them, the new one reads none of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defaultPath } from '../../../../src/contract/endpoint.ts'
import { allEndpoints } from '../../../../src/contract/endpoints/catalogue.ts'
import { insert, startServer, type TestServer } from '../../start.ts'
import { settled } from './fleet.ts'

const SECRET = 'Xanadu'
const NUMBER = 47.11
let server: TestServer
let alarmId: number
beforeAll(async () => {
  server = await startServer()
  const { here, there } = server
  const now = Date.now()
  alarmId = await server.sql(async sql => {
    await sql.change(
      `update device set name = $2, number = $2, style = $2, wearer_name = $2, responsible_name = $2, responsible_phone = $2,
         install_location = $2, community = $2, building = $2, unit = $2, room_no = $2, indoor_image = '/files/' || $2,
         latitude = $3, longitude = $3, bound_to = $2, bound_at = 1, lifecycle = 'assigned' where id = $1`,
      [here.deviceId, SECRET, NUMBER],
    )
    await sql.change(
      `update device_state set latitude = $2, longitude = $2, position_at = $3, last_message_at = $3, battery = 47,
         locked = true, measured_at = $3 where device_id = $1`,
      [here.deviceId, NUMBER, now],
    )
    for (const table of ['reading', 'latest_reading'])
      await sql.change(
        `insert into ${table} (tenant_id, device_id, kind, at, value) values ($1, $2, 'heartRate', $3, $4)`,
        [here.tenantId, here.deviceId, now - 60_000, NUMBER],
      )
    await sql.change(
      'insert into device_settings (device_id, tenant_id, desired, reported) values ($1, $2, $3, $3)',
      [here.deviceId, here.tenantId, JSON.stringify({ welcomeMessage: SECRET })],
    )
    await sql.change(
      'insert into online_change (tenant_id, device_id, at, online) values ($1, $2, $3, true)',
      [here.tenantId, here.deviceId, now - 60_000],
    )
    await sql.change(
      `insert into device_step (tenant_id, device_id, step, "from", "to", user_name, note, at)
       values ($1, $2, 'bind', 'assigned', 'bound', $3, $3, 1)`,
      [here.tenantId, here.deviceId, SECRET],
    )
    await sql.change(`update alarm set device_name = $2, title = $2, note = $2 where device_id = $1`, [
      here.deviceId,
      SECRET,
    ])
    await insert(sql, 'alarm_test', {
      tenant_id: here.tenantId,
      reason: SECRET,
      device_id: here.deviceId,
      starts_at: now,
      ends_at: now + 3_600_000,
      user_name: SECRET,
    })
    await sql.change(`update device_command set user_name = $2, input = $3 where device_id = $1`, [
      here.deviceId,
      SECRET,
      JSON.stringify({ text: SECRET }),
    ])
    await sql.change(`update sim_binding set bound_by = $2 where device_id = $1`, [here.deviceId, SECRET])
    return here.alarmId
  })
  const answer = await server.call('/api/device/allocation/start', {
    token: server.tokens.root,
    body: { deviceIds: [here.deviceId], targetTenantId: there.tenantId },
  })
  const { allocationId } = answer.data as { allocationId: number }
  expect(await settled(server, allocationId)).toMatchObject({ state: 'done' })
}, 60_000)
afterAll(() => server.stop())

/** What a reading endpoint is asked: about the device wherever it can be named, else about everything. */
function question(request: z.ZodMiniType): Record<string, string> {
  const { properties = {}, required = [] } = z.toJSONSchema(request, {
    io: 'input',
    unrepresentable: 'any',
  }) as {
    properties?: Record<string, { enum?: unknown[]; anyOf?: { enum?: unknown[] }[] }>
    required?: string[]
  }
  const { here } = server
  const known: Record<string, string> = {
    imei: here.imei,
    deviceId: String(here.deviceId),
    id: String(here.deviceId),
    ids: String(here.deviceId),
    from: String(Date.now() - 3_600_000),
    to: String(Date.now()),
    zone: 'Asia/Shanghai',
    kind: 'heartRate',
    by: 'day',
    size: '500',
  }
  return Object.fromEntries(
    Object.entries(properties)
      .filter(
        ([name]) => required.includes(name) || name === 'imei' || name === 'deviceId' || name === 'size',
      )
      .map(([name, of]) => {
        const words = of.enum ?? of.anyOf?.flatMap(branch => branch.enum ?? [])
        const word = known[name]
        // Some take few of the words that others take.
        return [
          name,
          word !== undefined && (words?.includes(word) ?? true) ? word : String(words?.[0] ?? 'x'),
        ]
      }),
  )
}

const reads = allEndpoints().filter(
  ({ method, access, file }) => method === 'GET' && !['public', 'demo', 'resident'].includes(access) && !file,
)

test('the new tenant has the device', async () => {
  const { data } = await server.call('/api/device/device/get', {
    token: server.tokens.stranger,
    query: { id: String(server.here.deviceId) },
  })
  expect(data).toMatchObject({ imei: server.here.imei, lifecycle: 'assigned', state: 2 })
})

test.each(reads.map(endpoint => [defaultPath(endpoint), endpoint] as const))('%s', async (path, endpoint) => {
  const { tokens } = server
  const answer = await server.call(path, { token: tokens.stranger, query: question(endpoint.request) })
  const text = JSON.stringify(answer)
  expect(text).not.toContain(SECRET)
  expect(text).not.toContain(String(NUMBER))
})

test('nor by its ids: the alarm and the orders of before are unknown, and nothing of them is done', async () => {
  const { here, tokens } = server
  for (const path of ['message/alarm/acknowledge', 'message/alarm/take', 'device/deviceCommand/cancel'])
    expect(
      (
        await server.call(`/api/${path}`, {
          token: tokens.stranger,
          body: { ids: [path.includes('alarm') ? alarmId : here.commandId] },
        })
      ).data,
      path,
    ).toMatchObject({ results: [{ ok: false, error: { id: 'row.unknown' } }] })
})

test('the old tenant keeps its own story and loses the device', async () => {
  const { here, tokens } = server
  const get = (path: string, query: Record<string, string>) =>
    server.call(`/api/${path}`, { token: tokens.admin, query })
  expect(await get('device/device/get', { id: String(here.deviceId) })).toMatchObject({ id: 'row.unknown' })
  expect((await get('message/alarm/get', { id: String(alarmId) })).data).toMatchObject({ note: SECRET })
  const order = { deviceIds: [here.deviceId], order: { kind: 'restart', input: {} } }
  expect(await server.call('/api/device/order/send', { token: tokens.admin, body: order })).toMatchObject({
    id: 'row.unknown',
  })
})
