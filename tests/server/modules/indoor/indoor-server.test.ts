// Drawings, base stations, zones and plans against the real server: what is refused, and who sees whom on which floor.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { rawUpload, uploadTo } from '../files/upload-call.ts'

let server: TestServer
let picture: string
const PLAN = '/api/device/drawing/upload'
const MB = 1024 * 1024

const planOf = (width = 600, height = 400, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .toFormat(format)
    .toBuffer()

beforeAll(async () => {
  server = await startServer()
  const { data } = await uploadTo(server, PLAN, await planOf(), 'floor 1.png')
  picture = (data as { url: string }).url
})
afterAll(() => server.stop())

const post = (path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/device/${path}`, { token, body })
const get = (path: string, query: Record<string, string> = {}, token = server.tokens.admin) =>
  server.call(`/api/device/${path}`, { token, query })
const floor = (more: object = {}) => ({
  title: 'Floor 1',
  pictureType: 'plan',
  picture,
  positioning: true,
  realWidth: 60,
  realHeight: 40,
  ...more,
})

describe('plans', () => {
  const left = () => {
    const folder = join(server.app.parts.filesDir, 'tmp')
    return existsSync(folder) ? readdirSync(folder) : []
  }
  test('a large photograph becomes a WebP within 4096 pixels, without where it was taken', async () => {
    const photo = await sharp({ create: { width: 6000, height: 3000, channels: 3, background: '#9cf' } })
      .jpeg()
      .withExif({ IFD3: { GPSLatitude: '22/1 32/1 0/1', GPSLatitudeRef: 'N' } })
      .toBuffer()
    const { data } = await uploadTo(server, PLAN, photo, 'site.jpg')
    expect(data).toMatchObject({ width: 4096, height: 2048, name: 'site.jpg.webp' })
    const stored = await fetch(`${server.url}${(data as { url: string }).url}`)
    expect(stored.headers.get('content-type')).toBe('image/webp')
    const facts = await sharp(Buffer.from(await stored.arrayBuffer())).metadata()
    expect(facts).toMatchObject({ format: 'webp', width: 4096, height: 2048 })
    expect(facts.exif).toBeUndefined()
  })
  test.each([
    ['a PDF', Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\n'), 'plan.pdf'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'plan.svg'],
    ['a GIF', 'GIF89a', 'plan.gif'],
    ['words called PNG', 'a plan', 'plan.png'],
  ])('%s is no plan, and the answer says what is', async (_, bytes, name) => {
    expect(await uploadTo(server, PLAN, bytes, name)).toMatchObject({
      code: 1400,
      id: 'file.planType',
      msg: expect.stringContaining('PDF'),
    })
  })
  test('40 megapixels and half a row are too many', async () => {
    const large = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#fff' } })
      .png({ palette: true })
      .toBuffer()
    expect(await uploadTo(server, PLAN, large, 'large.png')).toMatchObject({ id: 'file.planTooManyPixels' })
  })
  test('a plan of 50 MB is refused while it comes, and the sender hears why', async () => {
    const answer = await uploadTo(server, PLAN, Buffer.alloc(50 * MB, 1), 'plan.png')
    expect(answer).toMatchObject({
      code: 1400,
      id: 'file.planTooLarge',
      field: 'file',
      msg: expect.stringContaining('10 MB'),
    })
    expect(left()).toEqual([])
    const head = [
      `POST ${PLAN} HTTP/1.1`,
      'Host: x',
      `Authorization: ${server.tokens.admin}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${50 * MB}`,
    ]
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="plan.png"\r\n\r\n'
    // The other 39 MB never come, and the answer is there all the same.
    const told = await rawUpload(server, head, [part, Buffer.alloc(11 * MB, 1)], {
      cut: text => text.endsWith('}'),
    })
    expect(told).toContain('file.planTooLarge')
    expect(left()).toEqual([])
  })
  test('who may not change drawings may not upload one', async () => {
    for (const token of [server.tokens.patrol, server.tokens.visitor])
      expect(await uploadTo(server, PLAN, await planOf(), 'a.png', { token })).toMatchObject({
        id: 'forbidden',
      })
  })
})

describe('drawings', () => {
  test.each<[string, object, string, string]>([
    ['positioning without metres', { realWidth: null }, 'field.planSize', 'realWidth'],
    ['positioning without a height', { realHeight: null }, 'field.planSize', 'realHeight'],
    ['a size of nothing', { realWidth: 0 }, 'field.tooSmall', 'realWidth'],
    ['half a place', { longitude: 114 }, 'field.required', 'latitude'],
    [
      'a place without metres',
      { positioning: false, realWidth: null, longitude: 114, latitude: 22 },
      'field.planSize',
      'realWidth',
    ],
    ['another site’s picture', { picture: 'https://example.com/a.png' }, 'field.picture', 'picture'],
    ['a file that is not there', { picture: `/files/${'x'.repeat(43)}` }, 'field.picture', 'picture'],
    ['a script', { picture: 'javascript:alert(1)' }, 'field.imageAddress', 'picture'],
    ['another host without a scheme', { picture: '//example.com/a.png' }, 'field.imageAddress', 'picture'],
  ])('%s is refused', async (_, more, id, field) => {
    expect(await post('drawing/save', floor(more))).toMatchObject({ id, field })
  })
  test('another tenant’s picture is none', async () => {
    expect(await post('drawing/save', floor(), await server.logIn('stranger'))).toMatchObject({
      id: 'field.picture',
      field: 'picture',
    })
  })
  test('one that is used stays, one that is not goes, and nobody stands on it any more', async () => {
    const { data } = await post('drawing/save', floor())
    const { id } = data as { id: number }
    const station = await post('baseStation/save', {
      name: 'A1',
      drawingId: id,
      x: 60,
      y: 40,
      z: 2.6,
      status: 2,
      range: 20,
    })
    const remove = (entity: string, row: number) => post(`${entity}/remove`, { ids: [row] })
    expect((await remove('drawing', id)).data).toMatchObject({
      results: [{ ok: false, error: { id: 'row.inUse' } }],
    })
    // Nor may it shrink away from under its stations.
    const row = (await get('drawing/get', { id: String(id) })).data as { version: number }
    expect(
      await post('drawing/save', { ...floor({ realWidth: 59 }), id, version: row.version }),
    ).toMatchObject({
      id: 'field.outsidePlan',
      field: 'realWidth',
    })
    await remove('baseStation', (station.data as { id: number }).id)
    await server.sql(sql =>
      sql.change(
        'update device_state set drawing_id = $2, indoor_x = 1, indoor_y = 1, indoor_at = 5 where device_id = $1',
        [server.here.otherDeviceId, id],
      ),
    )
    expect((await remove('drawing', id)).data).toMatchObject({ results: [{ ok: true }] })
    const state = await server.sql(sql =>
      sql.first('select drawing_id from device_state where device_id = $1', [server.here.otherDeviceId]),
    )
    expect(state).toEqual({ drawing_id: null })
  })
})

describe('base stations and zones', () => {
  const station = (more: object) => ({
    name: 'B',
    drawingId: server.here.drawingId,
    x: 1,
    y: 1,
    z: 2,
    status: 0,
    range: 15,
    ...more,
  })
  test.each<[string, () => object, string, string]>([
    ['outside to the right', () => ({ x: 60.01 }), 'field.outsidePlan', 'x'],
    ['outside below', () => ({ y: -0.01 }), 'field.outsidePlan', 'y'],
    [
      'on another tenant’s drawing',
      () => ({ drawingId: server.there.drawingId }),
      'field.reference',
      'drawingId',
    ],
    [
      'of another tenant’s server',
      () => ({ serverId: server.there.uwbServerId }),
      'field.reference',
      'serverId',
    ],
    ['that reaches nothing', () => ({ range: 0 }), 'field.tooSmall', 'range'],
  ])('a station %s is refused', async (_, more, id, field) => {
    expect(await post('baseStation/save', station(more()))).toMatchObject({ id, field })
  })
  test('stations are switched off and on again, once each', async () => {
    const { data } = await post('baseStation/save', station({ name: 'C' }))
    const { id } = data as { id: number }
    const switched = async (verb: string) =>
      ((await post(`baseStation/${verb}`, { ids: [id] })).data as { results: { ok: boolean }[] }).results[0]
        ?.ok
    const status = async () =>
      ((await get('baseStation/get', { id: String(id) })).data as { status: number }).status
    expect([await switched('disable'), await status()]).toEqual([true, 1])
    expect([await switched('disable'), await status()]).toEqual([false, 1])
    expect([await switched('enable'), await status()]).toEqual([true, 2])
  })
  test('a form that was opened before a station was switched off does not switch it on again', async () => {
    const { data } = await post('baseStation/save', station({ name: 'D' }))
    const opened = data as { id: number; version: number }
    await post('baseStation/disable', { ids: [opened.id] })
    const late = await post('baseStation/save', {
      ...station({ name: 'D, renamed' }),
      id: opened.id,
      version: opened.version,
    })
    expect(late).toMatchObject({ id: 'row.changed' })
    const kept = (await get('baseStation/get', { id: String(opened.id) })).data
    expect(kept).toMatchObject({ name: 'D', status: 1 })
  })
  test.each<[string, [number, number][], string, string]>([
    [
      'that crosses itself',
      [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
      ],
      'field.selfCrossing',
      'corners.2',
    ],
    [
      'that leaves the drawing',
      [
        [0, 0],
        [70, 0],
        [10, 10],
      ],
      'field.outsidePlan',
      'corners.1',
    ],
  ])('a zone %s is refused with the corner', async (_, corners, id, field) => {
    const zone = { name: 'Z', drawingId: server.here.drawingId, kind: 'danger', corners }
    expect(await post('indoorZone/save', zone)).toMatchObject({ id, field })
  })
  test('a proper zone is kept corner by corner', async () => {
    const corners = [
      [0, 0],
      [10.5, 0],
      [10.5, 8],
    ]
    const { data } = await post('indoorZone/save', {
      name: 'Z2',
      drawingId: server.here.drawingId,
      kind: 'assembly',
      corners,
    })
    expect(data).toMatchObject({ kind: 'assembly', corners })
  })
})

describe('who is on which floor', () => {
  beforeAll(async () => {
    const { here } = server
    await server.sql(async sql => {
      for (const [deviceId, x] of [
        [here.deviceId, 5],
        [here.otherDeviceId, 15],
      ])
        await sql.change(
          `update device_state set drawing_id = $2, indoor_x = $3, indoor_y = 7, indoor_at = 1000 where device_id = $1`,
          [deviceId, here.drawingId, x],
        )
    })
  })
  test('everybody of the tenant, and of one department only theirs', async () => {
    const { here, tokens } = server
    const of = async (token: string) => {
      const floors = (await get('indoor/floors', {}, token)).data as {
        drawingId: number
        deviceCount: number
      }[]
      const devices = (await get('indoor/devices', { drawingId: String(here.drawingId) }, token)).data as {
        id: number
      }[]
      return [
        floors.find(({ drawingId }) => drawingId === here.drawingId)?.deviceCount,
        devices.map(({ id }) => id),
      ]
    }
    expect(await of(tokens.admin)).toEqual([2, [here.deviceId, here.otherDeviceId]])
    expect(await of(tokens.patrol)).toEqual([1, [here.deviceId]])
  })
  test('a trail is of the own devices only, in order, on one floor', async () => {
    const { here, there, tokens } = server
    const now = Date.now()
    await server.sql(async sql => {
      for (const [at, x] of [
        [now - 1000, 3],
        [now - 3000, 1],
        [now - 2000, 2],
      ])
        await sql.change(
          'insert into indoor_position (tenant_id, device_id, at, drawing_id, x, y) values ($1, $2, $3, $4, $5, 4)',
          [here.tenantId, here.deviceId, at, here.drawingId, x],
        )
    })
    const trail = (more: Record<string, string>, token = tokens.admin) =>
      get(
        'indoor/trail',
        {
          imei: here.imei,
          drawingId: String(here.drawingId),
          from: String(now - 60_000),
          to: String(now),
          ...more,
        },
        token,
      )
    expect((await trail({})).data).toEqual({
      times: [now - 3000, now - 2000, now - 1000],
      xs: [1, 2, 3],
      ys: [4, 4, 4],
    })
    expect(await trail({ imei: there.imei })).toMatchObject({ id: 'row.unknown' })
    expect(await trail({ drawingId: String(there.drawingId) })).toMatchObject({ id: 'row.unknown' })
    expect(await trail({ imei: here.otherImei }, tokens.patrol)).toMatchObject({ id: 'row.unknown' })
    expect(await trail({ from: String(now), to: String(now - 1) })).toMatchObject({ id: 'field.tooSmall' })
  })
})
