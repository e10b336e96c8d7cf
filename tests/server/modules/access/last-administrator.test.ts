// Somebody must be left who can let others in: the last administrator of a tenant and of the platform cannot be removed,
// disabled or stripped, however many try at once. And what is removed is not assigned meanwhile.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insert, startServer, type TestServer } from '../../start.ts'

const RACES = 12

let server: TestServer
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await startServer()
  await server.sql(async sql => {
    const rows = await sql.query<{ id: number; username: string; tenant_id: number; password_hash: string }>(
      'select id, username, tenant_id, password_hash from account',
    )
    for (const { id, username } of rows) ids[username] = id
    const root = rows.find(({ username }) => username === 'root')
    ids.other = await insert(sql, 'account', {
      tenant_id: root?.tenant_id,
      username: 'other',
      name: 'Other root',
      password_hash: root?.password_hash,
      highest: true,
    })
  })
})
afterAll(() => server.stop())
beforeEach(() =>
  server.sql(sql =>
    sql.change(
      `update account set status = 'enabled', removed_at = null, highest = username in ('root', 'other') where id = any($1)`,
      [[ids.root, ids.other, ids.admin, ids.second, ids.stranger]],
    ),
  ),
)

interface Result {
  ok: boolean
  error?: { id: string }
}
const act = async (name: string, token: string, id: number | undefined, input?: object) => {
  const answer = await server.call(`/api/user/user/${name}`, {
    token,
    body: { ids: [id], ...(input ? { input } : {}) },
  })
  return (answer.data as { results: Result[] } | undefined)?.results[0]?.ok === true
}
const left = async (usernames: readonly string[]) => {
  const row = await server.sql(sql =>
    sql.first<{ n: number }>(
      `select count(*) as n from account where username = any($1) and removed_at is null and status = 'enabled'`,
      [usernames],
    ),
  )
  return row?.n
}

describe.each([
  ['a tenant', ['admin', 'second']],
  ['the platform', ['root', 'other']],
] as const)('two administrators of %s', (_, [one, another]) => {
  test.each(['remove', 'disable'])('who %s each other at once leave one', async verb => {
    let tokens = await Promise.all([server.logIn(one), server.logIn(another)])
    let lost = 0
    for (let race = 0; race < RACES; race++) {
      await Promise.all([act(verb, tokens[0], ids[another]), act(verb, tokens[1], ids[one])])
      if ((await left([one, another])) === 0) lost++
      await server.sql(sql =>
        sql.change(`update account set status = 'enabled', removed_at = null where username = any($1)`, [
          [one, another],
        ]),
      )
      server.app.parts.bus.emit('rights.changed', {})
      // Sessions ended with the account; both come back for the next race.
      tokens = await Promise.all([server.logIn(one), server.logIn(another)])
    }
    expect(lost).toBe(0)
  })
})

describe('the last administrator of a tenant', () => {
  beforeEach(() =>
    server.sql(sql => sql.change(`update account set status = 'disabled' where id = $1`, [ids.second])),
  )
  const roleOf = (tenantId: number) =>
    server.sql(sql =>
      sql.first<{ id: number; version: number; name: string }>(
        `select id, version, name from role where tenant_id = $1 and name = '租户管理员'`,
        [tenantId],
      ),
    )

  test('keeps the role', async () => {
    const { tenantId } = server.here
    const { data } = await server.call('/api/user/user/get', {
      token: await server.logIn('root'),
      query: { id: String(ids.admin) },
    })
    const { version, username, name } = data as { version: number; username: string; name: string }
    const token = await server.logIn('admin')
    const answer = await server.call('/api/user/user/save', {
      token,
      body: { id: ids.admin, version, username, name, phone: '13800000001', roleIds: [] },
    })
    expect(answer).toMatchObject({ id: 'forbidden.lastAdministrator' })
    const role = await roleOf(tenantId)
    const stripped = await server.call('/api/user/role/save', {
      token,
      body: { id: role?.id, version: role?.version, name: role?.name, scope: 'tenant', resourceIds: [] },
    })
    expect(stripped).toMatchObject({ id: 'forbidden.lastAdministrator' })
    const narrowed = await server.call('/api/user/role/save', {
      token,
      body: {
        id: role?.id,
        version: role?.version,
        name: role?.name,
        scope: 'department',
        resourceIds: (
          await server.sql(sql =>
            sql.query<{ id: number }>('select resource_id as id from role_resource where role_id = $1', [
              role?.id,
            ]),
          )
        ).map(({ id }) => id),
      },
    })
    expect(narrowed).toMatchObject({ id: 'forbidden.lastAdministrator' })
  })
  test('keeps the permissions, whatever becomes of the resources', async () => {
    const button = await server.sql(sql =>
      sql.first<Record<string, unknown>>(
        `select id, version, name, type, parent_id as "parentId", mark, sort from resource where mark = 'user.save'`,
      ),
    )
    const answer = await server.call('/api/user/resource/save', {
      token: await server.logIn('root'),
      body: { ...button, status: 0 },
    })
    expect(answer).toMatchObject({ id: 'forbidden.lastAdministrator' })
  })
  test('may be disabled by the platform, which can let another one in', async () => {
    expect(await act('disable', await server.logIn('root'), ids.admin)).toBe(true)
  })
})

test('a role that is removed while somebody is given it is on nobody', async () => {
  const token = await server.logIn('admin')
  const { tenantId } = server.here
  let dangling = 0
  for (let race = 0; race < RACES; race++) {
    const role = await server.sql(sql =>
      insert(sql, 'role', { tenant_id: tenantId, name: `passing ${race}`, scope: 'tenant' }),
    )
    await Promise.all([
      server.call('/api/user/role/remove', { token, body: { ids: [role] } }),
      server.call('/api/user/user/save', {
        token,
        body: { username: `passing${race}`, name: 'P', password: 'Passing-2026!', roleIds: [role] },
      }),
    ])
    const found = await server.sql(sql =>
      sql.first<{ n: number }>(
        `select count(*) as n from account_role ar join role r on r.id = ar.role_id where r.id = $1 and r.removed_at is not null`,
        [role],
      ),
    )
    dangling += found?.n ?? 0
  }
  expect(dangling).toBe(0)
})
