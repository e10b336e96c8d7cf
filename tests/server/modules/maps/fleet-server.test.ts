// The fleet as columns, where alarms piled up and putting devices on the map, against the real server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unpackFleet } from '../../../../src/domain/device/fleet-columns.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Fleet {
  count: number
  imeis: string[]
  names: string[]
  wearers: string[]
  packed: string
}

async function fleetOf(token: string, query: Record<string, string> = {}) {
  const answer = await server.call('/api/device/fleet/points', { token, query })
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  const { packed, ...told } = answer.data as Fleet
  return { ...told, columns: unpackFleet(new Uint8Array(Buffer.from(packed, 'base64')), told.count) }
}

const place = async (
  ids: readonly number[],
  input: object,
  { token = server.tokens.admin, ...more }: { token?: string; at?: number } = {},
) => {
  const answer = await server.call('/api/device/device/place', { token, body: { ids, input, ...more } })
  return {
    answer,
    results: (answer.data as { results?: { ok: boolean; error?: { id: string } }[] })?.results,
  }
}

describe('the fleet as columns', () => {
  test('tells places, states and names, by name; a device without a place is there without one', async () => {
    const { here, tokens } = server
    await server.sql(async sql => {
      await sql.change('update device set latitude = null, longitude = null where id = $1', [
        here.otherDeviceId,
      ])
      await sql.change(
        `update device_state set latitude = 29.5752001, longitude = 106.5581002, position_at = 1700000000123, accuracy = 12.4,
           state = 'abnormal', battery = 7, foot_ring = 'loose' where device_id = $1`,
        [here.deviceId],
      )
    })
    const { columns, imeis, names } = await fleetOf(tokens.admin)
    expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)))
    const at = columns.ids.indexOf(here.deviceId)
    expect(imeis[at]).toBe(here.imei)
    expect(columns.latitudes[at]).toBeCloseTo(29.5752001, 7)
    expect(columns.longitudes[at]).toBeCloseTo(106.5581002, 7)
    expect([columns.positionAts[at], columns.accuracies[at], columns.batteries[at]]).toEqual([
      1700000000000, 12, 7,
    ])
    expect([columns.states[at], columns.footRings[at]]).toEqual([3, 0])
    const without = columns.ids.indexOf(here.otherDeviceId)
    expect(without).toBeGreaterThanOrEqual(0)
    expect(columns.latitudes[without]).toBeNaN()
    expect(columns.positionAts[without]).toBe(0)
  })

  test('keeps tenants and departments apart, and leaves recycled ones out', async () => {
    const { here, there, tokens } = server
    const ids = async (token: string) => [...(await fleetOf(token)).columns.ids]
    expect(await ids(tokens.stranger)).not.toContain(here.deviceId)
    expect(await ids(tokens.stranger)).toContain(there.deviceId)
    expect(await ids(tokens.root)).toEqual(expect.arrayContaining([here.deviceId, there.deviceId]))
    await server.sql(sql =>
      sql.change(`update device set lifecycle = 'recycled' where id = $1`, [here.otherDeviceId]),
    )
    expect(await ids(tokens.admin)).not.toContain(here.otherDeviceId)
    await server.sql(sql =>
      sql.change(`update device set lifecycle = 'bound' where id = $1`, [here.otherDeviceId]),
    )
    const list = await server.call('/api/device/device/page', {
      token: tokens.patrol,
      query: { size: '100' },
    })
    const seen = (list.data as { list: { id: number }[] }).list.map(row => row.id)
    expect((await ids(tokens.patrol)).sort()).toEqual(seen.sort())
  })

  test('tells where devices were installed when asked, and refuses other words', async () => {
    const { here, tokens } = server
    await server.sql(sql =>
      sql.change('update device set latitude = 29.5, longitude = 106.5 where id = $1', [here.deviceId]),
    )
    const { columns } = await fleetOf(tokens.admin, { places: 'installed' })
    expect(columns.latitudes[columns.ids.indexOf(here.deviceId)]).toBeCloseTo(29.5, 7)
    const answer = await server.call('/api/device/fleet/points', {
      token: tokens.admin,
      query: { places: 'moon' },
    })
    expect(answer).toMatchObject({ field: 'places' })
    expect((await server.call('/api/device/fleet/points')).id).toBe('session.ended')
  })
})

describe('where alarms piled up', () => {
  const heat = async (query: Record<string, string>, token = server.tokens.admin) =>
    server.call('/api/message/alarm/heat', { token, query })
  const period = { from: '1000', to: '2000' }

  test('counts by places of about 25 m, by period and type, for the own tenant only', async () => {
    const { here } = server
    const raise = (more: object) =>
      server.sql(sql =>
        insert(sql, 'alarm', {
          tenant_id: here.tenantId,
          created_at: 1500,
          updated_at: 1500,
          type: 'fall',
          severity: 'critical',
          title: 'x',
          device_id: here.deviceId,
          imei: here.imei,
          device_name: 'x',
          device_kind: 'helmet',
          raised_at: 1500,
          latitude: 29.57511,
          longitude: 106.55811,
          ...more,
        }),
      )
    await raise({})
    await raise({ latitude: 29.57519, raised_at: 1501 })
    await raise({ latitude: 29.58011, type: 'sos' })
    await raise({ latitude: null, longitude: null, raised_at: 1502 })
    await raise({ raised_at: 2000 })
    const { data } = await heat(period)
    expect(data).toEqual({
      total: 4,
      places: 2,
      unplaced: 1,
      spots: [
        { longitude: 106.558125, latitude: 29.575125, count: 2 },
        { longitude: 106.558125, latitude: 29.580125, count: 1 },
      ],
    })
    const whole = data as { places: number; spots: unknown[] }
    expect(whole.places).toBe(whole.spots.length)
    // What did not fit into one answer comes with the next.
    expect((await heat({ ...period, skip: '1' })).data).toMatchObject({
      places: whole.places,
      spots: whole.spots.slice(1),
    })
    expect(await heat({ ...period, skip: '-1' })).toMatchObject({ field: 'skip' })
    const types = (await heat({ ...period, type: '1' })).data as { total: number }
    expect(types.total).toBeLessThan(4)
    expect((await heat(period, server.tokens.stranger)).data).toMatchObject({ total: 0, spots: [] })
  })

  test('names what is wrong with a period', async () => {
    expect(await heat({ from: '2000', to: '1000' })).toMatchObject({ id: 'field.periodOrder', field: 'to' })
    expect(await heat({ from: '1', to: '1' })).toMatchObject({ data: { total: 0, unplaced: 0, spots: [] } })
    expect(await heat({ from: '0', to: '99999999999999' })).toMatchObject({ id: 'field.tooBig', field: 'to' })
    expect(await heat({ from: 'soon', to: '1000' })).toMatchObject({ field: 'from' })
  })
})

describe('putting a device on the map', () => {
  const spot = { latitude: 29.5601, longitude: 106.5512 }

  test('keeps place, words and group with who and when, and writes it to the audit log', async () => {
    const { here, tokens } = server
    const at = Date.now() - 3_600_000
    const { results } = await place(
      [here.deviceId],
      { ...spot, installLocation: 'Tower A, floor 3', groupId: here.groupId },
      { at },
    )
    expect(results).toEqual([{ id: here.deviceId, ok: true }])
    const info = await server.call('/api/device/deviceinfo/getDeviceInfo', {
      token: tokens.admin,
      body: { imei: here.imei },
    })
    expect(info.data).toMatchObject({ place: 'Tower A, floor 3', placedAt: at })
    const audit = await server.sql(sql =>
      sql.query(
        `select action from audit where entity = 'device' and row_id = $1 and action = 'device.place'`,
        [here.deviceId],
      ),
    )
    expect(audit).toHaveLength(1)
  })

  test('is not moved back by what was done earlier and arrives later', async () => {
    const { results } = await place([server.here.deviceId], spot, { at: Date.now() - 7_200_000 })
    expect(results?.[0]?.error).toEqual({ id: 'place.overtaken' })
  })

  test.each([
    ['latitude and longitude swapped', { latitude: 106.5512, longitude: 29.5601 }, 'place.swapped'],
    ['a latitude beyond the pole', { latitude: 120, longitude: 140 }, 'field.tooBig'],
    ['nowhere', { latitude: 0, longitude: 0 }, 'place.nowhere'],
    ['a photograph nobody uploaded', { ...spot, indoorImage: `/files/${'x'.repeat(24)}` }, 'place.photo'],
    ['a group of others', { ...spot, groupId: 999_999 }, 'field.reference'],
  ])('refuses %s', async (_, input, id) => {
    const { results } = await place([server.here.deviceId], input)
    expect(results?.[0]).toMatchObject({ ok: false, error: { id } })
  })

  test.each([
    ['a longitude beyond the earth', { latitude: 29, longitude: 181 }, 'input.longitude'],
    ['no latitude', { longitude: 106 }, 'input.latitude'],
    ['text', { latitude: 'x', longitude: 106 }, 'input.latitude'],
    [
      'a photograph from elsewhere',
      { ...spot, indoorImage: 'https://example.org/x.png' },
      'input.indoorImage',
    ],
  ])('names the field of %s', async (_, input, field) => {
    const { answer } = await place([server.here.deviceId], input)
    expect(answer).toMatchObject({ field })
  })

  test("takes the own tenant's photograph, not another's", async () => {
    const { here, there } = server
    const keyOf = async (id: number) => {
      const row = await server.sql(sql =>
        sql.first<{ key: string }>(
          `update stored_file set content_type = 'image/jpeg' where id = $1 returning key`,
          [id],
        ),
      )
      return `/files/${row?.key}`
    }
    const [own, foreign] = [await keyOf(here.fileId), await keyOf(there.fileId)]
    expect((await place([here.deviceId], { ...spot, indoorImage: own })).results?.[0]).toMatchObject({
      ok: true,
    })
    expect((await place([here.deviceId], { ...spot, indoorImage: foreign })).results?.[0]?.error?.id).toBe(
      'place.photo',
    )
  })

  test('is for those who may, and for their own devices', async () => {
    const { here, there, tokens } = server
    expect((await place([there.deviceId], spot)).results?.[0]?.error?.id).toBe('row.unknown')
    expect((await place([here.deviceId], spot, { token: tokens.visitor })).answer.id).toBe('forbidden')
  })
})
