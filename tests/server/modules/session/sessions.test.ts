// Sessions against the real server: every way in, every way out, and the inputs that must get nowhere.
import { request as rawRequest } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { LINK_MS, seal, unseal } from '../../../../server/modules/session/links.ts'
import { verifyTicket } from '../../../../server/modules/session/tickets.ts'
import { PASSWORD, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
afterEach(() => {
  vi.useRealTimers()
})
/** What a test does from here on happens in one and the same millisecond. */
const holdTime = () => vi.useFakeTimers({ toFake: ['Date'] })

const ME = '/api/user/per/getNavigationBar'
const alive = async (token: string) => (await server.call(ME, { token, body: {} })).code === 0

test('a login answers the person and gives the token in the header', async () => {
  const answer = await server.call('/api/auth/auth/login', {
    body: { username: 'ADMIN', password: PASSWORD, language: 'CN' },
  })
  expect(answer).toMatchObject({
    code: 0,
    data: { username: 'admin', visitor: false, scenario: 'community', tenantZone: 'Asia/Shanghai' },
  })
  expect(answer.headers.get('authorization')).toMatch(/^[\w-]{43}$/)
})

test('an unknown account and a wrong password answer alike', async () => {
  const ask = (username: string) =>
    server.call('/api/auth/auth/login', { body: { username, password: 'wrong-password' } })
  const [known, unknown] = [await ask('second'), await ask('nobody')]
  expect(known.id).toBe('session.badCredentials')
  expect({ ...unknown, headers: 0 }).toEqual({ ...known, headers: 0 })
})

test.each([
  ['arrays', { username: ['admin'], password: PASSWORD }, 'field.type', 'username'],
  ['objects', { username: { $ne: '' }, password: PASSWORD }, 'field.type', 'username'],
  ['nothing', {}, 'field.required', 'username'],
  ['an empty password', { username: 'admin', password: '' }, 'field.required', 'password'],
  ['a long password', { username: 'admin', password: 'x'.repeat(5000) }, 'field.tooLong', 'password'],
  ['a NUL', { username: 'ad\u0000min', password: 'x' }, 'field.text', 'username'],
  ['more than asked', { username: 'admin', password: 'x', highest: true }, 'field.unknownKey', 'highest'],
])('login with %s is refused by name', async (_, body, id, field) => {
  expect(await server.call('/api/auth/auth/login', { body })).toMatchObject({ status: 200, id, field })
})

test('a password of a megabyte is too large for the server', async () => {
  const body = { username: 'admin', password: 'x'.repeat(1_100_000) }
  expect(await server.call('/api/auth/auth/login', { body })).toMatchObject({
    status: 413,
    id: 'request.tooLarge',
  })
})

test('without a token, with a dead one, with one in the query or twice: the session is over', async () => {
  const { admin } = server.tokens
  expect((await server.call(ME, { body: {} })).code).toBe(208)
  expect((await server.call(ME, { token: 'x'.repeat(43), body: {} })).code).toBe(208)
  expect(
    (await server.call('/api/device/device/page', { query: { authorization: admin, token: admin } })).code,
  ).toBe(208)
  const twice = await new Promise<string>((resolve, reject) => {
    const request = rawRequest(`${server.url}/api/device/device/page`, response => {
      response.setEncoding('utf8').on('data', resolve)
    })
    request.on('error', reject).setHeader('Authorization', [admin, admin]).end()
  })
  expect(JSON.parse(twice)).toMatchObject({ code: 208 })
})

test('a token in the query is an unknown field even beside a good header', async () => {
  const answer = await server.call('/api/device/device/page', {
    token: server.tokens.admin,
    query: { token: 'x' },
  })
  expect(answer).toMatchObject({ id: 'field.unknownKey', field: 'token' })
})

test('logout ends this session at once, tells the browser to forget, and leaves the other one', async () => {
  const [one, two] = [await server.logIn('admin'), await server.logIn('admin')]
  expect(await alive(one)).toBe(true)
  const answer = await server.call('/api/auth/auth/logout', { token: one, body: {} })
  expect(answer.headers.get('clear-site-data')).toBe('"storage"')
  expect(await alive(one)).toBe(false)
  expect(await alive(two)).toBe(true)
})

test('a login takes the place of the session that its browser has, whoever’s that was', async () => {
  const [one, two] = [await server.logIn('admin'), await server.logIn('admin')]
  const again = (username: string, password: string) =>
    server.call('/api/auth/auth/login', { token: one, body: { username, password } })
  expect((await again('second', 'wrong-password')).id).toBe('session.badCredentials')
  expect(await alive(one)).toBe(true)
  const next = (await again('second', PASSWORD)).headers.get('authorization') ?? ''
  expect([await alive(one), await alive(two), await alive(next)]).toEqual([false, true, true])
})

test('a new password ends the other sessions and keeps this one', async () => {
  const [one, two] = [await server.logIn('second'), await server.logIn('second')]
  const change = (oldPassword: string, newPassword: string) =>
    server.call('/api/auth/auth/changePassword', { token: one, body: { oldPassword, newPassword } })
  expect(await change('wrong', 'Another-2026!')).toMatchObject({
    id: 'session.wrongPassword',
    field: 'oldPassword',
  })
  expect(await change(PASSWORD, 'short')).toMatchObject({ id: 'field.passwordShort', field: 'newPassword' })
  expect((await change(PASSWORD, 'Another-2026!')).code).toBe(0)
  expect([await alive(one), await alive(two)]).toEqual([true, false])
  expect((await change('Another-2026!', PASSWORD)).code).toBe(0)
})

test('guessing is slowed down for the guesser and not for the owner elsewhere', async () => {
  holdTime()
  const guess = (password: string) =>
    server.call('/api/auth/auth/login', { body: { username: 'here.worker', password } })
  for (let n = 0; n < 5; n++) expect((await guess(`guess ${n}`)).id).toBe('session.badCredentials')
  expect(await guess(PASSWORD)).toMatchObject({ id: 'session.throttled', params: { seconds: 30 } })
  // Later, from there, or now from elsewhere: the failures of this address are all that counts.
  await server.sql(sql => sql.change(`delete from login_failure where subject like 'pair:here.worker|%'`))
  expect((await guess(PASSWORD)).code).toBe(0)
})

test('many guesses at once do not slip through', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      server.call('/api/auth/auth/login', { body: { username: 'there.worker', password: `guess ${n}` } }),
    ),
  )
  const checked = answers.filter(({ id }) => id === 'session.badCredentials').length
  expect(checked).toBeLessThanOrEqual(5)
  await server.sql(sql => sql.change('delete from login_failure'))
})

test('a disabled person and a person of a disabled tenant are out at once, and cannot come in', async () => {
  const token = await server.logIn('second')
  const { id } = (await server.sql(sql =>
    sql.first<{ id: number }>(`select id from account where username = 'second'`),
  )) ?? { id: 0 }
  const set = (name: string) =>
    server.call(`/api/user/user/${name}`, { token: server.tokens.admin, body: { ids: [id] } })
  expect((await set('disable')).code).toBe(0)
  expect(await alive(token)).toBe(false)
  expect(
    await server.call('/api/auth/auth/login', { body: { username: 'second', password: PASSWORD } }),
  ).toMatchObject({ id: 'session.disabled' })
  await set('enable')
  const stranger = await server.logIn('stranger')
  const tenant = (name: string) =>
    server.call(`/api/user/tenant/${name}`, {
      token: server.tokens.root,
      body: { ids: [server.there.tenantId] },
    })
  expect((await tenant('disable')).code).toBe(0)
  expect(await alive(stranger)).toBe(false)
  expect(
    await server.call('/api/auth/auth/login', { body: { username: 'stranger', password: PASSWORD } }),
  ).toMatchObject({ id: 'tenant.disabled' })
  await tenant('enable')
})

test('an idle and an old session are over', async () => {
  const [idle, old] = [await server.logIn('admin'), await server.logIn('admin')]
  const age = (column: string, token: string, by: number) =>
    server.sql(sql =>
      sql.change(`update session set ${column} = ${column} - $2 where token_hash = sha256($1::bytea)`, [
        token,
        by,
      ]),
    )
  await age('seen_at', idle, 721 * 60_000)
  await age('expires_at', old, 169 * 3_600_000)
  expect([await alive(idle), await alive(old)]).toEqual([false, false])
})

const sendCode = (phone: string) => server.call('/api/auth/auth/sendCode', { body: { phone } })
const forgetCodes = () => server.sql(sql => sql.change('delete from sms_code'))
const outbox = async (phone: string) =>
  (await server.call('/api/auth/auth/outbox', { query: { phone } })).data as { text: string }[]
const byPhone = (phone: string, code: string, requestId: unknown) =>
  server.call('/api/auth/auth/loginByPhone', { body: { phone, code, requestId } })

async function freshCode(phone = '13800000001') {
  await forgetCodes()
  const before = await outbox(phone)
  const { requestId } = (await sendCode(phone)).data as { requestId: string }
  // Sent beside the answer, so that the time it takes tells nobody whether the number is known.
  const code = await vi.waitFor(async () => {
    const sent = (await outbox(phone)).map(({ text }) => /\d{6}/.exec(text)?.[0] ?? '')
    expect(sent.length).toBeGreaterThan(before.length)
    return sent[0] ?? ''
  }, 10_000)
  return { requestId, code }
}

test('a code lets its phone in, once', async () => {
  const { requestId, code } = await freshCode()
  expect(await byPhone('13800000001', code, requestId)).toMatchObject({
    code: 0,
    data: { username: 'admin' },
  })
  expect((await byPhone('13800000001', code, requestId)).id).toBe('session.badCode')
})

test('a code is for its own phone and its own request', async () => {
  const { requestId, code } = await freshCode()
  expect((await byPhone('13900000001', code, requestId)).id).toBe('session.badCode')
  expect((await byPhone('13800000001', code, 'another')).id).toBe('session.badCode')
})

test('the sixth guess is refused even when it is right', async () => {
  const { requestId, code } = await freshCode()
  const wrong = code === '000000' ? '000001' : '000000'
  for (let n = 0; n < 5; n++) {
    await server.sql(sql => sql.change('delete from login_failure'))
    expect((await byPhone('13800000001', wrong, requestId)).id).toBe('session.badCode')
  }
  await server.sql(sql => sql.change('delete from login_failure'))
  expect((await byPhone('13800000001', code, requestId)).id).toBe('session.badCode')
})

test('a code of eleven minutes ago is refused', async () => {
  const { requestId, code } = await freshCode()
  await server.sql(sql => sql.change('update sms_code set expires_at = expires_at - 660000'))
  expect((await byPhone('13800000001', code, requestId)).id).toBe('session.badCode')
  await server.sql(sql => sql.change('delete from login_failure'))
})

test('codes come once a minute, five an hour, ten a day; a stranger number answers alike and gets none', async () => {
  await forgetCodes()
  const before = await outbox('13700000000')
  const unknown = await sendCode('13700000000')
  expect(unknown).toMatchObject({ code: 0, data: { retryAfterSeconds: 60 } })
  expect(await outbox('13700000000')).toEqual(before)
  expect((await sendCode('13700000000')).id).toBe('session.codeTooSoon')
  const age = (by: number) =>
    server.sql(sql => sql.change('update sms_code set created_at = created_at - $1', [by]))
  for (let n = 0; n < 4; n++) {
    await age(61_000)
    expect((await sendCode('13700000000')).code).toBe(0)
  }
  await age(61_000)
  expect((await sendCode('13700000000')).id).toBe('session.codeTooMany')
  await forgetCodes()
})

test('phones that are none are refused by name', async () => {
  for (const phone of ['12800000001', '1380000000', '+8613800000001', '１３８００００００００'])
    expect(await sendCode(phone)).toMatchObject({ id: 'field.phone', field: 'phone' })
})

test('two sends at the same moment give one code', async () => {
  await forgetCodes()
  const answers = await Promise.all([sendCode('13800000001'), sendCode('13800000001')])
  expect(answers.map(({ id }) => id ?? 'sent').sort()).toEqual(['sent', 'session.codeTooSoon'])
})

test('the outbox exists in demo mode only', async () => {
  server.app.parts.config.demo = false
  const answer = await server.call('/api/auth/auth/outbox', { query: { phone: '13800000001' } })
  server.app.parts.config.demo = true
  expect(answer).toMatchObject({ status: 404, id: 'route.unknown' })
})

async function freshLink() {
  const { admin } = server.tokens
  const answer = await server.call('/api/auth/auth/autoLoginLink', {
    token: admin,
    body: { imei: server.here.imei },
  })
  const { path } = answer.data as { path: string }
  return new URLSearchParams(path.split('?')[1]).get('key') ?? ''
}
const enterBy = (key: string) => server.call('/api/auth/auth/autoLogin', { body: { key } })
const linkKey = () => server.app.parts.config.secrets.keyFor('links')

/** The same link as if it had been made at another time. */
function movedLink(key: string, by: number) {
  const link = unseal(linkKey(), key)
  if (!link) throw new Error('the link does not open')
  return seal(linkKey(), { ...link, timestamp: link.timestamp + by })
}

test('a link carries no password, lets its person in, and only once', async () => {
  const key = await freshLink()
  expect(JSON.stringify(unseal(linkKey(), key))).not.toContain(PASSWORD)
  expect(await enterBy(key)).toMatchObject({ code: 0, data: { username: 'admin' } })
  expect((await enterBy(key)).id).toBe('session.linkInvalid')
})

test('a link is good a second before its hour is over, not after, and not from the future', async () => {
  holdTime()
  expect((await enterBy(movedLink(await freshLink(), -LINK_MS + 1_000))).code).toBe(0)
  expect((await enterBy(movedLink(await freshLink(), -LINK_MS - 1_000))).id).toBe('session.linkInvalid')
  expect((await enterBy(movedLink(await freshLink(), 3_600_000))).id).toBe('session.linkInvalid')
})

test('a link with a flipped byte or another name in it gets nobody in', async () => {
  const key = await freshLink()
  const bytes = Buffer.from(key, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20)
  expect((await enterBy(bytes.toString('base64url'))).id).toBe('session.linkInvalid')
  const link = unseal(linkKey(), key)
  if (link)
    expect((await enterBy(seal(linkKey(), { ...link, username: 'root' }))).id).toBe('session.linkInvalid')
  expect((await enterBy('nonsense')).id).toBe('session.linkInvalid')
})

test('no link to a device of another tenant', async () => {
  const body = { imei: server.there.imei }
  expect((await server.call('/api/auth/auth/autoLoginLink', { token: server.tokens.admin, body })).id).toBe(
    'row.unknown',
  )
})

test('a visitor reads and changes nothing, whatever its role says', async () => {
  const { visitor } = server.tokens
  expect((await server.call('/api/device/device/page', { token: visitor })).code).toBe(0)
  const post = (path: string, body: unknown) => server.call(path, { token: visitor, body })
  expect((await post('/api/message/alarm/read', { ids: [server.here.alarmId] })).id).toBe('forbidden')
  expect(
    (await post('/api/auth/auth/changePassword', { oldPassword: PASSWORD, newPassword: 'Taken-over-1' })).id,
  ).toBe('forbidden')
  expect((await post('/api/device/device/save', { imei: '12345678901' })).id).toBe('forbidden')
})

test('a role that is gone, or a permission that is disabled, counts at once', async () => {
  const { admin, patrol, root } = server.tokens
  const sees = async () => (await server.call('/api/device/device/page', { token: patrol })).code === 0
  expect(await sees()).toBe(true)
  const permission = await server.sql(sql =>
    sql.first<{ id: number; version: number; name: string; sort: number; parent_id: number }>(
      `select id, version, name, sort, parent_id from resource where mark = 'device.read'`,
    ),
  )
  const save = (status: number, version: number) =>
    server.call('/api/user/resource/save', {
      token: root,
      body: {
        id: permission?.id,
        version,
        name: permission?.name,
        type: 'button',
        sort: permission?.sort,
        status,
      },
    })
  const saved = await save(0, permission?.version ?? 0)
  expect(saved.code).toBe(0)
  expect(await sees()).toBe(false)
  await save(1, (permission?.version ?? 0) + 1)
  expect(await sees()).toBe(true)
  const person = await server.sql(sql =>
    sql.first<{ id: number; version: number }>(`select id, version from account where username = 'patrol'`),
  )
  const user = (await server.call('/api/user/user/get', { token: admin, query: { id: String(person?.id) } }))
    .data as { username: string; name: string; version: number; roleIds: number[] }
  const setRoles = (roleIds: number[], version: number) =>
    server.call('/api/user/user/save', {
      token: admin,
      body: { id: person?.id, version, username: user.username, name: user.name, roleIds },
    })
  expect((await setRoles([], user.version)).code).toBe(0)
  expect(await sees()).toBe(false)
  await setRoles(user.roleIds, user.version + 1)
  expect(await sees()).toBe(true)
})

test('a broker ticket is good once, for its person, while the session lives', async () => {
  const token = await server.logIn('admin')
  const ticketOf = async () =>
    (await server.call('/api/message/message/config', { token, body: {} })).data as {
      ticket: string
      username: string
    }
  const { ticket, username } = await ticketOf()
  const { parts } = server.app
  expect(await verifyTicket(parts, ticket, Number(username) + 1)).toBeUndefined()
  expect((await verifyTicket(parts, ticket, Number(username)))?.person.username).toBe('admin')
  expect(await verifyTicket(parts, ticket, Number(username))).toBeUndefined()
  const next = await ticketOf()
  await server.call('/api/auth/auth/logout', { token, body: {} })
  expect(await verifyTicket(parts, next.ticket, Number(username))).toBeUndefined()
})

test('the navigation list is nested and leaves disabled branches out', async () => {
  const answer = await server.call(ME, { token: server.tokens.patrol, body: { language: 'CN' } })
  const flat = (list: { mark: string | null; list: never[] }[]): (string | null)[] =>
    list.flatMap(entry => [entry.mark, ...flat(entry.list)])
  const permissions = flat(answer.data as never[])
  expect(permissions).toContain('alarm.handle')
  expect(permissions).not.toContain('user.save')
})
