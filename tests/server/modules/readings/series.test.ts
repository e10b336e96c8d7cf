// Series over plain and packed hours: nothing lost, nothing doubled, late values in their place, every peak kept.

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { makePartitions } from '../../../../server/modules/ingest/partitions.ts'
import { packClosedHours } from '../../../../server/modules/readings/hours.ts'
import { readingConsumption, readingSeries } from '../../../../src/contract/endpoints/device.ts'
import { startServer, type TestServer } from '../../start.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const today = Math.floor(Date.now() / DAY) * DAY
const from = today - 2 * DAY
const to = today - DAY - 1

let server: TestServer

async function write(
  kind: string,
  points: readonly (readonly [at: number, value: number])[],
  deviceId = server.here.deviceId,
) {
  await server.sql(sql =>
    sql.change(
      `insert into reading (tenant_id, device_id, kind, at, value)
       select $1, $2, $3, * from unnest($4::bigint[], $5::float8[]) on conflict do nothing`,
      [server.here.tenantId, deviceId, kind, points.map(([at]) => at), points.map(([, value]) => value)],
    ),
  )
  await lookAtAll()
}

/** Rows that no message brought are found by the look at all rows, which comes once a day. */
const lookAtAll = () => server.sql(sql => sql.change('delete from packing_mark'))

async function ask(
  kind: string,
  query: { from?: number; to?: number; points?: number } = {},
  token = server.tokens.admin,
) {
  const answer = await server.call('/api/device/reading/series', {
    token,
    query: Object.fromEntries(
      Object.entries({ imei: server.here.imei, kind, from, to, ...query }).map(([name, value]) => [
        name,
        String(value),
      ]),
    ),
  })
  return answer
}

async function series(kind: string, query: { from?: number; to?: number; points?: number } = {}) {
  const { code, data, msg } = await ask(kind, query)
  expect(msg).toBeUndefined()
  expect(code).toBe(0)
  return z.decode(readingSeries.response, data as never)
}

beforeAll(async () => {
  server = await startServer()
  // Nobody packs in between but the test.
  await server.sql(sql => sql.change('delete from pgboss.schedule'))
  const owner = new pg.Client({ connectionString: server.app.database.ownerUrl })
  await owner.connect()
  await makePartitions(owner, { from: today - 400 * DAY, to: today - 380 * DAY })
  await owner.end()
})
afterAll(() => server.stop())

test('packed, plain and late values are one series; packing twice changes nothing', async () => {
  const points = Array.from(
    { length: 1440 },
    (_, minute) => [from + minute * 60_000, (minute * 7) % 90] as const,
  )
  const [late, again] = [points[601] as readonly [number, number], points[3] as readonly [number, number]]
  await write(
    'heartRate',
    points.filter(point => point !== late),
  )
  expect(await packClosedHours(server.app.parts.data, Date.now())).toBe(1439)
  // Late for an hour that is packed, and a repeated one with another value: the first word counts.
  await write('heartRate', [late, [again[0], 9999]])
  const expected = { times: points.map(([at]) => at), values: points.map(([, value]) => value) }
  expect(await series('heartRate')).toMatchObject({ ...expected, thinnedMs: 0, pauseMs: 60_000 })
  await packClosedHours(server.app.parts.data, Date.now())
  expect(await packClosedHours(server.app.parts.data, Date.now())).toBe(0)
  expect(await series('heartRate')).toMatchObject(expected)
  const rows = await server.sql(sql =>
    sql.query('select from reading where device_id = $1', [server.here.deviceId]),
  )
  expect(rows).toHaveLength(0)
  const part = await series('heartRate', { from: from + 90_000, to: from + 240_000 })
  expect(part.times).toEqual([from + 120_000, from + 180_000, from + 240_000])
})

test('a day of one value a second comes whole, or thinned with its peaks and its figures', async () => {
  const points = Array.from(
    { length: 86_400 },
    (_, second) => [from + second * 1000, second === 50_001 ? 99 : 40 + (second % 10)] as const,
  )
  points[70_003] = [from + 70_003_000, 1]
  await write('gas', points)
  await packClosedHours(server.app.parts.data, Date.now())
  const whole = await series('gas', { points: 100_000 })
  expect(whole.times).toHaveLength(86_400)
  const thin = await series('gas', { points: 1000 })
  expect(thin.times.length).toBeLessThanOrEqual(1002)
  expect(thin.values).toContain(99)
  expect(thin.values).toContain(1)
  expect(thin.figures).toEqual(whole.figures)
  expect(thin.figures).toMatchObject({
    count: 86_400,
    low: 1,
    lowAt: from + 70_003_000,
    high: 99,
    highAt: from + 50_001_000,
  })
  expect(thin.pauseMs).toBe(1000)
})

test('a year is answered by what its hours say, peaks and all', async () => {
  const long = today - 395 * DAY
  await write('odour', [
    [long, 5],
    [long + 1000, 77],
    [long + 2000, 4],
    [today - DAY - 5000, 3],
  ])
  await write(
    'odour',
    Array.from({ length: 3000 }, (_, index) => [from + index * 20_000, 10] as const),
  )
  await packClosedHours(server.app.parts.data, Date.now())
  const year = await series('odour', { from: today - 396 * DAY, to, points: 1000 })
  expect(year.figures).toMatchObject({ count: 3004, high: 77, highAt: long + 1000, low: 3 })
  expect(year.values).toContain(77)
  expect(year.times).toEqual([...year.times].sort((a, b) => a - b))
  expect(year.thinnedMs).toBeGreaterThan(HOUR)
})

test('a device without readings answers an empty series', async () => {
  expect(await series('vocs')).toMatchObject({ times: [], values: [], figures: null, pauseMs: null })
})

describe('bad periods name their field', () => {
  test.each([
    ['an end before the beginning', { from: to, to: from }, 'to'],
    ['a year, a month and a second', { from: to - 400 * DAY - 1000, to }, 'to'],
    ['words', { from: 'soon' as unknown as number }, 'from'],
    ['no points', { points: 0 }, 'points'],
    ['too many points', { points: 100_001 }, 'points'],
  ])('%s', async (_, query, field) => {
    expect(await ask('heartRate', query)).toMatchObject({ code: 1400, field })
  })
  test('an unknown reading', async () => {
    expect(await ask('happiness')).toMatchObject({ code: 1400, field: 'kind' })
  })
})

describe('strangers', () => {
  test('another tenant and another department get nothing', async () => {
    expect(await ask('heartRate', {}, server.tokens.stranger)).toMatchObject({ id: 'row.unknown' })
    const consumption = await server.call('/api/device/reading/consumption', {
      token: server.tokens.stranger,
      query: {
        imei: server.here.imei,
        kind: 'energy',
        from: String(from),
        to: String(to),
        zone: 'Asia/Shanghai',
      },
    })
    expect(consumption).toMatchObject({ id: 'row.unknown' })
  })
})

test('a meter says what each day took, also when it starts again and when the clocks change', async () => {
  const zone = 'Asia/Shanghai'
  const day = today - DAY - 8 * HOUR
  await write('energy', [
    [day - HOUR, 100],
    [day + HOUR, 102],
    [day + 20 * HOUR, 110],
    [day + 21 * HOUR, 1],
    [day + 23 * HOUR, 4],
  ])
  const answer = await server.call('/api/device/reading/consumption', {
    token: server.tokens.admin,
    query: {
      imei: server.here.imei,
      kind: 'energy',
      from: String(day - DAY),
      to: String(day + DAY - 1),
      zone,
    },
  })
  const { total, days, resets } = z.parse(readingConsumption.response, answer.data)
  expect(days).toEqual([
    { at: day - DAY, amount: 1 },
    { at: day, amount: 1 + 8 + 1 + 3 },
  ])
  expect(total).toBe(14)
  expect(resets).toEqual([day + 21 * HOUR])
  const wrong = await server.call('/api/device/reading/consumption', {
    token: server.tokens.admin,
    query: {
      imei: server.here.imei,
      kind: 'energy',
      from: String(from),
      to: String(to),
      zone: 'Nowhere/Atall',
    },
  })
  expect(wrong).toMatchObject({ code: 1400, field: 'zone' })
})

test('of an hour in which a device changed tenant, each tenant keeps its own part', async () => {
  const { here, there, app, tokens, sql } = server
  const hour = from + 20 * HOUR
  const say = (tenantId: number, at: number, value: number) =>
    sql(inner =>
      inner.change(
        `insert into reading (tenant_id, device_id, kind, at, value) values ($1, $2, 'bodyTemperature', $3, $4)`,
        [tenantId, here.deviceId, at, value],
      ),
    )
  await say(there.tenantId, hour + 1000, 30)
  await say(here.tenantId, hour + 2000, 36)
  await lookAtAll()
  await packClosedHours(app.parts.data, Date.now())
  // What comes late finds its own part, too.
  await say(there.tenantId, hour + 3000, 31)
  await say(here.tenantId, hour + 4000, 37)
  await lookAtAll()
  await packClosedHours(app.parts.data, Date.now())
  const parts = await sql(inner =>
    inner.query(
      `select tenant_id as tenant, n, low, high from reading_hour where device_id = $1 and kind = 'bodyTemperature' order by low`,
      [here.deviceId],
    ),
  )
  expect(parts).toEqual([
    { tenant: there.tenantId, n: 2, low: 30, high: 31 },
    { tenant: here.tenantId, n: 2, low: 36, high: 37 },
  ])
  expect((await series('bodyTemperature')).values).toEqual([36, 37])
  // Who sees the rows of all tenants sees the device as it is now, not as it was elsewhere.
  const whole = await ask('bodyTemperature', {}, tokens.root)
  expect(z.decode(readingSeries.response, whole.data as never).values).toEqual([36, 37])
})

test('the usual limits are read by whoever sees the chart, and kept by who keeps products', async () => {
  const { call, here, tokens } = server
  const page = (token: string) => call('/api/device/productReading/page', { token, query: {} })
  expect(await page(tokens.patrol)).toMatchObject({
    code: 0,
    data: { list: [expect.objectContaining({ id: here.productReadingId })] },
  })
  expect((await page(tokens.stranger)).data).not.toMatchObject({
    list: [expect.objectContaining({ id: here.productReadingId })],
  })
  const saved = await call('/api/device/productReading/save', { token: tokens.patrol, body: {} })
  expect(saved).toMatchObject({ id: 'forbidden' })
})
