// API keys: made by who holds what they give, open what they were given and nothing else, and end at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isWhole, makeSecret } from '../../../../server/modules/api-keys/secret.ts'
import { defaultPath, type Endpoint } from '../../../../src/contract/endpoint.ts'
import { apiKeyScopes } from '../../../../src/contract/endpoints/api-key.ts'
import { allEndpoints } from '../../../../src/contract/endpoints/catalogue.ts'
import { isKeyCall } from '../../../../src/contract/key-calls.ts'
import { mayScopeKey } from '../../../../src/domain/integration/api-key.ts'
import { rowsOfAll } from '../../rows-of-all.ts'
import { requestOf } from '../../sample-request.ts'
import { type Answer, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const made = z.looseObject({ id: z.int(), version: z.int() })
let number = 0

async function save(input: Record<string, unknown>, token = server.tokens.admin): Promise<Answer> {
  return server.call('/api/user/apiKey/save', {
    token,
    body: { name: `Key ${++number}`, scopes: ['device.read', 'alarm.read'], ...input },
  })
}

const secretOf = (id: number, overlapHours = 0, token = server.tokens.admin) =>
  server.call('/api/user/apiKey/secret', { token, body: { id, overlapHours } })

const told = z.object({ secret: z.string(), oldUntil: z.nullable(z.int()) })

async function makeKey(input: Record<string, unknown> = {}): Promise<{ id: number; secret: string }> {
  const { id } = z.parse(made, (await save(input)).data)
  return { id, secret: z.parse(told, (await secretOf(id)).data).secret }
}

const get = async (id: number) => {
  const { data } = await server.call('/api/user/apiKey/get', {
    token: server.tokens.admin,
    query: { id: String(id) },
  })
  return z.parse(z.looseObject({ state: z.string() }), data)
}

const devices = (secret: string, headers: Record<string, string> = {}) =>
  server.call('/api/device/device/page', { token: `Bearer ${secret}`, headers })

const total = (answer: Answer) => z.parse(z.looseObject({ total: z.int() }), answer.data).total

test('a secret says itself whether it is whole', () => {
  const secret = makeSecret()
  expect(secret).toMatch(/^gatehouse_[\w-]{43}[0-9a-f]{8}$/)
  expect(isWhole(secret)).toBe(true)
  const other = secret.at(12) === 'a' ? 'b' : 'a'
  expect(isWhole(`${secret.slice(0, 12)}${other}${secret.slice(13)}`)).toBe(false)
  expect(isWhole(secret.slice(0, -1))).toBe(false)
})

test('a key is made, its secret told once and stored as a hash; it reads and is no person', async () => {
  const { id } = z.parse(made, (await save({})).data)
  expect(await get(id)).toMatchObject({ state: 'unissued', makerName: 'Name of admin', hint: null })
  const { secret } = z.parse(told, (await secretOf(id)).data)
  expect(await get(id)).toMatchObject({ state: 'active', hint: `${secret.slice(0, 14)}…` })
  expect(JSON.stringify(await get(id))).not.toContain(secret)
  const rows = await server.sql(sql => sql.query('select * from api_key where id = $1', [id]))
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(total(await devices(secret))).toBeGreaterThan(0)
  expect(await get(id)).toMatchObject({
    lastUsedAt: expect.any(Number),
    lastUsedAddress: expect.stringContaining('127.0.0.1'),
  })
  for (const [path, body] of [
    ['/api/auth/auth/changePassword', { oldPassword: 'x', newPassword: 'Another-2026!' }],
    ['/api/auth/auth/logout', {}],
    ['/api/message/message/config', {}],
    ['/api/message/message/socketTicket', {}],
    ['/api/user/per/getNavigationBar', {}],
  ] as const)
    expect([path, (await server.call(path, { token: secret, body })).id]).toEqual([
      path,
      'forbidden.noAccount',
    ])
  expect(await server.call('/api/auth/auth/sessions', { token: secret })).toMatchObject({
    id: 'forbidden.noAccount',
  })
  expect(await server.call('/api/message/notice/page', { token: secret })).toMatchObject({ id: 'forbidden' })
})

test('what it was not given it may not, and what needs an account refuses row by row', async () => {
  const { secret } = await makeKey({ scopes: ['alarm.read', 'alarm.handle'] })
  expect(await devices(secret)).toMatchObject({ id: 'forbidden' })
  const taken = await server.call('/api/message/alarm/take', {
    token: secret,
    body: { ids: [server.here.alarmId] },
  })
  expect(taken.data).toEqual({
    results: [{ id: server.here.alarmId, ok: false, error: { id: 'forbidden.noAccount' } }],
  })
})

test('what a key changes stands in the audit log under its own name, once for each key of a request', async () => {
  const { id, secret } = await makeKey({ name: 'Importer', scopes: ['deviceGroup.save', 'deviceGroup.read'] })
  const body = { name: 'From outside' }
  const headers = { 'idempotency-key': 'import-1' }
  const group = () => server.call('/api/device/deviceGroup/save', { token: secret, body, headers })
  const first = await group()
  expect(first).toMatchObject({ code: 0 })
  expect((await group()).data).toEqual(first.data)
  const other = await makeKey({ scopes: ['deviceGroup.save', 'deviceGroup.read'] })
  const theirs = await server.call('/api/device/deviceGroup/save', {
    ...{ token: other.secret, headers },
    body: { name: 'Another one' },
  })
  expect(theirs.data).toMatchObject({ name: 'Another one' })
  const entries = await server.sql(sql =>
    sql.query(`select user_id, user_name from audit where action = 'deviceGroup.create' and user_name = $1`, [
      'key Importer',
    ]),
  )
  expect(entries).toEqual([{ user_id: null, user_name: 'key Importer' }])
  const made = await server.sql(sql =>
    sql.query(`select action, user_name from audit where entity = 'apiKey' and row_id = $1 order by id`, [
      id,
    ]),
  )
  expect(made).toEqual([
    { action: 'apiKey.create', user_name: 'admin' },
    { action: 'apiKey.issue', user_name: 'admin' },
  ])
})

test('nobody gives a key what they do not hold, changes one that has more, or makes its secret', async () => {
  await server.sql(async sql => {
    const button = await sql.query<{ id: number }>(
      `select id from resource where mark in ('apiKey.read', 'apiKey.save', 'device.read')`,
    )
    const role = await sql.first<{ role_id: number }>(
      `select role_id from account_role ar join account a on a.id = ar.account_id where a.username = 'patrol' limit 1`,
    )
    for (const { id } of button)
      await sql.change(
        `insert into role_resource (tenant_id, role_id, resource_id) values ($1, $2, $3) on conflict do nothing`,
        [server.here.tenantId, role?.role_id, id],
      )
  })
  const token = await server.logIn('patrol')
  expect(await save({ scopes: ['user.read'] }, token)).toMatchObject({
    ...{ id: 'forbidden.escalation', field: 'scopes' },
  })
  expect(await save({ scopes: ['user.save'] }, token)).toMatchObject({ id: 'field.scope' })
  const { id } = await makeKey({ scopes: ['user.read'] })
  const refused = await secretOf(id, 0, token)
  expect(['forbidden.escalation', 'row.unknown']).toContain(refused.id)
})

test('the permissions that are offered are those a key may have and the person holds', async () => {
  const { data } = await server.call('/api/user/apiKey/scopes', { token: server.tokens.admin })
  const offered = z.parse(apiKeyScopes.response, data).groups.flatMap(({ scopes }) => scopes)
  expect(offered.map(({ scope }) => scope)).toContain('device.read')
  expect(offered.every(({ scope }) => mayScopeKey(scope))).toBe(true)
  expect(offered.map(({ scope }) => scope)).not.toContain('tenant.read')
})

test('a key of a department sees that department and no other', async () => {
  const whole = await makeKey()
  const part = await makeKey({ departmentId: server.here.departmentId })
  expect(total(await devices(part.secret))).toBeLessThan(total(await devices(whole.secret)))
  const answer = await server.call('/api/device/device/get', {
    token: part.secret,
    query: { id: String(server.here.otherDeviceId) },
  })
  expect(answer).toMatchObject({ id: 'row.unknown' })
})

test('a key of one tenant finds nothing of another', async () => {
  const { secret } = await makeKey()
  const answer = await server.call('/api/device/device/get', {
    token: secret,
    query: { id: String(server.there.deviceId) },
  })
  expect(answer).toMatchObject({ id: 'row.unknown' })
  const { id } = await makeKey()
  expect(await secretOf(id, 0, server.tokens.stranger)).toMatchObject({ id: 'row.unknown' })
  expect(await secretOf(id, 0, server.tokens.patrol)).toMatchObject({ code: expect.any(Number) })
})

test('it opens until its last day, from its addresses, and while its tenant is enabled', async () => {
  const old = await makeKey({ validUntil: '2026-01-01' })
  expect(await devices(old.secret)).toMatchObject({ id: 'session.ended' })
  expect(await get(old.id)).toMatchObject({ state: 'expired' })
  const elsewhere = await makeKey({ addresses: '203.0.113.0/24' })
  expect(await devices(elsewhere.secret)).toMatchObject({ id: 'forbidden.address' })
  const near = await makeKey({ addresses: '203.0.113.0/24, 127.0.0.1' })
  expect(await devices(near.secret)).toMatchObject({ code: 0 })
})

test('a changed secret leaves the old one for the overlap, and a revoked key opens nothing at once', async () => {
  const { id, secret } = await makeKey()
  const next = z.parse(told, (await secretOf(id, 1)).data)
  expect(next.oldUntil).toBeGreaterThan(Date.now())
  expect(await get(id)).toMatchObject({ state: 'changing' })
  for (const each of [secret, next.secret]) expect(await devices(each)).toMatchObject({ code: 0 })
  const last = z.parse(told, (await secretOf(id, 0)).data)
  for (const each of [secret, next.secret]) expect(await devices(each)).toMatchObject({ id: 'session.ended' })
  expect(await devices(last.secret)).toMatchObject({ code: 0 })
  const revoked = await server.call('/api/user/apiKey/revoke', {
    token: server.tokens.admin,
    body: { ids: [id] },
  })
  expect(revoked).toMatchObject({ code: 0 })
  expect(await devices(last.secret)).toMatchObject({ id: 'session.ended' })
  expect(await get(id)).toMatchObject({ state: 'revoked' })
})

test('a key that was removed, or whose scopes were changed, is so at once', async () => {
  const { id, secret } = await makeKey()
  expect(await devices(secret)).toMatchObject({ code: 0 })
  const { version, name } = z.parse(z.looseObject({ version: z.int(), name: z.string() }), await get(id))
  await save({ id, version, name, scopes: ['alarm.read'] })
  expect(await devices(secret)).toMatchObject({ id: 'forbidden' })
  await server.call('/api/user/apiKey/remove', { token: server.tokens.admin, body: { ids: [id] } })
  expect(await devices(secret)).toMatchObject({ id: 'session.ended' })
})

test('a key that another process has revoked is not remembered here', async () => {
  const { id, secret } = await makeKey()
  expect(await devices(secret)).toMatchObject({ code: 0 })
  await server.sql(sql => sql.change('update api_key set revoked_at = 1 where id = $1', [id]))
  server.app.parts.bus.emit('apiKey.changed', { tenantId: server.here.tenantId })
  expect(await devices(secret)).toMatchObject({ id: 'session.ended' })
})

test('it goes on when its maker is gone', async () => {
  const { id, secret } = await makeKey()
  await server.sql(sql =>
    sql.change(
      `update api_key set maker_id = (select id from account where username = 'second') where id = $1`,
      [id],
    ),
  )
  await server.sql(sql => sql.change(`update account set removed_at = 1 where username = 'second'`))
  server.app.parts.bus.emit('rights.changed', {})
  expect(await devices(secret)).toMatchObject({ code: 0 })
})

test('whoever calls too often is told how long to wait', async () => {
  const { secret } = await makeKey()
  const answers = await Promise.all(Array.from({ length: 260 }, () => devices(secret)))
  const refused = answers.find(({ status }) => status === 429)
  expect(refused).toMatchObject({ id: 'throttled.wait', params: { seconds: expect.any(Number) } })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('the API page says what a key may call', async () => {
  const { data, ...document } = await server.call('/api/openapi.json')
  expect(data).toBeUndefined()
  const text = JSON.stringify(document)
  expect(text).toContain('"apiKey":{"type":"http","scheme":"bearer"')
})

describe('with every scope there is no call that a key makes fail', () => {
  let secret: string
  let rows: ReadonlyMap<string, number>
  const another = async () => {
    const scopes = [...new Set(allEndpoints().map(({ access }) => access))].filter(mayScopeKey)
    const key = await makeKey()
    await server.sql(sql => sql.change('update api_key set scopes = $2 where id = $1', [key.id, scopes]))
    server.app.parts.bus.emit('apiKey.changed', { tenantId: server.here.tenantId })
    return key.secret
  }
  beforeAll(async () => {
    secret = await another()
    rows = await rowsOfAll(server, server.here)
  })
  const named = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
  const calls = allEndpoints().filter(call => isKeyCall(call) && !call.path.endsWith('/page'))
  test.each(calls.map(call => [named(call), call] as const))('%s', async (_, call) => {
    const id = rows.get(call.path.split('/')[0] ?? '') ?? server.here.deviceId
    const request = requestOf(call, { id, imei: server.here.imei, iccid: server.here.simIccid })
    const ask = (token = secret) =>
      call.method === 'POST'
        ? server.call(defaultPath(call), { token, body: request })
        : server.call(defaultPath(call), {
            token,
            query: Object.fromEntries(Object.entries(request).map(([key, value]) => [key, String(value)])),
          })
    let answer = await ask()
    if (answer.id === 'throttled.wait') {
      secret = await another()
      answer = await ask()
    }
    // What a person with all rights of the tenant may not either is no business of keys.
    if (answer.id === 'failed' || answer.id === 'forbidden')
      expect((await ask(server.tokens.admin)).id, JSON.stringify(answer)).toBe(answer.id)
  })
})
