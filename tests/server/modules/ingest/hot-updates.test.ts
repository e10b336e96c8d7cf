// What messages change of a device stays in its page (heap-only): no index of its table is written with each message.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBus } from '../../../../server/bus.ts'
import { createIngest, type Ingest } from '../../../../server/modules/ingest/ingest.ts'
import { silentOutlet } from '../../../../server/outlet.ts'
import { log, type Stage, setStage, until } from '../../broker/stage.ts'

const DEVICES = 40
/** By then rows have found pages with room for their next version. */
const SETTLING = 20
const MEASURED = 60

let stage: Stage
let ingest: Ingest
beforeAll(async () => {
  stage = await setStage()
  ingest = createIngest({
    data: stage.data,
    bus: createBus(error => log.error(error)),
    log,
    outlet: () => silentOutlet,
    now: stage.clock.now,
    sweepEveryMs: 0,
  })
})
afterAll(async () => {
  await ingest.stop()
  await stage.stop()
})

const TABLES = ['device_state', 'latest_reading']

/** Updates of each table since the start, once at least so many of both are counted: backends count a moment later. */
const updates = (atLeast: number) =>
  until(async () => {
    const rows = await stage.query<{ name: string; updated: number; hot: number }>(
      `select relname as name, n_tup_upd as updated, n_tup_hot_upd as hot from pg_stat_user_tables
       where relname = any($1) order by relname`,
      [TABLES],
    )
    return rows.length === TABLES.length && rows.every(({ updated }) => updated >= atLeast) ? rows : undefined
  })

test('nine in ten new versions of a row are written without an index', async () => {
  const fleet = await Promise.all(Array.from({ length: DEVICES }, () => stage.addDevice({})))
  let seq = 0
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round++) {
      seq++
      const body = Buffer.from(
        JSON.stringify({
          code: '2001',
          seq,
          time: stage.clock.now(),
          values: { heartRate: 60 + (seq % 40) },
        }),
      )
      await Promise.all(fleet.map(({ imei }) => ingest.take(imei, body, `sfwatch/${imei}/server`)))
      stage.clock.advance(1000)
    }
  }
  await rounds(SETTLING)
  // The first message of each device makes its rows; each one after that makes a new version.
  const before = await updates((SETTLING - 1) * DEVICES)
  await rounds(MEASURED)
  const after = await updates((SETTLING + MEASURED - 1) * DEVICES)
  for (const [at, { name, updated, hot }] of after.entries()) {
    const made = updated - (before[at]?.updated ?? 0)
    const inPage = hot - (before[at]?.hot ?? 0)
    expect({ name, share: inPage / made >= 0.9 }, `${inPage} of ${made}`).toEqual({ name, share: true })
  }
})
