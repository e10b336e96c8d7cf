// Passkeys against the real server, with keys in software: each challenge once, for its purpose, person, page and key.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, startServer, type TestServer } from '../../start.ts'
import { makeKey } from './key-of-test.ts'

let server: TestServer
const ORIGIN = 'https://console.example.org'
const PARTY = 'console.example.org'

beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: `${ORIGIN}/` })
})
afterAll(() => server.stop())
beforeEach(() =>
  server.sql(async sql => {
    for (const table of ['login_failure', 'passkey', 'passkey_challenge', 'recovery_code', 'sign_in_rule'])
      await sql.change(`delete from ${table}`)
  }),
)

type Key = ReturnType<typeof makeKey>
interface Asked {
  challenge: string
  rpId: string
  allowCredentials: { id: string }[]
}
const post = (path: string, token: string | undefined, body: unknown) =>
  server.call(`/api/auth/auth/${path}`, { token, body })
const alive = async (token: string) =>
  (await server.call('/api/user/per/getNavigationBar', { token, body: {} })).code === 0
const logIn = (username: string) => post('login', undefined, { username, password: PASSWORD })
const page = (challenge: string) => ({ challenge, origin: ORIGIN, party: PARTY })

async function begin(token: string): Promise<string> {
  const { data } = await post('beginPasskey', token, { password: PASSWORD })
  expect(data).toMatchObject({ rp: { id: PARTY }, authenticatorSelection: { userVerification: 'required' } })
  return (data as { challenge: string }).challenge
}
async function add(username: string, key: Key = makeKey()) {
  const token = await server.logIn(username)
  const made = key.make(page(await begin(token)))
  const added = await post('finishPasskey', token, { name: 'Desk', made })
  expect(added.code).toBe(0)
  return { token, key, codes: (added.data as { codes: string[] }).codes }
}
const askEntry = async () => (await post('beginPasskeyEntry', undefined, {})).data as Asked
const enter = (signed: ReturnType<Key['sign']>) => post('enterByPasskey', undefined, { signed })

describe('adding one', () => {
  test('asks for the password, ends other sessions, and the first one brings recovery codes', async () => {
    const other = await server.logIn('second')
    const token = await server.logIn('second')
    expect((await post('beginPasskey', token, { password: 'Not-mine-2026' })).field).toBe('password')
    const key = makeKey()
    const made = key.make(page(await begin(token)))
    const added = await post('finishPasskey', token, { name: 'Desk', made })
    expect((added.data as { codes: string[] }).codes).toHaveLength(10)
    expect(await alive(other)).toBe(false)
    expect(await alive(token)).toBe(true)
    const listed = await server.call('/api/auth/auth/passkeys', { token })
    expect(listed.data).toEqual([
      { id: expect.any(Number), name: 'Desk', createdAt: expect.any(Number), usedAt: null },
    ])
    const more = makeKey().make(page(await begin(token)))
    const second = await post('finishPasskey', token, { name: 'Phone', made: more })
    expect(second.data).toEqual({ codes: [] })
  })
  test('a challenge is good once, for its person, for adding, and signed on the console’s own page', async () => {
    const token = await server.logIn('second')
    const admin = await server.logIn('admin')
    const finish = (by: string, made: unknown) => post('finishPasskey', by, { name: 'Desk', made })
    const made = makeKey().make(page(await begin(token)))
    expect((await finish(admin, made)).id).toBe('session.badPasskey')
    expect((await finish(token, made)).code).toBe(0)
    expect((await finish(token, made)).id).toBe('session.badPasskey')
    const elsewhere = { ...page(await begin(token)), origin: 'https://console.example.net' }
    expect((await finish(token, makeKey().make(elsewhere))).id).toBe('session.badPasskey')
    const foreign = { ...page(await begin(token)), party: 'example.net' }
    expect((await finish(token, makeKey().make(foreign))).id).toBe('session.badPasskey')
    const unverified = { ...page(await begin(token)), verified: false }
    expect((await finish(token, makeKey().make(unverified))).id).toBe('session.badPasskey')
    const ofEntry = makeKey().make(page((await askEntry()).challenge))
    expect((await finish(token, ofEntry)).id).toBe('session.badPasskey')
  })
})

describe('logging in by one alone', () => {
  test('lets its person in, without a name and a password, and no second step', async () => {
    const { key } = await add('second')
    const asked = await askEntry()
    expect(asked).toMatchObject({ rpId: PARTY, allowCredentials: [] })
    const entered = await enter(key.sign(page(asked.challenge)))
    expect(entered).toMatchObject({ code: 0, data: { username: 'second' } })
    expect(await alive(entered.headers.get('authorization') ?? '')).toBe(true)
  })
  test('each answer counts once, also of several at once', async () => {
    const { key } = await add('second')
    const signed = key.sign(page((await askEntry()).challenge))
    const answers = await Promise.all([enter(signed), enter(signed), enter(signed)])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ headers }) => headers.get('authorization'))).toHaveLength(1)
  })
  test.each<[string, (challenge: string) => object]>([
    ['on another page', challenge => ({ ...page(challenge), origin: 'https://example.net' })],
    ['for another console', challenge => ({ ...page(challenge), party: 'example.net' })],
    ['without making sure of its person', challenge => ({ ...page(challenge), verified: false })],
    ['what nobody asked', () => page('x'.repeat(43))],
  ])('what was signed %s is refused', async (_, asking) => {
    const { key } = await add('second')
    const { challenge } = await askEntry()
    const refused = await enter(key.sign({ ...page(challenge), ...asking(challenge) }))
    expect(refused.id).toBe('session.badPasskey')
    expect(refused.headers.get('authorization')).toBeNull()
  })
  test('a key that was never added, a copy that counts backwards, and a changed signature are refused', async () => {
    const { key } = await add('second')
    const stranger = makeKey()
    expect((await enter(stranger.sign(page((await askEntry()).challenge)))).id).toBe('session.badPasskey')
    const forged = { ...stranger.sign(page((await askEntry()).challenge)), id: key.id, rawId: key.id }
    expect((await enter(forged)).id).toBe('session.badPasskey')
    await server.sql(sql => sql.change('update passkey set counter = 1000'))
    expect((await enter(key.sign(page((await askEntry()).challenge)))).id).toBe('session.badPasskey')
  })
})

describe('one as a second factor', () => {
  const prove = (challenge: string, signed: unknown) =>
    post('proveByPasskey', undefined, { challenge, signed })
  test('is asked for after the password, and its own key opens', async () => {
    const { key } = await add('second')
    const first = await logIn('second')
    expect(first).toMatchObject({ id: 'session.secondFactor', params: { passkey: 1, app: 0 } })
    expect(first.headers.get('authorization')).toBeNull()
    const challenge = String(first.params?.challenge)
    const asked = (await post('beginPasskeyProof', undefined, { challenge })).data as Asked
    expect(asked.allowCredentials).toEqual([{ id: key.id, type: 'public-key' }])
    const { key: others } = await add('admin')
    expect((await prove(challenge, others.sign(page(asked.challenge)))).id).toBe('session.badPasskey')
    const again = (await post('beginPasskeyProof', undefined, { challenge })).data as Asked
    // What was asked for a login by the key alone proves nothing here, and the other way round.
    expect((await prove(challenge, key.sign(page((await askEntry()).challenge)))).id).toBe(
      'session.badPasskey',
    )
    expect((await enter(key.sign(page(again.challenge)))).id).toBe('session.badPasskey')
    const right = (await post('beginPasskeyProof', undefined, { challenge })).data as Asked
    const proved = await prove(challenge, key.sign(page(right.challenge)))
    expect(proved.code).toBe(0)
    expect(await alive(proved.headers.get('authorization') ?? '')).toBe(true)
    expect((await post('beginPasskeyProof', undefined, { challenge })).id).toBe('session.challengeOver')
  })
  test('a recovery code opens as well', async () => {
    const { codes } = await add('second')
    const challenge = String((await logIn('second')).params?.challenge)
    expect((await post('secondFactor', undefined, { challenge, code: codes[0] })).code).toBe(0)
  })
  test('satisfies the rule, and the last one stays while it is asked for', async () => {
    const { token } = await add('admin')
    const rules = {
      secondFactor: 'everybody',
      leastPassword: 8,
      idleMinutes: null,
      sessionHours: null,
      version: 0,
    }
    const saved = await server.call('/api/user/tenant/saveSignInRules', { token, body: rules })
    expect(saved.code).toBe(0)
    expect(await alive(token)).toBe(true)
    expect((await logIn('admin')).id).toBe('session.secondFactor')
    const { data } = await server.call('/api/auth/auth/passkeys', { token })
    const [{ id }] = data as [{ id: number }]
    expect((await post('removePasskey', token, { id, password: PASSWORD })).id).toBe('factor.needed')
    expect((await logIn('admin')).id).toBe('session.secondFactor')
  })
})

describe('the own ones', () => {
  test('are named and removed by their person only', async () => {
    const { token, key } = await add('second')
    const { token: admin } = await add('admin')
    const [{ id }] = (await server.call('/api/auth/auth/passkeys', { token })).data as [{ id: number }]
    expect((await post('renamePasskey', admin, { id, name: 'Mine' })).id).toBe('row.unknown')
    expect((await post('removePasskey', admin, { id, password: PASSWORD })).id).toBe('row.unknown')
    expect((await post('renamePasskey', token, { id, name: 'Laptop' })).code).toBe(0)
    expect((await post('removePasskey', token, { id, password: 'Not-mine-2026' })).field).toBe('password')
    expect((await post('removePasskey', token, { id, password: PASSWORD })).code).toBe(0)
    expect((await enter(key.sign(page((await askEntry()).challenge)))).id).toBe('session.badPasskey')
    expect((await logIn('second')).code).toBe(0)
  })
  test('go with a reset by an administrator', async () => {
    const { key } = await add('second')
    const { data } = await server.call('/api/user/user/page', {
      token: server.tokens.root,
      query: { username: 'second' },
    })
    const [row] = (data as { list: { id: number; secondFactor: boolean }[] }).list
    expect(row?.secondFactor).toBe(true)
    const body = { id: row?.id }
    expect((await server.call('/api/user/user/resetFactor', { token: server.tokens.root, body })).code).toBe(
      0,
    )
    expect((await enter(key.sign(page((await askEntry()).challenge)))).id).toBe('session.badPasskey')
  })
  test('are nothing for visitors', async () => {
    const { visitor } = server.tokens
    expect((await server.call('/api/auth/auth/passkeys', { token: visitor })).id).toBe('forbidden')
    expect((await post('beginPasskey', visitor, { password: PASSWORD })).id).toBe('forbidden')
  })
})
