// What became of an alarm's text messages: who may read it, and how one that failed is sent once more.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failureOf } from '../../../../server/modules/texts/text-failure.ts'
import type { CommandResult } from '../../../../src/contract/entity-endpoints.ts'
import type { AlarmText } from '../../../../src/domain/alarm/alarm-text.ts'
import { startServer, type TestServer } from '../../start.ts'

let server: TestServer
let duty: string
beforeAll(async () => {
  server = await startServer()
  duty = server.tokens.admin
})
afterAll(() => server.stop())

interface Stored {
  id: number
  state: string
  phone: string
  againOf: number | null
  againBy: string | null
  content: { text: string }
}
const stored = () =>
  server.sql(sql =>
    sql.query<Stored>(
      `select id, state, phone, again_of as "againOf", again_by as "againBy", content
       from text_message where tenant_id = $1 order by id`,
      [server.here.tenantId],
    ),
  )
const change = (text: string, values: unknown[] = []) => server.sql(sql => sql.change(text, values))

async function list(token = duty, query: Record<string, string> = {}) {
  const answer = await server.call('/api/message/alarmText/page', {
    token,
    query: { page: '1', size: '50', ...query },
  })
  return { ...answer, rows: (answer.data as { list?: AlarmText[] } | null)?.list ?? [] }
}
const again = async (id: number, token = duty) => {
  const { code, data } = await server.call('/api/message/alarmText/again', { token, body: { ids: [id] } })
  return { code, first: (data as CommandResult | null)?.results[0] }
}

beforeEach(async () => {
  await change('delete from text_message where id <> $1 and tenant_id = $2', [
    server.here.alarmTextId,
    server.here.tenantId,
  ])
  await change(`update account set phone = '13800000088' where id = $1`, [server.here.userId])
  await change(`update alarm set status = 'open' where id = $1`, [server.here.alarmId])
  await change(`update text_message set state = 'failed' where id = $1`, [server.here.alarmTextId])
})

describe('reading', () => {
  test('it says to whom, by which carrier and why not, and no more of the number than it takes', async () => {
    const { rows } = await list()
    expect(rows).toMatchObject([
      {
        id: server.here.alarmTextId,
        alarmId: server.here.alarmId,
        personName: 'here',
        phone: '138****0088',
        way: 'http',
        state: 'failed',
        failure: 'phoneOff',
        content: 'words',
        replaced: false,
      },
    ])
    expect(JSON.stringify(rows)).not.toContain('13800000088')
  })
  test('codes of logins stand in nobody’s list, not even in the platform’s', async () => {
    await change(
      `insert into text_message (way, phone, about, at, state) values ('http', '13800000099', 'code', 1, 'failed')`,
    )
    const { rows } = await list(server.tokens.root)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(row => row.phone)).not.toContain('138****0099')
  })
  test('a company sees its own alone; who may not read them gets nothing', async () => {
    expect((await list(server.tokens.stranger)).rows.map(row => row.id)).toEqual([server.there.alarmTextId])
    for (const token of [server.tokens.patrol, server.tokens.visitor]) {
      const answer = await list(token)
      expect([answer.code, answer.rows]).toEqual([1403, []])
    }
  })
  test('of one alarm, by state and by reason', async () => {
    const { alarmId, alarmTextId } = server.here
    const ids = async (query: Record<string, string>) => (await list(duty, query)).rows.map(({ id }) => id)
    expect(await ids({ alarmId: String(alarmId), state: 'failed', failure: 'phoneOff' })).toEqual([
      alarmTextId,
    ])
    expect(await ids({ alarmId: String(server.here.otherAlarmId) })).toEqual([])
    expect(await ids({ state: 'delivered,sent,queued' })).toEqual([])
  })
})

describe('sending again', () => {
  test('another goes out with the same words, to the number the person has now; once', async () => {
    await change(`update account set phone = '13900000077' where id = $1`, [server.here.userId])
    const before = await server.sql(sql => sql.query('select from alarm_sms'))
    const twice = await Promise.all([again(server.here.alarmTextId), again(server.here.alarmTextId)])
    expect(twice.map(({ first }) => first?.ok).sort()).toEqual([false, true])
    expect(twice.find(({ first }) => !first?.ok)?.first?.error?.id).toBe('text.replaced')
    await expect.poll(stored).toMatchObject([
      { id: server.here.alarmTextId, state: 'failed', phone: '13800000088' },
      {
        // The demo's outbox delivers at once.
        state: 'delivered',
        phone: '13900000077',
        againOf: server.here.alarmTextId,
        content: { text: 'words' },
      },
    ])
    const [made] = (await list()).rows.filter(({ id }) => id !== server.here.alarmTextId)
    expect(made).toMatchObject({ personName: 'here', failure: null, replaced: false })
    expect(made?.againBy).toBeTruthy()
    expect((await list()).rows.find(({ id }) => id === server.here.alarmTextId)).toMatchObject({
      replaced: true,
    })
    // It counts against the limits.
    expect(await server.sql(sql => sql.query('select from alarm_sms'))).toHaveLength(before.length + 1)
    expect(
      await server.sql(sql => sql.query(`select from audit where action = 'alarmText.again'`)),
    ).toHaveLength(1)
  })
  test.each([
    ['queued', 'open', 'state.transition'],
    ['sent', 'open', 'state.transition'],
    ['delivered', 'open', 'state.transition'],
    ['failed', 'handled', 'text.alarmHandled'],
  ])('not one that is %s, of an alarm that is %s', async (state, status, id) => {
    await change('update text_message set state = $2 where id = $1', [server.here.alarmTextId, state])
    await change('update alarm set status = $2 where id = $1', [server.here.alarmId, status])
    expect((await again(server.here.alarmTextId)).first).toMatchObject({
      ok: false,
      error: { id },
    })
    expect(await stored()).toHaveLength(1)
  })
  test('not to somebody without a phone', async () => {
    await change(`update account set phone = '' where id = $1`, [server.here.userId])
    expect((await again(server.here.alarmTextId)).first).toMatchObject({
      ok: false,
      error: { id: 'text.noPhone' },
    })
  })
  test('not by who may not, nor in another company', async () => {
    for (const token of [server.tokens.patrol, server.tokens.visitor])
      expect((await again(server.here.alarmTextId, token)).code).toBe(1403)
    expect((await again(server.here.alarmTextId, server.tokens.stranger)).first).toMatchObject({
      ok: false,
      error: { id: 'row.unknown' },
    })
    expect(await stored()).toHaveLength(1)
  })
})

test('without a carrier it says so', async () => {
  const bare = await startServer({ DEMO: 'off' })
  const { data } = await bare.call('/api/message/alarmText/again', {
    token: bare.tokens.admin,
    body: { ids: [bare.here.alarmTextId] },
  })
  expect((data as CommandResult).results[0]).toMatchObject({ ok: false, error: { id: 'text.noCarrier' } })
  await bare.stop()
})

test.each([
  ['isv.AMOUNT_NOT_ENOUGH 账户余额不足', 'account'],
  ['FailedOperation.InsufficientBalanceInSmsPackage', 'account'],
  ['SignatureDoesNotMatch', 'account'],
  ['isv.SMS_SIGNATURE_ILLEGAL', 'form'],
  ['FailedOperation.TemplateIncorrectOrUnapproved', 'form'],
  ['isv.MOBILE_NUMBER_ILLEGAL', 'number'],
  ['InvalidParameterValue.IncorrectPhoneNumber', 'number'],
  ['MOBILE_NOT_ON_SERVICE', 'phoneOff'],
  ['用户关机', 'phoneOff'],
  ['FailedOperation.PhoneNumberInBlacklist', 'blocked'],
  ['MOBILE_IN_BLACK', 'blocked'],
  ['LimitExceeded.PhoneNumberDailyLimit', 'tooMany'],
  ['isv.BUSINESS_LIMIT_CONTROL 触发天级流控', 'tooMany'],
  ['Throttling.User', 'overloaded'],
  ['something nobody has met', 'refused'],
  ['', 'refused'],
])('%s is %s', (reason, failure) => {
  expect(failureOf(reason)).toBe(failure)
})
