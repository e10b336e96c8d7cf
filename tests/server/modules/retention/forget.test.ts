// What is forgotten: by its age, in batches, and never what is open or what money stands on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../../server/config.ts'
import type { Sql } from '../../../../server/db/scoped.ts'
import { forget } from '../../../../server/modules/retention/forget.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

const DAY = 86_400_000
let server: TestServer
let now = Date.now()
const log = { info: () => {}, warn: () => {} }

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())

const forgetAt = (moment: number, batch?: number) => {
  const { data, config } = server.app.parts
  const given = {
    data,
    log: Object.assign(Object.create(server.app.parts.log), log),
    retention: config.retention,
  }
  return forget({ ...given, now: () => moment, ...(batch !== undefined && { batch }) })
}
/** Adds a row as it is, without the columns that every entity has. */
async function add(sql: Sql, table: string, columns: Record<string, unknown>): Promise<number> {
  const names = Object.keys(columns)
  const row = await sql.first<{ id: number }>(
    `insert into ${table} (${names.map(name => `"${name}"`)}) values (${names.map((_, at) => `$${at + 1}`)}) returning id`,
    Object.values(columns),
  )
  return row?.id ?? 0
}
const idsOf = (table: string, ids: readonly number[]) =>
  server.sql(async sql => {
    const rows = await sql.query<{ id: number }>(`select id from ${table} where id = any($1) order by id`, [
      ids,
    ])
    return rows.map(({ id }) => id)
  })
const device = () => ({ tenant_id: server.here.tenantId, device_id: server.here.deviceId })
const imei = '860000000000017'

test('an order goes a day after its time, not before, and never while it is open', async () => {
  const order = (state: string, finished: number | null) =>
    server.sql(sql =>
      insert(sql, 'device_command', {
        ...device(),
        imei,
        kind: 'restart',
        state,
        created_at: now,
        finished_at: finished,
        expires_at: now,
      }),
    )
  const done = await order('done', now)
  const later = await order('failed', now + DAY)
  const open = [await order('waiting', null), await order('sent', null), await order('delivered', null)]
  await forgetAt(now + 365 * DAY)
  expect(await idsOf('device_command', [done])).toEqual([done])
  expect(await forgetAt(now + 365 * DAY + 1)).toMatchObject({ device_command: 1 })
  expect(await idsOf('device_command', [done, later, ...open])).toEqual([later, ...open])
  await forgetAt(now + 5_000 * DAY)
  expect(await idsOf('device_command', [later, ...open])).toEqual(open)
})

test('an order by which a bill was delivered stays with the bill', async () => {
  const { command, bill } = await server.sql(async sql => {
    const id = await insert(sql, 'device_command', {
      ...device(),
      imei,
      kind: 'credit',
      state: 'done',
      finished_at: now,
      expires_at: now,
    })
    const [paid] = await sql.query<{ id: number }>(
      `update bill set command_id = $1, delivered_at = $2 where id = (select min(id) from bill where tenant_id = $3) returning id`,
      [id, now, server.here.tenantId],
    )
    return { command: id, bill: paid?.id ?? 0 }
  })
  await forgetAt(now + 5_000 * DAY)
  expect(await idsOf('device_command', [command])).toEqual([command])
  expect(await idsOf('bill', [bill])).toEqual([bill])
})

test('of a device the last step stays', async () => {
  const step = (at: number) =>
    server.sql(sql =>
      add(sql, 'device_step', { ...device(), step: 'bind', from: 'assigned', to: 'bound', at }),
    )
  const [old, last] = [await step(now + DAY), await step(now + 2 * DAY)]
  await forgetAt(now + 4_000 * DAY)
  expect(await idsOf('device_step', [old, last])).toEqual([last])
})

test('callbacks: what moved money ten years, what changed nothing half a year', async () => {
  const callback = (verdict: string) =>
    server.sql(sql =>
      add(sql, 'payment_callback', {
        way: 'wechat',
        event_id: `e-${verdict}`,
        at: now,
        verdict,
        tenant_id: null,
      }),
    )
  const applied = await callback('applied')
  const other = await callback('wrongAmount')
  const forged = await callback('forged')
  const all = [applied, other, forged]
  await forgetAt(now + 180 * DAY)
  expect(await idsOf('payment_callback', all)).toEqual(all)
  await forgetAt(now + 3_652 * DAY)
  expect(await idsOf('payment_callback', all)).toEqual([applied, other])
  await forgetAt(now + 3_654 * DAY)
  expect(await idsOf('payment_callback', all)).toEqual([])
})

test('a call goes after what happened in it, and never while it lasts', async () => {
  const call = (state: string, ended: number | null) =>
    server.sql(sql =>
      insert(sql, 'call', {
        tenant_id: server.here.tenantId,
        kind: 'door',
        state,
        channel: 'c',
        provider: 'builtin',
        started_at: now,
        expires_at: now,
        ended_at: ended,
      }),
    )
  const ended = await call('ended', now)
  const rings = await call('ringing', null)
  const event = await server.sql(sql =>
    insert(sql, 'door_event', {
      ...device(),
      imei,
      device_name: 'Door',
      kind: 'unlock',
      call_id: ended,
      at: now + 30 * DAY,
    }),
  )
  await forgetAt(now + 380 * DAY)
  expect(await idsOf('call', [ended, rings])).toEqual([ended, rings])
  await forgetAt(now + 396 * DAY)
  expect(await idsOf('door_event', [event])).toEqual([])
  expect(await idsOf('call', [ended, rings])).toEqual([rings])
})

test('a card notice goes with its confirmations; what was read goes before what was not', async () => {
  const card = await server.sql(async sql => {
    const id = await add(sql, 'card_notice', { ...device(), imei, card_info: 'C', at: now })
    await sql.change(
      `insert into card_confirmation (tenant_id, notice_id, account_id, at)
       select tenant_id, $1, id, $2 from account where username = 'admin'`,
      [id, now],
    )
    return id
  })
  const notice = (state: string, subject_id: number) =>
    server.sql(async sql => {
      const admin = await sql.first<{ id: number }>(`select id from account where username = 'admin'`)
      return insert(sql, 'notice', {
        tenant_id: server.here.tenantId,
        account_id: admin?.id,
        kind: 'task',
        state,
        subject: 'task',
        subject_id,
        at: now,
      })
    })
  const [read, unread] = [await notice('read', 990_001), await notice('unread', 990_002)]
  await forgetAt(now + 91 * DAY)
  expect(await idsOf('notice', [read, unread])).toEqual([unread])
  await forgetAt(now + 181 * DAY)
  expect(await idsOf('card_notice', [card])).toEqual([])
  await forgetAt(now + 366 * DAY)
  expect(await idsOf('notice', [unread])).toEqual([])
})

test('what waits on a browser stands there until the browser has told nothing for long', async () => {
  const told = (browser: string, told_at: number) =>
    server.sql(async sql => {
      const admin = await sql.first<{ id: number }>(`select id from account where username = 'admin'`)
      return add(sql, 'unsent_work', {
        tenant_id: server.here.tenantId,
        account_id: admin?.id,
        browser,
        count: 3,
        oldest_at: now,
        told_at,
      })
    })
  const [silent, again] = [await told('a'.repeat(16), now), await told('b'.repeat(16), now + DAY)]
  await forgetAt(now + 180 * DAY)
  expect(await idsOf('unsent_work', [silent, again])).toEqual([silent, again])
  expect(await forgetAt(now + 180 * DAY + 1)).toMatchObject({ unsent_work: 1 })
  expect(await idsOf('unsent_work', [silent, again])).toEqual([again])
})

test('many go in batches, counted together; a second round finds nothing', async () => {
  now = Date.now() - 4_000 * DAY
  await server.sql(sql =>
    sql.change(
      `insert into payment_callback (way, event_id, at, verdict) select 'wechat', 'many-' || n, $1, 'repeated'
       from generate_series(1, 25) n`,
      [now],
    ),
  )
  const moment = now + 200 * DAY
  expect(await forgetAt(moment, 10)).toEqual({ payment_callback: 25 })
  expect(await forgetAt(moment, 10)).toEqual({})
})

test('nobody can set money under ten years', () => {
  const env = { DATA_DIR: server.app.parts.config.dataDir, KEEP_PAYMENT_CALLBACKS_DAYS: '3652' }
  expect(() => readConfig(env)).toThrow(/KEEP_PAYMENT_CALLBACKS_DAYS: must be from 3653/)
})
