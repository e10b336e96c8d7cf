// Positions judged against 1,000 geofences on one core, each with an alarm on the way in and one on the way out: the
// decision alone, and on their way through ingestion with and without the fences, in the same run.
import { pino } from 'pino'
import { createBus } from '../../server/bus.ts'
import { type Sql, WHOLE } from '../../server/db/scoped.ts'
import type { Fix, Side } from '../../server/modules/fences/engine.ts'
import { createFenceBook, type TenantFences, watchOf } from '../../server/modules/fences/fence-book.ts'
import { type AlarmRef, judgeDevice } from '../../server/modules/fences/judge-device.ts'
import { createIngest } from '../../server/modules/ingest/ingest.ts'
import { tendPartitions } from '../../server/modules/ingest/partitions.ts'
import { silentOutlet } from '../../server/outlet.ts'
import { createChance } from '../../server/simulator/random.ts'
import { type Place, placeAt } from '../../src/domain/geo/geo.ts'
import { startTestDatabase, type TestDatabase } from '../server/db/database.ts'
import type { Bench } from './figures.ts'

const FENCES = 1000
const DEVICES = 5000
/** The town that they share is so wide and high, in metres. */
const TOWN = 20_000
const ROUNDS = 8
/** Positions of one round through ingestion. */
const BATCH_DEVICES = 1000
const INGESTED_ROUNDS = 6
const MIDDLE: Place = { longitude: 114.06, latitude: 22.54 }
const TARGET = 5000
const STEP_MS = 10_000

const anywhere = (chance: ReturnType<typeof createChance>) =>
  placeAt(MIDDLE, chance.between(-TOWN / 2, TOWN / 2), chance.between(-TOWN / 2, TOWN / 2))

/** Half circles, half polygons of 12 to 400 corners, a tenth of them with a hole; all watch everybody. */
async function seed(sql: Sql): Promise<{ tenantId: number; groupId: number }> {
  const tenant = await sql.first<{ id: number }>(
    `insert into tenant (created_at, updated_at, name, scenario) values (0, 0, 'town', 'community') returning id`,
  )
  const tenantId = tenant?.id ?? 0
  const group = await sql.first<{ id: number }>(
    `insert into device_group (tenant_id, created_at, updated_at, name) values ($1, 0, 0, 'all') returning id`,
    [tenantId],
  )
  const groupId = group?.id ?? 0
  const chance = createChance(7)
  for (let number = 0; number < FENCES; number++) {
    const centre = anywhere(chance)
    const radius = chance.between(60, 400)
    const isCircle = number % 2 === 0
    const ring = (metres: number, corners: number) =>
      Array.from({ length: corners }, (_, corner) => {
        const angle = (corner / corners) * 2 * Math.PI
        const far = metres * chance.between(0.8, 1)
        const { longitude, latitude } = placeAt(centre, Math.cos(angle) * far, Math.sin(angle) * far)
        return [longitude, latitude]
      })
    const rings = [
      ring(radius, Math.round(chance.between(12, 400))),
      ...(number % 20 === 1 ? [ring(radius / 3, 12)] : []),
    ]
    await sql.change(
      `insert into fence (tenant_id, created_at, updated_at, name, type, shape, longitude, latitude, radius, rings,
         alarm_on_exit, alarm_on_entry, delay_seconds, dwell_minutes, group_ids)
       values ($1, 0, 0, $2, 'key', $3, $4, $5, $6, $7, true, true, $8, $9, array[$10::bigint])`,
      [
        tenantId,
        `fence ${number}`,
        isCircle ? 'circle' : 'polygon',
        centre.longitude,
        centre.latitude,
        isCircle ? radius : null,
        isCircle ? null : JSON.stringify(rings),
        number % 3 === 0 ? 60 : 0,
        number % 5 === 0 ? 30 : null,
        groupId,
      ],
    )
  }
  return { tenantId, groupId }
}

/** Everybody walks on by what one walks, or drives, in ten seconds. */
function walkers(count: number) {
  const chance = createChance(11)
  return Array.from({ length: count }, (_, index) => ({ id: index + 1, place: anywhere(chance) })).map(
    one => ({
      ...one,
      step: () => {
        one.place = placeAt(one.place, chance.around(0, 60), chance.around(0, 60))
        return one.place
      },
    }),
  )
}

/** Positions a second that one core judges. */
function judgeAlone(tenant: TenantFences, groupId: number): { rate: number; happened: number } {
  const people = walkers(DEVICES).map(walker => ({
    walker,
    state: { at: null as number | null, sureAt: null as number | null, place: null as Place | null },
    sides: new Map<number, Side<AlarmRef>>(),
  }))
  let happened = 0
  let spent = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const at = round * STEP_MS + 1
    const fixes: Fix[][] = people.map(({ walker }) => [{ at, ...walker.step(), accuracy: 8 }])
    const from = performance.now()
    for (const [index, { walker, state, sides }] of people.entries()) {
      const watch = watchOf(tenant, walker.id, { groupId, groupAt: null })
      const its = fixes[index]
      if (!watch || !its) continue
      const before = { ...state, heardAt: at, sides }
      const judged = judgeDevice(tenant, watch, before, its, at)
      if (!judged) continue
      Object.assign(state, { at: judged.at, sureAt: judged.sureAt, place: walker.place })
      for (const { fence, side, decisions } of judged.sides) {
        sides.set(fence.id, side)
        happened += decisions.length
      }
    }
    // The first round finds the sides, and warms up.
    if (round > 0) spent += performance.now() - from
  }
  return { rate: (ROUNDS * DEVICES) / (spent / 1000), happened }
}

/** Messages a second through ingestion into the database, acknowledged. */
async function ingestRate(
  { data }: TestDatabase,
  tenantId: number,
  imeis: readonly string[],
): Promise<{ rate: number; events: number; alarms: number }> {
  const log = pino({ level: 'silent' })
  const ingest = createIngest({
    data,
    bus: createBus(() => {}),
    log,
    outlet: () => silentOutlet,
    sweepEveryMs: 0,
  })
  const people = walkers(imeis.length)
  let spent = 0
  for (let round = 0; round <= INGESTED_ROUNDS; round++) {
    const time = Date.now() - (INGESTED_ROUNDS - round) * STEP_MS
    const messages = people.map(({ step }) => {
      const { longitude: lon, latitude: lat } = step()
      return Buffer.from(JSON.stringify({ code: '2002', lon, lat, accuracy: 8, source: 'gps', time }))
    })
    const from = performance.now()
    await Promise.all(
      messages.map((message, index) =>
        ingest.take(imeis[index] ?? '', message, `sfwatch/${imeis[index]}/server`),
      ),
    )
    if (round > 0) spent += performance.now() - from
  }
  await ingest.stop()
  const stored = await data.scoped(WHOLE, sql =>
    sql.first<{ events: number; alarms: number }>(
      `select (select count(*) from fence_event where tenant_id = $1) as events,
         (select count(*) from alarm where tenant_id = $1 and fence_id is not null) as alarms`,
      [tenantId],
    ),
  )
  return {
    rate: (INGESTED_ROUNDS * imeis.length) / (spent / 1000),
    events: stored?.events ?? 0,
    alarms: stored?.alarms ?? 0,
  }
}

const addDevices = (sql: Sql, tenantId: number, groupId: number | null, from: number) =>
  sql.query<{ imei: string }>(
    `with category as (insert into device_category (tenant_id, created_at, updated_at, name, kind)
         values ($1, 0, 0, 'c' || $4, 'locator') returning id),
       made as (insert into device (tenant_id, created_at, updated_at, imei, kind, name, category_id, group_id, lifecycle,
           activated_at)
         select $1, 0, 0, '87' || lpad(($4::int + n)::text, 13, '0'), 'locator', 'w' || n, category.id, $2, 'bound', 1
         from generate_series(1, $3::int) n cross join category returning id, tenant_id, imei)
     select imei from made order by id`,
    [tenantId, groupId, BATCH_DEVICES, from],
  )

const bench: Bench = {
  name: `Fences: ${FENCES} of them watch everybody in a town`,
  async run() {
    const database = await startTestDatabase()
    try {
      const { data, ownerUrl } = database
      await tendPartitions(ownerUrl, Date.now())
      const { tenantId, groupId } = await data.scoped(WHOLE, seed)
      const fences = await data.scoped(WHOLE, sql => createFenceBook().of(sql, [tenantId]))
      const tenant = fences.get(tenantId)
      if (!tenant) throw new Error('There are no fences')
      const alone = judgeAlone(tenant, groupId)
      const [watched, free] = await data.scoped(WHOLE, async sql => [
        (await addDevices(sql, tenantId, groupId, 0)).map(({ imei }) => imei),
        (await addDevices(sql, tenantId, null, 1_000_000)).map(({ imei }) => imei),
      ])
      const without = await ingestRate(database, tenantId, free ?? [])
      const through = await ingestRate(database, tenantId, watched ?? [])
      return {
        figures: [
          { label: 'judged', value: alone.rate, unit: 'positions/s', target: { atLeast: TARGET } },
          { label: 'entries, exits and stays among them', value: alone.happened, unit: 'events' },
          { label: 'through ingestion', value: through.rate, unit: 'positions/s' },
          {
            label: 'as much of what goes without fences',
            value: through.rate / without.rate,
            unit: '',
            target: { atLeast: 0.5 },
          },
          { label: 'stored', value: through.events, unit: 'events', target: { atLeast: 1 } },
          { label: 'alarms raised by them', value: through.alarms, unit: 'alarms', target: { atLeast: 1 } },
        ],
      }
    } finally {
      await database.stop()
    }
  },
}
export default bench
