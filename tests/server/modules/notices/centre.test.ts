// The message centre against the real server: everybody has their own rows, is told once, and reads them for good.
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WHOLE } from '../../../../server/db/scoped.ts'
import { addNotices, audienceOf } from '../../../../server/modules/notices/fan-out.ts'
import { noteTaskEnd } from '../../../../server/modules/notices/task-notice.ts'
import type { NoticeKind } from '../../../../src/domain/notice/notice.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
let ids: Record<string, number>
const heard: Record<string, { code: string; id: number | null; kind: string | null; unread: number }[]> = {}
const clients: MqttClient[] = []

beforeAll(async () => {
  server = await startServer()
  const rows = await server.sql(sql =>
    sql.query<{ id: number; username: string }>('select id, username from account'),
  )
  ids = Object.fromEntries(rows.map(({ id, username }) => [username, id]))
  for (const name of ['admin', 'patrol', 'stranger', 'visitor'] as const) await listen(name)
})
afterAll(async () => {
  for (const client of clients) client.end(true)
  await server.stop()
})
beforeEach(async () => {
  // Notices are told one after the other: who has heard this one hears no more of the test before. A visitor hears none.
  const everybody = Object.keys(heard).filter(name => name !== 'visitor')
  await add(everybody, 'the last one')
  const newest = await server.sql(sql =>
    sql.query<{ account: number; id: number }>(
      'select account_id as account, max(id) as id from notice group by account_id',
    ),
  )
  const lastOf = new Map(newest.map(({ account, id }) => [account, id]))
  await waitFor(() => {
    for (const name of everybody) expect(heard[name]?.at(-1)?.id, name).toBe(lastOf.get(ids[name] ?? 0))
  })
  await server.sql(sql => sql.change('delete from notice'))
  for (const list of Object.values(heard)) list.length = 0
})

/** Listens to a person's own topic, as their console does. */
async function listen(name: keyof TestServer['tokens']): Promise<void> {
  const answer = await server.call('/api/message/message/config', { token: server.tokens[name], body: {} })
  const config = answer.data as { username: string; ticket: string; clientIdPrefix: string; topics: string[] }
  const client = mqtt.connect(`${server.url.replace('http', 'ws')}/mqtt`, {
    clientId: `${config.clientIdPrefix}${name}`,
    username: config.username,
    password: config.ticket,
    reconnectPeriod: 0,
  })
  clients.push(client)
  const list: (typeof heard)[string] = []
  heard[name] = list
  client.on('message', (_, payload) => {
    const message = JSON.parse(payload.toString())
    if (message.code === 'notice') list.push(message)
  })
  await new Promise((resolve, reject) => client.once('connect', resolve).once('error', reject))
  await client.subscribeAsync(config.topics[0] ?? '')
}

const path = '/api/message/notice'
const as = (name: keyof TestServer['tokens'], more: object = {}) => ({ token: server.tokens[name], ...more })
const list = async (name: keyof TestServer['tokens'], query: Record<string, string> = {}) => {
  const answer = await server.call(`${path}/page`, as(name, { query: { size: '50', ...query } }))
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return answer.data as { list: { id: number; state: string; who: string; at: number }[]; total: number }
}
const add = (
  people: string[],
  who: string,
  more: { at?: number; subjectId?: number; kind?: NoticeKind } = {},
) =>
  server.app.parts.data.scoped(WHOLE, async sql => {
    const { kind = 'call', at = Date.now(), subjectId = null } = more
    const told = await addNotices(
      sql,
      server.here.tenantId,
      people.map(name => ids[name] ?? 0),
      { kind, subject: 'call', subjectId, imei: null, who, place: null, content: null, at },
    )
    sql.afterCommit(() =>
      server.app.parts.bus.emit('notice.added', { tenantId: server.here.tenantId, kind, accountIds: told }),
    )
    return told
  })
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

describe('rows', () => {
  test('everybody sees their own, the unread first and the newest of them first', async () => {
    const now = Date.now()
    await add(['admin'], 'old', { at: now - 3000 })
    await add(['admin'], 'older', { at: now - 5000 })
    await add(['admin'], 'new', { at: now - 1000 })
    await add(['patrol'], 'not yours')
    const before = await list('admin')
    expect(before.list.map(({ who }) => who)).toEqual(['new', 'old', 'older'])
    await server.call(`${path}/read`, as('admin', { body: { ids: [before.list[0]?.id] } }))
    expect((await list('admin')).list.map(({ who, state }) => `${who} ${state}`)).toEqual([
      'old unread',
      'older unread',
      'new read',
    ])
    expect((await list('stranger')).total).toBe(0)
    // Who is above all tenants reads no letters of others either.
    expect((await list('root')).total).toBe(0)
  })

  test('a foreign row answers as an unknown one and stays as it was', async () => {
    await add(['patrol'], 'private')
    const [row] = (await list('patrol')).list
    for (const name of ['admin', 'stranger', 'root'] as const) {
      const got = await server.call(`${path}/get`, as(name, { query: { id: String(row?.id) } }))
      expect(got.id).toBe('row.unknown')
      for (const verb of ['read', 'unread', 'remove']) {
        const answer = await server.call(`${path}/${verb}`, as(name, { body: { ids: [row?.id] } }))
        const { results } = answer.data as { results: { ok: boolean; error: { id: string } }[] }
        expect(results).toMatchObject([{ ok: false, error: { id: 'row.unknown' } }])
      }
    }
    expect((await list('patrol')).list).toMatchObject([{ state: 'unread' }])
  })

  test('without the right there is nothing, and without a session neither', async () => {
    for (const [verb, options] of [
      ['page', {}],
      ['get', { query: { id: '1' } }],
      ['read', { body: { ids: [1] } }],
      ['readAll', { body: { until: Date.now() } }],
    ] as const) {
      expect((await server.call(`${path}/${verb}`, as('visitor', options))).code).toBe(1403)
      expect((await server.call(`${path}/${verb}`, options)).code).toBe(208)
    }
  })

  test.each<[string, unknown, string]>([
    ['no moment', {}, 'until'],
    ['a text', { until: 'now' }, 'until'],
    ['a key too many', { until: 1, accountId: 3 }, 'accountId'],
  ])('marking all with %s names the field', async (_, body, field) => {
    const answer = await server.call(`${path}/readAll`, as('admin', { body }))
    expect(answer).toMatchObject({ code: 1400, field })
  })

  test('all up to a moment become read, of the caller only', async () => {
    const now = Date.now()
    await add(['admin', 'patrol'], 'first', { at: now - 2000 })
    await add(['admin'], 'second', { at: now - 1000 })
    await add(['admin'], 'later', { at: now + 60_000 })
    const answer = await server.call(`${path}/readAll`, as('admin', { body: { until: now } }))
    expect(answer.data).toEqual({ changed: 2 })
    expect((await list('admin', { state: 'unread' })).list.map(({ who }) => who)).toEqual(['later'])
    expect((await list('patrol', { state: 'unread' })).total).toBe(1)
    const again = await server.call(`${path}/readAll`, as('admin', { body: { until: now } }))
    expect(again.data).toEqual({ changed: 0 })
  })
})

describe('what is told', () => {
  test('each person once, with their own count, and nobody else', async () => {
    await add(['admin', 'patrol'], 'one')
    await add(['admin'], 'two', { kind: 'card' })
    await waitFor(() => expect(heard.admin?.at(-1)?.unread).toBe(2))
    await waitFor(() => expect(heard.patrol).toHaveLength(1))
    const [newest] = (await list('admin')).list
    expect(heard.admin?.at(-1)).toEqual({ code: 'notice', id: newest?.id, kind: 'card', unread: 2 })
    expect(heard.patrol).toMatchObject([{ kind: 'call', unread: 1 }])
    expect([heard.stranger, heard.visitor]).toEqual([[], []])
  })

  test('an event that comes twice is one row and one message', async () => {
    expect(await add(['admin', 'patrol'], 'ring', { subjectId: 99 })).toHaveLength(2)
    expect(await add(['admin', 'patrol'], 'ring', { subjectId: 99 })).toEqual([])
    await waitFor(() => expect(heard.admin).toHaveLength(1))
    await add(['patrol'], 'after')
    await waitFor(() => expect(heard.patrol?.at(-1)?.unread).toBe(2))
    expect(heard.admin).toHaveLength(1)
    expect((await list('admin')).total).toBe(1)
  })

  test("reading many at once tells the person's other pages once", async () => {
    await add(['admin'], 'one')
    await add(['admin'], 'two')
    await add(['admin'], 'three')
    await waitFor(() => expect(heard.admin?.at(-1)?.unread).toBe(3))
    const told = heard.admin?.length ?? 0
    const rows = (await list('admin')).list.map(({ id }) => id)
    await server.call(`${path}/read`, as('admin', { body: { ids: rows } }))
    await waitFor(() =>
      expect(heard.admin?.at(-1)).toEqual({ code: 'notice', id: null, kind: null, unread: 0 }),
    )
    expect(heard.admin).toHaveLength(told + 1)
    await server.call(`${path}/unread`, as('admin', { body: { ids: rows.slice(1) } }))
    await waitFor(() => expect(heard.admin?.at(-1)?.unread).toBe(2))
    await server.call(`${path}/readAll`, as('admin', { body: { until: Date.now() } }))
    await waitFor(() => expect(heard.admin?.at(-1)?.unread).toBe(0))
  })
})

describe('who is concerned', () => {
  const names = (permission: string, departmentId: number | null, within?: 'tenant') =>
    server.sql(async sql => {
      const found = await audienceOf(
        sql,
        { tenantId: server.here.tenantId, departmentId },
        permission,
        within,
      )
      return ['admin', 'second', 'patrol', 'stranger', 'visitor', 'root'].filter(name =>
        found.includes(ids[name] ?? 0),
      )
    })

  test('people of the tenant with the right and a scope that covers it', async () => {
    const { departmentId, otherDepartmentId } = server.here
    expect(await names('notice.read', departmentId)).toEqual(['admin', 'second', 'patrol'])
    expect(await names('notice.read', otherDepartmentId)).toEqual(['admin', 'second'])
    expect(await names('notice.read', null)).toEqual(['admin', 'second'])
    expect(await names('notice.read', null, 'tenant')).toEqual(['admin', 'second', 'patrol'])
    expect(await names('no.such', null)).toEqual([])
  })

  test('what a person says to all stands with everybody, what is said to a department with it', async () => {
    const say = (departmentId: number | null, msgContent: string) =>
      server.app.parts.bus.emit('notice.spoken', {
        tenantId: server.here.tenantId,
        departmentId,
        msgContent,
        author: 'Speaker',
      })
    say(null, 'to all')
    await waitFor(() => expect(heard.patrol).toHaveLength(1))
    say(server.here.otherDepartmentId, 'to some')
    await waitFor(() => expect(heard.admin?.at(-1)?.unread).toBe(2))
    expect((await list('patrol')).list).toMatchObject([
      { kind: 'spoken', who: 'Speaker', content: 'to all', state: 'unread' },
    ])
    expect((await list('stranger')).total).toBe(0)
  })
})

describe('files', () => {
  test('a task that ends stands with who asked for it, once, and not before it ends', async () => {
    const { data, bus } = server.app.parts
    const task = await server.sql(sql =>
      insert(sql, 'task', {
        tenant_id: server.here.tenantId,
        kind: 'export',
        entity: 'device',
        format: 'csv',
        state: 'running',
        file_name: 'devices.csv',
        user_id: ids.admin,
        user_name: 'admin',
        request: '{"attempts": 1}',
      }),
    )
    const end = () => data.scoped(WHOLE, sql => noteTaskEnd(sql, bus, task))
    await end()
    expect((await list('admin')).total).toBe(0)
    await server.sql(sql =>
      sql.change(`update task set state = 'done', finished_at = 5 where id = $1`, [task]),
    )
    await end()
    await end()
    expect((await list('admin')).list).toMatchObject([
      { kind: 'task', subject: 'task', subjectId: task, who: 'devices.csv', content: 'done' },
    ])
    await waitFor(() => expect(heard.admin?.at(-1)).toMatchObject({ kind: 'task', unread: 1 }))
    expect((await list('patrol')).total).toBe(0)
  })

  test('an export leads to its notice by itself', async () => {
    await server.call('/api/device/device/export', {
      token: server.tokens.admin,
      body: {
        format: 'csv',
        columns: [{ of: 'name', label: 'Name' }],
        words: {},
        query: {},
        zone: 'UTC',
      },
    })
    await waitFor(() => expect(heard.admin?.at(-1)).toMatchObject({ kind: 'task', unread: 1 }))
  })
})
