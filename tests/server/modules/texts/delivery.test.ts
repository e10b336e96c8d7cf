// Text messages from the login and the alarm to the carrier and back: tried again, receipts, and honest words where there
// is no carrier.
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAlarms } from '../../../../server/modules/alarms/alarm-rows.ts'
import { notifyOf } from '../../../../server/modules/alarms/notify.ts'
import { signAnswer, signRequest } from '../../../../server/modules/sim-cards/carrier-gateway.ts'
import { createHttpCarrier } from '../../../../server/modules/texts/http-carrier.ts'
import {
  type TextOutcome,
  TextProblem,
  type TextProvider,
} from '../../../../server/modules/texts/provider.ts'
import { createTexts, type Texts, tellTextWay } from '../../../../server/modules/texts/texts.ts'
import { startServer, type TestServer } from '../../start.ts'
import { type FakeVendor, startVendor } from '../pay/fake-vendor.ts'

const SECRET = 'x'.repeat(16)
const PHONE = '13800000001'
let carrier: FakeVendor
let server: TestServer
beforeAll(async () => {
  carrier = await startVendor(asked => {
    const body = JSON.stringify({ accepted: true, number: 'n' })
    return {
      body,
      headers: { 'x-signature': signAnswer(SECRET, { nonce: String(asked.headers['x-nonce']), body }) },
    }
  })
  server = await startServer({ TEXT_URL: `${carrier.url}/send`, TEXT_APP_ID: 'gate', TEXT_SECRET: SECRET })
  await clear()
})
afterAll(async () => {
  await server.stop()
  await carrier.stop()
})

interface Row {
  id: number
  state: string
  reason: string | null
  failure: string | null
  content: unknown
  tries: number
  about: string
}
const rows = () =>
  server.sql(sql =>
    sql.query<Row>('select id, state, reason, failure, content, tries, about from text_message order by id'),
  )
const clear = () => server.sql(sql => sql.change('delete from text_message'))
const boot = async (of = server) => (await of.call('/api/auth/auth/boot')).data as { texts: boolean }

const signed = (body: unknown, { now = Date.now(), secret = SECRET } = {}) => {
  const text = JSON.stringify(body)
  const parts = {
    path: '/api/message/texts/receipts',
    timestamp: String(now),
    nonce: randomBytes(16).toString('hex'),
    body: text,
  }
  return { ...parts, signature: signRequest(secret, parts) }
}
const post = ({ path, timestamp, nonce, signature, body }: ReturnType<typeof signed>) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signature,
    },
    body,
  })
const receipt = (body: unknown, how: Parameters<typeof signed>[1] = {}) => post(signed(body, how))

test('a login code goes to the carrier, its digits never to the database, and receipts say that it came', async () => {
  expect((await boot()).texts).toBe(true)
  const answer = await server.call('/api/auth/auth/sendCode', { body: { phone: PHONE } })
  expect(answer.code).toBe(0)
  await expect.poll(rows).toMatchObject([{ state: 'sent', about: 'code', content: null }])
  const said = JSON.parse(carrier.asked[0]?.body ?? '{}') as { id: string; fields: { code: string } }
  expect(said).toMatchObject({
    phone: PHONE,
    about: 'code',
    fields: { code: expect.stringMatching(/^\d{6}$/) },
  })
  const held = await server.sql(sql => sql.query('select * from text_message'))
  expect(JSON.stringify(held)).not.toContain(said.fields.code)
  const { requestId } = answer.data as { requestId: string }
  const entered = await server.call('/api/auth/auth/loginByPhone', {
    body: { phone: PHONE, code: said.fields.code, requestId },
  })
  expect(entered.code).toBe(0)

  const { id } = said
  expect((await receipt({ receipts: [{ id, state: 'delivered' }] }, { secret: 'y'.repeat(16) })).status).toBe(
    400,
  )
  expect(
    (await receipt({ receipts: [{ id, state: 'delivered' }] }, { now: Date.now() - 600_000 })).status,
  ).toBe(400)
  expect((await receipt({ receipts: 'all' })).status).toBe(400)
  expect((await receipt({ receipts: Array(501).fill({ id, state: 'delivered' }) })).status).toBe(400)
  expect(await rows()).toMatchObject([{ state: 'sent' }])
  const both = {
    receipts: [
      { id, state: 'delivered' },
      { id: '999999', state: 'failed' },
    ],
  }
  expect(await (await receipt(both)).json()).toEqual({ taken: 1 })
  expect(await (await receipt({ receipts: [{ id, state: 'failed', reason: 'later' }] })).json()).toEqual({
    taken: 0,
  })
  expect(await rows()).toMatchObject([{ state: 'delivered', reason: null }])
})

test('a call with receipts that is repeated word for word changes nothing, whatever it says', async () => {
  await clear()
  const { here, app } = server
  const about = { tenantId: here.tenantId, alarmId: here.alarmId, accountId: here.userId }
  await app.parts.texts.send(PHONE, { about: 'alarm', what: 'w', who: 'p', place: 'l', text: 't' }, about)
  await expect.poll(rows).toMatchObject([{ state: 'sent' }])
  const [{ id } = { id: 0 }] = await rows()
  const asked = signed({ receipts: [{ id: String(id), state: 'failed', reason: 'MOBILE_IN_BLACK' }] })
  expect(await (await post(asked)).json()).toEqual({ taken: 1 })
  const held = () => server.sql(sql => sql.query('select * from text_message order by id'))
  const before = await held()
  expect(before).toMatchObject([
    { state: 'failed', failure: 'blocked', reason: 'MOBILE_IN_BLACK', version: 3 },
  ])
  for (let time = 0; time < 3; time += 1) expect(await (await post(asked)).json()).toEqual({ taken: 0 })
  // Nor does one that was delivered become one that failed, or the other way about.
  const other = signed({ receipts: [{ id: String(id), state: 'delivered' }] })
  expect(await (await post(other)).json()).toEqual({ taken: 0 })
  expect(await held()).toEqual(before)
})

describe('on the way', () => {
  let now = 0
  let texts: Texts
  let answers: (() => { number: string })[]
  let outcome: TextOutcome
  const asks: number[] = []
  beforeEach(async () => {
    await clear()
    now = 1_800_000_000_000
    answers = []
    asks.length = 0
    outcome = { state: 'waiting' }
    const provider: TextProvider = {
      way: 'aliyun',
      send: async () => (answers.shift() ?? (() => ({ number: 'n' })))(),
      ask: async ({ id }) => {
        asks.push(id)
        return outcome
      },
    }
    texts = createTexts({
      data: server.app.parts.data,
      log: server.app.parts.log,
      provider,
      now: () => now,
      everyMs: 0,
    })
  })
  afterEach(clear)
  const later = () => {
    throw new TextProblem('503', { passing: true, failure: 'overloaded' })
  }
  const alarm = { about: 'alarm', what: 'w', who: 'p', place: 'l', text: 't' } as const
  const send = () =>
    texts.send(PHONE, alarm, {
      tenantId: server.here.tenantId,
      alarmId: server.here.alarmId,
      accountId: server.here.userId,
    })

  test('what could not be handed over is tried again, three times, and then has failed', async () => {
    answers = [later, later]
    await send()
    expect(await rows()).toMatchObject([{ state: 'queued', reason: '503', tries: 1 }])
    await texts.round()
    expect(await rows()).toMatchObject([{ state: 'queued', tries: 1 }])
    now += 5_000
    await texts.round()
    now += 30_000
    await texts.round()
    expect(await rows()).toMatchObject([{ state: 'sent', reason: null, tries: 3 }])
    await clear()
    answers = [later, later, later, later]
    await send()
    for (const wait of [5_000, 30_000, 120_000]) {
      now += wait
      await texts.round()
    }
    expect(await rows()).toMatchObject([{ state: 'failed', reason: '503', tries: 4 }])
  })
  test('what is refused for good is not tried again', async () => {
    answers = [
      () => {
        throw new TextProblem('template not approved', { passing: false, failure: 'form' })
      },
    ]
    await send()
    expect(await rows()).toMatchObject([{ state: 'failed', reason: 'template not approved', tries: 1 }])
  })
  test('a code that was not sent within a minute is not sent at all', async () => {
    answers = [later]
    await texts.send(PHONE, { about: 'code', code: '123456' })
    now += 61_000
    await texts.round()
    expect(await rows()).toMatchObject([{ state: 'failed', failure: 'tooLate', reason: null }])
  })
  test('two processes hand a message over once', async () => {
    answers = [later]
    await send()
    now += 5_000
    let handed = 0
    const counted = () => {
      handed++
      return { number: 'n' }
    }
    answers = [counted, counted]
    await Promise.all([texts.round(), texts.round()])
    expect(handed).toBe(1)
  })
  test('the carrier is asked now and then, until it knows', async () => {
    await send()
    await texts.round()
    expect(asks).toHaveLength(0)
    now += 10_000
    await texts.round()
    expect(asks).toHaveLength(1)
    await texts.round()
    expect(asks).toHaveLength(1)
    now += 60_000
    outcome = { state: 'failed', reason: 'MOBILE_NOT_ON_SERVICE' }
    await texts.round()
    expect(await rows()).toMatchObject([
      { state: 'failed', failure: 'phoneOff', reason: 'MOBILE_NOT_ON_SERVICE' },
    ])
    now += 86_400_000
    await texts.round()
    expect(asks).toHaveLength(2)
  })
  test('a process that died with a message in its hands leaves it to the next', async () => {
    const held = createTexts({
      data: server.app.parts.data,
      log: server.app.parts.log,
      provider: { way: 'http', send: () => new Promise(() => undefined) },
      now: () => now,
      everyMs: 0,
    })
    void held.send(PHONE, alarm)
    await expect.poll(rows).toMatchObject([{ tries: 1 }])
    await texts.round()
    expect(await rows()).toMatchObject([{ state: 'queued', tries: 1 }])
    now += 30_000
    await texts.round()
    expect(await rows()).toMatchObject([{ state: 'sent', tries: 2 }])
  })
  test('a carrier that cannot be reached is a passing reason', async () => {
    const gone = createHttpCarrier({ url: 'http://127.0.0.1:9/send', appId: 'gate', secret: SECRET })
    await expect(gone.send({ id: 1, phone: PHONE, message: alarm })).rejects.toMatchObject({ passing: true })
  })
})

describe('without a carrier', () => {
  let bare: TestServer
  beforeAll(async () => {
    bare = await startServer({ DEMO: 'off' })
  })
  afterAll(() => bare.stop())

  test('there is no way by phone, and no receipts are taken', async () => {
    expect((await boot(bare)).texts).toBe(false)
    expect(await bare.call('/api/auth/auth/sendCode', { body: { phone: PHONE } })).toMatchObject({
      id: 'session.noTexts',
    })
    expect((await bare.call('/api/message/texts/receipts', { body: {} })).status).toBe(404)
  })
  test('an alarm’s timeline says that no text could be sent, instead of counting some', async () => {
    const { here } = bare
    const told = (of: TestServer) =>
      of.sql(async sql => {
        const [alarm] = await readAlarms(sql, [here.alarmId])
        if (!alarm) throw new Error('there is no alarm')
        await sql.change('update account set phone = $2 where id = $1', [here.userId, '13800000077'])
        await notifyOf(
          sql,
          [{ alarm, why: 'raised', people: [here.userId], channels: ['console', 'sms'] }],
          Date.now(),
        )
        return sql.query<{ note: string }>(
          `select note from alarm_event where alarm_id = $1 and kind = 'told' order by id desc limit 1`,
          [here.alarmId],
        )
      })
    expect(await told(bare)).toEqual([{ note: 'console:1,sms:off' }])
    expect(await bare.sql(sql => sql.query('select from alarm_sms'))).toHaveLength(0)
    await tellTextWay(bare.app.parts.data, { way: 'http' })
    expect(await told(bare)).toEqual([{ note: 'console:1,sms:1' }])
  })
})
