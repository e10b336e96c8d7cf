// What lets somebody in: passwords, phones, e-mail addresses, links. Who changes it ends what was open, proves themselves,
// and never reaches beyond their own rights.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOfStep, stepAt } from '../../../../server/modules/session/totp.ts'
import { insert, PASSWORD, startServer, type TestServer } from '../../start.ts'
import { bytesOf } from './app-of-test.ts'

let server: TestServer
/** A clerk saves people and may not set passwords; a keeper may both. */
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await startServer()
  await server.sql(async sql => {
    const { tenantId } = server.here
    const admin = await sql.first<{ password_hash: string }>(
      `select password_hash from account where username = 'admin'`,
    )
    const person = async (username: string, permissions: readonly string[]) => {
      const id = await insert(sql, 'account', {
        tenant_id: tenantId,
        username,
        name: `Name of ${username}`,
        password_hash: admin?.password_hash,
      })
      const role = await insert(sql, 'role', {
        tenant_id: tenantId,
        name: `role ${username}`,
        scope: 'tenant',
      })
      await sql.change(
        `insert into role_resource (tenant_id, role_id, resource_id) select $1, $2, id from resource where mark = any($3)`,
        [tenantId, role, permissions],
      )
      await sql.change('insert into account_role (tenant_id, account_id, role_id) values ($1, $2, $3)', [
        tenantId,
        id,
        role,
      ])
      ids[username] = id
    }
    await person('clerk', ['user.read', 'user.save', 'device.read', 'device.share', 'notice.read'])
    await person('keeper', ['user.read', 'user.save', 'user.password', 'user.remove', 'notice.read'])
    await person('worker', ['device.read', 'device.share', 'notice.read'])
    for (const { id, username } of await sql.query<{ id: number; username: string }>(
      `select id, username from account where username in ('admin', 'second', 'root')`,
    ))
      ids[username] = id
  })
})
afterAll(() => server.stop())
beforeEach(() =>
  server.sql(async sql => {
    await sql.change('delete from login_failure')
    await sql.change(
      `update account set status = 'enabled', removed_at = null,
         password_until = null,
         password_hash = (select password_hash from account where username = 'second') where id = any($1)`,
      [[ids.worker, ids.clerk, ids.keeper]],
    )
  }),
)

const post = (path: string, token: string, body: unknown) => server.call(path, { token, body })
const alive = async (token: string) =>
  (await server.call('/api/user/per/getNavigationBar', { token, body: {} })).code === 0
const row = async (id: number | undefined) =>
  (await server.call('/api/user/user/get', { token: server.tokens.admin, query: { id: String(id) } }))
    .data as Record<string, unknown> & { id: number; version: number }

/** Saves a person as they are, with these changes. */
async function save(token: string, id: number | undefined, changes: Record<string, unknown>) {
  const { version, username, name, roleIds, phone, email } = await row(id)
  const same = {
    id,
    version,
    username,
    name,
    roleIds,
    ...(phone ? { phone } : {}),
    ...(email ? { email } : {}),
  }
  return post('/api/user/user/save', token, { ...same, ...changes })
}
const command = async (name: string, token: string, id: number | undefined, input?: object) =>
  (
    (await post(`/api/user/user/${name}`, token, { ids: [id], ...(input ? { input } : {}) })).data as {
      results: { ok: boolean; error?: { id: string } }[]
    }
  )?.results[0]

interface Temporary {
  password: string
  expiresAt: number
}
const reset = (token: string, id: number | undefined) => post('/api/user/user/resetPassword', token, { id })
const temporaryOf = async (id: number | undefined) => (await reset(server.tokens.admin, id)).data as Temporary
const enter = (username: string, password: string) =>
  server.call('/api/auth/auth/login', { body: { username, password } })
const choose = (username: string, password: string, newPassword: string) =>
  server.call('/api/auth/auth/firstPassword', { body: { username, password, newPassword } })

describe('a link that lets somebody in without a password', () => {
  const link = async (token: string) => {
    const { data } = await post('/api/auth/auth/autoLoginLink', token, { imei: server.here.imei })
    const { path } = data as { path: string }
    return new URLSearchParams(path.split('?')[1]).get('key') ?? ''
  }
  const opens = async (key: string) =>
    (await server.call('/api/auth/auth/autoLogin', { body: { key } })).code === 0

  test('works while the session that made it does', async () => {
    const token = await server.logIn('worker')
    expect(await opens(await link(token))).toBe(true)
  })
  test.each<[string, (token: string) => Promise<unknown>]>([
    ['the logout', token => post('/api/auth/auth/logout', token, {})],
    [
      'a change of the password',
      token =>
        post('/api/auth/auth/changePassword', token, { oldPassword: PASSWORD, newPassword: 'Another-2026!' }),
    ],
    ['a reset by somebody', () => reset(server.tokens.admin, ids.worker)],
    ['being disabled', () => command('disable', server.tokens.admin, ids.worker)],
    ['another phone', () => save(server.tokens.admin, ids.worker, { phone: '13911110001' })],
    ['being removed', () => post('/api/user/user/remove', server.tokens.admin, { ids: [ids.worker] })],
  ])('ends with %s', async (_, end) => {
    const token = await server.logIn('worker')
    const key = await link(token)
    await end(token)
    // What was ended stays ended when the person may come in again.
    await server.sql(sql =>
      sql.change(`update account set status = 'enabled', removed_at = null where id = $1`, [ids.worker]),
    )
    expect(await opens(key)).toBe(false)
  })
})

describe('the own password', () => {
  test('is never reset without the old one', async () => {
    const token = await server.logIn('keeper')
    expect((await reset(token, ids.keeper)).id).toBe('forbidden.self')
    expect(await save(token, ids.keeper, { password: 'Stolen-2026!' })).toMatchObject({
      id: 'forbidden.self',
    })
    await server.logIn('keeper')
  })
  test('cannot be replaced to prove oneself for the highest authorization', async () => {
    await server.sql(sql => sql.change(`update account set highest = true where id = $1`, [ids.second]))
    const token = await server.logIn('second')
    const { data } = await reset(token, ids.second)
    expect(data).toBeUndefined()
    const granted = await command('grantHighest', token, ids.worker, { ownPassword: 'Stolen-2026!' })
    await server.sql(sql => sql.change(`update account set highest = false where id = $1`, [ids.second]))
    expect(granted?.ok).toBe(false)
  })
})

describe('username, phone and e-mail of somebody else', () => {
  test.each([
    ['username', 'worker.else'],
    ['phone', '13911112222'],
    ['email', 'mine@example.org'],
  ])('%s asks for the right to set passwords', async (field, value) => {
    const token = await server.logIn('clerk')
    expect(await save(token, ids.worker, { [field]: value })).toMatchObject({ id: 'forbidden', field })
    expect((await row(ids.worker))[field]).not.toBe(value)
    // Everything else about a person stays a clerk's work.
    expect((await save(token, ids.worker, { name: 'Renamed' })).code).toBe(0)
  })
  test('is nobody’s who holds less', async () => {
    const token = await server.logIn('keeper')
    expect(await save(token, ids.admin, { phone: '13911113333' })).toMatchObject({
      id: 'forbidden.escalation',
    })
    expect(await save(token, ids.admin, { username: 'mine' })).toMatchObject({ id: 'forbidden.escalation' })
    expect((await reset(token, ids.admin)).id).toBe('forbidden.escalation')
  })
  test('ends the sessions of that person and is told to them', async () => {
    const worker = await server.logIn('worker')
    await server.sql(sql => sql.change('delete from notice'))
    expect((await save(server.tokens.admin, ids.worker, { phone: '13911114444' })).code).toBe(0)
    expect(await alive(worker)).toBe(false)
    const told = await server.sql(sql =>
      sql.query('select account_id as "accountId", kind, who, content from notice'),
    )
    expect(told).toEqual([{ accountId: ids.worker, kind: 'account', who: 'Name of admin', content: 'phone' }])
  })
  test('a new password is told to them too', async () => {
    await server.sql(sql => sql.change('delete from notice'))
    await reset(server.tokens.admin, ids.worker)
    const told = await server.sql(sql => sql.query('select account_id as "accountId", content from notice'))
    expect(told).toEqual([{ accountId: ids.worker, content: 'password' }])
  })
  test('another username ends the sessions, is told, and is the only one that logs in', async () => {
    const worker = await server.logIn('worker')
    await server.sql(sql => sql.change('delete from notice'))
    expect((await save(server.tokens.admin, ids.worker, { username: 'renamed' })).code).toBe(0)
    expect(await alive(worker)).toBe(false)
    expect((await enter('worker', PASSWORD)).id).toBe('session.badCredentials')
    expect((await enter('renamed', PASSWORD)).code).toBe(0)
    const told = await server.sql(sql => sql.query('select account_id as "accountId", content from notice'))
    expect(told).toEqual([{ accountId: ids.worker, content: 'username' }])
    expect((await save(server.tokens.admin, ids.worker, { username: 'worker' })).code).toBe(0)
  })
})

describe('a password that somebody else made', () => {
  const own = 'Chosen-by-me-1'

  test('is made by the server, opens nothing, and lets its person choose their own once', async () => {
    const before = await server.logIn('worker')
    const { password, expiresAt } = await temporaryOf(ids.worker)
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    expect(expiresAt - Date.now()).toBeGreaterThan(71 * 3_600_000)
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(72 * 3_600_000)
    expect(await alive(before)).toBe(false)
    expect((await enter('worker', PASSWORD)).id).toBe('session.badCredentials')
    const refused = await enter('worker', password)
    expect(refused.id).toBe('session.temporaryPassword')
    expect(refused.headers.get('authorization')).toBeNull()
    expect(await choose('worker', password, password)).toMatchObject({
      id: 'field.passwordSame',
      field: 'newPassword',
    })
    expect(await choose('worker', password, 'short')).toMatchObject({ id: 'field.passwordShort' })
    expect((await choose('worker', 'guessed-at-it', own)).id).toBe('session.badCredentials')
    const entered = await choose('worker', password, own)
    expect(await alive(entered.headers.get('authorization') ?? '')).toBe(true)
    expect((await choose('worker', password, 'Again-and-again-1')).id).toBe('session.badCredentials')
    expect((await enter('worker', own)).code).toBe(0)
  })
  test('is used once, however many try at the same moment', async () => {
    const { password } = await temporaryOf(ids.worker)
    const answers = await Promise.all([1, 2, 3, 4].map(n => choose('worker', password, `Own-${n}-2026!`)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  })
  test('is void after a second one', async () => {
    const first = await temporaryOf(ids.worker)
    const second = await temporaryOf(ids.worker)
    expect((await choose('worker', first.password, own)).id).toBe('session.badCredentials')
    expect((await choose('worker', second.password, own)).code).toBe(0)
  })
  test('expires, and proves nobody then', async () => {
    const { password } = await temporaryOf(ids.worker)
    await server.sql(sql =>
      sql.change('update account set password_until = $2 where id = $1', [ids.worker, Date.now() - 1]),
    )
    expect((await enter('worker', password)).id).toBe('session.passwordExpired')
    expect((await choose('worker', password, own)).id).toBe('session.passwordExpired')
    // Who does not know it learns nothing of that.
    expect((await enter('worker', 'guessed-at-it')).id).toBe('session.badCredentials')
  })
  test('is no way around an own one', async () => {
    expect((await choose('worker', PASSWORD, own)).id).toBe('session.badCredentials')
    expect((await enter('worker', PASSWORD)).code).toBe(0)
  })
  test('is what a new person gets, and what a form sets', async () => {
    const { tokens } = server
    const fresh = { username: 'fresh', name: 'Fresh', password: 'Typed-by-admin-1', roleIds: [] }
    expect((await post('/api/user/user/save', tokens.admin, fresh)).code).toBe(0)
    expect((await enter('fresh', 'Typed-by-admin-1')).id).toBe('session.temporaryPassword')
    expect((await choose('fresh', 'Typed-by-admin-1', own)).code).toBe(0)
    expect((await save(tokens.admin, ids.worker, { password: 'Typed-by-admin-2' })).code).toBe(0)
    expect((await row(ids.worker)).passwordUntil).toEqual(expect.any(Number))
    expect((await enter('worker', 'Typed-by-admin-2')).id).toBe('session.temporaryPassword')
  })
  test('cannot let in whom the administrator has disabled', async () => {
    const { password } = await temporaryOf(ids.worker)
    await command('disable', server.tokens.admin, ids.worker)
    expect((await choose('worker', password, own)).id).toBe('session.disabled')
    await command('enable', server.tokens.admin, ids.worker)
    expect((await choose('worker', password, own)).code).toBe(0)
  })
  test('leaves a line in the audit log, and no trace of itself', async () => {
    const { password } = await temporaryOf(ids.worker)
    const entry = await server.sql(sql =>
      sql.first<{ user_name: string; row_id: number }>(
        `select user_name, row_id from audit where action = 'user.resetPassword' order by id desc limit 1`,
      ),
    )
    expect(entry).toEqual({ user_name: 'admin', row_id: ids.worker })
    const everywhere = await server.sql(async sql =>
      JSON.stringify([await sql.query('select * from audit'), await sql.query('select * from idempotency')]),
    )
    expect(everywhere).not.toContain(password)
  })
  test('of another tenant, without the right, or of a visitor is nobody’s to make', async () => {
    expect((await reset(server.tokens.stranger, ids.worker)).id).toBe('row.unknown')
    expect((await reset(await server.logIn('clerk'), ids.worker)).id).toBe('forbidden')
    expect((await reset(server.tokens.visitor, ids.worker)).id).toBe('forbidden')
    const visitor = await server.sql(sql => sql.first<{ id: number }>('select id from account where visitor'))
    expect((await reset(server.tokens.admin, visitor?.id)).data).toBeUndefined()
  })
})

describe('taking a removal back', () => {
  const restore = async (token: string, entity: string, id: number | undefined) =>
    (
      (await post(`/api/user/${entity}/restore`, token, { ids: [id] })).data as {
        results: { ok: boolean; error?: { id: string } }[]
      }
    ).results[0]

  test('of a person with more rights is refused, of one with no more is not', async () => {
    const token = await server.logIn('keeper')
    const { admin } = server.tokens
    expect((await post('/api/user/user/remove', admin, { ids: [ids.second, ids.worker] })).code).toBe(0)
    expect(await restore(token, 'user', ids.second)).toMatchObject({
      ok: false,
      error: { id: 'forbidden.escalation' },
    })
    // The worker may see devices, which the keeper may not.
    expect(await restore(token, 'user', ids.worker)).toMatchObject({ ok: false })
    expect(await restore(admin, 'user', ids.worker)).toMatchObject({ ok: true })
    expect(await restore(await server.logIn('admin'), 'user', ids.second)).toMatchObject({ ok: true })
    await post('/api/user/user/remove', admin, { ids: [ids.clerk] })
    await server.sql(sql => sql.change('delete from account_role where account_id = $1', [ids.clerk]))
    expect(await restore(token, 'user', ids.clerk)).toMatchObject({ ok: true })
  })
  test('of a role with more rights is refused', async () => {
    const role = await server.sql(async sql => {
      const { tenantId } = server.here
      const id = await insert(sql, 'role', {
        tenant_id: tenantId,
        name: 'far',
        scope: 'tenant',
        removed_at: 1,
      })
      await sql.change(
        `insert into role_resource (tenant_id, role_id, resource_id) select $1, $2, id from resource where mark = 'device.unlock'`,
        [tenantId, id],
      )
      await sql.change(
        `insert into role_resource (tenant_id, role_id, resource_id)
         select $1, ar.role_id, r.id from account_role ar, resource r where ar.account_id = $2 and r.mark = 'role.remove'`,
        [tenantId, ids.keeper],
      )
      return id
    })
    server.app.parts.bus.emit('rights.changed', {})
    expect(await restore(await server.logIn('keeper'), 'role', role)).toMatchObject({
      error: { id: 'forbidden.escalation' },
    })
    expect(await restore(server.tokens.admin, 'role', role)).toMatchObject({ ok: true })
  })
})

describe('the own sessions', () => {
  interface Listed {
    session: string
    current: boolean
  }
  const listOf = async (token: string) =>
    (await server.call('/api/auth/auth/sessions', { token })).data as Listed[]
  const end = (token: string, body: object) => post('/api/auth/auth/endSessions', token, body)

  test('are listed, and ended with the password one by one or all others', async () => {
    await server.sql(sql => sql.change('delete from session where account_id = $1', [ids.worker]))
    const [here, there, far] = [
      await server.logIn('worker'),
      await server.logIn('worker'),
      await server.logIn('worker'),
    ]
    const list = await listOf(here)
    expect(list.map(({ current }) => current).sort()).toEqual([false, false, true])
    // What is listed lets nobody in.
    for (const { session } of list) expect(await alive(session)).toBe(false)
    const other = (await listOf(there)).find(({ current }) => current)?.session
    expect(await end(here, { session: other, password: 'wrong' })).toMatchObject({
      id: 'session.wrongPassword',
      field: 'password',
    })
    expect((await end(here, { session: other, password: PASSWORD })).code).toBe(0)
    expect([await alive(here), await alive(there), await alive(far)]).toEqual([true, false, true])
    expect((await end(here, { password: PASSWORD })).code).toBe(0)
    expect([await alive(here), await alive(far)]).toEqual([true, false])
    expect(await listOf(here)).toMatchObject([{ current: true }])
  })
  test('of somebody else are nobody’s, and a visitor, whose session is everybody’s, has none', async () => {
    const token = await server.logIn('worker')
    const foreign = (await listOf(server.tokens.admin)).find(({ current }) => current)?.session
    expect((await end(token, { session: foreign, password: PASSWORD })).id).toBe('row.unknown')
    expect(await alive(server.tokens.admin)).toBe(true)
    const { visitor } = server.tokens
    expect((await server.call('/api/auth/auth/sessions', { token: visitor })).id).toBe('forbidden')
    expect((await end(visitor, { password: PASSWORD })).id).toBe('forbidden')
  })
})

describe('the own username and phone', () => {
  test('a username asks for the password too', async () => {
    const here = await server.logIn('keeper')
    expect(await save(here, ids.keeper, { username: 'keeper.else' })).toMatchObject({
      id: 'field.required',
      field: 'ownPassword',
    })
  })
  test('a phone asks for the password, keeps this session and ends the others', async () => {
    const [here, elsewhere] = [await server.logIn('keeper'), await server.logIn('keeper')]
    expect(await save(here, ids.keeper, { phone: '13911115555' })).toMatchObject({
      id: 'field.required',
      field: 'ownPassword',
    })
    expect(await save(here, ids.keeper, { phone: '13911115555', ownPassword: 'wrong' })).toMatchObject({
      id: 'session.wrongPassword',
      field: 'ownPassword',
    })
    expect((await save(here, ids.keeper, { phone: '13911115555', ownPassword: PASSWORD })).code).toBe(0)
    expect([await alive(here), await alive(elsewhere)]).toEqual([true, false])
    // A number that stays asks for nothing.
    expect((await save(here, ids.keeper, { nickname: 'K' })).code).toBe(0)
  })
  test.each([
    ['username', 'keeper.renamed', 'keeper'],
    ['phone', '13911116666', ''],
    ['email', 'keeper@example.org', ''],
  ])(
    '%s asks for the second factor too where one stands, and uses its code up',
    async (field, value, before) => {
      const here = await server.logIn('keeper')
      const begun = await post('/api/auth/auth/beginApp', here, {})
      const secret = bytesOf((begun.data as { secret: string }).secret)
      const code = codeOfStep(secret, stepAt(Date.now()))
      await post('/api/auth/auth/confirmApp', here, { password: PASSWORD, code })
      const change = (proof: object) =>
        save(here, ids.keeper, { [field]: value, ownPassword: PASSWORD, ...proof })
      const stored = async () => (await row(ids.keeper))[field]
      for (const proof of [{}, { ownFactor: '' }])
        expect(await change(proof)).toMatchObject({ id: 'field.required', field: 'ownFactor' })
      // The code that has set the app up is used.
      for (const ownFactor of [code, '000000'])
        expect(await change({ ownFactor })).toMatchObject({ id: 'session.badFactor', field: 'ownFactor' })
      const next = codeOfStep(secret, stepAt(Date.now()) + 1)
      expect(await change({ ownPassword: 'wrong', ownFactor: next })).toMatchObject({ field: 'ownPassword' })
      expect(await stored()).not.toBe(value)
      expect((await change({ ownFactor: next })).code).toBe(0)
      expect(await stored()).toBe(value)
      // What lets nobody in asks for nothing.
      expect((await save(here, ids.keeper, { nickname: 'K' })).code).toBe(0)
      await server.sql(sql => sql.change('delete from login_failure'))
      expect(
        await save(here, ids.keeper, { [field]: before, ownPassword: PASSWORD, ownFactor: next }),
      ).toMatchObject({ id: 'session.badFactor' })
      await server.sql(sql => sql.change('delete from authenticator'))
      expect((await save(here, ids.keeper, { [field]: before, ownPassword: PASSWORD })).code).toBe(0)
    },
  )
  test('somebody else’s asks for no second factor of theirs', async () => {
    await server.sql(sql =>
      sql.change(
        `insert into passkey (account_id, tenant_id, credential_id, public_key, counter, name, created_at)
         values ($1, $2, 'desk', 'key', 0, 'Desk', 1)`,
        [ids.admin, server.here.tenantId],
      ),
    )
    const { admin } = server.tokens
    expect((await save(admin, ids.worker, { phone: '13911117777' })).code).toBe(0)
    const own = await save(admin, ids.admin, { phone: '13911118888', ownPassword: PASSWORD })
    expect(own).toMatchObject({ id: 'field.required', field: 'ownFactor' })
  })
})
