// From the moment at which something is due until it is done: alarms that are to be told again, by their own clock, and a
// job of the background. Each as its process finds it, with nobody to wake it; and a job that this process has just sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { createBus } from '../../server/bus.ts'
import { readConfig } from '../../server/config.ts'
import { startDatabase } from '../../server/db/launcher.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openPools, type Pools } from '../../server/db/pools.ts'
import { type Sql, WHOLE } from '../../server/db/scoped.ts'
import { defineJob } from '../../server/jobs/definition.ts'
import { startJobs } from '../../server/jobs/jobs.ts'
import { startAlarmClock } from '../../server/modules/alarms/clock.ts'
import { createJudge } from '../../server/modules/alarms/judge.ts'
import { seedTenantDefaults } from '../../server/seed/tenant-defaults.ts'
import { type Bench, type Figure, quantile } from './figures.ts'

const MANY = 60
const SPREAD_MS = 20_000
const log = pino({ level: 'silent' })

const job = defineJob({
  name: 'task',
  data: z.object({ taskId: z.int() }),
  subject: () => 'null',
  timeoutSeconds: 60,
  pollSeconds: 2,
  atOnce: 2,
  tries: 1,
  againSeconds: 1,
})

const moments = () =>
  Array.from({ length: MANY }, (_, at) => Date.now() + 2_000 + Math.round((at * SPREAD_MS) / MANY))

const figuresOf = (label: string, delays: readonly number[], atMost: number): Figure[] => [
  { label: `${label}, median`, value: quantile(delays, 0.5), unit: 'ms' },
  { label: `${label}, 95 %`, value: quantile(delays, 0.95), unit: 'ms', target: { atMost } },
]

/** Alarms whose rule is gone: their clock is set to nothing when it is their turn. */
async function alarmClock(pools: Pools): Promise<number[]> {
  const whole = <Result>(work: (sql: Sql) => Promise<Result>) => pools.jobs.scoped(WHOLE, work)
  const due = moments()
  await whole(async sql => {
    const tenant = await sql.first<{ id: number }>(
      `insert into tenant (created_at, updated_at, name, scenario) values (0, 0, 'bench', 'site') returning id`,
    )
    await seedTenantDefaults(sql, tenant?.id ?? 0)
    const device = await sql.first<{ id: number }>(
      `insert into device (tenant_id, created_at, updated_at, imei, kind, name, category_id)
       select $1, 0, 0, '860000000000001', 'helmet', 'bench', id from device_category where tenant_id = $1 and kind = 'helmet' returning id`,
      [tenant?.id],
    )
    await sql.change(
      `insert into alarm (tenant_id, created_at, updated_at, type, severity, title, device_id, imei, device_name, device_kind, raised_at, repeat_at)
       select $1, 0, 0, 'fall', 'warning', 'bench', $2, '860000000000001', 'bench', 'helmet', at, at from unnest($3::bigint[]) at`,
      [tenant?.id, device?.id, due],
    )
  })
  const bus = createBus(() => undefined)
  const stop = startAlarmClock({ data: pools.jobs, bus, log, now: Date.now, judge: createJudge() })
  const delays: number[] = []
  const open = new Set(due)
  while (open.size > 0) {
    const left = await whole(sql =>
      sql.query<{ at: number }>('select repeat_at as at from alarm where repeat_at is not null'),
    )
    const still = new Set(left.map(({ at }) => at))
    for (const at of [...open]) {
      if (still.has(at)) continue
      open.delete(at)
      delays.push(Date.now() - at)
    }
    await wait(5)
  }
  stop()
  return delays
}

const bench: Bench = {
  name: `From due to done: ${MANY} alarms by their clock, ${MANY} jobs that another process has sent, ${MANY} of this one`,
  async run() {
    const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-due-'))
    const database = await startDatabase({ dataDir, databaseUrl: undefined, log })
    await migrate({ ownerUrl: database.ownerUrl, log })
    const pools = openPools(database.appUrl, readConfig({ DATA_DIR: dataDir }), log)
    const alarms = await alarmClock(pools)
    const jobs = await startJobs({ pool: pools.of.jobs, data: pools.jobs, log, alone: true })
    const due = new Map<number, number>()
    const done = new Map<number, number>()
    await jobs.work(job, async ({ data: { taskId } }) => {
      done.set(taskId, Date.now())
      return undefined
    })
    const all = async () => {
      while (done.size < due.size) await wait(20)
      const delays = [...due].map(([id, at]) => (done.get(id) ?? 0) - at)
      due.clear()
      done.clear()
      return delays
    }
    moments().forEach((at, id) => void due.set(id, at))
    await pools.jobs.scoped(WHOLE, async sql => {
      for (const [id, at] of due)
        await sql.query(
          `insert into pgboss.job (name, data, start_after) values ('task', jsonb_build_object('taskId', $1::int), to_timestamp($2::bigint / 1000.0))`,
          [id, at],
        )
    })
    const others = await all()
    for (let id = 0; id < MANY; id++) {
      await pools.jobs.scoped(WHOLE, async sql => {
        sql.afterCommit(() => due.set(id, Date.now()))
        await jobs.send(sql, job, { taskId: id }, { tenantId: 1 })
      })
      await wait(50)
    }
    const own = await all()
    await jobs.stop()
    await pools.end()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
    return {
      figures: [
        ...figuresOf('alarm told again', alarms, 2_200),
        ...figuresOf('job of another process', others, 2_200),
        ...figuresOf('job of this process', own, 200),
      ],
    }
  },
}

export default bench
