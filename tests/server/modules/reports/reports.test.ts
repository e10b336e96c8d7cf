// Reports in the server: what is counted, for whom, over which days; definitions, files, schedules.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { packClosedHours } from '../../../../server/modules/readings/hours.ts'
import { makeDueReports } from '../../../../server/modules/reports/schedule.ts'
import { codes } from '../../../../src/contract/errors.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
const DAY = Date.parse('2026-03-28T00:00:00+01:00')
const HOUR = 3_600_000

beforeAll(async () => {
  server = await startServer()
  await server.sql(async sql => {
    const base = (world: TestServer['here']) => ({
      tenant_id: world.tenantId,
      title: '',
      device_name: 'Helmet',
      device_kind: 'helmet',
      imei: world.imei,
      device_id: world.deviceId,
      department_id: world.departmentId,
      severity: 'warning',
    })
    const alarm = (world: TestServer['here'], type: string, at: number, more = {}) =>
      insert(sql, 'alarm', { ...base(world), type, raised_at: at, ...more })
    // The day after is the one on which Berlin's clocks go forward: 23 hours.
    await alarm(server.here, 'fall', DAY + HOUR)
    await alarm(server.here, 'fall', DAY + 23.5 * HOUR)
    await alarm(server.here, 'sos', DAY + 24.5 * HOUR, { severity: 'critical', place: 'Gate' })
    await alarm(server.here, 'sos', DAY + 46.5 * HOUR, { severity: 'critical' })
    await alarm(server.here, 'heartRate', DAY + 47.5 * HOUR, { department_id: server.here.otherDepartmentId })
    await alarm(server.there, 'fall', DAY + HOUR)
    for (const [at, online] of [
      [DAY - 5 * HOUR, true],
      [DAY + 6 * HOUR, false],
      [DAY + 20 * HOUR, true],
      [DAY + 30 * HOUR, false],
    ] as const)
      await sql.change(
        'insert into online_change (tenant_id, device_id, at, online) values ($1, $2, $3, $4)',
        [server.here.tenantId, server.here.deviceId, at, online],
      )
  })
})
afterAll(() => server.stop())

const question = (more: Record<string, unknown> = {}) => ({
  subject: 'alarms',
  groupBy: 'day',
  period: 'custom',
  from: DAY,
  to: DAY + 71 * HOUR - 1,
  zone: 'Europe/Berlin',
  deviceIds: [],
  ...more,
})
const ask = (more: Record<string, unknown> = {}, who: keyof TestServer['tokens'] = 'admin') =>
  server.call('/api/message/report/result', { token: server.tokens[who], body: question(more) })
const rowsOf = async (more: Record<string, unknown> = {}, who: keyof TestServer['tokens'] = 'admin') => {
  const answer = await ask(more, who)
  expect(answer.code, JSON.stringify(answer)).toBe(codes.ok)
  return (answer.data as { rows: { key: unknown; split: unknown; value: number }[] }).rows
}

describe('answers', () => {
  test('days of a zone whose clocks change, gaps filled', async () => {
    expect((await rowsOf()).map(row => [row.key, row.value])).toEqual([
      [DAY, 2],
      [DAY + 24 * HOUR, 2],
      [DAY + 47 * HOUR, 1],
    ])
    const hours = await rowsOf({ groupBy: 'hour' })
    expect(hours).toHaveLength(71)
    expect(hours.reduce((sum, row) => sum + row.value, 0)).toBe(5)
  })
  test('the same days in another zone are cut elsewhere', async () => {
    const rows = await rowsOf({ zone: 'Asia/Shanghai' })
    expect(rows.map(row => row.value)).toEqual([1, 2, 2, 0])
    // The first bucket begins with the period, not with the day that it is a part of.
    expect(rows[0]?.key).toBe(DAY)
  })
  test('by words, split, and by place', async () => {
    expect(await rowsOf({ groupBy: 'type', splitBy: 'severity' })).toEqual(
      expect.arrayContaining([
        { key: 'fall', split: 'warning', value: 2 },
        { key: 'sos', split: 'critical', value: 2 },
      ]),
    )
    expect(await rowsOf({ groupBy: 'place' })).toEqual(
      expect.arrayContaining([{ key: 'Gate', split: null, value: 1 }]),
    )
  })
  test('minutes online, from before the period and over its days', async () => {
    const rows = await rowsOf({ subject: 'online' })
    expect(rows.map(row => row.value)).toEqual([(6 + 4) * 60, 6 * 60, 0])
    const kinds = await rowsOf({ subject: 'online', groupBy: 'deviceKind' })
    expect(kinds.map(row => row.value)).toEqual([16 * 60])
  })
  test('only what the person sees: departments, tenants, permissions', async () => {
    // The patrol of the test holds no permission for reports at all.
    expect((await ask({}, 'patrol')).id).toBe('forbidden')
    expect((await ask({}, 'visitor')).id).toBe('forbidden')
    expect(await rowsOf({ groupBy: 'type' }, 'stranger')).toEqual([{ key: 'fall', split: null, value: 1 }])
    expect(await rowsOf({ groupBy: 'type', deviceIds: [server.here.deviceId] }, 'stranger')).toEqual([])
    expect(await rowsOf({ departmentId: server.here.otherDepartmentId, groupBy: 'type' })).toEqual([
      { key: 'heartRate', split: null, value: 1 },
    ])
  })
  test.each(['devices', 'simCards', 'bills', 'commands', 'readings'] as const)(
    '%s can be asked',
    async subject => {
      const groupBy =
        subject === 'bills' || subject === 'commands'
          ? 'kind'
          : subject === 'simCards'
            ? 'carrier'
            : 'deviceKind'
      await rowsOf({ subject, groupBy, ...(subject === 'readings' ? { reading: 'heartRate' } : {}) })
    },
  )
})

test('means count packed hours and plain values alike', async () => {
  const { tenantId, deviceId } = server.here
  await server.sql(async sql => {
    await sql.change(
      `insert into reading (tenant_id, device_id, kind, at, value) select $1, $2, 'bloodOxygen', $3::bigint + n * 1000, 90 + n
       from generate_series(0, 4) n`,
      [tenantId, deviceId, Date.now() - (Date.now() % HOUR) - 2 * HOUR],
    )
    // Rows that no message brought are found by the look at all of them.
    await sql.change('delete from packing_mark')
  })
  const ask = () =>
    rowsOf({
      subject: 'readings',
      reading: 'bloodOxygen',
      groupBy: 'device',
      from: Date.now() - 24 * HOUR,
      to: Date.now(),
    })
  const plain = await ask()
  expect(plain).toMatchObject([{ value: 92, least: 90, most: 94, count: 5 }])
  await packClosedHours(server.app.parts.data, Date.now())
  expect(await ask()).toEqual(plain)
})

describe('questions that make no sense are refused by field', () => {
  test.each([
    [{ zone: 'Mars/Olympus' }, 'field.zone', 'zone'],
    [{ groupBy: 'carrier' }, 'report.grouping', 'groupBy'],
    [{ splitBy: 'day' }, 'report.grouping', 'splitBy'],
    [{ subject: 'readings' }, 'field.required', 'reading'],
    [{ subject: 'readings', reading: 'mood' }, 'field.choice', 'reading'],
    [{ from: DAY, to: DAY - 1 }, 'field.periodOrder', 'to'],
    [{ groupBy: 'hour', from: 0 }, 'field.tooBig', 'to'],
    [{ subject: 'weather' }, 'field.choice', 'subject'],
    [{ deviceIds: ['1'] }, 'field.type', 'deviceIds.0'],
    [{ from: -1 }, 'field.tooSmall', 'from'],
    [{ drop: true }, 'field.unknownKey', 'drop'],
  ])('%j', async (more, id, field) => {
    const answer = await ask(more)
    expect([answer.id, answer.field]).toEqual([id, field])
  })
})

const definition = (more: Record<string, unknown> = {}) => ({
  name: 'Alarms by day',
  ...question(),
  period: 'last7Days',
  from: null,
  to: null,
  zone: 'Asia/Shanghai',
  chart: 'bar',
  schedule: 'daily',
  atMinute: 480,
  format: 'csv',
  words: { 'group.day': '日期', 'unit.count': '数量' },
  ...more,
})
const save = (more: Record<string, unknown> = {}, token = server.tokens.admin) =>
  server.call('/api/message/report/save', { token, body: definition(more) })

describe('definitions', () => {
  test('are stored with when they are due, and run once when they are', async () => {
    const saved = (await save()).data as { id: number; version: number; nextRunAt: number; words: unknown }
    expect(saved.words).toEqual({ 'group.day': '日期', 'unit.count': '数量' })
    expect(new Date(saved.nextRunAt).toISOString()).toMatch(/T00:00:00.000Z$/)
    const { data, bus, jobs } = server.app.parts
    expect(await makeDueReports({ data, bus, jobs }, saved.nextRunAt - 1)).toBe(0)
    const both = await Promise.all([
      makeDueReports({ data, bus, jobs }, saved.nextRunAt + 3 * 24 * HOUR),
      makeDueReports({ data, bus, jobs }, saved.nextRunAt + 3 * 24 * HOUR),
    ])
    expect(both[0] + both[1]).toBe(1)
    const row = (
      await server.call('/api/message/report/get', {
        token: server.tokens.admin,
        query: { id: String(saved.id) },
      })
    ).data as { nextRunAt: number; lastTaskId: number }
    expect(row.nextRunAt).toBe(saved.nextRunAt + 4 * 24 * HOUR)
    expect(row.lastTaskId).toBeGreaterThan(0)
  })
  test('whoever runs one in words of their own changes nothing of it', async () => {
    const { data } = await save({ name: 'In two languages', schedule: 'none' })
    const { id } = data as { id: number }
    const run = await server.call('/api/message/report/run', {
      token: server.tokens.admin,
      body: { ids: [id], input: { words: { 'group.day': 'Tag' } } },
    })
    expect(run.data).toMatchObject({ results: [{ ok: true }] })
    const get = async (path: string, query: Record<string, string>) =>
      (await server.call(`/api/message/${path}`, { token: server.tokens.admin, query })).data
    const row = (await get('report/get', { id: String(id) })) as { words: object; lastTaskId: number }
    expect(row.words).toEqual({ 'group.day': '日期', 'unit.count': '数量' })
    const task = { id: String(row.lastTaskId) }
    await vi.waitFor(async () => expect(await get('task/get', task)).toMatchObject({ state: 'done' }), 10_000)
    expect(await get('task/file', task)).toMatch(/^\W*"?Tag\b/)
  })
  test('change without losing what the form did not send', async () => {
    const saved = (await save({ name: 'Kept', schedule: 'none' })).data as { id: number; version: number }
    const changed = await server.call('/api/message/report/save', {
      token: server.tokens.admin,
      body: {
        ...definition({ name: 'Kept too', schedule: 'monthly', onDay: 31 }),
        id: saved.id,
        version: saved.version,
      },
    })
    expect(changed.code, JSON.stringify(changed)).toBe(codes.ok)
  })
  test.each([
    [{ name: ' ' }, 'field.required', 'name'],
    [{ name: 'Twice weekly', schedule: 'weekly', onDay: 8 }, 'field.choice', 'onDay'],
    [{ name: 'Never', schedule: 'monthly', onDay: null }, 'field.required', 'onDay'],
    [{ name: 'Foreign', deviceIds: [-1] }, 'field.tooSmall', 'deviceIds.0'],
    [{ name: 'Zone', zone: 'Nowhere' }, 'field.zone', 'zone'],
  ])('%j is refused', async (more, id, field) => {
    const answer = await save(more)
    expect([answer.id, answer.field]).toEqual([id, field])
  })
  test("another tenant's devices and groups cannot be named, nor its reports run", async () => {
    expect((await save({ name: 'F1', deviceIds: [server.there.deviceId] })).field).toBe('deviceIds')
    expect((await save({ name: 'F2', groupId: server.there.groupId })).field).toBe('groupId')
    const mine = (await save({ name: 'Mine' })).data as { id: number }
    const run = (token: string) =>
      server.call('/api/message/report/run', { token, body: { ids: [mine.id], input: {} } })
    expect((await run(server.tokens.stranger)).data).toMatchObject({ results: [{ ok: false }] })
    expect((await run(server.tokens.patrol)).id).toBe('forbidden')
    expect((await run(server.tokens.admin)).data).toMatchObject({ results: [{ ok: true }] })
  })
})
