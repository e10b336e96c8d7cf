// Danger zones of floors: who walks into one is an alarm, from the device's message to the alarm's page.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hear, type Stage, setStage, until } from '../../broker/stage.ts'

let stage: Stage
let map: number
let zone: number
beforeAll(async () => {
  stage = await setStage()
  const made = async (text: string, values: unknown[]) =>
    (await stage.query<{ id: number }>(text, values))[0]?.id ?? 0
  map = await made(
    `insert into drawing (tenant_id, created_at, updated_at, title, picture, real_width, real_height, positioning)
     values ($1, 1, 1, 'floor', '/files/x', 60, 40, true) returning id`,
    [stage.tenants[0]],
  )
  const draw = (name: string, kind: string, left: number) =>
    made(
      `insert into indoor_zone (tenant_id, created_at, updated_at, name, drawing_id, kind, corners)
       values ($1, 1, 1, $2, $3, $4, $5) returning id`,
      [
        stage.tenants[0],
        name,
        map,
        kind,
        JSON.stringify([
          [left, 10],
          [left + 10, 10],
          [left + 10, 20],
          [left, 20],
        ]),
      ],
    )
  zone = await draw('Press', 'danger', 10)
  await draw('Store', 'restricted', 40)
})
afterAll(() => stage.stop())

type Client = Awaited<ReturnType<Stage['device']>>
const say = (client: Client, imei: string, body: object) =>
  client.publishAsync(`sfwatch/${imei}/server`, JSON.stringify(body), { qos: 1 })
const alarmsOf = (id: number) =>
  stage.query<{ id: number; type: string; at: number; late: boolean; zone: string }>(
    `select id, type, raised_at as at, late, zone_name as zone from alarm where device_id = $1 order by raised_at, id`,
    [id],
  )
const NOW = Date.now()
const at = (seconds: number) => NOW - 120_000 + seconds * 1000

test('walking into one is an alarm that the console hears, once; leaving it for good ends it', async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const person = await stage.person(await stage.addPerson({}))
  await person.subscribeAsync('acm/notice/web')
  const heard = hear(person)
  const device = await stage.device(imei, secret)
  const go = (x: number, seconds: number) =>
    say(device, imei, { code: '2004', time: at(seconds), map, x, y: 15 })
  await go(5, 0)
  await go(12, 1)
  // What jumps at the edge has not left, nor entered again.
  for (const [x, seconds] of [
    [9.5, 2],
    [10.5, 3],
    [9, 4],
    [14, 5],
  ] as const)
    await go(x, seconds)
  expect(await alarmsOf(id)).toMatchObject([{ type: 'fenceEntry', at: at(1), late: false, zone: 'Press' }])
  await until(() => heard.find(({ body }) => JSON.stringify(body).includes('"zoneName":"Press"')))
  await go(5, 6)
  const [entry] = await alarmsOf(id)
  expect(await alarmsOf(id)).toMatchObject([
    { type: 'fenceEntry' },
    { type: 'fenceRecovery', at: at(6), zone: 'Press' },
  ])
  expect(
    await stage.query(`select kind, at from alarm_event where alarm_id = $1 and kind = 'recovered'`, [
      entry?.id,
    ]),
  ).toEqual([{ kind: 'recovered', at: at(6) }])
  await go(15, 8)
  expect((await alarmsOf(id)).map(({ type }) => type)).toEqual(['fenceEntry', 'fenceRecovery', 'fenceEntry'])
  await Promise.all([device.endAsync(), person.endAsync()])
})

test('a restricted zone is none, and who stood there as one was drawn did not enter', async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const device = await stage.device(imei, secret)
  await say(device, imei, { code: '2004', time: at(0), map, x: 45, y: 15 })
  await stage.query(`update indoor_zone set kind = 'danger', updated_at = $1 where name = 'Store'`, [at(1)])
  await say(device, imei, { code: '2004', time: at(2), map, x: 46, y: 15 })
  expect(await alarmsOf(id)).toEqual([])
  await say(device, imei, { code: '2004', time: at(3), map, x: 30, y: 15 })
  await say(device, imei, { code: '2004', time: at(4), map, x: 45, y: 15 })
  expect(await alarmsOf(id)).toMatchObject([{ type: 'fenceEntry', zone: 'Store', at: at(4) }])
  await stage.query(`update indoor_zone set kind = 'restricted' where name = 'Store'`)
  await device.endAsync()
})

test('of what a positioning server tells too, each tag for itself', async () => {
  const server = await stage.addDevice({})
  const [tag, other] = [await stage.addDevice({}), await stage.addDevice({})]
  await stage.query(
    `insert into uwb_server (tenant_id, created_at, updated_at, name, device_id) values ($1, 1, 1, 'server', $2)`,
    [stage.tenants[0], server.id],
  )
  const device = await stage.device(server.imei, server.secret)
  const tell = (seconds: number, x: number) =>
    say(device, server.imei, {
      code: '2005',
      positions: [
        { imei: tag.imei, map, x, y: 15, time: at(seconds) },
        { imei: other.imei, map, x: 30, y: 15, time: at(seconds) },
      ],
    })
  await tell(0, 5)
  await tell(1, 15)
  expect(await alarmsOf(tag.id)).toMatchObject([{ type: 'fenceEntry', zone: 'Press', at: at(1) }])
  expect(await alarmsOf(other.id)).toEqual([])
  await device.endAsync()
})

test('what comes late is told as late, once, and nobody is inside now for it', async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const device = await stage.device(imei, secret)
  const go = (x: number, seconds: number) =>
    say(device, imei, { code: '2004', time: at(seconds), map, x, y: 15 })
  await go(5, -3600)
  await go(5, 0)
  for (const [x, seconds] of [
    [15, -1800],
    [16, -1799],
    [15, -1801],
    [15, -1800],
  ] as const)
    await go(x, seconds)
  expect(await alarmsOf(id)).toMatchObject([
    { type: 'fenceEntry', at: at(-1800), late: true, zone: 'Press' },
    { type: 'fenceRecovery', at: at(0), late: true },
  ])
  expect(await stage.query('select from zone_stay where device_id = $1', [id])).toEqual([])
  // In its order, the whole of it hours old: the newest place counts as ever.
  const second = await stage.addDevice({})
  const client = await stage.device(second.imei, second.secret)
  await say(client, second.imei, { code: '2004', time: at(-3600), map, x: 5, y: 15 })
  await say(client, second.imei, { code: '2004', time: at(-3590), map, x: 15, y: 15 })
  expect(await alarmsOf(second.id)).toMatchObject([{ type: 'fenceEntry', at: at(-3590), late: true }])
  expect(
    await stage.query('select zone_id as zone from zone_stay where device_id = $1', [second.id]),
  ).toEqual([{ zone }])
  await Promise.all([device.endAsync(), client.endAsync()])
})
