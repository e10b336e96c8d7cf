// What a browser says without a session: by handles that are good for one thing, of one person, and for nobody else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PASSWORD, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const answered = z.object({
  id: z.number(),
  tenantId: z.number(),
  keys: z.object({ seal: z.string(), revoke: z.string(), tell: z.string() }),
})

async function logIn(username: string) {
  const answer = await server.call('/api/auth/auth/login', { body: { username, password: PASSWORD } })
  return { ...z.parse(answered, answer.data), token: answer.headers.get('authorization') ?? '' }
}
const alive = async (token: string) =>
  (await server.call('/api/user/per/getNavigationBar', { token, body: {} })).code === 0
const revoke = (handle: string) => server.call('/api/auth/auth/revoke', { body: { handle } })
const browser = 'a1b2c3d4e5f6a7b8'
const tellUnsent = (handle: string, count: number, more: object = {}) =>
  server.call('/api/auth/auth/unsent', { body: { handle, browser, count, ...more } })
const unsentOf = async (id: number, token = server.tokens.admin) =>
  (await server.call('/api/user/user/get', { token, query: { id: String(id) } })).data

describe('the key that seals what waits', () => {
  test('is the same at every login of a person, of nobody else, and not for visitors', async () => {
    const [one, again, other] = [await logIn('admin'), await logIn('admin'), await logIn('second')]
    expect(one.keys.seal).toBe(again.keys.seal)
    expect(one.keys.seal).toMatch(/^[\w-]{43}$/)
    expect(other.keys.seal).not.toBe(one.keys.seal)
    const visitor = await server.call('/api/auth/auth/visitor', { body: {} })
    expect(visitor.data).not.toHaveProperty('keys')
  })
})

describe('revoking', () => {
  test('ends this one session for good, and a second time changes nothing', async () => {
    const [one, two] = [await logIn('admin'), await logIn('admin')]
    expect(await alive(one.token)).toBe(true)
    expect((await revoke(one.keys.revoke)).code).toBe(0)
    expect([await alive(one.token), await alive(two.token)]).toEqual([false, true])
    expect((await revoke(one.keys.revoke)).code).toBe(0)
  })

  test('needs the very handle: a changed one, one of another use, or a token ends nothing', async () => {
    const { token, keys } = await logIn('admin')
    const changed = keys.revoke.replace(/^./, sign => (sign === '0' ? '1' : '0'))
    for (const handle of [changed, keys.tell, token, keys.seal])
      expect((await revoke(handle)).id).toBe('forbidden')
    expect(await alive(token)).toBe(true)
  })

  test('leaves a line in the audit log', async () => {
    const { id, keys } = await logIn('second')
    await revoke(keys.revoke)
    const rows = await server.sql(sql =>
      sql.query<{ detail: unknown }>(
        `select detail from audit where user_id = $1 and action = 'session.logout' order by id desc limit 1`,
        [id],
      ),
    )
    expect(rows).toMatchObject([{ detail: { late: true } }])
  })
})

describe('what waits unsent', () => {
  test('stands with the person until it is told that nothing does', async () => {
    const { id, keys } = await logIn('second')
    expect(await unsentOf(id)).toMatchObject({ unsent: null })
    expect((await tellUnsent(keys.tell, 3, { oldestAt: 1_700_000_000_000 })).code).toBe(0)
    expect(await unsentOf(id)).toMatchObject({ unsent: 3, unsentSince: 1_700_000_000_000 })
    await tellUnsent(keys.tell, 2, { oldestAt: 1_700_000_000_000, browser: 'ffffffffffffffff' })
    expect(await unsentOf(id)).toMatchObject({ unsent: 5 })
    await tellUnsent(keys.tell, 0)
    await tellUnsent(keys.tell, 0, { browser: 'ffffffffffffffff' })
    expect(await unsentOf(id)).toMatchObject({ unsent: null, unsentSince: null })
  })

  test('is told by the handle of that use only, and another tenant sees nothing of it', async () => {
    const { id, keys } = await logIn('second')
    expect((await tellUnsent(keys.revoke, 3)).id).toBe('forbidden')
    expect((await tellUnsent(`1${keys.tell}`, 3)).id).toBe('forbidden')
    await tellUnsent(keys.tell, 4)
    const stranger = await server.call('/api/user/user/get', {
      token: server.tokens.stranger,
      query: { id: String(id) },
    })
    expect(stranger.id).toBe('row.unknown')
    await tellUnsent(keys.tell, 0)
  })

  test('made-up browsers do not fill the books', async () => {
    const { id, keys } = await logIn('second')
    for (let n = 0; n < 30; n++)
      await tellUnsent(keys.tell, 1, { browser: `made${String(n).padStart(12, '0')}` })
    const rows = await server.sql(sql =>
      sql.query('select browser from unsent_work where account_id = $1', [id]),
    )
    expect(rows.length).toBeLessThanOrEqual(20)
  })
})

describe('a flood', () => {
  const askedOf = async (table: string) =>
    (await server.sql(sql => sql.first<{ n: number }>(`select count(*)::int as n from ${table}`)))?.n ?? 0
  const idsOf = (answers: readonly { id?: unknown }[]) =>
    [...Map.groupBy(answers, ({ id }) => id ?? 'done')].map(([id, all]) => [id, all.length] as const)

  test('of one handle is refused in words, and another person is heard meanwhile', async () => {
    const [one, other] = [await logIn('patrol'), await logIn('second')]
    const before = await askedOf('audit')
    const answers = await Promise.all(Array.from({ length: 20 }, () => revoke(one.keys.revoke)))
    expect(Object.fromEntries(idsOf(answers))).toEqual({ done: 5, throttled: 15 })
    expect(answers.find(({ id }) => id === 'throttled')).toMatchObject({ status: 429 })
    expect((await askedOf('audit')) - before).toBe(1)
    expect((await revoke(other.keys.revoke)).code).toBe(0)
  })

  test('of numbers is refused per person, whatever browsers are made up', async () => {
    const [one, other] = [await logIn('patrol'), await logIn('second')]
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, n) =>
        tellUnsent(one.keys.tell, n + 1, { browser: `flood${String(n).padStart(11, '0')}` }),
      ),
    )
    const counted = Object.fromEntries(idsOf(answers))
    expect(counted.throttled).toBeGreaterThan(20)
    expect(Number(counted.done) + Number(counted.throttled)).toBe(90)
    expect((await tellUnsent(other.keys.tell, 0)).code).toBe(0)
  })

  test('of guesses from an address ends, and a handle that is one works there', async () => {
    const { token, keys } = await logIn('second')
    const guess = (n: number) => revoke(`${String(n).padStart(64, '0')}.${'A'.repeat(43)}`)
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n)))
    const counted = Object.fromEntries(idsOf(answers))
    expect(Object.keys(counted).sort()).toEqual(['forbidden', 'throttled'])
    expect(counted.forbidden).toBeLessThanOrEqual(20)
    expect((await revoke(keys.revoke)).code).toBe(0)
    expect(await alive(token)).toBe(false)
  })
})

test('a logout that keeps sealed work does not clear the storage', async () => {
  const { token } = await logIn('admin')
  const answer = await server.call('/api/auth/auth/logout', { token, body: { keep: true } })
  expect(answer.headers.get('clear-site-data')).toBeNull()
  expect(await alive(token)).toBe(false)
})
