// Passkeys against the real server, with keys in software: each challenge once, for its purpose, person, page and key.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOfStep, stepAt } from '../../../../server/modules/session/totp.ts'
import { PASSWORD, startServer, type TestServer } from '../../start.ts'
import { bytesOf } from './app-of-test.ts'
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
    for (const table of TABLES) await sql.change(`delete from ${table}`)
  }),
)

const TABLES = [
  'login_failure',
  'passkey',
  'passkey_challenge',
  'authenticator',
  'recovery_code',
  'sign_in_challenge',
  'sign_in_rule',
]

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
const confirm = async (token: string, key: Key) => {
  const asked = (await post('beginPasskeyConfirmation', token, {})).data as Asked
  return post('confirmByPasskey', token, { signed: key.sign(page(asked.challenge)) })
}
/** A word that stands for the second factor, once. */
const wordOf = async (token: string, key: Key) =>
  ((await confirm(token, key)).data as { proof: string }).proof
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
    const asked = await post('beginPasskey', token, {
      password: PASSWORD,
      factor: await wordOf(token, key),
    })
    const more = makeKey().make(page((asked.data as Asked).challenge))
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
    await server.sql(sql => sql.change('delete from passkey'))
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
    const { token, key } = await add('admin')
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
    const factor = await wordOf(token, key)
    expect((await post('removePasskey', token, { id, password: PASSWORD, factor })).id).toBe('factor.needed')
    expect((await logIn('admin')).id).toBe('session.secondFactor')
  })
})

describe('proving oneself by one inside a session', () => {
  const renew = (token: string, code: string) =>
    post('renewRecoveryCodes', token, { password: PASSWORD, code })
  test('gives a word that counts like a code, once, and only for its person', async () => {
    const { token, key, codes } = await add('second')
    const { token: admin } = await add('admin')
    const word = await wordOf(token, key)
    expect(await renew(admin, word)).toMatchObject({ id: 'session.badFactor', field: 'code' })
    const renewed = await renew(token, word)
    const fresh = (renewed.data as { codes: string[] }).codes
    expect(fresh).toHaveLength(10)
    expect((await renew(token, word)).id).toBe('session.badFactor')
    // The old ones are void; a new one lets in where the key is lost, and proves its person in a session as well.
    const prove = async (code: string | undefined) => {
      const challenge = String((await logIn('second')).params?.challenge)
      return post('secondFactor', undefined, { challenge, code })
    }
    expect((await prove(codes[0])).id).toBe('session.badFactor')
    expect((await prove(fresh[0])).code).toBe(0)
    expect((await prove(fresh[0])).id).toBe('session.badFactor')
    expect((await renew(token, fresh[1] ?? '')).code).toBe(0)
  })
  test('counts once of several at once, and not when it is old', async () => {
    const { token, key } = await add('second')
    const word = await wordOf(token, key)
    const answers = await Promise.all([renew(token, word), renew(token, word), renew(token, word)])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const late = await wordOf(token, key)
    await server.sql(async sql => {
      await sql.change('delete from login_failure')
      await sql.change('update sign_in_challenge set expires_at = $1', [Date.now()])
    })
    expect((await renew(token, late)).id).toBe('session.badFactor')
  })
  test('takes only a key of this person, asked for this', async () => {
    const { token, key } = await add('second')
    const { key: others } = await add('admin')
    expect((await confirm(token, others)).id).toBe('session.badPasskey')
    const signed = key.sign(page((await askEntry()).challenge))
    expect((await post('confirmByPasskey', token, { signed })).id).toBe('session.badPasskey')
    const asked = (await post('beginPasskeyConfirmation', token, {})).data as Asked
    expect((await enter(key.sign(page(asked.challenge)))).id).toBe('session.badPasskey')
    const visitor = server.tokens.visitor
    expect((await post('beginPasskeyConfirmation', visitor, {})).id).toBe('forbidden')
  })
  test('the word opens no session and is no answer to a login', async () => {
    const { token, key } = await add('second')
    const word = await wordOf(token, key)
    expect(await alive(word)).toBe(false)
    const proving = { challenge: word, code: '000000' }
    expect((await post('secondFactor', undefined, proving)).id).toBe('session.challengeOver')
    const challenge = String((await logIn('second')).params?.challenge)
    expect((await renew(token, challenge)).id).toBe('session.badFactor')
  })
  test('codes that are left stay good when an app is set up beside it', async () => {
    const { token, key, codes } = await add('second')
    const { data } = await post('beginApp', token, {})
    const code = codeOfStep(bytesOf((data as { secret: string }).secret), stepAt(Date.now()))
    const without = await post('confirmApp', token, { password: PASSWORD, code })
    expect(without).toMatchObject({ id: 'field.required', field: 'factor' })
    const factor = await wordOf(token, key)
    const confirmed = await post('confirmApp', token, { password: PASSWORD, code, factor })
    expect(confirmed).toMatchObject({ code: 0, data: { codes: [] } })
    expect((await renew(token, codes[0] ?? '')).code).toBe(0)
  })
})

describe('one that the rules ask for', () => {
  const ruled = () =>
    server.sql(sql =>
      sql.change(
        `insert into sign_in_rule (tenant_id, updated_at, updated_by, second_factor, least_password)
         values ($1, 1, 'test', 'everybody', 8)`,
        [server.here.tenantId],
      ),
    )
  const challengeOf = async () => {
    const entered = await logIn('second')
    expect(entered.id).toBe('session.enrolFactor')
    return String(entered.params?.challenge)
  }
  const ask = async (challenge: string) =>
    (await post('beginPasskeyEnrolment', undefined, { challenge })).data as Asked
  const finish = (challenge: string, made: unknown) =>
    post('finishPasskeyEnrolment', undefined, { challenge, name: 'Desk', made })

  test('is set up in place of an app, with recovery codes, and lets its person in', async () => {
    const before = await server.logIn('second')
    await ruled()
    const challenge = await challengeOf()
    const key = makeKey()
    const made = key.make(page((await ask(challenge)).challenge))
    const both = await Promise.all([finish(challenge, made), finish(challenge, made)])
    expect(both.filter(({ code }) => code === 0)).toHaveLength(1)
    const done = both[0].code === 0 ? both[0] : both[1]
    const { user, codes } = done.data as { user: unknown; codes: string[] }
    expect(user).toMatchObject({ username: 'second' })
    expect(codes).toHaveLength(10)
    expect(await alive(done.headers.get('authorization') ?? '')).toBe(true)
    // What was opened by the password alone is over.
    expect(await alive(before)).toBe(false)
    expect((await ask(challenge))?.challenge).toBeUndefined()
    expect((await enter(key.sign(page((await askEntry()).challenge)))).code).toBe(0)
    const next = await logIn('second')
    expect(next).toMatchObject({ id: 'session.secondFactor', params: { passkey: 1, app: 0 } })
    const proved = { challenge: String(next.params?.challenge), code: codes[0] }
    expect((await post('secondFactor', undefined, proved)).code).toBe(0)
    const written = await server.sql(sql =>
      sql.query<{ action: string }>(`select action from audit where user_name = 'second' order by id`),
    )
    expect(written.map(({ action }) => action)).toContain('session.addPasskey')
  })
  test('is the first of all: who else knows the password sets up nothing after it', async () => {
    await ruled()
    const [own, thief, byApp] = [await challengeOf(), await challengeOf(), await challengeOf()]
    const [asked, askedThief] = [await ask(own), await ask(thief)]
    const begun = await post('beginEnrolment', undefined, { challenge: byApp })
    const secret = bytesOf((begun.data as { secret: string }).secret)
    expect((await finish(own, makeKey().make(page(asked.challenge)))).code).toBe(0)
    const late = await finish(thief, makeKey().make(page(askedThief.challenge)))
    expect(late.id).toBe('session.challengeOver')
    expect(late.headers.get('authorization')).toBeNull()
    const code = codeOfStep(secret, stepAt(Date.now()))
    const app = await post('finishEnrolment', undefined, { challenge: byApp, code })
    expect(app.id).toBe('session.challengeOver')
    expect(await server.sql(sql => sql.query('select from passkey'))).toHaveLength(1)
  })
  test('of two at the same moment one is set up', async () => {
    await ruled()
    const challenges = [await challengeOf(), await challengeOf()]
    const makings = await Promise.all(
      challenges.map(async challenge => ({
        challenge,
        made: makeKey().make(page((await ask(challenge)).challenge)),
      })),
    )
    const answers = await Promise.all(makings.map(({ challenge, made }) => finish(challenge, made)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(await server.sql(sql => sql.query('select from passkey'))).toHaveLength(1)
  })
  test('takes only what was signed for it, on the console’s own page', async () => {
    await ruled()
    const challenge = await challengeOf()
    const refused = async (made: unknown) => {
      const answer = await finish(challenge, made)
      expect(answer.id).toBe('session.badPasskey')
      expect(answer.headers.get('authorization')).toBeNull()
    }
    await refused(makeKey().make(page((await askEntry()).challenge)))
    const asked = async () => page((await ask(challenge)).challenge)
    await refused(makeKey().make({ ...(await asked()), origin: 'https://example.net' }))
    await refused(makeKey().make({ ...(await asked()), party: 'example.net' }))
    await refused(makeKey().make({ ...(await asked()), verified: false }))
    expect((await finish('x'.repeat(43), makeKey().make(await asked()))).id).toBe('session.challengeOver')
    await server.sql(sql => sql.change('update sign_in_challenge set expires_at = $1', [Date.now()]))
    const late = await post('beginPasskeyEnrolment', undefined, { challenge })
    expect(late.id).toBe('session.challengeOver')
  })
  test('a challenge that asks for proof sets nothing up', async () => {
    await add('second')
    const challenge = String((await logIn('second')).params?.challenge)
    const begun = await post('beginPasskeyEnrolment', undefined, { challenge })
    expect(begun.id).toBe('session.challengeOver')
  })
})

describe('the own ones', () => {
  test('are named and removed by their person only', async () => {
    const { token, key } = await add('second')
    const { token: admin, key: others } = await add('admin')
    const [{ id }] = (await server.call('/api/auth/auth/passkeys', { token })).data as [{ id: number }]
    expect((await post('renamePasskey', admin, { id, name: 'Mine' })).id).toBe('row.unknown')
    const foreign = { id, password: PASSWORD, factor: await wordOf(admin, others) }
    expect((await post('removePasskey', admin, foreign)).id).toBe('row.unknown')
    expect((await post('renamePasskey', token, { id, name: 'Laptop' })).code).toBe(0)
    expect((await post('removePasskey', token, { id, password: 'Not-mine-2026' })).field).toBe('password')
    expect(await post('removePasskey', token, { id, password: PASSWORD })).toMatchObject({
      id: 'field.required',
      field: 'factor',
    })
    const factor = await wordOf(token, key)
    expect((await post('removePasskey', token, { id, password: PASSWORD, factor })).code).toBe(0)
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
