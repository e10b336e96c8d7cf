// Tracks over open and packed hours: nothing lost, nothing doubled, behind the walls, and clear words for bad periods.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { packClosedTracks, savePackedHours } from '../../../../server/modules/tracks/hours.ts'
import { MOST_TRACK_POINTS, trackDays, trackPoints } from '../../../../src/contract/endpoints/track.ts'
import { blankTrack } from '../../../../src/domain/track/columns.ts'
import { unpackTrackFromText } from '../../../../src/domain/track/packed-track.ts'
import type { PositionSource } from '../../../../src/domain/track/track.ts'
import { startServer, type TestServer } from '../../start.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const today = Math.floor(Date.now() / DAY) * DAY
const from = today - 3 * DAY

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Row {
  at: number
  latitude?: number
  longitude?: number
  accuracy?: number
  source?: PositionSource
}

async function write(rows: readonly Row[], owner?: { tenantId?: number; deviceId?: number }) {
  const { tenantId = server.here.tenantId, deviceId = server.here.deviceId } = owner ?? {}
  // Rows that no message brought are found by the look at all of them, which comes once a day.
  await server.sql(sql => sql.change('delete from packing_mark'))
  await server.sql(sql =>
    sql.change(
      `insert into position (tenant_id, device_id, at, latitude, longitude, accuracy, source)
       select $1, $2, * from unnest($3::bigint[], $4::float8[], $5::float8[], $6::real[], $7::text[]) on conflict do nothing`,
      [
        tenantId,
        deviceId,
        rows.map(row => row.at),
        rows.map(row => row.latitude ?? 22.5),
        rows.map(row => row.longitude ?? 114),
        rows.map(row => row.accuracy ?? null),
        rows.map(row => row.source ?? null),
      ],
    ),
  )
}

const ask = (query: Record<string, unknown> = {}, token = server.tokens.admin, path = 'points') =>
  server.call(`/api/device/track/${path}`, {
    token,
    query: Object.fromEntries(
      Object.entries({
        imei: server.here.imei,
        from,
        to: from + DAY - 1,
        ...(path === 'days' && { zone: 'UTC' }),
        ...query,
      }).map(([name, value]) => [name, String(value)]),
    ),
  })

async function track(query: Record<string, unknown> = {}) {
  const { code, data, msg } = await ask(query)
  expect(msg).toBeUndefined()
  expect(code).toBe(0)
  const answer = z.parse(trackPoints.response, data)
  const unpacked = unpackTrackFromText(answer.packed)
  expect(unpacked.times.length).toBe(answer.count)
  return { ...unpacked, until: answer.until, name: answer.name }
}

const pack = () => packClosedTracks(server.app.parts.data, Date.now())
const plainRows = () =>
  server.sql(
    async sql =>
      (await sql.query('select from position where device_id = $1', [server.here.deviceId])).length,
  )

test('a device without positions has an empty track until the end of the period', async () => {
  expect(await track()).toMatchObject({ times: new Float64Array(0), until: from + DAY - 1 })
  expect((await ask({}, server.tokens.admin, 'days')).data).toEqual([])
})

test('a gap is as long as three of its reports, as the device says or as is wanted of it', async () => {
  const gap = async () => z.parse(trackPoints.response, (await ask()).data).gapMs
  const say = (column: 'reported' | 'desired', minutes: number) =>
    server.sql(sql =>
      sql.change(
        `insert into device_settings (device_id, tenant_id, ${column}) values ($1, $2, $3)
         on conflict (device_id) do update set ${column} = excluded.${column}`,
        [server.here.deviceId, server.here.tenantId, JSON.stringify({ positionMinutes: minutes })],
      ),
    )
  expect(await gap()).toBe(600_000)
  await say('desired', 60)
  expect(await gap()).toBe(3 * 3_600_000)
  await say('reported', 1440)
  expect(await gap()).toBe(3 * 86_400_000)
})

test('packed, plain, late, repeated and disordered positions are one track in the order of time', async () => {
  const minutes = Array.from({ length: 180 }, (_, minute) => ({
    at: from + minute * 60_000,
    latitude: 22.5 + minute / 10_000,
    longitude: 114.1234567 - minute / 10_000,
    accuracy: 8.5,
    source: minute % 3 === 0 ? ('wifi' as const) : ('gps' as const),
  }))
  const late = minutes[70]
  if (!late) throw new Error('no minute')
  await write(minutes.filter(row => row !== late).reverse())
  expect(await pack()).toBe(179)
  expect(await plainRows()).toBe(0)
  // Late for an hour that is packed, and one twice with another place: the first word counts.
  await write([late, { at: from, latitude: 1, longitude: 1 }])
  const expected = async () => {
    const whole = await track()
    expect([...whole.times]).toEqual(minutes.map(row => row.at))
    expect([...whole.latitudes]).toEqual(minutes.map(row => Math.round(row.latitude * 1e7) / 1e7))
    expect(whole.longitudes[1]).toBeCloseTo(114.1233567, 7)
    expect([...new Set(whole.accuracies)]).toEqual([8.5])
  }
  await expected()
  await pack()
  expect(await pack()).toBe(0)
  expect(await plainRows()).toBe(0)
  await expected()
  const gps = await track({ source: 'gps' })
  expect(gps.times.length).toBe(120)
  expect([...new Set(gps.sources)]).toEqual([1])
  const part = await track({ from: from + 90_000, to: from + 240_000 })
  expect([...part.times]).toEqual([from + 120_000, from + 180_000, from + 240_000])
})

test('the hour that is open is read as it is', async () => {
  const now = Date.now()
  await write([{ at: now - 1000 }, { at: now - 2000 }])
  await pack()
  expect(await plainRows()).toBe(2)
  expect([...(await track({ from: now - 60_000, to: now })).times]).toEqual([now - 2000, now - 1000])
})

test('seconds are understood as well as milliseconds; a period ahead is empty', async () => {
  const inSeconds = await track({ from: from / 1000, to: (from + 3 * HOUR) / 1000 })
  expect(inSeconds.times.length).toBe(180)
  expect(inSeconds.until).toBe(from + 3 * HOUR)
  const ahead = await track({ from: Date.now() + DAY, to: Date.now() + 2 * DAY })
  expect(ahead.times.length).toBe(0)
})

test('days say where something is, in the zone of who asks', async () => {
  const days = async (zone: string, period: { from: number; to: number }) =>
    z.parse(trackDays.response, (await ask({ zone, ...period }, server.tokens.admin, 'days')).data)
  const period = { from: from - 10 * DAY, to: from + DAY - 1 }
  expect(await days('UTC', period)).toEqual([{ at: from, count: 180 }])
  // Midnight there falls into the middle of an hour: 18:15 UTC the day before.
  const kathmandu = await days('Asia/Kathmandu', period)
  expect(kathmandu).toEqual([{ at: from - 5.75 * HOUR, count: 180 }])
  const cut = await days('UTC', { from: from + 30 * 60_000, to: from + 90 * 60_000 })
  expect(cut).toEqual([{ at: from, count: 61 }])
})

test('more than one answer carries is cut off, and until says where to go on', async () => {
  const start = from + 10 * HOUR
  await server.sql(sql =>
    savePackedHours(
      sql,
      Array.from({ length: 5 }, (_, hour) => {
        const one = blankTrack(60_000)
        for (let at = 0; at < 60_000; at++) one.times[at] = start + hour * HOUR + at * 60
        return {
          tenant_id: server.here.tenantId,
          device_id: server.here.otherDeviceId,
          hour: start + hour * HOUR,
          track: one,
        }
      }),
    ),
  )
  const period = { imei: server.here.otherImei, to: start + 5 * HOUR - 1 }
  const first = await track({ ...period, from: start })
  expect(first.times.length).toBe(MOST_TRACK_POINTS)
  expect(first.until).toBe(first.times.at(-1))
  const second = await track({ ...period, from: first.until + 1 })
  expect(first.times.length + second.times.length).toBe(300_000)
  expect(second.until).toBe(period.to)
})

describe('bad periods name their field', () => {
  test.each([
    ['an end before the beginning', { from: from + 1, to: from }, 'to'],
    ['32 days', { from: from - 32 * DAY, to: from }, 'to'],
    ['words', { from: 'soon' }, 'from'],
    ['a fraction', { to: '1.5' }, 'to'],
    ['an unknown source', { source: 'magic' }, 'source'],
    ['no IMEI', { imei: 'abc' }, 'imei'],
  ])('%s', async (_, query, field) => {
    expect(await ask(query)).toMatchObject({ code: 1400, field })
  })
  test('a zone that does not exist', async () => {
    expect(await ask({ zone: 'Nowhere/Atall' }, server.tokens.admin, 'days')).toMatchObject({ field: 'zone' })
  })
})

describe('strangers get nothing', () => {
  test.each(['points', 'days'])('%s', async path => {
    expect(await ask({}, server.tokens.stranger, path)).toMatchObject({ id: 'row.unknown' })
    // Of another department than the person may see.
    expect(await ask({ imei: server.here.otherImei }, server.tokens.patrol, path)).toMatchObject({
      id: 'row.unknown',
    })
    expect(await ask({ imei: '99999999999999' }, server.tokens.admin, path)).toMatchObject({
      id: 'row.unknown',
    })
    expect((await ask({}, 'nobody', path)).code).not.toBe(0)
  })
})

test('of an hour in which a device changed hands, each company keeps its own part', async () => {
  const { here, there, sql } = server
  const hour = from + 20 * HOUR
  const theirs = { tenantId: there.tenantId }
  await write([{ at: hour + 1000, latitude: 1 }], theirs)
  await write([{ at: hour + 2000, latitude: 2 }])
  await pack()
  await write([{ at: hour + 500, latitude: 1 }], theirs)
  await write([{ at: hour + 4000, latitude: 2 }])
  const mine = async () => [...(await track({ from: hour, to: hour + HOUR })).times]
  expect(await mine()).toEqual([hour + 2000, hour + 4000])
  await pack()
  const parts = await sql(inner =>
    inner.query(
      'select tenant_id as tenant, n from track_hour where device_id = $1 and hour = $2 order by tenant_id',
      [here.deviceId, hour],
    ),
  )
  expect(parts).toEqual([
    { tenant: here.tenantId, n: 2 },
    { tenant: there.tenantId, n: 2 },
  ])
  expect(await mine()).toEqual([hour + 2000, hour + 4000])
  // The platform, which sees the rows of all, is told of the present owner's only.
  const root = await ask({ from: hour, to: hour + HOUR }, server.tokens.root)
  expect(root.data).toMatchObject({ count: 2 })
})

test('an hour of more devices than one transaction takes is packed whole, each device once', async () => {
  const at = from - 5 * HOUR
  const { tenantId } = server.here
  await server.sql(sql => sql.change('delete from packing_mark'))
  await server.sql(sql =>
    sql.change(
      `insert into position (tenant_id, device_id, at, latitude, longitude)
       select $1, 900000 + d, $2::bigint + s, 22, 114 from generate_series(1, 450) d, generate_series(0, 2) s`,
      [tenantId, at],
    ),
  )
  expect(await pack()).toBe(1350)
  const rows = await server.sql(sql =>
    sql.query<{ n: number; devices: number }>(
      'select sum(n)::int as n, count(*)::int as devices from track_hour where device_id > 900000',
    ),
  )
  expect(rows).toEqual([{ n: 1350, devices: 450 }])
})

test('the end of all calendars is a wrong field, not a fault of the server', async () => {
  const end = { from: 8_639_999_999_999_000, to: 8_640_000_000_000_000 }
  for (const path of ['points', 'days'])
    expect(await ask(end, server.tokens.admin, path)).toMatchObject({ id: 'field.tooBig', field: 'from' })
})
