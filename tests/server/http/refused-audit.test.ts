// What was refused stands in the audit log, with who, from where and why; a flood of it is a number, and the chain holds.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { walkChain } from '../../../server/modules/audit/chain.ts'
import { PASSWORD, startServer, type TestServer } from '../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Entry {
  action: string
  user_name: string | null
  address: string
  tenant_id: number
  detail: Record<string, unknown>
}
const refused = async (refusal: string) => {
  await server.app.refusals.flush()
  return server.sql(sql =>
    sql.query<Entry>(
      `select action, user_name, address, tenant_id, detail from audit where action like '%.refused' and detail->>'refusal' = $1 order by id`,
      [refusal],
    ),
  )
}
const logIn = (username: string, password: string) =>
  server.call('/api/auth/auth/login', { body: { username, password } })

test('a failed login names the account, the way and the address, and no secret', async () => {
  await logIn('admin', 'wrong-secret-1')
  await logIn('nobody-of-this-name', 'wrong-secret-2')
  const entries = await refused('session.badCredentials')
  expect(entries.map(({ action, user_name, detail }) => [action, user_name, detail.endpoint])).toEqual([
    ['session.refused', 'admin', 'POST /api/auth/auth/login'],
    ['session.refused', null, 'POST /api/auth/auth/login'],
  ])
  expect(entries[0]).toMatchObject({ tenant_id: server.here.tenantId, address: '127.0.0.1' })
  const all = JSON.stringify(await server.sql(sql => sql.query('select * from audit')))
  expect(all).not.toMatch(/wrong-secret|nobody-of-this-name/)
})

test('throttled tries are one entry and a number', async () => {
  for (let n = 0; n < 30; n++) await logIn('second', `guess ${n}`)
  const throttled = await refused('session.throttled')
  expect(throttled).toHaveLength(2)
  expect(throttled[0]?.detail.more).toBeUndefined()
  expect(throttled[1]?.detail.more).toBe(24)
  expect(throttled[1]?.user_name).toBe('second')
})

test('a wrong code, and a used link', async () => {
  await server.call('/api/auth/auth/loginByPhone', {
    body: { phone: '13800000001', code: '123456', requestId: 'x'.repeat(24) },
  })
  await server.call('/api/auth/auth/autoLogin', { body: { key: 'x'.repeat(80) } })
  expect(await refused('session.badCode')).toMatchObject([{ user_name: 'admin' }])
  expect(await refused('session.linkInvalid')).toMatchObject([{ user_name: null }])
})

test('a call without the permission, and one about a row of another tenant', async () => {
  const { here, there, tokens } = server
  await server.call('/api/user/user/page', { token: tokens.patrol })
  expect(await refused('forbidden')).toMatchObject([
    {
      action: 'call.refused',
      user_name: 'patrol',
      tenant_id: here.tenantId,
      detail: { endpoint: 'GET /api/user/user/page' },
    },
  ])
  await server.call('/api/device/device/get', { token: tokens.admin, query: { id: String(there.deviceId) } })
  await server.call('/api/message/alarm/read', {
    token: tokens.admin,
    body: { ids: [here.alarmId, there.alarmId] },
  })
  expect(await refused('row.unknown')).toMatchObject([
    { user_name: 'admin', detail: { endpoint: 'GET /api/device/device/get' } },
    {
      user_name: 'admin',
      detail: { endpoint: 'POST /api/message/alarm/read', rowIds: [there.alarmId], rows: 1 },
    },
  ])
})

test('a refused change of rights', async () => {
  const { tokens } = server
  const id = await server.sql(sql =>
    sql.first<{ id: number }>(`select id from account where username = 'admin'`),
  )
  await server.call('/api/user/user/disable', { token: tokens.admin, body: { ids: [id?.id] } })
  expect(await refused('forbidden.self')).toMatchObject([
    { user_name: 'admin', detail: { endpoint: 'POST /api/user/user/disable', rowIds: [id?.id] } },
  ])
  const token = await server.logIn('admin', PASSWORD)
  await server.call('/api/auth/auth/changePassword', {
    token,
    body: { oldPassword: 'not-it', newPassword: 'Another-2026!' },
  })
  expect(await refused('session.wrongPassword')).toMatchObject([{ user_name: 'admin' }])
})

test('a flood of different refusals fills nothing, and the chain is whole', async () => {
  const count = async () =>
    (await server.sql(sql => sql.first<{ n: number }>('select count(*) as n from audit')))?.n ?? 0
  const before = await count()
  for (let n = 0; n < 2000; n++)
    server.app.refusals.note({
      account: { username: `flood${n}` },
      address: `10.0.${n % 250}.1`,
      endpoint: 'POST /api/auth/auth/login',
      refusal: 'session.badCredentials',
    })
  await server.app.refusals.flush()
  expect((await count()) - before).toBe(301)
  for (const tenantId of [server.here.tenantId, server.there.tenantId, 1])
    expect(await walkChain(server.app.parts.data, tenantId)).toMatchObject({ broken: undefined })
})
