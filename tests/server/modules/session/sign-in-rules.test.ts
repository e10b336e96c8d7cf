// The sign-in rules of a tenant against the real server: who is let in without a second factor, how long sessions live, which
// passwords are taken.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isCommonPassword } from '../../../../server/modules/session/often-tried.ts'
import { codeOfStep, stepAt } from '../../../../server/modules/session/totp.ts'
import { MINUTE_MS } from '../../../../src/domain/durations.ts'
import { insert, PASSWORD, startServer, type TestServer } from '../../start.ts'
import { bytesOf } from './app-of-test.ts'

let server: TestServer
let workerId: number

beforeAll(async () => {
  server = await startServer()
  await server.sql(async sql => {
    const { tenantId } = server.here
    const admin = await sql.first<{ password_hash: string }>(
      `select password_hash from account where username = 'admin'`,
    )
    workerId = await insert(sql, 'account', {
      tenant_id: tenantId,
      username: 'worker',
      name: 'Worker',
      password_hash: admin?.password_hash,
    })
  })
})
afterAll(() => server.stop())
beforeEach(() =>
  server.sql(async sql => {
    await sql.change('delete from login_failure')
    await sql.change('delete from authenticator')
    await sql.change('delete from sign_in_rule')
    await sql.change(
      `update account set password_until = null,
         password_hash = (select password_hash from account where username = 'admin') where id = $1`,
      [workerId],
    )
  }),
)

const post = (path: string, token: string | undefined, body: unknown) => server.call(path, { token, body })
const alive = async (token: string) => (await post('/api/user/per/getNavigationBar', token, {})).code === 0
const logIn = (username: string, password = PASSWORD) =>
  post('/api/auth/auth/login', undefined, { username, password })
const read = async (token: string) =>
  (await server.call('/api/user/tenant/signInRules', { token })).data as Record<string, unknown> & {
    version: number
  }
const none = { secondFactor: 'nobody', leastPassword: 8, idleMinutes: null, sessionHours: null }
const save = async (token: string, changes: object) =>
  post('/api/user/tenant/saveSignInRules', token, {
    ...none,
    version: (await read(token)).version,
    ...changes,
  })

async function enrol(username: string) {
  const token = await server.logIn(username)
  const { data } = await post('/api/auth/auth/beginApp', token, {})
  const secret = bytesOf((data as { secret: string }).secret)
  const code = codeOfStep(secret, stepAt(Date.now()))
  expect((await post('/api/auth/auth/confirmApp', token, { password: PASSWORD, code })).code).toBe(0)
  return token
}

describe('the rules', () => {
  test('are the installation’s until somebody makes their own, and saving them is written down', async () => {
    const token = await server.logIn('admin')
    expect(await read(token)).toMatchObject({
      ...none,
      version: 0,
      updatedBy: null,
      installation: { idleMinutes: 720, sessionHours: 168 },
      withFactor: 0,
    })
    expect((await save(token, { leastPassword: 12, idleMinutes: 30 })).code).toBe(0)
    expect(await read(token)).toMatchObject({
      leastPassword: 12,
      idleMinutes: 30,
      version: 1,
      updatedBy: 'Name of admin',
    })
    const written = await server.sql(sql =>
      sql.query(`select user_name as who, detail from audit where action = 'tenant.signInRules'`),
    )
    expect(written).toEqual([
      { who: 'admin', detail: { before: none, after: { ...none, leastPassword: 12, idleMinutes: 30 } } },
    ])
  })
  test('of two who save what both have read, one is told', async () => {
    const token = await server.logIn('admin')
    const body = { ...none, leastPassword: 10, version: 0 }
    const saved = await Promise.all(
      [1, 2, 3].map(() => post('/api/user/tenant/saveSignInRules', token, body)),
    )
    expect(saved.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(saved.filter(({ id }) => id === 'row.changed')).toHaveLength(2)
  })
  test.each([
    [{ leastPassword: 7 }, 'leastPassword', 'field.tooSmall'],
    [{ leastPassword: 65 }, 'leastPassword', 'field.tooBig'],
    [{ idleMinutes: 4 }, 'idleMinutes', 'field.tooSmall'],
    [{ idleMinutes: 721 }, 'idleMinutes', 'field.tooBig'],
    [{ sessionHours: 169 }, 'sessionHours', 'field.tooBig'],
    [{ secondFactor: 'somebody' }, 'secondFactor', 'field.choice'],
  ])('%o is refused', async (changes, field, id) => {
    expect(await save(await server.logIn('admin'), changes)).toMatchObject({ field, id })
  })
  test('are an administrator’s, and of the own tenant', async () => {
    const worker = await server.logIn('worker')
    expect((await server.call('/api/user/tenant/signInRules', { token: worker })).id).toBe('forbidden')
    const body = { ...none, version: 0 }
    expect((await post('/api/user/tenant/saveSignInRules', worker, body)).id).toBe('forbidden')
    const stranger = await server.logIn('stranger')
    expect((await save(stranger, { leastPassword: 20 })).code).toBe(0)
    expect(await read(await server.logIn('admin'))).toMatchObject({ leastPassword: 8, version: 0 })
    // The platform's own rules hold for its own people.
    expect((await save(await server.logIn('root'), { leastPassword: 15 })).code).toBe(0)
    expect(await read(await server.logIn('admin'))).toMatchObject({ leastPassword: 8, version: 0 })
  })
})

describe('a second factor for everybody', () => {
  const ruled = async (secondFactor: 'administrators' | 'everybody') => {
    const admin = await enrol('admin')
    const saved = await save(admin, { secondFactor })
    expect(saved.code).toBe(0)
    return admin
  }
  test('is asked for by nobody who has none themselves', async () => {
    const token = await server.logIn('admin')
    expect(await save(token, { secondFactor: 'administrators' })).toMatchObject({
      id: 'factor.own',
      field: 'secondFactor',
    })
    expect((await read(token)).version).toBe(0)
  })
  test('ends the sessions of those who have none, and whoever comes in again can only set one up', async () => {
    const worker = await server.logIn('worker')
    const admin = await ruled('everybody')
    expect(await alive(worker)).toBe(false)
    expect(await alive(admin)).toBe(true)
    const entered = await logIn('worker')
    expect(entered.id).toBe('session.enrolFactor')
    expect(entered.headers.get('authorization')).toBeNull()
    const challenge = String(entered.params?.challenge)
    // It proves nothing, and is no session.
    expect((await post('/api/auth/auth/secondFactor', undefined, { challenge, code: '000000' })).id).toBe(
      'session.challengeOver',
    )
    expect(await alive(challenge)).toBe(false)
    const begun = await post('/api/auth/auth/beginEnrolment', undefined, { challenge })
    const { secret, username } = begun.data as { secret: string; username: string }
    expect(username).toBe('worker')
    const finish = (code: string) => post('/api/auth/auth/finishEnrolment', undefined, { challenge, code })
    expect((await finish('000000')).id).toBe('session.badFactor')
    const code = codeOfStep(bytesOf(secret), stepAt(Date.now()))
    const both = await Promise.all([finish(code), finish(code)])
    const [done] = both.filter(({ code: result }) => result === 0)
    expect(both.filter(({ code: result }) => result === 0)).toHaveLength(1)
    expect(done?.data).toMatchObject({ user: { username: 'worker' }, codes: expect.any(Array) })
    const token = done?.headers.get('authorization') ?? ''
    expect(await alive(token)).toBe(true)
    expect((await post('/api/auth/auth/beginEnrolment', undefined, { challenge })).id).toBe(
      'session.challengeOver',
    )
    // What the rules ask for stays.
    expect((await post('/api/auth/auth/removeApp', token, { password: PASSWORD, code: '000000' })).id).toBe(
      'factor.needed',
    )
    expect((await logIn('worker')).id).toBe('session.secondFactor')
  })
  test('for administrators leaves the others as they are, and other tenants too', async () => {
    const worker = await server.logIn('worker')
    const second = await server.logIn('second')
    await ruled('administrators')
    expect(await alive(worker)).toBe(true)
    expect(await alive(second)).toBe(false)
    expect((await logIn('worker')).code).toBe(0)
    expect((await logIn('second')).id).toBe('session.enrolFactor')
    expect((await logIn('stranger')).code).toBe(0)
    expect((await post('/api/auth/auth/visitor', undefined, {})).code).toBe(0)
  })
})

describe('how long sessions live', () => {
  const aged = (column: 'seen_at' | 'created_at', token: string, minutes: number) =>
    server.sql(sql =>
      sql.change(`update session set ${column} = $1 where token_hash = sha256(convert_to($2, 'UTF8'))`, [
        Date.now() - minutes * MINUTE_MS,
        token,
      ]),
    )
  test.each([
    ['seen_at', { idleMinutes: 10 }],
    ['created_at', { sessionHours: 1 }],
  ] as const)('a rule about %s ends live sessions with their next request', async (column, rule) => {
    const admin = await server.logIn('admin')
    const [old, young] = [await server.logIn('worker'), await server.logIn('worker')]
    await aged(column, old, 90)
    expect(await alive(old)).toBe(true)
    await aged(column, old, 90)
    expect((await save(admin, rule)).code).toBe(0)
    expect(await alive(old)).toBe(false)
    expect(await alive(young)).toBe(true)
    const { data } = await server.call('/api/auth/auth/sessions', { token: young })
    expect((data as unknown[]).length).toBeGreaterThan(0)
  })
  test('a session of another tenant stays', async () => {
    const stranger = await server.logIn('stranger')
    await aged('seen_at', stranger, 90)
    expect((await save(await server.logIn('admin'), { idleMinutes: 10 })).code).toBe(0)
    expect(await alive(stranger)).toBe(true)
  })
})

describe('a password that somebody chooses', () => {
  const change = (token: string, newPassword: string) =>
    post('/api/auth/auth/changePassword', token, { oldPassword: PASSWORD, newPassword })
  const adding = (password: string) => ({ username: 'newcomer', name: 'New', roleIds: [], password })

  test.each(['password1', 'QWERTYUIOP', 'iloveyou', 'worker-2026', 'Gatehouse 1'])(
    '%s is refused: anybody would try it',
    async password => {
      const refused = await change(await server.logIn('worker'), password)
      expect(refused).toMatchObject({ id: 'field.passwordCommon', field: 'newPassword' })
    },
  )
  test('the name of the tenant is refused too, and names that repeat one another cost nothing', async () => {
    const token = await server.logIn('worker')
    await server.sql(sql =>
      sql.change(`update tenant set name = 'North Gate' where id = $1`, [server.here.tenantId]),
    )
    expect(await change(token, 'NorthGate-2026')).toMatchObject({ id: 'field.passwordCommon' })
    expect(await change(token, '1-worker north gate')).toMatchObject({ id: 'field.passwordCommon' })
    // Tried in every order, these words take longer than the universe.
    const words = ['a', 'aa', 'aaa']
    expect(await isCommonPassword(`${'a'.repeat(126)}b`, words)).toBe(false)
    expect(await isCommonPassword(`12${'a'.repeat(120)}34`, words)).toBe(true)
    expect(await isCommonPassword('worker-and-more', ['worker'])).toBe(false)
  })
  test('the same at the first login, and for a new person', async () => {
    await server.sql(sql =>
      sql.change('update account set password_until = $2 where id = $1', [workerId, Date.now() + MINUTE_MS]),
    )
    const chosen = await post('/api/auth/auth/firstPassword', undefined, {
      username: 'worker',
      password: PASSWORD,
      newPassword: 'password1',
    })
    expect(chosen).toMatchObject({ id: 'field.passwordCommon', field: 'newPassword' })
    const saved = await post('/api/user/user/save', await server.logIn('admin'), adding('password1'))
    expect(saved).toMatchObject({ id: 'field.passwordCommon', field: 'password' })
  })
  test('is as long as the tenant asks, wherever it is chosen', async () => {
    const admin = await server.logIn('admin')
    expect((await save(admin, { leastPassword: 14 })).code).toBe(0)
    const tooShort = { id: 'field.tooShort', params: { min: 14 } }
    expect(await change(await server.logIn('worker'), 'thirteen-long')).toMatchObject(tooShort)
    expect(await post('/api/user/user/save', admin, adding('thirteen-long'))).toMatchObject(tooShort)
    await server.sql(sql =>
      sql.change('update account set password_until = $2 where id = $1', [workerId, Date.now() + MINUTE_MS]),
    )
    expect(await logIn('worker')).toMatchObject({ id: 'session.temporaryPassword', params: { min: 14 } })
    const first = { username: 'worker', password: PASSWORD }
    const choose = (newPassword: string) =>
      post('/api/auth/auth/firstPassword', undefined, { ...first, newPassword })
    expect(await choose('thirteen-long')).toMatchObject(tooShort)
    expect((await choose('fourteen-chars')).code).toBe(0)
  })
})
