// What an administrator sets up: who may, what is kept of the secret, what a try finds out, and what the settings do to people.
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insert, startServer, type TestServer } from '../../start.ts'
import { CLIENT, startProvider, type TestProvider } from './provider-of-test.ts'

const ORIGIN = 'http://127.0.0.1'

let server: TestServer
let provider: TestProvider
let roles: { patrol: number; duty: number }

beforeAll(async () => {
  server = await startServer({ IDENTITY_NETWORKS: '127.0.0.0/8' })
  provider = await startProvider(`${ORIGIN}/api/auth/provider/return`)
  const idOf = async (name: string) => {
    const row = await server.sql(sql =>
      sql.first<{ id: number }>('select id from role where tenant_id = $1 and name = $2', [
        server.here.tenantId,
        name,
      ]),
    )
    return row?.id ?? 0
  }
  roles = { patrol: await idOf('巡逻人员'), duty: await idOf('值班人员') }
})
afterAll(async () => {
  await provider.stop()
  await server.stop()
})

const rules = () => ({
  ...{ enabled: true, name: 'Harbour ID', signInName: 'harbour', issuer: provider.issuer },
  ...{ clientId: CLIENT.id, scopes: 'profile email', nameClaim: 'preferred_username', mailDomain: null },
  ...{ unknownPeople: 'make', roleId: null, departmentId: null, linksExisting: true, passwords: 'everybody' },
  ...{ factor: 'own', acr: null, groupsClaim: null, groupRoles: [] },
})
const call = (path: string, body: unknown, token?: string) => server.call(path, { body, token })
const read = async (token = server.tokens.admin) =>
  (await server.call('/api/user/tenant/identityProvider', { token })).data as Record<string, unknown>
const save = async (changes: object, token = server.tokens.admin) =>
  call(
    '/api/user/tenant/saveIdentityProvider',
    { ...rules(), version: (await read()).version, ...changes },
    token,
  )
const tryOut = async (changes: object = {}, token = server.tokens.admin) => {
  const asked = { issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, origin: ORIGIN }
  return call('/api/user/tenant/tryIdentityProvider', { ...asked, ...changes }, token)
}
async function logIn(login: string) {
  const { data } = await call('/api/auth/auth/beginProviderLogin', { tenant: 'harbour', origin: ORIGIN })
  const { address, handle } = data as { address: string; handle: string }
  const answer = await provider.walk(address, login)
  return call('/api/auth/auth/finishProviderLogin', { handle, answer })
}

beforeEach(async () => {
  provider.spoils()
  provider.people.p = { preferred_username: 'patrol' }
  await server.sql(async sql => {
    await sql.change('delete from provider_identity')
    await sql.change('delete from identity_provider')
    await sql.change('delete from sign_in_rule')
    await sql.change('delete from login_failure')
  })
  expect((await save({ clientSecret: CLIENT.secret })).code).toBe(0)
})

describe('the settings', () => {
  test('keep a secret that nobody reads, in the answer, the database or the audit log', async () => {
    expect(await read()).toMatchObject({ hasSecret: true, issuer: provider.issuer, version: 1, people: 0 })
    const said = JSON.stringify([
      await read(),
      await server.sql(sql => sql.query('select *, client_secret::text as sealed from identity_provider')),
      await server.sql(sql => sql.query(`select * from audit where action = 'tenant.identityProvider'`)),
    ])
    expect(said).not.toContain(CLIENT.secret)
    expect(said).not.toContain(Buffer.from(CLIENT.secret).toString('hex'))
  })
  test('send a kept secret nowhere but where it was given for', async () => {
    expect((await save({ name: 'Other name' })).code).toBe(0)
    const elsewhere = { issuer: 'https://elsewhere.example' }
    expect(await save(elsewhere)).toMatchObject({ id: 'field.required', field: 'clientSecret' })
    expect(await save({ clientId: 'another' })).toMatchObject({ id: 'field.required', field: 'clientSecret' })
    expect(await tryOut({ ...elsewhere, clientSecret: undefined })).toMatchObject({ field: 'clientSecret' })
  })
  test('are the administrator’s alone, and of the own tenant', async () => {
    const { patrol, stranger, visitor } = server.tokens
    for (const token of [patrol, visitor]) {
      expect((await server.call('/api/user/tenant/identityProvider', { token })).id).toBe('forbidden')
      expect((await save({}, token)).id).toBe('forbidden')
      expect((await tryOut({}, token)).id).toBe('forbidden')
    }
    expect(await read(stranger)).toMatchObject({ version: 0, issuer: '', hasSecret: false })
    const { roleId, departmentId } = { roleId: roles.patrol, departmentId: server.here.departmentId }
    const theirs = { version: 0, signInName: 'there', clientSecret: 'x', roleId: null, departmentId: null }
    expect(await save({ ...theirs, roleId }, stranger)).toMatchObject({
      id: 'field.reference',
      field: 'roleId',
    })
    expect(await save({ ...theirs, departmentId }, stranger)).toMatchObject({ field: 'departmentId' })
    const groups = { groupsClaim: 'groups', groupRoles: [{ group: 'g', roleId }] }
    expect(await save({ ...theirs, ...groups }, stranger)).toMatchObject({ id: 'field.reference' })
  })
  test('are set up by nobody who holds less than the people whom it opens', async () => {
    await server.sql(async sql => {
      const { tenantId } = server.here
      const id = await insert(sql, 'role', { tenant_id: tenantId, name: 'Provider only', scope: 'tenant' })
      await sql.change(
        `insert into role_resource (tenant_id, role_id, resource_id) select $1, $2, id from resource where mark = 'tenant.provider'`,
        [tenantId, id],
      )
      const account = await insert(sql, 'account', {
        ...{ tenant_id: tenantId, username: 'technician', name: 'Technician' },
        password_hash: (
          await sql.first<{ h: string }>(`select password_hash as h from account where username = 'admin'`)
        )?.h,
      })
      await sql.change('insert into account_role (tenant_id, account_id, role_id) values ($1, $2, $3)', [
        tenantId,
        account,
        id,
      ])
    })
    const refused = await save({}, await server.logIn('technician'))
    expect(refused).toMatchObject({ id: 'forbidden.escalation', field: 'issuer' })
  })
  test('of two who save what both have read, one is told', async () => {
    const body = { ...rules(), version: 1 }
    const path = '/api/user/tenant/saveIdentityProvider'
    const saved = await Promise.all([1, 2].map(() => call(path, body, server.tokens.admin)))
    expect(saved.map(({ id }) => id).toSorted()).toEqual(['row.changed', undefined])
  })
  test.each([
    [{ issuer: 'https://10.0.0.1/' }, 'issuer', 'field.providerAddress'],
    [{ issuer: 'https://169.254.169.254' }, 'issuer', 'field.providerAddress'],
    [{ issuer: 'https://id.example/?x' }, 'issuer', 'field.issuer'],
    [{ signInName: 'Harbour' }, 'signInName', 'field.signInName'],
    [{ mailDomain: 'harbour' }, 'mailDomain', 'field.domainName'],
    [{ nameClaim: 'a b' }, 'nameClaim', 'field.claim'],
    [{ name: ' ' }, 'name', 'field.required'],
    [{ unknownPeople: 'all' }, 'unknownPeople', 'field.choice'],
  ])('refuse %j', async (changes, field, id) => {
    expect(await save({ clientSecret: 'x', ...changes })).toMatchObject({ field, id })
  })
})

describe('a try', () => {
  const steps = async (changes: object = {}) =>
    ((await tryOut(changes)).data as { steps: { step: string; result: string }[] }).steps.map(
      ({ step, result }) => `${step} ${result}`,
    )
  test('finds everything well where it is', async () => {
    expect(await steps()).toEqual(['discovery fine', 'client fine', 'redirect fine'])
    expect(await steps({ clientSecret: undefined })).toEqual([
      'discovery fine',
      'client fine',
      'redirect fine',
    ])
  })
  test('says that the secret is wrong, that the client is unknown, that the redirect address is not allowed', async () => {
    expect(await steps({ clientSecret: 'wrong' })).toEqual([
      'discovery fine',
      'client wrongClient',
      'redirect fine',
    ])
    expect(await steps({ clientId: 'unknown' })).toEqual([
      'discovery fine',
      'client wrongClient',
      'redirect refused',
    ])
    expect(await steps({ origin: 'http://127.0.0.1:1' })).toContain('redirect refused')
  })
  test('says that nothing answers, that it is no provider, that it calls itself otherwise', async () => {
    expect(await steps({ issuer: 'http://127.0.0.1:9' })).toEqual(['discovery connection'])
    expect(await steps({ issuer: 'https://no-such-host.invalid' })).toEqual(['discovery name'])
    expect(await steps({ issuer: `${provider.issuer}/nowhere` })).toEqual(['discovery status'])
    const other = createServer((request, answer) => {
      answer.setHeader('content-type', 'application/json')
      answer.end(request.url?.startsWith('/a/') ? JSON.stringify({ issuer: 'https://b.example' }) : 'hello')
    })
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const at = other.address()
    const base = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
    expect(await steps({ issuer: `${base}/a` })).toEqual(['discovery otherIssuer'])
    expect(await steps({ issuer: `${base}/b` })).toEqual(['discovery notProvider'])
    other.close()
  })
})

describe('where the provider is the way in', () => {
  test('a password lets administrators in and nobody else, until it is turned off', async () => {
    await save({ passwords: 'administrators' })
    const { id, params } = await call('/api/auth/auth/login', { username: 'patrol', password: 'Test-2026!' })
    expect({ id, params }).toEqual({ id: 'session.providerOnly', params: { name: 'Harbour ID' } })
    await server.logIn('admin')
    await server.logIn('root')
    await server.logIn('stranger')
    expect((await logIn('p')).code).toBe(0)
    await save({ passwords: 'administrators', enabled: false })
    await server.logIn('patrol')
  })
  test('the tenant’s rule of a second factor holds, unless the provider’s word is believed and given', async () => {
    await server.sql(sql =>
      sql.change(
        `insert into sign_in_rule (tenant_id, updated_at, updated_by, second_factor, least_password) values ($1, 1, 'x', 'everybody', 8)`,
        [server.here.tenantId],
      ),
    )
    provider.spoils(t => ({ ...t, claims: { ...t.claims, amr: ['pwd', 'mfa'] } }))
    expect((await logIn('p')).id).toBe('session.enrolFactor')
    await save({ factor: 'provider', acr: 'two' })
    expect((await logIn('p')).code).toBe(0)
    provider.spoils(t => ({ ...t, claims: { ...t.claims, acr: 'two' } }))
    expect((await logIn('p')).code).toBe(0)
    provider.spoils(t => ({ ...t, claims: { ...t.claims, amr: ['pwd'], acr: 'one' } }))
    expect((await logIn('p')).id).toBe('session.enrolFactor')
  })
  test('sessions are as short as the tenant’s rules make them', async () => {
    const token = (await logIn('p')).headers.get('authorization') ?? ''
    const alive = async () => (await call('/api/user/per/getNavigationBar', {}, token)).code === 0
    expect(await alive()).toBe(true)
    await call(
      '/api/user/tenant/saveSignInRules',
      { secondFactor: 'nobody', leastPassword: 8, idleMinutes: null, sessionHours: 1, version: 0 },
      server.tokens.admin,
    )
    await server.sql(sql =>
      sql.change(`update session set created_at = created_at - 3700000 where account_id =
      (select id from account where username = 'patrol')`),
    )
    expect(await alive()).toBe(false)
  })
  test('groups become roles at each login, and leave alone what they do not stand for', async () => {
    const groupRoles = [{ group: 'duty', roleId: roles.duty }]
    await save({ groupsClaim: 'groups', groupRoles })
    const held = async () =>
      (
        await server.sql(sql =>
          sql.query<{ role_id: number }>(
            `select role_id from account_role where account_id = (select id from account where username = 'patrol') order by role_id`,
          ),
        )
      ).map(({ role_id }) => role_id)
    provider.people.p = { preferred_username: 'patrol', groups: ['duty', 'others'] }
    expect(await logIn('p')).toMatchObject({
      data: { roleNames: expect.arrayContaining(['值班人员', '巡逻人员']) },
    })
    provider.people.p = { preferred_username: 'patrol', groups: [] }
    expect((await logIn('p')).code).toBe(0)
    expect(await held()).toEqual([roles.patrol])
  })
})
