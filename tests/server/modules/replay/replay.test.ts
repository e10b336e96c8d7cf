// The time machine against the real server: lanes with both times, what is withheld, and who gets nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Replay } from '../../../../src/contract/endpoints/replay.ts'
import { placeAt } from '../../../../src/domain/replay/track-moment.ts'
import { unpackTrackFromText } from '../../../../src/domain/track/packed-track.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
const MINUTE = 60_000
const begin = Date.now() - 6 * 60 * MINUTE
const at = (minutes: number) => begin + minutes * MINUTE

beforeAll(async () => {
  server = await startServer()
  const { tenantId: tenant_id, deviceId: device_id, imei } = server.here
  const of = { tenant_id, device_id, imei, device_name: 'Guard' }
  await server.sql(async sql => {
    const alarm_id = await insert(sql, 'alarm', {
      ...{ ...of, type: 'sos', severity: 'critical', title: 'SOS', device_kind: 'helmet' },
      ...{ raised_at: at(10), created_at: at(18), latitude: 20.001, longitude: 110.001 },
    })
    for (const [kind, when, recorded] of [
      ['raised', 10, 18],
      ['taken', 19, 19],
      ['commented', 21, 33],
    ] as const)
      await sql.change(
        `insert into alarm_event (tenant_id, alarm_id, kind, user_name, note, at, recorded_at)
         values ($1, $2, $3, 'Ada', 'Fire in zone B', $4, $5)`,
        [tenant_id, alarm_id, kind, at(when), at(recorded)],
      )
    await insert(sql, 'door_event', { ...of, kind: 'cardOpened', at: at(5), created_at: at(5) })
    await insert(sql, 'device_command', {
      ...{ tenant_id, device_id, imei, kind: 'speak', state: 'done', created_at: at(12) },
      ...{ finished_at: at(13), expires_at: at(60) },
    })
    await sql.change(
      `insert into position (tenant_id, device_id, at, latitude, longitude)
       select $1, $2, $3::bigint + n * 60000, 20 + n * 0.0001, 110 from generate_series(0, 30) n`,
      [tenant_id, device_id, begin],
    )
    await sql.change(
      `insert into late_arrival (tenant_id, device_id, received_at, from_at, to_at) values ($1, $2, $3, $4, $5)`,
      [tenant_id, device_id, at(40), at(10), at(25)],
    )
  })
})
afterAll(() => server.stop())

const ask = (body: object, token = server.tokens.admin) =>
  server.call('/api/device/replay/lanes', { token, body })
const span = () => ({ deviceIds: [server.here.deviceId], from: begin, to: at(60) })
const lanes = async (body: object = span(), token?: string): Promise<Replay> => {
  const answer = await ask(body, token)
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return answer.data as Replay
}

describe('lanes', () => {
  test('hold each thing with when it happened and when it was known', async () => {
    const found = await lanes()
    const times = (lane: string) =>
      found.events.filter(one => one.lane === lane).map(one => [one.kind, one.at, one.knownAt])
    expect(times('alarms')).toEqual([['sos', at(10), at(18)]])
    expect(times('notes')).toEqual([
      ['taken', at(19), at(19)],
      ['commented', at(21), at(33)],
    ])
    expect(times('doors')).toEqual([['cardOpened', at(5), at(5)]])
    expect(found.events.find(({ lane }) => lane === 'orders')).toMatchObject({ at: at(12), until: at(13) })
    expect(found).toMatchObject({ withheld: [], cut: [], moreDevices: 0 })
  })

  test('have the track with what of it came late', async () => {
    const { tracks, late } = await lanes()
    const track = unpackTrackFromText(tracks[0]?.packed ?? '')
    expect(track.times).toHaveLength(31)
    expect(placeAt(track, at(12))?.place.latitude).toBeCloseTo(20.0012, 6)
    expect(late).toEqual([{ deviceId: server.here.deviceId, from: at(10), to: at(25), receivedAt: at(40) }])
  })

  test('of a circle are those of the devices that raised an alarm in it', async () => {
    const around = { longitude: 110.001, latitude: 20.001, radiusMetres: 50 }
    const found = await lanes({ around, from: begin, to: at(60) })
    expect(found.devices.map(({ id }) => id)).toEqual([server.here.deviceId])
    const far = await lanes({ around: { ...around, latitude: 20.01 }, from: begin, to: at(60) })
    expect(far.devices).toEqual([])
    expect(far.events).toEqual([])
  })

  test('end with the span', async () => {
    const { events } = await lanes({ ...span(), to: at(11) })
    expect(events.map(({ lane }) => lane).sort()).toEqual(['alarms', 'doors'])
  })
})

describe('limits', () => {
  test('more than a day, more than twenty devices, nothing, and a span that ends before it begins are refused by name', async () => {
    expect(await ask({ ...span(), to: begin + 24 * 60 * MINUTE + 1 })).toMatchObject({
      id: 'field.replaySpan',
      field: 'to',
    })
    const many = Array.from({ length: 21 }, (_, n) => n + 1)
    expect(await ask({ ...span(), deviceIds: many })).toMatchObject({ field: 'deviceIds' })
    expect(await ask({ from: begin, to: at(60) })).toMatchObject({ field: 'deviceIds' })
    expect(await ask({ ...span(), to: begin - 1 })).toMatchObject({ id: 'field.periodOrder', field: 'to' })
    const around = { longitude: 110, latitude: 20, radiusMetres: 5_000 }
    expect(await ask({ around, from: begin, to: at(60) })).toMatchObject({ id: 'field.tooBig' })
  })
})

describe('who may see it', () => {
  test('another tenant gets nothing of the device and nothing of the place', async () => {
    expect(await ask(span(), server.tokens.stranger)).toMatchObject({ id: 'row.unknown' })
    const around = { longitude: 110.001, latitude: 20.001, radiusMetres: 500 }
    const found = await lanes({ around, from: begin, to: at(60) }, server.tokens.stranger)
    expect(found).toMatchObject({ devices: [], events: [], tracks: [], late: [], cameras: [] })
  })

  test('a role without it is refused', async () => {
    expect(await ask(span(), server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
  })

  test('lanes that a role may not see are named, and their things are not there', async () => {
    // A patrol reads devices and alarms, no doors and no calls.
    await server.sql(sql =>
      sql.change(
        `insert into role_resource (tenant_id, role_id, resource_id) select $1, r.id, s.id from role r, resource s
         where r.tenant_id = $1 and r.name = '巡逻人员' and s.mark = 'replay.read'
           and not exists (select from role_resource x where x.role_id = r.id and x.resource_id = s.id)`,
        [server.here.tenantId],
      ),
    )
    // Whoever remembers what a role holds forgets it.
    server.app.parts.bus.emit('rights.changed', {})
    const found = await lanes(span(), server.tokens.patrol)
    expect(found.withheld).toEqual(expect.arrayContaining(['doors', 'calls']))
    expect(found.withheld).not.toContain('alarms')
    const shown = new Set(found.events.map(({ lane }) => lane))
    expect(shown).not.toContain('doors')
  })
})

describe('bookmarks', () => {
  const mark = (more: object = {}) => ({
    name: 'First call',
    at: at(12),
    knownAt: at(20),
    fromAt: begin,
    toAt: at(60),
    devices: String(server.here.deviceId),
    ...more,
  })
  const post = (path: string, body: object, token = server.tokens.admin) =>
    server.call(`/api/device/replayMark/${path}`, { token, body })

  test('are kept with who set them and when, and are gone when they are deleted', async () => {
    const saved = await post('save', mark())
    expect(saved.code, JSON.stringify(saved)).toBe(0)
    const { id } = saved.data as { id: number }
    const page = await server.call('/api/device/replayMark/page', {
      token: server.tokens.admin,
      query: { atFrom: String(begin), atTo: String(at(60)) },
    })
    const { list } = page.data as { list: { id: number; userName: string; createdAt: number }[] }
    expect(list.find(one => one.id === id)).toMatchObject({ name: 'First call', at: at(12), knownAt: at(20) })
    expect(list.find(one => one.id === id)?.userName).not.toBe('')
    expect((await post('remove', { ids: [id] })).code).toBe(0)
  })

  test('lie in their span', async () => {
    expect(await post('save', mark({ at: at(61) }))).toMatchObject({ id: 'field.periodOrder', field: 'at' })
  })

  test('of another tenant are not found', async () => {
    const saved = await post('save', mark({ name: 'Ours' }))
    const { id } = saved.data as { id: number }
    const got = await server.call('/api/device/replayMark/get', {
      token: server.tokens.stranger,
      query: { id: String(id) },
    })
    expect(got).toMatchObject({ id: 'row.unknown' })
  })
})
