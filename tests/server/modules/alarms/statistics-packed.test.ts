// Packed days answer as the plain query does: whatever was raised, changed, handled, moved or deleted, before or after.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packChangedDays } from '../../../../server/modules/alarms/day-packing.ts'
import { packDay, unpackDay } from '../../../../server/modules/alarms/packed-day.ts'
import { alarmStatistics, reportResult } from '../../../../src/contract/endpoints/report.ts'
import { insert, startServer, type TestServer, type World } from '../../start.ts'
import { type PlainBreakdown, type PlainQuestion, plainCounts, plainStatistics } from './plain-statistics.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
// Clocks are set back in Berlin and New York within it, and on Lord Howe Island by half an hour before.
const BEGIN = Date.parse('2025-10-01T00:00:00Z')
const DAYS = 45

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  // Nobody packs in between but the test.
  await server.sql(sql => sql.change('delete from pgboss.schedule'))
  await server.sql(async sql => {
    await sql.change('delete from alarm_event')
    await sql.change('delete from alarm')
  })
})
afterAll(() => server.stop())

let seed = 20251101
/** A whole number below `most`. */
const below = (most: number) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return Math.floor((seed / 2 ** 32) * most)
}
function one<T>(...of: readonly [T, ...T[]]): T {
  return of[below(of.length)] ?? of[0]
}

const severities = ['critical', 'warning', 'attention', 'info'] as const
const zones = [
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'UTC',
]

const facts = (world: World, raised_at: number) => {
  const seen = below(3) === 0
  const done = below(3) === 0
  const is = below(2) === 0
  return {
    tenant_id: world.tenantId,
    type: one('smoke', 'fall', 'lowVoltage', 'online'),
    severity: one(...severities),
    status: done ? 'handled' : one('open', 'taken'),
    title: 'x',
    device_id: is ? world.deviceId : world.otherDeviceId,
    imei: is ? world.imei : world.otherImei,
    device_name: 'x',
    device_kind: one('helmet', 'smokeDetector'),
    department_id: one(world.departmentId, world.otherDepartmentId, null),
    place: one(null, ...Array.from({ length: 30 }, (_, n) => `Gate ${n}`)),
    raised_at,
    acknowledged_by: seen ? 'x' : null,
    acknowledged_at: seen ? raised_at + below(500_000) : null,
    handled_by: done && below(2) === 0 ? 'x' : null,
    handled_at: done ? raised_at + below(9_000_000) : null,
  }
}

async function raise(count: number): Promise<void> {
  const { here, there } = server
  await server.sql(async sql => {
    const tests = [here, there].map(async world =>
      insert(sql, 'alarm_test', {
        tenant_id: world.tenantId,
        reason: 'x',
        starts_at: 1,
        ends_at: 2,
        user_name: 'x',
      }),
    )
    const [testHere, testThere] = await Promise.all(tests)
    const rows = Array.from({ length: count }, () => {
      const foreign = below(5) === 0
      return {
        created_at: BEGIN,
        updated_at: BEGIN,
        ...facts(foreign ? there : here, BEGIN + below(DAYS * DAY)),
        test_id: below(8) === 0 ? (foreign ? testThere : testHere) : null,
      }
    })
    const names = Object.keys(rows[0] ?? {})
    await sql.change(
      `insert into alarm (${names}) select ${names} from jsonb_populate_recordset(null::alarm, $1::jsonb)`,
      [JSON.stringify(rows)],
    )
  })
}

/** What people, devices and the operator's settings do to alarms that are there. */
const change = () =>
  server.sql(async sql => {
    const some = `id in (select id from alarm order by md5(id::text || '${below(1e9)}') limit 12)`
    await sql.change(
      `update alarm set status = 'handled', handled_by = 'y', handled_at = raised_at + 70000 where ${some}`,
    )
    await sql.change(
      `update alarm set acknowledged_by = 'y', acknowledged_at = raised_at + 8000 where ${some}`,
    )
    await sql.change(`update alarm set status = 'open', test_id = null, severity = 'warning' where ${some}`)
    await sql.change(`update alarm set raised_at = raised_at + ${DAY + 7} where ${some}`)
    await sql.change(
      `update alarm set place = 'a place of its own ${below(1e6)}', removed_at = null where ${some}`,
    )
    await sql.change(`update alarm set removed_at = 1 where ${some}`)
    await sql.change(`delete from alarm where ${some}`)
  })

const question = (): PlainQuestion => {
  const from = BEGIN + below(DAYS) * DAY - one(0, 0, HOUR, 12_345_678)
  const by = one('hour', 'day', 'week', 'month')
  const departmentId = one(undefined, undefined, server.here.departmentId)
  const deviceKind = one(undefined, undefined, 'helmet')
  const type = one(undefined, undefined, 'fall')
  return {
    from,
    to: from + 1 + below((by === 'hour' ? 30 : 60) * DAY),
    zone: zones[below(zones.length)] ?? 'UTC',
    by,
    ...(departmentId === undefined ? {} : { departmentId }),
    ...(deviceKind === undefined ? {} : { deviceKind }),
    ...(type === undefined ? {} : { type }),
  }
}

const byCount = (rows: readonly { type: unknown; count: number }[]) =>
  [...rows].sort((a, b) => b.count - a.count || String(a.type).localeCompare(String(b.type)))

async function agrees(asked: PlainQuestion, as: 'admin' | 'patrol' | 'stranger' | 'root'): Promise<void> {
  const { here, there, tokens } = server
  const answer = await server.call('/api/message/alarm/statistics', {
    token: tokens[as],
    query: Object.fromEntries(
      Object.entries({ ...asked, ...(asked.type === undefined ? {} : { type: 13 }) }).map(([name, value]) => [
        name,
        String(value),
      ]),
    ),
  })
  expect(answer.code, JSON.stringify([asked, answer])).toBe(0)
  const told = alarmStatistics.response.parse(answer.data)
  const wanted = await server.sql(sql =>
    plainStatistics(sql, asked, {
      tenantId: as === 'root' ? null : as === 'stranger' ? there.tenantId : here.tenantId,
      departments: as === 'patrol' ? [here.departmentId] : null,
    }),
  )
  expect({ ...told, byType: byCount(told.byType) }, JSON.stringify([as, asked])).toEqual({
    ...wanted,
    byType: byCount(wanted.byType as { type: string; count: number }[]),
  })
}

const breakdowns = ['type', 'severity', 'status', 'deviceKind', 'department', 'place', 'device'] as const
const inOrder = (rows: readonly { key: unknown; split: unknown; value: number }[]) =>
  rows
    .filter(({ value }) => value > 0)
    .map(row => JSON.stringify(row))
    .sort()

/** A report counts what the statistics count, by whatever it is broken down. */
async function reportAgrees(as: 'admin' | 'stranger' | 'root'): Promise<number> {
  const { here, there, tokens } = server
  const { from, to, zone, by } = question()
  const groupBy = one<PlainBreakdown>(by, ...breakdowns)
  const splitBy = one<PlainBreakdown | null>(null, ...breakdowns.filter(each => each !== groupBy))
  const departmentId = one(null, null, here.departmentId)
  const deviceIds = one([], [], [here.deviceId])
  const asked = {
    subject: 'alarms',
    groupBy,
    splitBy,
    period: 'custom',
    from,
    to: to - 1,
    zone,
    departmentId,
    deviceIds,
  }
  const answer = await server.call('/api/message/report/result', { token: tokens[as], body: asked })
  expect(answer.code, JSON.stringify([asked, answer])).toBe(0)
  const told = reportResult.response.parse(answer.data)
  const wanted = await server.sql(async sql => {
    const below =
      departmentId &&
      (await sql.query<{ id: number }>(
        `with recursive below as (select id from department where id = $1
           union select x.id from department x join below on x.parent_id = below.id) select id from below`,
        [departmentId],
      ))
    return plainCounts(
      sql,
      { from, to, zone, groupBy, splitBy },
      {
        tenantId: as === 'root' ? null : as === 'stranger' ? there.tenantId : here.tenantId,
        departments: below ? below.map(({ id }) => id) : null,
        devices: deviceIds.length > 0 ? deviceIds : null,
      },
    )
  })
  expect(inOrder(told.rows), JSON.stringify([as, asked])).toEqual(inOrder(wanted))
  return wanted.length
}

test.each([0, 1, 2, 3, 4, 5])(
  'packed, changed since and not yet packed days answer as the plain query does: round %i',
  async round => {
    await raise(120)
    if (round > 0) await change()
    // The last days are still going on.
    if (round % 2 === 0) await packChangedDays(server.app.parts.data, BEGIN + (20 + 5 * round) * DAY)
    for (let n = 0; n < 6; n++) {
      const asked = question()
      await agrees(asked, 'admin')
      if (asked.departmentId === undefined) {
        await agrees(asked, 'patrol')
        await agrees(asked, 'stranger')
        await agrees(asked, 'root')
      }
    }
    let rows = 0
    for (let n = 0; n < 12; n++) rows += await reportAgrees(one('admin', 'stranger', 'root'))
    expect(rows).toBeGreaterThan(0)
  },
)

test('a change that is under way while a day is packed is not lost', async () => {
  const { data } = server.app.parts
  const asked: PlainQuestion = { from: BEGIN, to: BEGIN + DAYS * DAY, zone: 'UTC', by: 'day' }
  await packChangedDays(data, BEGIN + 400 * DAY)
  let proceed = () => {}
  const packed = new Promise<void>(resolve => {
    proceed = resolve
  })
  let changed = () => {}
  const isChanged = new Promise<void>(resolve => {
    changed = resolve
  })
  const changing = server.sql(async sql => {
    await sql.change(`update alarm set severity = 'info' where severity = 'critical'`)
    changed()
    await packed
  })
  await isChanged
  // Somebody else's change has the days packed anew meanwhile.
  await raise(60)
  expect(await packChangedDays(data, BEGIN + 400 * DAY)).toBeGreaterThan(0)
  proceed()
  await changing
  await agrees(asked, 'admin')
  await packChangedDays(data, BEGIN + 400 * DAY)
  await agrees(asked, 'admin')
})

test('reading an alarm or telling it again changes no day', async () => {
  const { data } = server.app.parts
  await packChangedDays(data, BEGIN + 400 * DAY)
  await server.sql(sql => sql.change('update alarm set read = true, repeat_at = 1, version = version + 1'))
  expect(await packChangedDays(data, BEGIN + 400 * DAY)).toBe(0)
})

test('a day packs what it is told, to the millisecond', () => {
  const alarms = Array.from({ length: 500 }, (_, n) => ({
    raisedAt: BEGIN + n * 170_001,
    type: 1 + below(9),
    severity: 1 + below(4),
    kind: 1 + below(20),
    place: below(5000),
    department: below(3),
    device: below(2 ** 40),
    open: below(2) === 0,
    taken: below(2) === 0,
    onTest: below(2) === 0,
    seenAfter: one(null, 0, 127, 128, 1e7, -1),
    doneAfter: one(null, 0, 3e8),
  }))
  const read: unknown[] = []
  unpackDay(BEGIN, packDay(BEGIN, alarms), alarm => read.push({ ...alarm }))
  expect(read).toEqual(alarms)
})
