// Acknowledging, commenting, assigning and passing up over HTTP: who owns an alarm, who is told, what the timeline says.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CommandResult } from '../../../../src/contract/entity-endpoints.ts'
import type { AlarmEvent, alarm } from '../../../../src/domain/alarm/alarm.ts'
import { burningFirst, gravestFirst } from '../../../../src/domain/alarm/alarm-order.ts'
import { alarmTypes } from '../../../../src/domain/alarm/alarm-types.ts'
import type { RowOf } from '../../../../src/domain/entity.ts'
import { type Answer, insert, startServer, type TestServer } from '../../start.ts'

type AlarmRow = RowOf<typeof alarm>

let server: TestServer
let patrolId: number
let secondId: number
let secondToken: string
beforeAll(async () => {
  server = await startServer()
  secondToken = await server.logIn('second')
  const idOf = (name: string) =>
    server.sql(sql => sql.first<{ id: number }>('select id from account where username = $1', [name]))
  patrolId = (await idOf('patrol'))?.id ?? 0
  secondId = (await idOf('second'))?.id ?? 0
})
afterAll(() => server.stop())

let alarmId: number
let raisedAt: number
let made = 0
const begin = Date.now() - 60_000
async function raise(more: Record<string, unknown> = {}): Promise<number> {
  const { here } = server
  raisedAt = begin - 1_000 * ++made
  return server.sql(sql =>
    insert(sql, 'alarm', {
      tenant_id: here.tenantId,
      type: 'smoke',
      severity: 'critical',
      title: 'x',
      device_id: here.deviceId,
      imei: here.imei,
      device_name: 'Detector',
      device_kind: 'smokeDetector',
      department_id: here.departmentId,
      raised_at: raisedAt,
      ...more,
    }),
  )
}
beforeEach(async () => {
  alarmId = await raise()
})

const run = (verb: string, token: string, input?: object, more: object = {}): Promise<Answer> =>
  server.call(`/api/message/alarm/${verb}`, {
    token,
    body: { ids: [alarmId], ...(input && { input }), ...more },
  })
const first = ({ data }: Answer) => (data as CommandResult).results[0]
const row = () =>
  server.sql(sql => sql.first<Record<string, unknown>>('select * from alarm where id = $1', [alarmId]))
const timeline = async () =>
  (await server
    .call('/api/message/alarm/timeline', {
      token: server.tokens.admin,
      query: { id: String(alarmId) },
    })
    .then(({ data }) => data)) as AlarmEvent[]
const noticesOf = (accountId: number) =>
  server.sql(sql =>
    sql.query<{ kind: string; state: string; content: string }>(
      `select kind, state, content from notice where account_id = $1 and subject = 'alarm' and subject_id = $2 order by id`,
      [accountId, alarmId],
    ),
  )

describe('the message centre follows', () => {
  const put = (accountId: number, kind: string) =>
    server.sql(sql =>
      insert(sql, 'notice', {
        tenant_id: server.here.tenantId,
        account_id: accountId,
        kind,
        subject: 'alarm',
        subject_id: alarmId,
        at: raisedAt,
      }),
    )
  const unread = async () =>
    (
      await server.sql(sql =>
        sql.query<{ who: number; kind: string }>(
          `select account_id as who, kind from notice where subject_id = $1 and subject = 'alarm' and state = 'unread'
           order by account_id, kind`,
          [alarmId],
        ),
      )
    ).map(({ who, kind }) => `${who === patrolId ? 'patrol' : 'second'} ${kind}`)
  beforeEach(async () => {
    for (const who of [patrolId, secondId]) for (const kind of ['sos', 'assigned']) await put(who, kind)
    await put(secondId, 'escalated')
  })

  test('taken: read for all, but whom a colleague asked to see to it must know', async () => {
    await run('take', server.tokens.patrol)
    expect(await unread()).toEqual(['second assigned'])
  })
  test('handled: read for everybody', async () => {
    await run('handle', server.tokens.patrol, { note: 'seen to' })
    expect(await unread()).toEqual([])
  })
  test('acknowledged: read for who has seen it, the others may have to act', async () => {
    await run('acknowledge', server.tokens.patrol)
    expect((await unread()).filter(line => line.startsWith('patrol'))).toEqual([])
    expect(await unread()).toHaveLength(3)
  })
  test('given back: unread again for all but who gave it back', async () => {
    await run('take', server.tokens.patrol)
    await run('release', server.tokens.patrol)
    expect(await unread()).toEqual(['second assigned', 'second escalated', 'second sos'])
  })
  test('lines of another alarm stay as they are', async () => {
    const [mine, other] = [alarmId, await raise()]
    alarmId = other
    await put(patrolId, 'sos')
    alarmId = mine
    await run('handle', server.tokens.patrol, { note: 'seen to' })
    alarmId = other
    expect(await unread()).toEqual(['patrol sos'])
  })
})

describe('the order of lists that are worked off', () => {
  test('an SOS that nobody has handled stands first on every page, by the server and by what the console keeps', async () => {
    await server.sql(sql => sql.change('update alarm set removed_at = 1'))
    const words = ['open', 'taken', 'handled']
    const kinds = [
      ['sos', 'critical'],
      ['smoke', 'critical'],
      ['collision', 'warning'],
      ['lowVoltage', 'attention'],
      ['online', 'info'],
    ]
    // The SOS are the oldest: by time alone they would stand last.
    for (const [type, severity] of [...kinds].reverse())
      for (const status of words) await raise({ type, severity, status })
    for (const [sort, order] of [
      ['-severity', gravestFirst],
      ['-urgency', burningFirst],
    ] as const) {
      const pages: AlarmRow[][] = []
      for (const page of [1, 2, 3, 4]) {
        const { data } = await server.call('/api/message/alarm/page', {
          token: server.tokens.admin,
          query: { sort, size: '4', page: String(page) },
        })
        const { list } = data as { list: (Omit<AlarmRow, 'type'> & { type: number })[] }
        // On the wire a type is its number.
        pages.push(list.map(each => ({ ...each, type: alarmTypes[each.type - 1] ?? 'online' })))
      }
      const all = pages.flat()
      expect(all).toHaveLength(15)
      expect(new Set(all.map(({ id }) => id)).size).toBe(15)
      expect(
        all.slice(0, 2).map(({ type, status }) => `${type} ${status}`),
        sort,
      ).toEqual(['sos open', 'sos taken'])
      expect(
        [...all].sort(order).map(({ id }) => id),
        sort,
      ).toEqual(all.map(({ id }) => id))
    }
  })
})

describe('acknowledging', () => {
  test('is once; a second person joins the timeline, once too', async () => {
    const { admin, patrol } = server.tokens
    expect(first(await run('acknowledge', patrol))).toEqual({ id: alarmId, ok: true })
    await run('acknowledge', patrol)
    await run('acknowledge', admin)
    await run('acknowledge', admin)
    expect(await row()).toMatchObject({ acknowledged_by: 'Name of patrol', status: 'open', read: true })
    expect((await timeline()).map(({ kind, userName }) => [kind, userName])).toEqual([
      ['acknowledged', 'Name of patrol'],
      ['acknowledged', 'Name of admin'],
    ])
  })
  test('done offline keeps its time; the server notes when it learnt of it', async () => {
    const at = raisedAt + 5_000
    await run('acknowledge', server.tokens.patrol, undefined, { at })
    expect(await row()).toMatchObject({ acknowledged_at: at })
    const [line] = await timeline()
    expect(line).toMatchObject({ at })
    expect(line?.recordedAt).toBeGreaterThan(at)
  })
  test.each([
    ['in the future', () => Date.now() + 3_600_000, () => Date.now()],
    ['before it was raised', () => 1_000, () => raisedAt],
  ])('%s counts as now, or as when it was raised', async (_, at, counted) => {
    await run('acknowledge', server.tokens.patrol, undefined, { at: at() })
    const { acknowledged_at: stored } = (await row()) ?? {}
    expect(Math.abs(Number(stored) - counted())).toBeLessThan(5_000)
  })
  test('a handled one joins its timeline and changes nothing', async () => {
    await run('handle', server.tokens.admin, { note: 'seen to' })
    const before = await row()
    expect(first(await run('acknowledge', server.tokens.patrol))?.ok).toBe(true)
    expect(await row()).toMatchObject({
      acknowledged_by: 'Name of admin',
      status: 'handled',
      handled_by: before?.handled_by,
    })
    expect((await timeline()).map(({ kind }) => kind)).toEqual(['handled', 'acknowledged'])
  })
  test('in bulk, with a result for each and strangers unknown', async () => {
    const other = await raise()
    const answer = await server.call('/api/message/alarm/acknowledge', {
      token: server.tokens.admin,
      body: { ids: [alarmId, other, server.there.alarmId] },
    })
    expect((answer.data as CommandResult).results.map(({ ok, error }) => error?.id ?? ok)).toEqual([
      true,
      true,
      'row.unknown',
    ])
  })
  test('stops what a rule would do; giving back starts it again', async () => {
    const { here, tokens } = server
    const rule = await server.sql(sql =>
      insert(sql, 'alarm_rule', {
        tenant_id: here.tenantId,
        name: `rule ${made}`,
        zone: 'Asia/Shanghai',
        repeat_minutes: 5,
        escalate_minutes: 7,
      }),
    )
    await server.sql(sql =>
      sql.change('update alarm set rule_id = $2, repeat_at = 1, escalate_at = 2 where id = $1', [
        alarmId,
        rule,
      ]),
    )
    await run('take', tokens.patrol)
    expect(await row()).toMatchObject({
      repeat_at: null,
      escalate_at: null,
      acknowledged_by: 'Name of patrol',
    })
    await run('release', tokens.patrol)
    const { repeat_at, escalate_at, acknowledged_by } = (await row()) ?? {}
    expect(acknowledged_by).toBeNull()
    expect(Number(escalate_at) - Number(repeat_at)).toBe(120_000)
    expect(Number(repeat_at)).toBeGreaterThan(Date.now() + 4 * 60_000)
  })
})

describe('two officers', () => {
  test('take the same alarm: one owns it, the other is told who', async () => {
    const [one, two] = await Promise.all([run('take', server.tokens.admin), run('take', secondToken)])
    const results = [first(one), first(two)]
    expect(results.filter(result => result?.ok)).toHaveLength(1)
    const owner = (await row())?.taken_by
    expect(results.find(result => !result?.ok)?.error).toEqual({
      id: 'alarm.takenBy',
      params: { name: owner },
    })
  })
  test('hand over: the first keeps it until the second takes it', async () => {
    const { admin } = server.tokens
    await run('take', admin)
    expect(first(await run('take', secondToken))?.error?.id).toBe('alarm.takenBy')
    await run('assign', admin, { userId: secondId, note: 'please go on' })
    expect(await row()).toMatchObject({
      status: 'taken',
      taken_by: 'Name of admin',
      assigned_to: 'Name of second',
    })
    expect(first(await run('take', secondToken))?.ok).toBe(true)
    expect(await row()).toMatchObject({ status: 'taken', taken_by: 'Name of second' })
    expect((await timeline()).map(({ kind, note }) => [kind, note])).toEqual([
      ['taken', null],
      ['assigned', 'Name of second'],
      ['commented', 'please go on'],
      ['taken', null],
    ])
  })
})

describe('assigning', () => {
  test('tells whom, again when reminded, and does not count as seen', async () => {
    const { admin, patrol } = server.tokens
    expect(first(await run('assign', admin, { userId: patrolId }))?.ok).toBe(true)
    expect(await row()).toMatchObject({
      assigned_to: 'Name of patrol',
      acknowledged_by: null,
      status: 'open',
    })
    expect(await noticesOf(patrolId)).toEqual([{ kind: 'assigned', state: 'unread', content: 'smoke' }])
    await server.sql(sql => sql.change(`update notice set state = 'read' where account_id = $1`, [patrolId]))
    await run('assign', admin, { userId: patrolId })
    expect(await noticesOf(patrolId)).toEqual([{ kind: 'assigned', state: 'unread', content: 'smoke' }])
    const mine = await server.call('/api/message/alarm/page', {
      token: patrol,
      query: { assignedToId: String(patrolId) },
    })
    expect(mine.data).toMatchObject({ total: expect.any(Number), list: [{ id: alarmId }] })
  })
  test('to a stranger is as to nobody; to a colleague who may not is a choice that is none', async () => {
    const { here, there, tokens } = server
    for (const userId of [there.userId, 999_999_999])
      expect(first(await run('assign', tokens.admin, { userId }))?.error).toEqual({ id: 'field.reference' })
    // A worker without a role, and a patrol whose department does not have the device.
    expect(first(await run('assign', tokens.admin, { userId: here.userId }))?.error?.id).toBe('field.choice')
    alarmId = await raise({ department_id: here.otherDepartmentId, device_id: here.otherDeviceId })
    expect(first(await run('assign', tokens.admin, { userId: patrolId }))?.error?.id).toBe('field.choice')
    expect(await noticesOf(patrolId)).toEqual([])
  })
  test('needs its right, and an alarm that is not over', async () => {
    const { admin, patrol, stranger } = server.tokens
    expect(await run('assign', patrol, { userId: patrolId })).toMatchObject({ id: 'forbidden' })
    expect(first(await run('assign', stranger, { userId: patrolId }))?.error?.id).toBe('row.unknown')
    await run('handle', admin, { note: 'done' })
    expect(first(await run('assign', admin, { userId: patrolId }))?.error?.id).toBe('state.transition')
  })
})

describe('passing up by hand', () => {
  test('goes to those who decide, to level 3 and no further', async () => {
    const { admin, patrol } = server.tokens
    for (const level of [1, 2, 3]) {
      expect(first(await run('escalate', patrol, { note: `level ${level}` }))?.ok).toBe(true)
      expect(await row()).toMatchObject({ escalation: level, status: 'open' })
    }
    expect(first(await run('escalate', patrol, { note: 'more' }))?.error?.id).toBe('state.transition')
    expect(await noticesOf(secondId)).toEqual([{ kind: 'escalated', state: 'unread', content: 'smoke' }])
    expect(await noticesOf(patrolId)).toEqual([])
    expect((await timeline()).map(({ kind, note }) => [kind, note]).slice(0, 2)).toEqual([
      ['escalated', 'level 1'],
      ['told', 'console:2,push:0'],
    ])
    await run('handle', admin, { note: 'done' })
  })
  test('needs a reason', async () => {
    expect(await run('escalate', server.tokens.admin, { note: ' ' })).toMatchObject({
      id: 'field.required',
      field: 'input.note',
    })
  })
})

test('a comment joins an alarm that is over, with its time', async () => {
  const { admin, patrol } = server.tokens
  await run('handle', admin, { note: 'done' })
  const at = raisedAt + 1_000
  await run('comment', patrol, { note: 'The cable was loose' }, { at })
  expect((await timeline())[0]).toMatchObject({
    kind: 'commented',
    note: 'The cable was loose',
    userName: 'Name of patrol',
    at,
  })
  expect(await row()).toMatchObject({ status: 'handled', handled_by: 'Name of admin' })
  expect(await run('comment', server.tokens.visitor, { note: 'x' })).toMatchObject({ id: 'forbidden' })
})
