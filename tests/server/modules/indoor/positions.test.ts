// Positions inside buildings, from the device's message to the rows and the consoles.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCompact } from '../../../../src/contract/compact.ts'
import { readWebMessage } from '../../../../src/contract/messages.ts'
import { hear, type Stage, setStage, until } from '../../broker/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

const say = (client: Awaited<ReturnType<Stage['device']>>, imei: string, body: object | Buffer) =>
  client.publishAsync(`sfwatch/${imei}/server`, Buffer.isBuffer(body) ? body : JSON.stringify(body), {
    qos: 1,
  })

async function addFloor(tenantId: number, more: { positioning?: boolean; width?: number | null } = {}) {
  const { positioning = true, width = 60 } = more
  const [row] = await stage.query<{ id: number }>(
    `insert into drawing (tenant_id, created_at, updated_at, title, picture, real_width, real_height, positioning)
     values ($1, 1, 1, 'floor', '/files/x', $2, 40, $3) returning id`,
    [tenantId, width, positioning],
  )
  return row?.id ?? 0
}
const reasonsOf = async (imei: string) => {
  await stage.broker.ingest.refusals.flush()
  const rows = await stage.query<{ reason: string }>(
    'select reason from refused_message where imei = $1 order by id',
    [imei],
  )
  return rows.map(({ reason }) => reason)
}
const stateOf = async (id: number) =>
  (
    await stage.query(
      'select drawing_id as map, indoor_x as x, indoor_y as y, indoor_z as z, indoor_at as at from device_state where device_id = $1',
      [id],
    )
  )[0]

test('the newest place shows, older ones are kept, and the console hears it', async () => {
  const map = await addFloor(stage.tenants[0])
  const upstairs = await addFloor(stage.tenants[0])
  const { id, imei, secret } = await stage.addDevice({})
  const console_ = await stage.person(await stage.addPerson({}))
  await console_.subscribeAsync(`acm/tenant/${stage.tenants[0]}/state`)
  const heard = hear(console_)
  const device = await stage.device(imei, secret)
  const time = Date.now() - 20_000
  await say(device, imei, { code: '2004', time, map: upstairs, x: 10.1234, y: 20, z: 1.2 })
  const { body } = await until(() => heard.find(({ body }) => JSON.stringify(body).includes(imei)))
  expect(readWebMessage(JSON.stringify(body))).toMatchObject({
    devices: [{ imei, indoor: { drawingId: upstairs, x: 10.123, y: 20, z: 1.2, at: time } }],
  })
  await say(device, imei, { code: '2004', time: time - 5000, map, x: 1, y: 2 })
  await say(device, imei, Buffer.from(encodeCompact({ code: '2004', time: time - 9000, map, x: 3.5, y: 4 })))
  expect(await stateOf(id)).toEqual({ map: upstairs, x: 10.123, y: 20, z: 1.2, at: time })
  expect(
    await stage.query(
      'select at, drawing_id as map, x, z from indoor_position where device_id = $1 order by at',
      [id],
    ),
  ).toEqual([
    { at: time - 9000, map, x: 3.5, z: null },
    { at: time - 5000, map, x: 1, z: null },
    { at: time, map: upstairs, x: expect.closeTo(10.123, 3), z: expect.closeTo(1.2, 3) },
  ])
  await Promise.all([device.endAsync(), console_.endAsync()])
})

test('a place that cannot be is refused, and says why', async () => {
  const map = await addFloor(stage.tenants[0])
  const foreign = await addFloor(stage.tenants[1])
  const toLookAt = await addFloor(stage.tenants[0], { positioning: false })
  const unknownSize = await addFloor(stage.tenants[0], { width: null })
  const { id, imei, secret } = await stage.addDevice({})
  const device = await stage.device(imei, secret)
  const bad: [object | string, string][] = [
    [{ map: foreign, x: 1, y: 1 }, 'indoor:map'],
    [{ map: 999_999_999, x: 1, y: 1 }, 'indoor:map'],
    [{ map: toLookAt, x: 1, y: 1 }, 'indoor:map'],
    [{ map: unknownSize, x: 1, y: 1 }, 'indoor:map'],
    [{ map, x: 65.1, y: 1 }, 'indoor:outside'],
    [{ map, x: 1, y: -5.1 }, 'indoor:outside'],
    [{ map, x: '1', y: 1 }, 'field:x'],
    [{ map, x: null, y: 1 }, 'field:x'],
    [{ map: 1.5, x: 1, y: 1 }, 'field:map'],
    [{ map: -1, x: 1, y: 1 }, 'field:map'],
    [{ map, x: 1e300, y: 1 }, 'field:x'],
    [{ map, x: 1, y: 1, z: 5000 }, 'field:z'],
    ['{"code":"2004","map":1,"x":NaN,"y":1}', 'json'],
  ]
  for (const [body, reason] of bad) {
    const before = (await reasonsOf(imei)).length
    await (typeof body === 'string'
      ? say(device, imei, Buffer.from(body))
      : say(device, imei, { code: '2004', ...body }))
    expect((await reasonsOf(imei)).slice(before), JSON.stringify(body)).toEqual([reason])
  }
  // What a position may be wrong by is taken.
  await say(device, imei, { code: '2004', map, x: 64.9, y: -4.9 })
  expect(await stateOf(id)).toMatchObject({ map, x: 64.9, y: -4.9 })
  expect(await stage.query('select 1 from indoor_position where device_id = $1', [id])).toHaveLength(1)
  await device.endAsync()
})

test('a positioning server tells of its own tenant, and each position stands for itself', async () => {
  const map = await addFloor(stage.tenants[0])
  const server = await stage.addDevice({})
  const tag = await stage.addDevice({})
  const late = await stage.addDevice({})
  const foreign = await stage.addDevice({ tenant: stage.tenants[1] })
  const device = await stage.device(server.imei, server.secret)
  const positions = [
    { imei: foreign.imei, map, x: 1, y: 1 },
    { imei: tag.imei, map, x: 10, y: 10 },
    { imei: '99999999999999', map, x: 1, y: 1 },
    { imei: late.imei, map, x: 2, y: 2, time: Date.now() - 3_600_000 },
    { imei: tag.imei, map, x: 999, y: 10 },
  ]
  await say(device, server.imei, { code: '2005', positions })
  expect(await reasonsOf(server.imei)).toEqual(['indoor:notServer'])
  await stage.query(
    `insert into uwb_server (tenant_id, created_at, updated_at, name, device_id) values ($1, 1, 1, 'server', $2)`,
    [stage.tenants[0], server.id],
  )
  await say(device, server.imei, { code: '2005', positions })
  expect((await reasonsOf(server.imei)).slice(1)).toEqual([
    `indoor:device.${foreign.imei}`,
    'indoor:device.99999999999999',
    `indoor:outside.${tag.imei}`,
  ])
  expect(await stateOf(tag.id)).toMatchObject({ map, x: 10, y: 10 })
  expect(await stateOf(late.id)).toMatchObject({ map, x: 2, y: 2 })
  expect(await stage.query('select 1 from indoor_position where device_id = $1', [foreign.id])).toEqual([])
  const states = await stage.query<{ device_id: number; state: string }>(
    'select device_id, state from device_state where device_id = any($1)',
    [[tag.id, late.id, foreign.id]],
  )
  const stateBy = new Map(states.map(row => [row.device_id, row.state]))
  // Who was seen an hour ago is not alive for that.
  expect([stateBy.get(tag.id), stateBy.get(late.id)]).toEqual(['online', expect.not.stringMatching('online')])
  expect(stateBy.get(foreign.id)).not.toBe('online')
  await device.endAsync()
})

test('what is refused leaves the device as it was, and a recycled one is not brought back to life', async () => {
  const map = await addFloor(stage.tenants[0])
  const server = await stage.addDevice({})
  const [astray, recycled] = [await stage.addDevice({}), await stage.addDevice({})]
  await stage.query(`update device set lifecycle = 'recycled' where id = $1`, [recycled.id])
  await stage.query(
    `insert into uwb_server (tenant_id, created_at, updated_at, name, device_id) values ($1, 1, 1, 'strict', $2)`,
    [stage.tenants[0], server.id],
  )
  const device = await stage.device(server.imei, server.secret)
  const positions = [
    { imei: astray.imei, map, x: 999, y: 1 },
    { imei: recycled.imei, map, x: 1, y: 1 },
  ]
  await say(device, server.imei, { code: '2005', positions })
  expect(await reasonsOf(server.imei)).toEqual([
    `indoor:outside.${astray.imei}`,
    `indoor:device.${recycled.imei}`,
  ])
  expect(
    await stage.query(
      `select d.id, s.state from device d left join device_state s on s.device_id = d.id
       where d.id = any($1) and (d.activated_at is not null or s.state in ('online', 'abnormal') or s.drawing_id is not null)`,
      [[astray.id, recycled.id]],
    ),
  ).toEqual([])
  await device.endAsync()
})

test('a server that went to another tenant speaks for nobody', async () => {
  const map = await addFloor(stage.tenants[0])
  const server = await stage.addDevice({ tenant: stage.tenants[1] })
  const tag = await stage.addDevice({})
  await stage.query(
    `insert into uwb_server (tenant_id, created_at, updated_at, name, device_id) values ($1, 1, 1, 'left', $2)`,
    [stage.tenants[0], server.id],
  )
  const device = await stage.device(server.imei, server.secret)
  await say(device, server.imei, { code: '2005', positions: [{ imei: tag.imei, map, x: 1, y: 1 }] })
  expect(await reasonsOf(server.imei)).toEqual(['indoor:notServer'])
  await device.endAsync()
})

test('501 positions are too many, 500 are taken at once', async () => {
  const map = await addFloor(stage.tenants[0])
  const server = await stage.addDevice({})
  const tag = await stage.addDevice({})
  await stage.query(
    `insert into uwb_server (tenant_id, created_at, updated_at, name, device_id) values ($1, 1, 1, 'many', $2)`,
    [stage.tenants[0], server.id],
  )
  const device = await stage.device(server.imei, server.secret)
  const now = Date.now()
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      imei: tag.imei,
      map,
      x: n / 20,
      y: 5,
      time: now - 600_000 + n,
    }))
  await say(device, server.imei, { code: '2005', positions: many(501) })
  expect(await reasonsOf(server.imei)).toEqual(['field:positions'])
  await say(device, server.imei, { code: '2005', positions: many(500).reverse() })
  expect(await stage.query('select 1 from indoor_position where device_id = $1', [tag.id])).toHaveLength(500)
  expect(await stateOf(tag.id)).toMatchObject({ x: 24.95, at: now - 600_000 + 499 })
  await device.endAsync()
})
