// The second factor against the real server: no session without it, each code once, no way round, guessing slowed down.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOfStep, stepAt } from '../../../../server/modules/session/totp.ts'
import { insert, PASSWORD, startServer, type TestServer } from '../../start.ts'
import { bytesOf } from './app-of-test.ts'

let server: TestServer
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
        phone: username === 'worker' ? '13655550001' : null,
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
    await person('worker', ['device.read', 'device.share', 'notice.read'])
    await person('keeper', ['user.read', 'user.factor', 'device.read', 'device.share', 'notice.read'])
    await person('reader', ['user.read', 'user.password'])
    for (const { id, username } of await sql.query<{ id: number; username: string }>(
      `select id, username from account where username in ('admin', 'stranger')`,
    ))
      ids[username] = id
  })
})
afterAll(() => server.stop())
beforeEach(() =>
  server.sql(async sql => {
    await sql.change('delete from login_failure')
    await sql.change('delete from authenticator')
    await sql.change('delete from recovery_code')
    await sql.change('delete from sign_in_challenge')
  }),
)

const post = (path: string, token: string | undefined, body: unknown) => server.call(path, { token, body })
const alive = async (token: string) => (await post('/api/user/per/getNavigationBar', token, {})).code === 0
const logIn = (username: string, password = PASSWORD) =>
  post('/api/auth/auth/login', undefined, { username, password })
const challengeOf = async (username: string) => String((await logIn(username)).params?.challenge)
const answer = (challenge: string, code: string) =>
  post('/api/auth/auth/secondFactor', undefined, { challenge, code })

/** The clock of the server is the test's own. */
const codeNow = (secret: Buffer, ahead = 0) => codeOfStep(secret, stepAt(Date.now()) + ahead)
const WRONG = '000000'

async function enrol(username: string, token?: string) {
  const session = token ?? (await server.logIn(username))
  const begun = await post('/api/auth/auth/beginApp', session, {})
  const { secret, address } = begun.data as { secret: string; address: string }
  const bytes = bytesOf(secret)
  const confirmed = await post('/api/auth/auth/confirmApp', session, {
    password: PASSWORD,
    code: codeNow(bytes),
  })
  // The code of this moment is left for what is tested.
  await server.sql(sql => sql.change('update authenticator set last_step = 0'))
  expect(confirmed.code).toBe(0)
  return { session, secret: bytes, address, codes: (confirmed.data as { codes: string[] }).codes }
}
const own = async (token: string) =>
  (await server.call('/api/auth/auth/ownFactor', { token })).data as {
    appSince: number | null
    recoveryCodesLeft: number
  }

describe('setting an app up', () => {
  test('takes a code and the password, ends the other sessions, and shows ten codes', async () => {
    const other = await server.logIn('worker')
    const { session, codes, address } = await enrol('worker')
    expect(address).toMatch(/^otpauth:\/\/totp\//)
    expect(new Set(codes).size).toBe(10)
    expect(codes.every(code => /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/.test(code))).toBe(true)
    expect(await alive(session)).toBe(true)
    expect(await alive(other)).toBe(false)
    expect(await own(session)).toMatchObject({ appSince: expect.any(Number), recoveryCodesLeft: 10 })
  })
  test('asks for nothing before it is confirmed', async () => {
    const token = await server.logIn('worker')
    await post('/api/auth/auth/beginApp', token, {})
    expect((await logIn('worker')).code).toBe(0)
    const refused = await post('/api/auth/auth/confirmApp', token, { password: PASSWORD, code: WRONG })
    expect(refused).toMatchObject({ id: 'session.badFactor', field: 'code' })
    expect((await logIn('worker')).code).toBe(0)
  })
  test('not without the password, and not over one that stands', async () => {
    const token = await server.logIn('worker')
    const { data } = await post('/api/auth/auth/beginApp', token, {})
    const code = codeNow(bytesOf((data as { secret: string }).secret))
    const refused = await post('/api/auth/auth/confirmApp', token, { password: 'Not-mine-2026', code })
    expect(refused).toMatchObject({ id: 'session.wrongPassword', field: 'password' })
    const confirmed = await post('/api/auth/auth/confirmApp', token, { password: PASSWORD, code })
    expect(confirmed.code).toBe(0)
    expect((await post('/api/auth/auth/beginApp', token, {})).id).toBe('factor.stands')
  })
  test('secret and codes lie in the database as nobody can read them', async () => {
    const { secret, codes } = await enrol('worker')
    const rows = await server.sql(async sql => [
      ...(await sql.query('select encode(secret, $1) as text from authenticator', ['hex'])),
      ...(await sql.query('select mark || code_hash as text from recovery_code')),
      ...(await sql.query('select detail::text as text from audit')),
    ])
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(secret.toString('hex'))
    for (const code of codes) expect(stored).not.toContain(code.slice(5))
  })
})

describe('a login where an app stands', () => {
  test('answers a challenge and no session, and the code opens it', async () => {
    const { secret } = await enrol('worker')
    const first = await logIn('worker')
    expect(first.id).toBe('session.secondFactor')
    expect(first.headers.get('authorization')).toBeNull()
    expect(first.data).toBeUndefined()
    const challenge = String(first.params?.challenge)
    const second = await answer(challenge, codeNow(secret))
    expect(second).toMatchObject({ code: 0, data: { username: 'worker' } })
    expect(await alive(second.headers.get('authorization') ?? '')).toBe(true)
    const [entry] = await server.sql(sql =>
      sql.query<{ action: string; detail: unknown }>(
        'select action, detail from audit where user_id = $1 order by id desc limit 1',
        [ids.worker],
      ),
    )
    expect(entry).toEqual({ action: 'session.login', detail: { secondFactor: 'app' } })
  })
  test('the challenge is no token, opens nothing else, and nothing else is a challenge', async () => {
    const { session, secret } = await enrol('worker')
    const challenge = await challengeOf('worker')
    expect(await alive(challenge)).toBe(false)
    expect((await post('/api/auth/auth/autoLogin', undefined, { key: challenge })).id).toBe(
      'session.linkInvalid',
    )
    for (const path of ['auth/ownFactor', 'auth/sessions'])
      expect((await server.call(`/api/auth/${path}`, { token: challenge })).id).toBe('session.ended')
    for (const path of ['message/message/config', 'auth/auth/removeApp'])
      expect((await post(`/api/${path}`, challenge, {})).id).toBe('session.ended')
    expect((await answer(session, codeNow(secret))).id).toBe('session.challengeOver')
  })
  test('the challenge is good once, from any address, and for five minutes', async () => {
    const { secret, codes } = await enrol('worker')
    const challenge = await challengeOf('worker')
    expect((await answer(challenge, codeNow(secret))).code).toBe(0)
    expect((await answer(challenge, codes[0] ?? '')).id).toBe('session.challengeOver')
    const late = await challengeOf('worker')
    await server.sql(sql => sql.change('update sign_in_challenge set expires_at = $1', [Date.now()]))
    expect((await answer(late, codes[0] ?? '')).id).toBe('session.challengeOver')
  })
  test('a disabled account is told so when both are proved, and comes in by neither', async () => {
    const { codes } = await enrol('worker')
    const challenge = await challengeOf('worker')
    await server.sql(sql => sql.change(`update account set status = 'disabled' where id = $1`, [ids.worker]))
    const refused = await answer(challenge, codes[0] ?? '')
    await server.sql(sql => sql.change(`update account set status = 'enabled' where id = $1`, [ids.worker]))
    expect(refused.id).toBe('session.disabled')
    expect(refused.headers.get('authorization')).toBeNull()
  })
  test('who logs in by a code on the phone owes it too', async () => {
    await enrol('worker')
    const phone = '13655550001'
    const sent = await post('/api/auth/auth/sendCode', undefined, { phone })
    const texts = async () => (await server.call('/api/auth/auth/outbox', { query: { phone } })).data
    await expect.poll(texts).toHaveLength(1)
    const [{ text }] = (await texts()) as [{ text: string }]
    const entered = await post('/api/auth/auth/loginByPhone', undefined, {
      phone,
      code: /\d{6}/.exec(text)?.[0],
      requestId: (sent.data as { requestId: string }).requestId,
    })
    expect(entered.id).toBe('session.secondFactor')
    expect(entered.headers.get('authorization')).toBeNull()
  })
  test('who comes by a link owes it too, and the link is used up', async () => {
    const { session, codes } = await enrol('worker')
    const made = await post('/api/auth/auth/autoLoginLink', session, { imei: server.here.imei })
    const key = new URLSearchParams((made.data as { path: string }).path.split('?')[1]).get('key')
    const entered = await post('/api/auth/auth/autoLogin', undefined, { key })
    expect(entered.id).toBe('session.secondFactor')
    expect((await post('/api/auth/auth/autoLogin', undefined, { key })).id).toBe('session.linkInvalid')
    expect((await answer(String(entered.params?.challenge), codes[0] ?? '')).code).toBe(0)
  })
  test('who chooses a first password owes it too', async () => {
    const { codes } = await enrol('worker')
    await server.sql(sql =>
      sql.change('update account set password_until = $2 where id = $1', [ids.worker, Date.now() + 60_000]),
    )
    const chosen = await post('/api/auth/auth/firstPassword', undefined, {
      username: 'worker',
      password: PASSWORD,
      newPassword: 'Quite-another-91',
    })
    await server.sql(sql =>
      sql.change(
        `update account set password_until = null,
           password_hash = (select password_hash from account where username = 'admin') where id = $1`,
        [ids.worker],
      ),
    )
    expect(chosen.id).toBe('session.secondFactor')
    expect((await answer(String(chosen.params?.challenge), codes[0] ?? '')).code).toBe(0)
  })
  test('visitors are asked for nothing', async () => {
    expect((await post('/api/auth/auth/visitor', undefined, {})).code).toBe(0)
  })
})

describe('each code counts once', () => {
  test('a code that was taken opens nothing again, nor does an older one', async () => {
    const { secret } = await enrol('worker')
    const code = codeNow(secret)
    expect((await answer(await challengeOf('worker'), code)).code).toBe(0)
    expect((await answer(await challengeOf('worker'), code)).id).toBe('session.badFactor')
    expect((await answer(await challengeOf('worker'), codeNow(secret, -1))).id).toBe('session.badFactor')
    expect((await answer(await challengeOf('worker'), codeNow(secret, 1))).code).toBe(0)
  })
  test('of four answers with one code at once exactly one comes in', async () => {
    const { secret } = await enrol('worker')
    const challenges = [await challengeOf('worker')]
    for (let more = 0; more < 3; more++) challenges.push(await challengeOf('worker'))
    const code = codeNow(secret)
    const answers = await Promise.all(challenges.map(challenge => answer(challenge, code)))
    expect(answers.filter(({ code: result }) => result === 0)).toHaveLength(1)
    expect(answers.filter(({ headers }) => headers.get('authorization'))).toHaveLength(1)
  })
  test('of four answers to one challenge at once exactly one comes in', async () => {
    const { secret, codes } = await enrol('worker')
    const challenge = await challengeOf('worker')
    const answers = await Promise.all(
      [codeNow(secret), ...codes.slice(0, 3)].map(code => answer(challenge, code)),
    )
    expect(answers.filter(({ headers }) => headers.get('authorization'))).toHaveLength(1)
  })
  test('a recovery code opens once, and not twice at once', async () => {
    const { session, codes } = await enrol('worker')
    const [first = '', second = ''] = codes
    expect((await answer(await challengeOf('worker'), first.toUpperCase().replaceAll('-', ' '))).code).toBe(0)
    expect((await answer(await challengeOf('worker'), first)).id).toBe('session.badFactor')
    const challenges = [await challengeOf('worker'), await challengeOf('worker')]
    const answers = await Promise.all(challenges.map(challenge => answer(challenge, second)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect((await own(session)).recoveryCodesLeft).toBe(8)
  })
  test('nobody comes in by the code of somebody else', async () => {
    const { codes, secret } = await enrol('worker')
    await enrol('keeper')
    const challenge = await challengeOf('keeper')
    expect((await answer(challenge, codes[0] ?? '')).id).toBe('session.badFactor')
    expect((await answer(challenge, codeNow(secret))).id).toBe('session.badFactor')
  })
})

describe('guessing', () => {
  test('a challenge bears five wrong codes, and each is written down', async () => {
    const { codes } = await enrol('worker')
    const challenge = await challengeOf('worker')
    for (let tries = 0; tries < 5; tries++)
      expect((await answer(challenge, WRONG)).id).toBe('session.badFactor')
    await server.sql(sql => sql.change('delete from login_failure'))
    expect((await answer(challenge, codes[0] ?? '')).id).toBe('session.challengeOver')
    const written = await server.sql(sql =>
      sql.query(`select from audit where action = 'session.factorRefused' and user_id = $1`, [ids.worker]),
    )
    expect(written.length).toBeGreaterThanOrEqual(5)
  })
  test('is slowed down like guessing a password, also with a new challenge each time', async () => {
    const { codes } = await enrol('worker')
    for (let tries = 0; tries < 5; tries++)
      expect((await answer(await challengeOf('worker'), WRONG)).id).toBe('session.badFactor')
    expect((await answer(await challengeOf('worker'), codes[0] ?? '')).id).toBe('session.throttled')
  })
  test('from many addresses ends for the account, whoever asks', async () => {
    const { codes } = await enrol('worker')
    await server.sql(sql =>
      sql.change(
        `insert into login_failure (subject, at) select 'account:factor #' || $1::text, $2 from generate_series(1, 30)`,
        [ids.worker, Date.now()],
      ),
    )
    expect((await answer(await challengeOf('worker'), codes[0] ?? '')).id).toBe('session.throttled')
  })
})

describe('the own factor', () => {
  test('is removed with the password and a code, which is used up', async () => {
    const { session, secret, codes } = await enrol('worker')
    const remove = (password: string, code: string) =>
      post('/api/auth/auth/removeApp', session, { password, code })
    expect((await remove('Not-mine-2026', codeNow(secret))).field).toBe('password')
    expect((await remove(PASSWORD, WRONG)).field).toBe('code')
    expect((await remove(PASSWORD, codes[0] ?? '')).code).toBe(0)
    expect(await own(session)).toEqual({
      appSince: null,
      passkey: false,
      recoveryCodesLeft: 0,
      needed: false,
    })
    expect((await logIn('worker')).code).toBe(0)
    expect((await remove(PASSWORD, codes[1] ?? '')).id).toBe('factor.none')
  })
  test('gets new recovery codes, and the old ones are void', async () => {
    const { session, secret, codes } = await enrol('worker')
    const renewed = await post('/api/auth/auth/renewRecoveryCodes', session, {
      password: PASSWORD,
      code: codeNow(secret),
    })
    const fresh = (renewed.data as { codes: string[] }).codes
    expect(fresh).toHaveLength(10)
    expect((await answer(await challengeOf('worker'), codes[0] ?? '')).id).toBe('session.badFactor')
    expect((await answer(await challengeOf('worker'), fresh[0] ?? '')).code).toBe(0)
  })
  test('is nothing for visitors', async () => {
    expect((await server.call('/api/auth/auth/ownFactor', { token: server.tokens.visitor })).id).toBe(
      'forbidden',
    )
    expect((await post('/api/auth/auth/beginApp', server.tokens.visitor, {})).id).toBe('forbidden')
  })
})

describe('the factor of somebody else', () => {
  const reset = (token: string, id: number | undefined) => post('/api/user/user/resetFactor', token, { id })

  test('is reset by who may, ends sessions and half logins, is written down and told', async () => {
    const { session, codes } = await enrol('worker')
    const keeper = await server.logIn('keeper')
    const challenge = await challengeOf('worker')
    await server.sql(sql => sql.change('delete from notice'))
    expect((await reset(keeper, ids.worker)).code).toBe(0)
    expect(await alive(session)).toBe(false)
    expect((await answer(challenge, codes[0] ?? '')).id).toBe('session.challengeOver')
    expect((await logIn('worker')).code).toBe(0)
    const told = await server.sql(sql =>
      sql.query('select account_id as "accountId", kind, who, content from notice'),
    )
    expect(told).toEqual([
      { accountId: ids.worker, kind: 'account', who: 'Name of keeper', content: 'factor' },
    ])
    const written = await server.sql(sql =>
      sql.query(`select user_name as who, row_id as "rowId" from audit where action = 'user.resetFactor'`),
    )
    expect(written).toEqual([{ who: 'keeper', rowId: ids.worker }])
    expect((await reset(keeper, ids.worker)).id).toBe('factor.none')
  })
  test('not without the right, not of who holds more, not one’s own, and not in another tenant', async () => {
    const { session: worker } = await enrol('worker')
    const keeper = await server.logIn('keeper')
    const { session: admin } = await enrol('admin', server.tokens.admin)
    expect((await reset(await server.logIn('reader'), ids.worker)).id).toBe('forbidden')
    expect((await reset(worker, ids.worker)).id).toBe('forbidden')
    expect((await reset(keeper, ids.admin)).id).toBe('forbidden.escalation')
    expect((await reset(admin, ids.admin)).id).toBe('forbidden.self')
    expect((await reset(server.tokens.stranger, ids.worker)).id).toBe('row.unknown')
    expect((await logIn('worker')).id).toBe('session.secondFactor')
  })
  test('the list of people says who has one', async () => {
    await enrol('worker')
    const { data } = await server.call('/api/user/user/get', {
      token: server.tokens.root,
      query: { id: String(ids.worker) },
    })
    expect(data).toMatchObject({ secondFactor: true })
  })
})
