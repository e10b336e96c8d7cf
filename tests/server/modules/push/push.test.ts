// Web Push end to end without a browser: the real server, a push service on this machine, messages opened with the
// browser's own keys.
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addManyNotices } from '../../../../server/modules/notices/public.ts'
import { createPost } from '../../../../server/modules/push/post.ts'
import type { PushPayload } from '../../../../src/contract/endpoints/push.ts'
import { insert, PASSWORD, startServer, type TestServer } from '../../start.ts'
import { type Browser, type PushService, startPushService } from './push-service.ts'

let service: PushService
let server: TestServer
beforeAll(async () => {
  service = await startPushService()
  server = await startServer(
    { PUSH_CONTACT: 'mailto:duty@example.org' },
    { post: createPost({ ca: service.ca, anywhere: true }) },
  )
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})
beforeEach(() => server.sql(sql => sql.change('delete from push_subscription')))

const push = (path: string, token: string | undefined, body?: unknown) =>
  server.call(`/api/message/push/${path}`, { token, ...(body === undefined ? {} : { body }) })

let named = 0
async function subscribed(token: string, more: object = {}): Promise<Browser> {
  const browser = service.browser(`browser-${++named}`)
  const answer = await push('subscribe', token, {
    ...keysOf(browser),
    label: 'Chrome',
    language: 'en',
    ...more,
  })
  expect(answer).toMatchObject({ code: 0 })
  return browser
}
const keysOf = ({ endpoint, p256dh, auth }: Browser) => ({ endpoint, p256dh, auth })

/** An SOS of the own tenant's first device, told to the rest of the server as ingestion does. */
async function raiseSos(more: Record<string, unknown> = {}): Promise<number> {
  const { here } = server
  const id = await server.sql(sql =>
    insert(sql, 'alarm', {
      tenant_id: here.tenantId,
      type: 'sos',
      severity: 'critical',
      title: 'SOS',
      device_id: here.deviceId,
      imei: here.imei,
      device_name: 'Wristband',
      device_kind: 'wristband',
      wearer_name: '陈秀英',
      building: 'Block 3',
      room_no: '1204',
      department_id: here.departmentId,
      raised_at: Date.now(),
      ...more,
    }),
  )
  server.app.parts.bus.emit('alarm.raised', {
    alarms: [
      {
        id,
        tenantId: here.tenantId,
        departmentId: here.departmentId,
        type: 'sos',
        imei: here.imei,
        deviceName: 'Wristband',
        wearerName: '陈秀英',
        place: null,
        building: 'Block 3',
        unit: null,
        roomNo: '1204',
        raisedAt: Date.now(),
      },
    ],
  })
  return id
}

const last = (payloads: PushPayload[]): PushPayload => {
  const payload = payloads.at(-1)
  if (!payload) throw new Error('Nothing was received')
  return payload
}
const bare = (text: string) => text.replace(/[\u2068\u2069]/g, '')
const receipt = (payload: PushPayload, what: string) =>
  server.call(payload.receiptUrl, { body: { receipt: payload.receipt, what } })
const alarmRow = (id: number) =>
  server.sql(sql =>
    sql.first<{ status: string; taken_by: string | null }>(
      'select status, taken_by from alarm where id = $1',
      [id],
    ),
  )
const subscriptions = () =>
  server.sql(sql =>
    sql.query<{ id: number; last_proven_at: number | null; failure: string | null; account_id: number }>(
      'select * from push_subscription order by id',
    ),
  )

describe('an SOS', () => {
  test('reaches every browser of those who hear it, encrypted, signed, in their language', async () => {
    const { publicKey } = (await push('key', server.tokens.admin)).data as { publicKey: string }
    const english = await subscribed(server.tokens.admin)
    const chinese = await subscribed(server.tokens.patrol, { language: 'cn' })
    const stranger = await subscribed(server.tokens.stranger)
    const id = await raiseSos()
    const payload = last(await service.until(english, 1))
    expect({ ...payload, body: bare(payload.body) }).toMatchObject({
      kind: 'sos',
      tag: `sos-${id}`,
      title: 'SOS emergency',
      body: '陈秀英 · Block 3 · 1204',
      actions: [
        { action: 'acknowledge', title: "I'll take it" },
        { action: 'open', title: 'Open' },
      ],
      open: `/#/AlarmHistory?open=${id}`,
      lang: 'en',
      direction: 'ltr',
    })
    expect(last(await service.until(chinese, 1))).toMatchObject({ title: 'SOS紧急求救', lang: 'zh-CN' })
    const [request] = english.posted()
    expect(request?.headers).toMatchObject({
      ttl: '600',
      urgency: 'high',
      topic: `sos-${id}`,
      'content-encoding': 'aes128gcm',
    })
    expect(signedBy(String(request?.headers.authorization), publicKey)).toMatchObject({
      aud: service.url,
      sub: 'mailto:duty@example.org',
    })
    expect(stranger.posted()).toEqual([])
  })

  test('of another department is not told to who sees only their own', async () => {
    const patrol = await subscribed(server.tokens.patrol)
    const admin = await subscribed(server.tokens.admin)
    await raiseSos({ department_id: server.here.otherDepartmentId })
    await service.until(admin, 1)
    expect(patrol.posted()).toEqual([])
  })

  test('is taken from the notification: audited as by push, and taken back from the others', async () => {
    const mine = await subscribed(server.tokens.patrol)
    const others = await subscribed(server.tokens.admin)
    const id = await raiseSos()
    const payload = last(await service.until(mine, 1))
    await service.until(others, 1)
    expect((await receipt(payload, 'shown')).data).toEqual({ done: true, takenBy: null })
    expect((await receipt(payload, 'acknowledged')).data).toEqual({ done: true, takenBy: null })
    expect(await alarmRow(id)).toEqual({ status: 'taken', taken_by: 'Name of patrol' })
    const gone = last(await service.until(others, 2))
    expect({ ...gone, title: bare(gone.title) }).toMatchObject({
      kind: 'gone',
      tag: `sos-${id}`,
      title: 'Name of patrol has taken it',
    })
    expect(mine.posted()).toHaveLength(1)
    const entry = await server.sql(sql =>
      sql.first(
        `select user_name, detail from audit where action = 'alarm.take' and row_id = $1 order by id desc limit 1`,
        [id],
      ),
    )
    expect(entry).toEqual({ user_name: 'patrol', detail: { by: 'push' } })
    const timeline = await server.call('/api/message/alarm/timeline', {
      token: server.tokens.admin,
      query: { id: String(id) },
    })
    expect(JSON.stringify(timeline.data)).toContain('Name of patrol')
  })

  test('acknowledged by two at once belongs to one; the other is told who', async () => {
    const [first, second] = [await subscribed(server.tokens.patrol), await subscribed(server.tokens.admin)]
    await raiseSos()
    const payloads = [last(await service.until(first, 1)), last(await service.until(second, 1))]
    const answers = await Promise.all(payloads.map(payload => receipt(payload, 'acknowledged')))
    const results = answers.map(({ data }) => data as { done: boolean; takenBy: string | null })
    expect(results.filter(({ done }) => done)).toHaveLength(1)
    const loser = results.find(({ done }) => !done)
    expect(loser?.takenBy).toMatch(/^Name of (patrol|admin)$/)
  })

  test('that was given back is told again, and an old receipt does not take it twice', async () => {
    const browser = await subscribed(server.tokens.patrol)
    const other = await subscribed(server.tokens.admin)
    const id = await raiseSos()
    const payload = last(await service.until(browser, 1))
    await service.until(other, 1)
    await receipt(payload, 'acknowledged')
    await service.until(other, 2)
    await server.call('/api/message/alarm/release', { token: server.tokens.patrol, body: { ids: [id] } })
    expect(last(await service.until(other, 3)).kind).toBe('sos')
    expect((await receipt(payload, 'acknowledged')).data).toEqual({ done: false, takenBy: null })
    expect((await alarmRow(id))?.status).toBe('open')
  })

  /** Stored by a process that told nobody of it, because it died. */
  const untold = (more: Record<string, unknown> = {}) =>
    server.sql(sql =>
      insert(sql, 'alarm', {
        ...{ tenant_id: server.here.tenantId, type: 'sos', severity: 'critical', title: 'SOS' },
        ...{ device_id: server.here.deviceId, imei: server.here.imei, device_name: 'Wristband' },
        ...{ device_kind: 'wristband', raised_at: Date.now() - 60_000, ...more },
      }),
    )

  test('raised just before a restart and told to nobody is told at the start', async () => {
    const browser = await subscribed(server.tokens.admin)
    await server.sql(sql => sql.change(`update alarm set status = 'handled' where type = 'sos'`))
    const id = await untold()
    await server.app.notifier.catchUp()
    expect(last(await service.until(browser, 1)).tag).toBe(`sos-${id}`)
  })

  test('stored by a process that died before it told anybody is told by another within seconds', async () => {
    const browser = await subscribed(server.tokens.admin)
    await server.sql(sql => sql.change(`update alarm set status = 'handled' where type = 'sos'`))
    const id = await untold({ created_at: Date.now() - 6_000 })
    expect(last(await service.until(browser, 1)).tag).toBe(`sos-${id}`)
  })
})

describe('a receipt', () => {
  test('proves the channel once; forged, old and repeated ones change nothing', async () => {
    const browser = await subscribed(server.tokens.admin)
    const id = await raiseSos()
    const payload = last(await service.until(browser, 1))
    const forged = await receipt({ ...payload, receipt: 'x'.repeat(43) }, 'acknowledged')
    expect(forged).toMatchObject({ code: 0, data: { done: false, takenBy: null } })
    expect((await subscriptions())[0]?.last_proven_at).toBeNull()
    const shownAt = Date.now()
    await receipt(payload, 'shown')
    const [proven] = await subscriptions()
    expect(proven?.last_proven_at).toBeGreaterThanOrEqual(shownAt)
    await server.sql(sql => sql.change('update push_subscription set last_proven_at = 5'))
    await receipt(payload, 'shown')
    expect((await subscriptions())[0]?.last_proven_at).toBe(5)
    await server.sql(sql =>
      sql.change('update push_delivery set created_at = $1', [Date.now() - 25 * 3_600_000]),
    )
    expect((await receipt(payload, 'acknowledged')).data).toEqual({ done: false, takenBy: null })
    expect((await alarmRow(id))?.status).toBe('open')
    expect((await receipt({ ...payload, receipt: 'short' }, 'shown')).code).not.toBe(0)
  })

  test('takes nothing for somebody who may not any more', async () => {
    const browser = await subscribed(server.tokens.patrol)
    const id = await raiseSos()
    const payload = last(await service.until(browser, 1))
    const role = await server.sql(sql =>
      sql.first<{ id: number }>(
        `select role.id from role join account_role on role_id = role.id join account on account.id = account_id where username = 'patrol'`,
      ),
    )
    await server.sql(sql =>
      sql.change('update account_role set role_id = $2 where role_id = $1', [role?.id, server.here.roleId]),
    )
    expect((await receipt(payload, 'acknowledged')).data).toEqual({ done: false, takenBy: null })
    await server.sql(sql =>
      sql.change('update account_role set role_id = $1 where role_id = $2', [role?.id, server.here.roleId]),
    )
    expect((await alarmRow(id))?.status).toBe('open')
  })

  test('takes nothing once the alarm lies beyond the data scope', async () => {
    const browser = await subscribed(server.tokens.patrol)
    const id = await raiseSos()
    const payload = last(await service.until(browser, 1))
    await server.sql(sql =>
      sql.change('update alarm set department_id = $2 where id = $1', [id, server.here.otherDepartmentId]),
    )
    expect((await receipt(payload, 'acknowledged')).data).toEqual({ done: false, takenBy: null })
    expect((await alarmRow(id))?.status).toBe('open')
  })
})

describe('a call', () => {
  const ring = async (columns: Record<string, unknown>) => {
    const { here } = server
    const id = await server.sql(sql =>
      insert(sql, 'call', {
        tenant_id: here.tenantId,
        kind: 'door',
        device_name: 'Gate 1',
        department_id: here.departmentId,
        building: 'Block 3',
        room_no: '1204',
        channel: 'c',
        provider: 'builtIn',
        started_at: Date.now(),
        expires_at: Date.now() + 30_000,
        ...columns,
      }),
    )
    change(id, 'ringing')
    return id
  }
  const change = (id: number, state: 'ringing' | 'answered' | 'missed') =>
    server.app.parts.bus.emit('call.changed', {
      id,
      tenantId: server.here.tenantId,
      departmentId: server.here.departmentId,
      kind: 'door',
      state,
    })

  test('of a door is told to those who may answer, and taken back when it is answered', async () => {
    const admin = await subscribed(server.tokens.admin)
    const patrol = await subscribed(server.tokens.patrol)
    const id = await ring({})
    const payload = last(await service.until(admin, 1))
    expect({ ...payload, body: bare(payload.body) }).toMatchObject({
      kind: 'call',
      title: 'Somebody is at the door',
      body: 'Gate 1 · Block 3 · 1204',
      actions: [{ action: 'open', title: 'Open' }],
    })
    expect(admin.posted()[0]?.headers.ttl).toBe('60')
    expect((await receipt(payload, 'acknowledged')).data).toEqual({ done: true, takenBy: null })
    await server.sql(sql =>
      sql.change(`update call set state = 'answered', answered_by = 'Li' where id = $1`, [id]),
    )
    change(id, 'answered')
    const gone = last(await service.until(admin, 2))
    expect({ ...gone, title: bare(gone.title) }).toMatchObject({
      kind: 'gone',
      tag: `call-${id}`,
      title: 'Li has answered',
    })
    expect(patrol.posted()).toEqual([])
  })

  test('of a door that rings certain people is told to them alone', async () => {
    const admin = await subscribed(server.tokens.admin)
    const second = await subscribed(server.tokens.patrol)
    const row = await server.sql(sql =>
      sql.first<{ id: number }>(`select id from account where username = 'patrol'`),
    )
    await ring({ rung_ids: [row?.id ?? 0] })
    expect(last(await service.until(second, 1)).kind).toBe('call')
    expect(admin.received()).toHaveLength(0)
  })

  test('of a colleague is told to whom they call', async () => {
    const admin = await subscribed(server.tokens.admin)
    const patrol = await subscribed(server.tokens.patrol)
    const row = await server.sql(sql =>
      sql.first<{ id: number }>(`select id from account where username = 'patrol'`),
    )
    await ring({ kind: 'direct', caller_name: 'Li', callee_id: row?.id, device_name: null })
    expect(bare(last(await service.until(patrol, 1)).title)).toBe('Li is calling')
    expect(admin.posted()).toEqual([])
  })
})

describe('a subscription', () => {
  test('is listed to its owner only, without its address', async () => {
    const browser = await subscribed(server.tokens.admin)
    const own = await push('key', server.tokens.admin)
    expect(own.data).toMatchObject({
      subscriptions: [{ label: 'Chrome', lastProvenAt: null, failure: null }],
    })
    expect(JSON.stringify(own)).not.toContain(browser.endpoint)
    expect((await push('key', server.tokens.patrol)).data).toMatchObject({ subscriptions: [] })
  })

  test('moves with its browser to the next person, of another tenant too', async () => {
    const browser = await subscribed(server.tokens.admin)
    for (const token of [server.tokens.patrol, server.tokens.stranger]) {
      await push('subscribe', token, { ...keysOf(browser), label: 'Chrome', language: 'en' })
      expect(await subscriptions()).toHaveLength(1)
      expect((await push('key', token)).data).toMatchObject({ subscriptions: [{ label: 'Chrome' }] })
    }
    expect((await push('key', server.tokens.admin)).data).toMatchObject({ subscriptions: [] })
  })

  // Each call holds one of twenty connections: one that waits for a second one would wait for ever.
  test('of many at once hangs none', async () => {
    const browsers = Array.from({ length: 30 }, () => service.browser(`browser-${++named}`))
    const answers = await Promise.all(
      browsers.map(browser =>
        push('subscribe', server.tokens.admin, { ...keysOf(browser), label: 'Chrome', language: 'en' }),
      ),
    )
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0]))
    const moved = await Promise.all(
      browsers.map(browser =>
        push('subscribe', server.tokens.stranger, { ...keysOf(browser), label: 'Chrome', language: 'en' }),
      ),
    )
    expect(moved.every(({ code, id }) => code === 0 || id === 'throttled')).toBe(true)
  })

  test('ends with its session, at a logout and when the account is disabled', async () => {
    const token = await server.logIn('patrol')
    const stays = await server.logIn('admin')
    await subscribed(token)
    await subscribed(stays)
    await server.call('/api/auth/auth/logout', { token, body: {} })
    expect(await subscriptions()).toHaveLength(1)
    const { here } = server
    await server.sql(sql =>
      sql.query(
        `insert into account_role (tenant_id, account_id, role_id) select $1, $2, id from role where tenant_id = $1 and name = '巡逻人员'`,
        [here.tenantId, here.userId],
      ),
    )
    await subscribed(await server.logIn('here.worker', PASSWORD))
    expect(await subscriptions()).toHaveLength(2)
    const disabled = await server.call('/api/user/user/disable', {
      token: server.tokens.admin,
      body: { ids: [here.userId] },
    })
    expect(disabled.data).toMatchObject({ results: [{ ok: true }] })
    expect(await subscriptions()).toHaveLength(1)
  })

  test('that has outlived its session hears nothing', async () => {
    const [old, live] = [await subscribed(server.tokens.admin), await subscribed(server.tokens.patrol)]
    await server.sql(sql =>
      sql.change(`update push_subscription set expires_at = 1 where endpoint = $1`, [old.endpoint]),
    )
    await raiseSos()
    await service.until(live, 1)
    expect(old.posted()).toEqual([])
  })

  test('beyond the tenth makes the one unproven for longest go', async () => {
    for (let count = 0; count < 11; count++) await subscribed(server.tokens.admin)
    expect(await subscriptions()).toHaveLength(10)
  })

  test('is refused to visitors, with bad keys and without a session', async () => {
    const browser = service.browser('bad')
    const body = { ...keysOf(browser), label: 'x', language: 'en' }
    expect((await push('subscribe', server.tokens.visitor, body)).id).toBe('forbidden')
    expect((await push('subscribe', undefined, body)).code).toBe(208)
    const point = Buffer.alloc(65, 7).toString('base64url')
    expect(await push('subscribe', server.tokens.admin, { ...body, p256dh: point })).toMatchObject({
      id: 'field.format',
      field: 'p256dh',
    })
    expect(
      (await push('subscribe', server.tokens.admin, { ...body, endpoint: 'http://localhost/x' })).field,
    ).toBe('endpoint')
    expect((await push('subscribe', server.tokens.admin, { ...body, language: 'xx' })).field).toBe('language')
    expect(await subscriptions()).toEqual([])
  })

  test('is removed by its owner, and by nobody else', async () => {
    const browser = await subscribed(server.tokens.admin)
    const [row] = await subscriptions()
    expect((await push('unsubscribe', server.tokens.patrol, { id: row?.id })).id).toBe('row.unknown')
    expect((await push('unsubscribe', server.tokens.stranger, { id: row?.id })).id).toBe('row.unknown')
    await push('unsubscribe', server.tokens.patrol, { endpoint: browser.endpoint })
    expect(await subscriptions()).toHaveLength(1)
    expect((await push('unsubscribe', server.tokens.admin, {})).id).toBe('field.required')
    expect((await push('unsubscribe', server.tokens.admin, { endpoint: browser.endpoint })).code).toBe(0)
    expect(await subscriptions()).toEqual([])
  })
})

describe('a line of the message centre', () => {
  let adminId = 0
  beforeAll(async () => {
    const row = await server.sql(sql =>
      sql.first<{ id: number }>(`select id from account where username = 'admin'`),
    )
    adminId = row?.id ?? 0
  })
  const tell = (accountIds: number[], subjectId: number, more: object = {}) =>
    server.app.parts.data.scoped({ tenant: server.here.tenantId }, async sql => {
      const draft = {
        ...{ tenantId: server.here.tenantId, kind: 'approval' as const, subject: 'approvalCase' as const },
        ...{ subjectId, imei: null, who: 'Ann', place: null, content: 'Crane 2', at: Date.now(), ...more },
      }
      const noted = await addManyNotices(sql, [{ draft, accountIds, again: 'anew' }])
      sql.afterCommit(() => {
        for (const one of noted) server.app.parts.bus.emit('notice.added', one)
      })
      return noted.flatMap(({ ids }) => ids)
    })

  test('that waits for somebody reaches their browsers, opens there and decides nothing by itself', async () => {
    const browser = await subscribed(server.tokens.admin)
    const other = await subscribed(server.tokens.patrol)
    const [id] = await tell([adminId], 71)
    const payload = last(await service.until(browser, 1))
    expect({ ...payload, body: bare(payload.body) }).toMatchObject({
      kind: 'notice',
      tag: `notice-${id}`,
      title: 'Waits for your approval',
      body: 'Ann · Crane 2',
      actions: [{ action: 'open' }],
      open: '/#/approvals?case=71',
    })
    expect((await receipt(payload, 'acknowledged')).data).toMatchObject({ takenBy: null })
    expect(other.received()).toHaveLength(0)
  })

  test('that has been read meanwhile, and one that can wait, are not sent', async () => {
    const browser = await subscribed(server.tokens.admin)
    const ids = await tell([adminId], 72)
    await service.until(browser, 1)
    await server.sql(sql => sql.change(`update notice set state = 'read' where id = any($1)`, [ids]))
    server.app.parts.bus.emit('notice.added', {
      ...{ tenantId: server.here.tenantId, kind: 'approval', accountIds: [adminId], ids },
    })
    await tell([adminId], 73, { kind: 'stockLow', subject: 'stockItem' })
    await tell([adminId], 74)
    const all = await service.until(browser, 2)
    expect(all.map(({ open }) => open)).toEqual(['/#/approvals?case=72', '/#/approvals?case=74'])
  })
})

describe('a push service', () => {
  test('that says the browser is gone makes the server forget it', async () => {
    const browser = await subscribed(server.tokens.admin)
    service.answers(nameOf(browser), 410)
    expect((await push('test', server.tokens.admin, {})).data).toMatchObject({
      results: [{ channel: 'console' }, { channel: 'push', sent: false, failure: 'gone' }],
    })
    expect(await subscriptions()).toEqual([])
  })

  test('that asks to wait is asked again', async () => {
    const browser = await subscribed(server.tokens.admin)
    service.answers(nameOf(browser), 429, 429, 201)
    await raiseSos()
    const payloads = await service.until(browser, 3)
    expect(new Set(payloads.map(({ receipt: token }) => token)).size).toBe(1)
    await vi.waitFor(async () => expect((await subscriptions())[0]?.failure).toBeNull(), 10_000)
  })

  test('that does not answer is reported as such, and forgotten as soon as it does', async () => {
    const browser = await subscribed(server.tokens.admin)
    service.answers(nameOf(browser), 0)
    const answer = await push('test', server.tokens.admin, {})
    expect(answer.data).toMatchObject({
      results: [{}, { channel: 'push', sent: false, failure: 'noService' }],
    })
    const board = await push('board', server.tokens.admin)
    expect(board.data).toMatchObject({ pushService: 'unreachable' })
    service.answers(nameOf(browser), 201)
    await push('test', server.tokens.admin, {})
    expect((await push('board', server.tokens.admin)).data).toMatchObject({ pushService: 'reached' })
    expect((await subscriptions())[0]?.failure).toBeNull()
  })
})

describe('the board and the test', () => {
  interface BoardAnswer {
    people: {
      userId: number
      name: string
      hears: string[]
      channels: { channel: string; state: string }[]
    }[]
  }
  const board = async (token: string) => (await push('board', token)).data as BoardAnswer

  test('show who hears what and over which channel, of the own tenant only', async () => {
    const browser = await subscribed(server.tokens.patrol)
    const before = await board(server.tokens.admin)
    const names = before.people.map(({ name }) => name)
    expect(names).toContain('Name of patrol')
    expect(names).not.toContain('Name of stranger')
    expect(names).not.toContain('Name of visitor')
    const find = (from: BoardAnswer) => from.people.find(({ name }) => name === 'Name of patrol')
    expect(find(before)).toMatchObject({
      hears: ['sos'],
      channels: [
        { channel: 'console', state: 'none' },
        { channel: 'push', state: 'unproven' },
      ],
    })
    const tested = await push('test', server.tokens.admin, { userId: find(before)?.userId })
    expect(tested.data).toMatchObject({
      results: [
        { channel: 'console', sent: false, failure: 'notConnected' },
        { channel: 'push', label: 'Chrome', sent: true, failure: null },
      ],
    })
    const entry = await server.sql(sql =>
      sql.first('select user_name, row_id from audit where action = $1 order by id desc limit 1', [
        'push.test',
      ]),
    )
    expect(entry).toEqual({ user_name: 'admin', row_id: find(before)?.userId })
    const payload = last(await service.until(browser, 1))
    expect(payload).toMatchObject({ kind: 'test', title: 'Test notification', actions: [] })
    await receipt(payload, 'shown')
    expect(find(await board(server.tokens.admin))?.channels[1]?.state).toBe('proven')
  })

  test('are refused without the permission, and know nobody of another tenant', async () => {
    expect((await push('board', server.tokens.patrol)).id).toBe('forbidden')
    const { here, there } = server
    expect((await push('test', server.tokens.patrol, { userId: here.userId })).id).toBe('forbidden')
    expect((await push('test', server.tokens.admin, { userId: there.userId })).id).toBe('row.unknown')
    expect((await push('test', server.tokens.admin, { userId: 999_999_999 })).id).toBe('row.unknown')
    expect((await push('test', server.tokens.visitor, {})).id).toBe('forbidden')
  })
})

const nameOf = ({ endpoint }: Browser) => new URL(endpoint).pathname.slice(1)

/** Checks a VAPID header (RFC 8292) against the key that browsers subscribe with; answers its claims. */
function signedBy(header: string, publicKey: string): Record<string, unknown> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? []
  expect(key).toBe(publicKey)
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(each => each.toString('base64url'))
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const [head = '', claims = '', signature = ''] = token.split('.')
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(signed).toBe(true)
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
}
