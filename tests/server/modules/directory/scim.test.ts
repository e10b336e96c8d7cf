// A directory that keeps a tenant's people in step, against the real server: what it may, what it never reaches, what ends.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SCIM } from '../../../../src/domain/access/scim.ts'
import { startServer, type TestServer } from '../../start.ts'

let server: TestServer
let key: string
let strange: string
let weak: string

async function makeKey(token: string, input: object): Promise<string> {
  const { data } = await server.call('/api/user/apiKey/save', {
    token,
    body: { name: `Key ${Math.random()}`, ...input },
  })
  const { id } = z.parse(z.looseObject({ id: z.int() }), data)
  const told = await server.call('/api/user/apiKey/secret', { token, body: { id, overlapHours: 0 } })
  return z.parse(z.looseObject({ secret: z.string() }), told.data).secret
}

beforeAll(async () => {
  server = await startServer()
  const { admin, stranger } = server.tokens
  key = await makeKey(admin, { scopes: ['directory.people'] })
  strange = await makeKey(stranger, { scopes: ['directory.people'] })
  weak = await makeKey(admin, { scopes: ['user.read', 'device.read'] })
})
afterAll(() => server.stop())
beforeEach(() =>
  server.sql(async sql => {
    await sql.change(
      `update account set removed_at = 1 where removed_at is null and id in (select account_id from directory_person)
         and username not in ('patrol', 'admin', 'second')`,
    )
    await sql.change('delete from directory_person')
    await sql.change('delete from identity_provider')
  }),
)

interface Said {
  status: number
  type: string | null
  location: string | null
  body: Record<string, unknown> & { id: string; Resources: { userName: string; id: string }[] }
}

async function ask(
  method: string,
  path: string,
  body?: unknown,
  secret: string | undefined = key,
): Promise<Said> {
  const response = await fetch(`${server.url}/scim/v2${path}`, {
    method,
    headers: {
      ...(secret && { authorization: `Bearer ${secret}` }),
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const { headers, status } = response
  return {
    status,
    type: headers.get('content-type'),
    location: headers.get('location'),
    body: text === '' ? {} : JSON.parse(text),
  }
}

const anna = (more: object = {}) => ({
  schemas: [SCIM.user],
  userName: 'anna',
  externalId: 'e-1',
  displayName: 'Anna Berg',
  active: true,
  phoneNumbers: [{ value: '13900000001', type: 'mobile' }],
  ...more,
})
const patch = (id: string, ...operations: object[]) =>
  ask('PATCH', `/Users/${id}`, { schemas: [SCIM.patch], Operations: operations })
const find = (filter: string, secret = key) =>
  ask('GET', `/Users?${new URLSearchParams({ filter })}`, undefined, secret)

const accountOf = (id: string | number) =>
  server.sql(sql =>
    sql.first<{ username: string; name: string; status: string; phone: string | null; tenant_id: number }>(
      'select username, name, status, phone, tenant_id from account where id = $1',
      [Number(id)],
    ),
  )

describe('a person', () => {
  test('is made, found, read, changed and replaced; each is written down as the key’s', async () => {
    const made = await ask('POST', '/Users', anna())
    expect(made).toMatchObject({
      status: 201,
      type: expect.stringContaining('application/scim+json'),
      body: { userName: 'anna', externalId: 'e-1', displayName: 'Anna Berg', active: true },
    })
    const { id } = made.body
    expect(made.location).toMatch(new RegExp(`/scim/v2/Users/${id}$`))
    expect(await accountOf(id)).toEqual({
      ...{ username: 'anna', name: 'Anna Berg', status: 'enabled', phone: '13900000001' },
      tenant_id: server.here.tenantId,
    })
    expect((await find('userName eq "ANNA"')).body).toMatchObject({ totalResults: 1, Resources: [{ id }] })
    expect((await find('externalId eq "e-1"')).body).toMatchObject({ totalResults: 1, Resources: [{ id }] })
    expect((await find('externalId eq "E-1"')).body).toMatchObject({ totalResults: 0, Resources: [] })
    const changed = await patch(
      id,
      { op: 'replace', path: 'displayName', value: 'Anna B.' },
      { op: 'remove', path: 'phoneNumbers' },
    )
    expect(changed).toMatchObject({ status: 200, body: { displayName: 'Anna B.' } })
    expect(changed.body.phoneNumbers).toBeUndefined()
    const replaced = await ask('PUT', `/Users/${id}`, { userName: 'anna.berg', displayName: 'Anna' })
    expect(replaced.body).toMatchObject({ userName: 'anna.berg', displayName: 'Anna', active: true })
    expect(replaced.body.externalId).toBeUndefined()
    expect(await accountOf(id)).toMatchObject({ username: 'anna.berg', name: 'Anna' })
    const written = await server.sql(sql =>
      sql.query(
        `select distinct user_name like 'key Key %' as by_key, user_id from audit where entity = 'user' and row_id = $1`,
        [Number(id)],
      ),
    )
    expect(written).toEqual([{ by_key: true, user_id: null }])
  })
  test('that is deactivated loses the session with that, and comes back by being activated', async () => {
    const [person] = (await find('userName eq "patrol"')).body.Resources
    const token = await server.logIn('patrol')
    expect((await server.call('/api/user/per/getNavigationBar', { token, body: {} })).code).toBe(0)
    expect(
      (await patch(person?.id ?? '', { op: 'Replace', path: 'active', value: 'False' })).body,
    ).toMatchObject({ active: false })
    expect((await server.call('/api/user/per/getNavigationBar', { token, body: {} })).code).toBe(208)
    await expect(server.logIn('patrol')).rejects.toThrow('session.disabled')
    expect((await patch(person?.id ?? '', { op: 'replace', value: { active: true } })).status).toBe(200)
    await server.logIn('patrol')
  })
  test('that is deleted is disabled with all history, unknown to the directory, and itself again when it comes back', async () => {
    const { id } = (await ask('POST', '/Users', anna())).body
    expect((await ask('DELETE', `/Users/${id}`)).status).toBe(204)
    expect(await accountOf(id)).toMatchObject({ status: 'disabled' })
    expect((await ask('GET', `/Users/${id}`)).status).toBe(404)
    expect((await ask('DELETE', `/Users/${id}`)).status).toBe(404)
    expect((await find('userName eq "anna"')).body).toMatchObject({ totalResults: 0 })
    const back = await ask('POST', '/Users', anna({ displayName: 'Anna again' }))
    expect(back).toMatchObject({ status: 201, body: { id, active: true, displayName: 'Anna again' } })
    expect(await accountOf(id)).toMatchObject({ status: 'enabled' })
  })
  test('has a login name of the tenant’s mail domain where the directory calls people by address', async () => {
    expect(await ask('POST', '/Users', anna({ userName: 'anna@harbour.example' }))).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    })
    await server.sql(sql =>
      sql.change(
        `insert into identity_provider (tenant_id, updated_at, updated_by, enabled, name, sign_in_name, issuer, client_id, client_secret,
           scopes, name_claim, mail_domain, unknown_people, links_existing, passwords, factor, group_roles)
         values ($1, 1, 'x', false, 'x', 'harbour', 'https://x.example', 'x', '', '', 'sub', 'harbour.example', 'refuse', false,
           'everybody', 'own', '[]')`,
        [server.here.tenantId],
      ),
    )
    const made = await ask('POST', '/Users', anna({ userName: 'anna@harbour.example' }))
    expect(made).toMatchObject({ status: 201, body: { userName: 'anna@harbour.example' } })
    expect(await accountOf(made.body.id)).toMatchObject({ username: 'anna' })
    expect((await find('userName eq "anna@harbour.example"')).body).toMatchObject({ totalResults: 1 })
    // Who was here before is found by the name that the directory’s stands for, so that it is matched and not made again.
    expect((await find('userName eq "second@harbour.example"')).body.Resources).toMatchObject([
      { userName: 'second' },
    ])
    const other = await ask(
      'POST',
      '/Users',
      anna({ userName: 'stranger@harbour.example', externalId: 'e-9', phoneNumbers: [] }),
    )
    expect(other).toMatchObject({ status: 201 })
    expect(await accountOf(other.body.id)).toMatchObject({ username: 'stranger.harbour' })
  })
})

describe('a list', () => {
  test('goes by startIndex and count, and tells no visitor', async () => {
    const all = await ask('GET', '/Users')
    const total = Number(all.body.totalResults)
    expect(all.body.Resources).toHaveLength(total)
    expect(all.body.Resources.map(({ userName }) => userName)).toEqual(
      expect.arrayContaining(['admin', 'patrol']),
    )
    expect(all.body.Resources.map(({ userName }) => userName)).not.toContain('visitor')
    const second = await ask('GET', '/Users?startIndex=2&count=1')
    expect(second.body).toMatchObject({ totalResults: total, startIndex: 2, itemsPerPage: 1 })
    expect(second.body.Resources[0]?.id).toBe(all.body.Resources[1]?.id)
    expect((await ask('GET', '/Users?count=0')).body).toMatchObject({ totalResults: total, Resources: [] })
    expect((await ask('GET', '/Users?startIndex=0&count=-3')).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
    })
    expect((await ask('GET', '/Users?count=many')).status).toBe(400)
  })
})

describe('what is refused', () => {
  test('a second one of a name or of an external id, as a conflict', async () => {
    expect((await ask('POST', '/Users', anna())).status).toBe(201)
    const conflict = { status: 409, body: { schemas: [SCIM.error], status: '409', scimType: 'uniqueness' } }
    expect(await ask('POST', '/Users', anna({ externalId: 'e-2' }))).toMatchObject(conflict)
    expect(await ask('POST', '/Users', anna({ userName: 'patrol', externalId: 'e-2' }))).toMatchObject(
      conflict,
    )
    const twice = anna({ userName: 'bert', phoneNumbers: [] })
    expect(await ask('POST', '/Users', twice)).toMatchObject(conflict)
    expect(await find('userName eq "bert"')).toMatchObject({ body: { totalResults: 0 } })
  })
  test('filters that are not understood', async () => {
    for (const filter of ['userName sw "a"', 'active eq true', 'userName eq "a" and active eq true'])
      expect(await find(filter)).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } })
  })
  test.each([
    [{ userName: 'x y' }, 'invalidValue'],
    [{ userName: undefined }, 'invalidValue'],
    [{ active: 'maybe' }, 'invalidValue'],
    [{ phoneNumbers: [{ value: '12' }] }, 'invalidValue'],
    [{ emails: [{ value: 'nowhere' }] }, 'invalidValue'],
  ])('fields that are wrong: %j', async (more, scimType) => {
    expect(await ask('POST', '/Users', anna(more))).toMatchObject({ status: 400, body: { scimType } })
  })
  test('what cannot be read', async () => {
    expect((await ask('POST', '/Users', '{')).status).toBe(400)
    expect((await ask('GET', '/Groups')).status).toBe(404)
    expect((await ask('GET', '/Users/-1')).status).toBe(404)
  })
  test('keys of another tenant, with another scope, and none at all', async () => {
    const { id } = (await ask('POST', '/Users', anna())).body
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', anna()],
      ['PATCH', { Operations: [{ op: 'replace', path: 'active', value: false }] }],
      ['DELETE', undefined],
    ] as const) {
      expect((await ask(method, `/Users/${id}`, body, strange)).status, method).toBe(404)
      expect((await ask(method, `/Users/${id}`, body, weak)).status, method).toBe(403)
      expect((await ask(method, `/Users/${id}`, body, '')).status, method).toBe(401)
      expect((await ask(method, `/Users/${id}`, body, server.tokens.admin)).status, method).toBe(401)
    }
    expect(await accountOf(id)).toMatchObject({ status: 'enabled' })
    expect((await find('userName eq "anna"', strange)).body).toMatchObject({ totalResults: 0 })
    expect((await ask('POST', '/Users', anna(), weak)).status).toBe(403)
    for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas'])
      expect((await ask('GET', path, undefined, weak)).status).toBe(403)
  })
  test('people who hold the highest authorization, and the last who can let others in', async () => {
    const [admin] = (await find('userName eq "admin"')).body.Resources
    const [second] = (await find('userName eq "second"')).body.Resources
    await server.sql(sql => sql.change(`update account set highest = true where username = 'second'`))
    expect((await ask('DELETE', `/Users/${second?.id}`)).status).toBe(403)
    await server.sql(sql => sql.change(`update account set highest = false where username = 'second'`))
    expect((await ask('DELETE', `/Users/${second?.id}`)).status).toBe(204)
    expect(await ask('DELETE', `/Users/${admin?.id}`)).toMatchObject({ status: 403 })
    await server.sql(sql => sql.change(`update account set status = 'enabled' where username = 'second'`))
  })
})

test('a key of a department reaches the people of that department alone', async () => {
  const narrow = await makeKey(server.tokens.admin, {
    ...{ scopes: ['directory.people'], departmentId: server.here.departmentId },
  })
  const seen = (await ask('GET', '/Users', undefined, narrow)).body.Resources.map(({ userName }) => userName)
  expect(seen).toContain('patrol')
  expect(seen).not.toContain('admin')
  const [admin] = (await find('userName eq "admin"')).body.Resources
  expect((await ask('DELETE', `/Users/${admin?.id}`, undefined, narrow)).status).toBe(404)
})

test('what the server can do stands where directories look for it', async () => {
  expect((await ask('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
  })
  expect((await ask('GET', '/ResourceTypes')).body).toMatchObject({ Resources: [{ endpoint: '/Users' }] })
  expect((await ask('GET', '/Schemas')).body).toMatchObject({ Resources: [{ id: SCIM.user }] })
})
