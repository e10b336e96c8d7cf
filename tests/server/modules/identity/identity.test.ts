// The login by a tenant's own identity provider, against a real provider: who comes in, who never does, and what is not believed.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { CLIENT, startProvider, type TestProvider, type Token } from './provider-of-test.ts'

const ORIGIN = 'http://127.0.0.1'
const RETURN = `${ORIGIN}/api/auth/provider/return`

let server: TestServer
let provider: TestProvider
let defaultRole: number

beforeAll(async () => {
  server = await startServer({ IDENTITY_NETWORKS: '127.0.0.0/8' })
  provider = await startProvider(RETURN)
  const role = await server.sql(sql =>
    sql.first<{ id: number }>(`select id from role where tenant_id = $1 and name = '巡逻人员'`, [
      server.here.tenantId,
    ]),
  )
  defaultRole = role?.id ?? 0
})
afterAll(async () => {
  await provider.stop()
  await server.stop()
})

const call = (path: string, body: unknown, token?: string) => server.call(path, { body, token })
const settings = async (token: string) =>
  (await server.call('/api/user/tenant/identityProvider', { token })).data as Record<string, unknown>

const rules = () => ({
  enabled: true,
  name: 'Harbour ID',
  signInName: 'harbour',
  issuer: provider.issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  scopes: 'profile email',
  nameClaim: 'preferred_username',
  mailDomain: 'harbour.example',
  unknownPeople: 'make',
  roleId: defaultRole,
  departmentId: server.here.departmentId,
  linksExisting: false,
  passwords: 'everybody',
  factor: 'own',
  acr: null,
  groupsClaim: null,
  groupRoles: [],
})

async function save(changes: object = {}, token = server.tokens.admin) {
  const { version } = await settings(token)
  return call('/api/user/tenant/saveIdentityProvider', { ...rules(), version, ...changes }, token)
}

const begin = async (tenant = 'harbour') => {
  const { data, id } = await call('/api/auth/auth/beginProviderLogin', { tenant, origin: ORIGIN })
  if (!data) throw new Error(`No login begins: ${id}`)
  return data as { address: string; handle: string }
}
const finish = (handle: string, answer: string) =>
  call('/api/auth/auth/finishProviderLogin', { handle, answer })

async function logIn(login: string, tenant = 'harbour') {
  const { address, handle } = await begin(tenant)
  return finish(handle, await provider.walk(address, login))
}

beforeEach(async () => {
  provider.spoils()
  provider.answers(true)
  for (const login of Object.keys(provider.people)) delete provider.people[login]
  provider.people.anna = { preferred_username: 'anna', name: 'Anna Berg', email: 'anna@harbour.example' }
  await server.sql(async sql => {
    await sql.change('delete from provider_identity')
    await sql.change('delete from identity_provider')
    await sql.change('delete from sign_in_rule')
    await sql.change(`update account set removed_at = 1 where username like 'anna%' and removed_at is null`)
  })
  expect((await save()).code).toBe(0)
})

const accountOf = (username: string) =>
  server.sql(sql =>
    sql.first<{ id: number; tenant_id: number; department_id: number; roles: number[] }>(
      `select a.id, a.tenant_id, a.department_id,
         (select json_agg(role_id order by role_id) from account_role where account_id = a.id) as roles
       from account a where username = $1 and removed_at is null`,
      [username],
    ),
  )

describe('who is unknown', () => {
  test('is made with the tenant’s role and department, and comes in again as the same person', async () => {
    const first = await logIn('anna')
    expect(first).toMatchObject({ code: 0, data: { username: 'anna', name: 'Anna Berg' } })
    const made = await accountOf('anna')
    expect(made).toMatchObject({
      tenant_id: server.here.tenantId,
      department_id: server.here.departmentId,
      roles: [defaultRole],
    })
    const token = first.headers.get('authorization') ?? ''
    const own = await server.call('/api/auth/auth/sessions', { token })
    expect(own.code).toBe(0)
    // Another login name of the same subject is the same person.
    provider.people.anna = { preferred_username: 'anna.berg' }
    expect(await logIn('anna')).toMatchObject({ code: 0, data: { id: made?.id, username: 'anna' } })
    const written = await server.sql(sql =>
      sql.query<{ action: string }>(
        `select action from audit where action in ('user.create', 'session.linkProvider', 'session.provider') order by id`,
      ),
    )
    expect(written.map(({ action }) => action).slice(-4)).toEqual([
      'user.create',
      'session.linkProvider',
      'session.provider',
      'session.provider',
    ])
    expect((await call('/api/auth/auth/logout', {}, token)).code).toBe(0)
    expect((await call('/api/user/per/getNavigationBar', {}, token)).code).toBe(208)
  })
  test('is refused where the tenant makes nobody', async () => {
    await save({ unknownPeople: 'refuse' })
    expect((await logIn('anna')).id).toBe('provider.unknownPerson')
    expect(await accountOf('anna')).toBeUndefined()
  })
  test('has a login name of the tenant’s mail domain, and nobody has one of another', async () => {
    await save({ nameClaim: 'email' })
    provider.people.anna = { email: 'anna@harbour.example', email_verified: true }
    expect(await logIn('anna')).toMatchObject({ code: 0, data: { username: 'anna' } })
    provider.people.other = { email: 'anna@elsewhere.example', email_verified: true }
    expect((await logIn('other')).id).toBe('provider.badName')
  })
  test('comes in by a mail address only once the provider has verified it', async () => {
    await save({ nameClaim: 'email' })
    provider.people.anna = { email: 'anna@harbour.example', email_verified: false }
    expect((await logIn('anna')).id).toBe('provider.unverified')
    provider.people.anna = { email: 'anna@harbour.example' }
    expect((await logIn('anna')).id).toBe('provider.unverified')
  })
  test('gets another login name where somebody of another tenant has it', async () => {
    provider.people.s = { preferred_username: 'stranger', name: 'S' }
    expect(await logIn('s')).toMatchObject({ data: { username: 'stranger.harbour' } })
    await server.sql(sql =>
      sql.change(`update account set removed_at = 1 where username = 'stranger.harbour'`),
    )
  })
})

describe('who is here already', () => {
  test('is linked by login name only where the administrator allows it', async () => {
    provider.people.p = { preferred_username: 'patrol' }
    expect((await logIn('p')).id).toBe('provider.notLinked')
    await save({ linksExisting: true })
    expect(await logIn('p')).toMatchObject({ code: 0, data: { username: 'patrol' } })
  })
  test('is not taken over by a second person of the provider with that login name', async () => {
    await save({ linksExisting: true })
    provider.people.p = { preferred_username: 'patrol' }
    provider.people.q = { preferred_username: 'patrol' }
    expect((await logIn('p')).code).toBe(0)
    expect((await logIn('q')).id).toBe('provider.notLinked')
  })
  test('is never the super administrator, also one who was raised after', async () => {
    await save({ linksExisting: true })
    await server.sql(sql => sql.change(`update account set highest = true where username = 'second'`))
    provider.people.s = { preferred_username: 'second' }
    expect((await logIn('s')).id).toBe('provider.notLinked')
    await server.sql(sql => sql.change(`update account set highest = false where username = 'second'`))
    expect((await logIn('s')).code).toBe(0)
    await server.sql(sql => sql.change(`update account set highest = true where username = 'second'`))
    expect((await logIn('s')).id).toBe('provider.notLinked')
    await server.sql(sql => sql.change(`update account set highest = false where username = 'second'`))
  })
  test('gets nothing while disabled, whatever the provider says', async () => {
    expect((await logIn('anna')).code).toBe(0)
    await server.sql(sql => sql.change(`update account set status = 'disabled' where username = 'anna'`))
    const refused = await logIn('anna')
    expect(refused.id).toBe('session.disabled')
    expect(refused.headers.get('authorization')).toBeNull()
  })
})

describe('two tenants', () => {
  test('with the same issuer and subject have two people', async () => {
    const there = { ...rules(), signInName: 'there', roleId: null, departmentId: null, version: 0 }
    const saved = await call('/api/user/tenant/saveIdentityProvider', there, server.tokens.stranger)
    expect(saved.code).toBe(0)
    const here = await logIn('anna')
    const other = await logIn('anna', 'there')
    expect(here).toMatchObject({ data: { tenantId: server.here.tenantId, username: 'anna' } })
    expect(other).toMatchObject({ data: { tenantId: server.there.tenantId, username: 'anna.there' } })
    expect(await logIn('anna')).toMatchObject({ data: { id: (here.data as { id: number }).id } })
  })
  test('never finish each other’s logins', async () => {
    const there = { ...rules(), signInName: 'there', roleId: null, departmentId: null, version: 0 }
    await call('/api/user/tenant/saveIdentityProvider', there, server.tokens.stranger)
    const [mine, theirs] = [await begin(), await begin('there')]
    const answer = await provider.walk(theirs.address, 'anna')
    // The state of the other tenant's login with the handle of this one.
    expect((await finish(mine.handle, answer)).id).toBe('provider.attemptOver')
    // The code of the other one with the state of this one: PKCE and nonce are another's.
    const swapped = new URLSearchParams(answer)
    swapped.set('state', new URL(mine.address).searchParams.get('state') ?? '')
    expect((await finish(mine.handle, swapped.toString())).id).toBe('provider.invalid')
  })
  test('do not have one sign-in name', async () => {
    const taken = { ...rules(), roleId: null, departmentId: null, version: 0 }
    expect(await call('/api/user/tenant/saveIdentityProvider', taken, server.tokens.stranger)).toMatchObject({
      id: 'field.duplicate',
      field: 'signInName',
    })
  })
})

describe('a login', () => {
  test('is good once, for the browser that began it, for ten minutes', async () => {
    const { address, handle } = await begin()
    const answer = await provider.walk(address, 'anna')
    expect((await finish('A'.repeat(43), answer)).id).toBe('provider.attemptOver')
    expect((await finish(handle, answer)).code).toBe(0)
    expect((await finish(handle, answer)).id).toBe('provider.attemptOver')
    const late = await begin()
    await server.sql(sql => sql.change('update provider_attempt set expires_at = $1', [Date.now()]))
    const tooLate = await finish(late.handle, await provider.walk(late.address, 'anna'))
    expect(tooLate.id).toBe('provider.attemptOver')
  })
  test('takes no code twice', async () => {
    const first = await begin()
    const answer = new URLSearchParams(await provider.walk(first.address, 'anna'))
    expect((await finish(first.handle, answer.toString())).code).toBe(0)
    const second = await begin()
    answer.set('state', new URL(second.address).searchParams.get('state') ?? '')
    expect((await finish(second.handle, answer.toString())).id).toBe('provider.invalid')
  })
  test('keeps nothing of what proves it in the database', async () => {
    const { address, handle } = await begin()
    const { searchParams } = new URL(address)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    const rows = await server.sql(sql => sql.query('select * from provider_attempt'))
    for (const word of [handle, searchParams.get('state') ?? '', searchParams.get('nonce') ?? ''])
      expect(JSON.stringify(rows)).not.toContain(word)
    expect(address).not.toContain(handle)
  })
  test('that the provider refuses says so', async () => {
    const { address, handle } = await begin()
    const state = new URL(address).searchParams.get('state') ?? ''
    const answer = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer }).toString()
    expect(await finish(handle, answer)).toMatchObject({
      id: 'provider.refused',
      params: { reason: 'access_denied' },
    })
  })
  test('ends when the tenant goes to another provider, and when it is turned off', async () => {
    const isOffered = async () => (await server.call('/api/auth/auth/boot')).data
    expect(await isOffered()).toMatchObject({ providers: true })
    const { address, handle } = await begin()
    const answer = await provider.walk(address, 'anna')
    await save({ enabled: false })
    // Whoever logs in where no tenant has one is not asked for any.
    expect(await isOffered()).not.toHaveProperty('providers')
    expect((await finish(handle, answer)).id).toBe('provider.off')
    expect((await call('/api/auth/auth/beginProviderLogin', { tenant: 'harbour', origin: ORIGIN })).id).toBe(
      'provider.off',
    )
  })
  test('begins for the page of this host only', async () => {
    const asked = { tenant: 'harbour', origin: 'https://elsewhere.example' }
    expect(await call('/api/auth/auth/beginProviderLogin', asked)).toMatchObject({ field: 'origin' })
  })
  test('comes back to the login page with what the provider said behind the hash', async () => {
    const back = await fetch(`${server.url}/api/auth/provider/return?code=a%20b&state=c`, {
      redirect: 'manual',
    })
    expect(back.status).toBe(302)
    expect(back.headers.get('location')).toBe('/#/login?answer=code%3Da%2520b%26state%3Dc')
  })
})

describe('an ID token', () => {
  const hour = 3600
  const wrong: [string, (token: Token) => Token][] = [
    ['with another nonce', t => ({ ...t, claims: { ...t.claims, nonce: 'another' } })],
    ['without a nonce', t => ({ ...t, claims: { ...t.claims, nonce: undefined } })],
    ['for another client', t => ({ ...t, claims: { ...t.claims, aud: 'another' } })],
    ['of another issuer', t => ({ ...t, claims: { ...t.claims, iss: 'https://another.example' } })],
    [
      'that has expired',
      t => ({
        ...t,
        claims: { ...t.claims, exp: Number(t.claims.iat) - hour, iat: Number(t.claims.iat) - 2 * hour },
      }),
    ],
    ['of long ago', t => ({ ...t, claims: { ...t.claims, iat: Number(t.claims.iat) - hour } })],
    ['of the future', t => ({ ...t, claims: { ...t.claims, iat: Number(t.claims.iat) + hour } })],
    ['signed by nobody', t => ({ ...t, head: { alg: 'none' }, by: 'nobody' })],
    ['signed by a stranger', t => ({ ...t, by: 'stranger' })],
    ['signed by the secret', t => ({ ...t, head: { ...t.head, alg: 'HS256' } })],
    ['without a subject', t => ({ ...t, claims: { ...t.claims, sub: undefined } })],
  ]
  test.each(wrong)('%s lets nobody in', async (_, spoil) => {
    provider.spoils(spoil)
    const refused = await logIn('anna')
    expect(refused.id).toBe('provider.invalid')
    expect(refused.headers.get('authorization')).toBeNull()
    expect(await accountOf('anna')).toBeUndefined()
  })
  test('that was only written anew is believed: what is refused above is refused for what it says', async () => {
    provider.spoils(token => token)
    expect((await logIn('anna')).code).toBe(0)
  })
  test('may be of a clock that differs a little', async () => {
    provider.spoils(t => ({ ...t, claims: { ...t.claims, iat: Number(t.claims.iat) + 20 } }))
    expect((await logIn('anna')).code).toBe(0)
  })
  test('is believed by new keys as soon as the provider has them', async () => {
    expect((await logIn('anna')).code).toBe(0)
    provider.rotates()
    expect((await logIn('anna')).code).toBe(0)
  })
})

describe('a provider that is down', () => {
  test('keeps people out in words, and no password of theirs', async () => {
    const { address, handle } = await begin()
    const answer = await provider.walk(address, 'anna')
    provider.answers(false)
    expect((await finish(handle, answer)).id).toBe('provider.unreachable')
    const asked = { tenant: 'harbour', origin: ORIGIN }
    expect((await call('/api/auth/auth/beginProviderLogin', asked)).id).toBe('provider.unreachable')
    await server.logIn('patrol')
  })
})
