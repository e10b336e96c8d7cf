// Two processes take messages of the same devices over one database: what the one has written, the other does not undo,
// and what is over the limit for both is one alarm. An odd number of devices, so that turns do not hide anything.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBus } from '../../../../server/bus.ts'
import { createIngest, type Ingest } from '../../../../server/modules/ingest/ingest.ts'
import { silentOutlet } from '../../../../server/outlet.ts'
import { log, type Stage, setStage } from '../../broker/stage.ts'

const DEVICES = 17

let stage: Stage
let processes: [Ingest, Ingest]
beforeAll(async () => {
  stage = await setStage()
  const start = () =>
    createIngest({
      data: stage.data,
      bus: createBus(error => log.error(error)),
      log,
      outlet: () => silentOutlet,
      now: stage.clock.now,
      sweepEveryMs: 0,
    })
  processes = [start(), start()]
})
afterAll(async () => {
  for (const process of processes) await process.stop()
  await stage.stop()
})

const devices = (more: Parameters<Stage['addDevice']>[0] = {}) =>
  Promise.all(Array.from({ length: DEVICES }, () => stage.addDevice(more)))

const take = (process: Ingest, imei: string, body: object) =>
  process.take(imei, Buffer.from(JSON.stringify(body)), `sfwatch/${imei}/server`)

const alarmsOf = async (fleet: readonly { id: number }[]) => {
  const rows = await stage.query<{ id: number; types: string[] }>(
    `select d as id, coalesce(array_agg(a.type order by a.raised_at, a.id) filter (where a.id is not null), '{}') as types
     from unnest($1::bigint[]) d left join alarm a on a.device_id = d group by d`,
    [fleet.map(({ id }) => id)],
  )
  return rows.map(({ types }) => types.join(' '))
}

const HOT = { ambientTemperature: { upper: 40 } }

test('devices that change over amid an excursion raise one alarm, and one end of it', async () => {
  const fleet = await devices({ desired: { limits: HOT } })
  let seq = 0
  const round = async (process: Ingest, ambientTemperature: number) => {
    seq++
    await Promise.all(
      fleet.map(({ imei }) => take(process, imei, { code: '2001', seq, values: { ambientTemperature } })),
    )
    stage.clock.advance(1000)
  }
  const [first, second] = processes
  await round(first, 36)
  await round(second, 36)
  await round(first, 45)
  await round(second, 46)
  await round(first, 47)
  await round(second, 36)
  await round(first, 36)
  const told = await alarmsOf(fleet)
  expect(new Set(told).size).toBe(1)
  expect(told[0]).toMatch(/^\w+ alarmRecovery$/)
})

test('turn by turn, and both at the same moment, nothing is raised twice', async () => {
  const fleet = await devices({ desired: { limits: HOT } })
  for (let turn = 0; turn < 6; turn++) {
    await Promise.all(
      fleet.flatMap(({ imei }, at) =>
        processes
          .filter((_, process) => turn > 3 || (at + turn) % 2 === process)
          .map((process, which) =>
            take(process, imei, { code: '2001', seq: turn * 2 + which, values: { ambientTemperature: 45 } }),
          ),
      ),
    )
    stage.clock.advance(1000)
  }
  const told = await alarmsOf(fleet)
  expect(told.filter(types => types.split(' ').length !== 1)).toEqual([])
  const revisions = await stage.query<{ revision: number }>(
    'select revision from device_state where device_id = any($1)',
    [fleet.map(({ id }) => id)],
  )
  expect(Math.min(...revisions.map(({ revision }) => revision))).toBeGreaterThan(5)
})

test('an SOS that arrives at both is one alarm', async () => {
  const fleet = await devices()
  for (let again = 0; again < 2; again++)
    await Promise.all(
      fleet.flatMap(({ imei }) =>
        processes.map(process => take(process, imei, { code: '3001', seq: 1, type: '04' })),
      ),
    )
  expect(new Set(await alarmsOf(fleet))).toEqual(new Set(['sos']))
})

test('silence is one offline alarm, whoever looks', async () => {
  const fleet = await devices({ kind: 'smokeDetector' })
  const [first, second] = processes
  for (const process of processes)
    await Promise.all(fleet.map(({ imei }) => take(process, imei, { code: '1002', battery: 80 })))
  stage.clock.advance(27 * 3_600_000)
  await Promise.all([first.sweep(), second.sweep(), first.sweep(), second.sweep()])
  expect(new Set(await alarmsOf(fleet))).toEqual(new Set(['offline']))
})
