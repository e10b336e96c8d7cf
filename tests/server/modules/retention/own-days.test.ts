// What a tenant decides about its records: who may, within which bounds, what the look ahead says, and that only its own go.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { measureSizes } from '../../../../server/modules/operations/sizes.ts'
import { forget } from '../../../../server/modules/retention/forget.ts'
import { previewRetention, readRetention } from '../../../../src/contract/endpoints/retention.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

const DAY = 86_400_000
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())

const get = (token: string) => server.call('/api/user/retention/get', { token })
const save = (token: string, kind: string, days: number | null) =>
  server.call('/api/user/retention/save', { token, body: { kind, days } })
const preview = async (token: string, kind: string, days: number) =>
  z.parse(
    previewRetention.response,
    (await server.call('/api/user/retention/preview', { token, body: { kind, days } })).data,
  )
const kindsOf = async (token: string) => z.parse(readRetention.response, (await get(token)).data)
const forgetNow = () =>
  forget({
    data: server.app.parts.data,
    log: server.app.parts.log,
    retention: server.app.parts.config.retention,
  })
const doorEvent = (world: { tenantId: number; deviceId: number; imei: string }, at: number) =>
  server.sql(sql =>
    insert(sql, 'door_event', {
      ...{ tenant_id: world.tenantId, device_id: world.deviceId, imei: world.imei },
      ...{ device_name: 'A door', kind: 'exitButton', at },
    }),
  )
const there = (ids: number[]) =>
  server.sql(async sql =>
    (await sql.query<{ id: number }>('select id from door_event where id = any($1) order by id', [ids])).map(
      ({ id }) => id,
    ),
  )

test('who has no right is told nothing and decides nothing', async () => {
  const { patrol, visitor } = server.tokens
  for (const refused of [
    await get(patrol),
    await save(patrol, 'calls', 40),
    await save(visitor, 'calls', 40),
  ]) {
    expect(refused.code).not.toBe(0)
    expect(refused.data ?? null).toBeNull()
  }
  expect(await server.sql(sql => sql.query('select kind from retention_days'))).toEqual([])
})

test('days outside the bounds are refused with the bound', async () => {
  const { admin } = server.tokens
  expect(await save(admin, 'readings', 91)).toMatchObject({
    id: 'field.tooBig',
    field: 'days',
    params: { max: 90 },
  })
  expect(await save(admin, 'readings', 30)).toMatchObject({
    id: 'field.tooSmall',
    field: 'days',
    params: { min: 31 },
  })
  expect((await save(admin, 'audit', 30)).code).not.toBe(0)
})

test('a tenant’s days take its own records only, as many as the look ahead said, and stand in the log', async () => {
  const { admin, stranger } = server.tokens
  const { here, there: other } = server
  const now = Date.now()
  const old = await doorEvent(here, now - 50 * DAY)
  const young = await doorEvent(here, now - 39 * DAY)
  const theirs = await doorEvent(other, now - 50 * DAY)
  expect(await preview(admin, 'doorEvents', 40)).toMatchObject({ rows: 1, more: false })
  expect((await save(admin, 'doorEvents', 40)).data).toEqual({ before: null })
  await forgetNow()
  expect(await there([old, young, theirs])).toEqual([young, theirs])
  expect((await kindsOf(admin)).kinds).toContainEqual(
    expect.objectContaining({ kind: 'doorEvents', days: 40, own: true, installation: 365 }),
  )
  expect((await kindsOf(stranger)).kinds).toContainEqual(
    expect.objectContaining({ kind: 'doorEvents', days: 365, own: false }),
  )
  const log = await server.sql(sql =>
    sql.query(`select user_name, detail from audit where action = 'retention.save' order by id`),
  )
  expect(log).toEqual([{ user_name: 'admin', detail: { kind: 'doorEvents', before: null, after: 40 } }])
  expect((await save(admin, 'doorEvents', null)).data).toEqual({ before: 40 })
})

test('readings go from the days that others still need, each day once', async () => {
  const now = Date.now()
  const day = Math.floor(now / DAY) * DAY
  const reading = (world: { tenantId: number; deviceId: number }, at: number) =>
    server.sql(sql =>
      sql.query(
        `insert into reading (tenant_id, device_id, kind, at, value) values ($1, $2, 'temperature', $3, 20)`,
        [world.tenantId, world.deviceId, at],
      ),
    )
  const ago = day - 29 * DAY
  await reading(server.here, ago)
  await reading(server.there, ago)
  await save(server.tokens.admin, 'readings', 31)
  const count = () =>
    server.sql(sql =>
      sql.query(
        'select tenant_id as tenant, count(*)::int as rows from reading where at = $1 group by 1 order by 1',
        [ago],
      ),
    )
  await forgetNow()
  expect(await count()).toHaveLength(2)
  // Three days later it is 32 days old.
  await forget({
    data: server.app.parts.data,
    log: server.app.parts.log,
    retention: server.app.parts.config.retention,
    now: () => now + 3 * DAY,
  })
  expect(await count()).toEqual([{ tenant: server.there.tenantId, rows: 1 }])
  const [noted] = await server.sql(sql =>
    sql.query<{ before: number }>(
      `select removed_before as before from retention_days where kind = 'readings'`,
    ),
  )
  expect(noted?.before).toBe(day - 28 * DAY)
})

test('other days change the forecast of what is kept, and who decided is told to the own tenant only', async () => {
  const { admin, stranger } = server.tokens
  const of = (days: number) => preview(admin, 'doorEvents', days)
  await server.sql(sql => sql.change('delete from door_event'))
  for (let n = 0; n < 7; n++) await doorEvent(server.here, Date.now() - n * DAY - 1000)
  await doorEvent(server.there, Date.now() - 1000)
  const { aDay } = await of(60)
  expect(aDay.rows).toBe(1)
  expect((await of(300)).aDay).toEqual(aDay)
  expect((await save(admin, 'doorEvents', 60)).data).toEqual({ before: null })
  expect((await kindsOf(admin)).decided[0]).toMatchObject({
    ...{ kind: 'doorEvents', before: null, after: 60, userName: 'admin' },
  })
  expect((await kindsOf(stranger)).decided).toEqual([])
  await save(admin, 'doorEvents', null)
})

test('alarms cannot be cut under three years, and nobody decides about the audit log', async () => {
  const { admin } = server.tokens
  expect(await save(admin, 'alarms', 1_095)).toMatchObject({
    id: 'field.tooSmall',
    params: { min: 1_096 },
  })
  expect((await save(admin, 'audit', 3_653)).code).not.toBe(0)
  await expect(server.sql(sql => sql.change('delete from audit'))).rejects.toThrow(/permission denied/)
})

test('only the highest authorization sees the disk: the one measure, and how long all tenants keep a kind', async () => {
  const { admin, root } = server.tokens
  expect((await kindsOf(admin)).disk).toBeNull()
  const hour = 3_600_000
  const now = Math.floor(Date.now() / hour) * hour
  await server.sql(async sql => {
    await sql.change('delete from stored_size')
    await measureSizes(sql, now)
  })
  const before = (await kindsOf(root)).disk
  expect(before?.freeBytes).toBeGreaterThan(0)
  expect(before?.kinds.find(({ kind }) => kind === 'readings')?.bytes).toBeGreaterThan(0)
  expect(before?.kinds.find(({ kind }) => kind === 'audit')).toMatchObject({ keptDays: null })
  // One look is no forecast.
  expect(before).toMatchObject({ isKnown: false, daysUntilFull: null })
  await server.sql(async sql => {
    await sql.change(
      `insert into stored_size (at, kind, bytes) select at - $1::bigint, kind, bytes - case kind when 'readings' then 2400 else 0 end
       from stored_size where at = $2`,
      [24 * hour, now],
    )
  })
  const after = (await kindsOf(root)).disk
  expect(after?.isKnown).toBe(true)
  expect(after?.kinds.find(({ kind }) => kind === 'readings')?.bytesPerDay).toBe(2400)
  const keptDays = (disk: typeof after) => disk?.kinds.find(({ kind }) => kind === 'calls')?.keptDays ?? 0
  expect(keptDays(after)).toBe(365)
  await save(admin, 'calls', 30)
  const shorter = keptDays((await kindsOf(root)).disk)
  expect(shorter).toBeLessThan(365)
  // The other tenant still keeps its own for a year.
  expect(shorter).toBeGreaterThan(30)
  await save(admin, 'calls', null)
})
