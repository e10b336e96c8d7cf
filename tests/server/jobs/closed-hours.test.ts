// Hours of devices are packed as they close, and what comes late is found, without a look at all rows: of those nobody's
// message brought, only the look of the day knows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packClosed } from '../../../server/jobs/closed-hours.ts'
import { atOnce, halfTime } from '../../../server/jobs/pace.ts'
import { packClosedHours } from '../../../server/modules/readings/hours.ts'
import { packClosedTracks } from '../../../server/modules/tracks/hours.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { type Stage, setStage } from '../broker/stage.ts'

let stage: Stage
let device: { id: number; imei: string }
let quiet: { id: number }
let seq = 0
beforeAll(async () => {
  stage = await setStage({ sweepEveryMs: 0 })
  device = await stage.addDevice({})
  quiet = await stage.addDevice({})
  // A quarter past some hour, whenever this runs.
  const now = stage.clock.now()
  stage.clock.advance(HOUR_MS - (now % HOUR_MS) + 15 * MINUTE_MS)
})
afterAll(() => stage.stop())

const say = (ago = 0) => {
  const about = { seq: ++seq, time: stage.clock.now() - ago }
  const take = (body: object) =>
    stage.broker.ingest.take(device.imei, Buffer.from(JSON.stringify(body)), `sfwatch/${device.imei}/server`)
  return Promise.all([
    take({ code: '2001', ...about, values: { heartRate: 70 } }),
    take({ code: '2002', ...about, seq: ++seq, lat: 22.5, lon: 114.1 }),
  ])
}
/** A row that no message of the device brought. */
const plant = (ago: number) =>
  stage.query(
    `insert into reading (tenant_id, device_id, kind, at, value) select tenant_id, id, 'heartRate', $2, 1 from device where id = $1`,
    [quiet.id, stage.clock.now() - ago],
  )
const pack = async () => [
  await packClosedHours(stage.data, stage.clock.now()),
  await packClosedTracks(stage.data, stage.clock.now()),
]

test('the first round looks at all rows, those after it at what has closed since', async () => {
  await say()
  await plant(3 * HOUR_MS)
  expect(await pack()).toEqual([1, 0])
  stage.clock.advance(HOUR_MS)
  await plant(3 * HOUR_MS)
  await say()
  expect(await pack()).toEqual([1, 1])
  expect(await pack()).toEqual([0, 0])
  stage.clock.advance(2 * HOUR_MS)
  expect(await pack()).toEqual([1, 1])
})

test('an hour is packed ten minutes after its end, and not before', async () => {
  stage.clock.advance(40 * MINUTE_MS)
  await say()
  stage.clock.advance(14 * MINUTE_MS)
  expect(await pack()).toEqual([0, 0])
  stage.clock.advance(2 * MINUTE_MS)
  expect(await pack()).toEqual([1, 1])
})

test('what comes late goes to the hour that is packed already', async () => {
  await say(5 * HOUR_MS)
  await say(29 * HOUR_MS)
  expect(await pack()).toEqual([2, 2])
  expect(await pack()).toEqual([0, 0])
})

const counted = async () => {
  const [rows] = await stage.query<{ plain: number; packed: number }>(
    `select (select count(*)::int from reading where device_id = $1) as plain,
       (select sum(n)::int from reading_hour where device_id = $1) as packed`,
    [device.id],
  )
  return { plain: rows?.plain ?? 0, packed: rows?.packed ?? 0 }
}

test('a round that is broken off has packed nothing twice, and the next one goes on', async () => {
  const { packed } = await counted()
  await say()
  await say(7 * HOUR_MS)
  await say(9 * HOUR_MS)
  stage.clock.advance(HOUR_MS)
  for (const most of [1, 2, 3]) {
    let steps = 0
    const breaking = <Result>(step: () => Promise<Result>) => {
      if (++steps > most) throw new Error('The server stops')
      return step()
    }
    await expect(packClosedHours(stage.data, stage.clock.now(), breaking)).rejects.toThrow('The server stops')
    const now = await counted()
    expect(now.plain + now.packed).toBe(packed + 3)
  }
  await packClosedHours(stage.data, stage.clock.now())
  expect(await counted()).toEqual({ plain: 0, packed: packed + 3 })
})

test('once a day all rows are looked at', async () => {
  stage.clock.advance(DAY_MS)
  expect((await pack())[0]).toBe(1)
})

test('a round leaves it to another process that is at it', async () => {
  await say()
  stage.clock.advance(2 * HOUR_MS)
  const rows = { table: 'reading', lock: 815 } as const
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const pack = async () => {
    begun.resolve()
    await go.promise
    return 1
  }
  const other = packClosed(stage.data, stage.clock.now(), { ...rows, pack }, atOnce)
  await begun.promise
  const pace = halfTime(new AbortController().signal)
  const round = await packClosed(stage.data, stage.clock.now(), { ...rows, pack: async () => 1 }, pace)
  go.resolve()
  expect(await other).toBeGreaterThan(0)
  expect(round).toBe(0)
})
