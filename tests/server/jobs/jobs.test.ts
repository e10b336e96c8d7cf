// Jobs against a real database: sent with the transaction, done once, tried again, never lost.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { readConfig } from '../../../server/config.ts'
import { type Database, startDatabase } from '../../../server/db/launcher.ts'
import { openPools, type Pools } from '../../../server/db/pools.ts'
import { type Sql, WHOLE } from '../../../server/db/scoped.ts'
import { takeRefusals } from '../../../server/db/transaction.ts'
import { again, defineJob, defineRound, Hopeless } from '../../../server/jobs/definition.ts'
import { DEAD, type Jobs, startJobs } from '../../../server/jobs/jobs.ts'
import { layDatabase } from '../prepared-database.ts'

const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
const job = defineJob({
  name: 'task',
  data: z.object({ taskId: z.int() }),
  subject: () => 'null',
  timeoutSeconds: 60,
  pollSeconds: 0.5,
  atOnce: 1,
  tries: 2,
  againSeconds: 1,
})
const round = defineRound({ name: 'carrier', timeoutSeconds: 60, pollSeconds: 0.5, cron: '0 0 1 1 *' })

let dataDir: string
let database: Database
let pools: Pools
let running: Jobs[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-jobs-'))
  await layDatabase(dataDir)
  database = await startDatabase({ dataDir, databaseUrl: undefined, log })
  pools = openPools(database.appUrl, readConfig({ DATA_DIR: dataDir }), log)
}, 120_000)
afterAll(async () => {
  await pools.end()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const sql = <Result>(work: (sql: Sql) => Promise<Result>) => pools.jobs.scoped(WHOLE, work)
const stored = (name: string) =>
  sql(inner =>
    inner.query<{
      id: string
      state: string
      data: { taskId: number }
      output: object
      why: object
      tries: number
    }>(
      `select id, state, data, output, source_output as why, retry_count as tries from pgboss.job
       where name = $1 order by created_on`,
      [name],
    ),
  )

async function start(alone = false): Promise<Jobs> {
  const jobs = await startJobs({ pool: pools.of.jobs, data: pools.jobs, log, alone })
  running.push(jobs)
  return jobs
}
/** As a killed process leaves it: nobody works on it any more, and it says that it is under way. */
const leaveLost = () =>
  sql(inner =>
    inner.change(
      `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute'
       where name = 'task' and state = 'created'`,
    ),
  )

beforeEach(() => sql(inner => inner.change('delete from pgboss.job')))
afterEach(async () => {
  for (const jobs of running) await jobs.stop()
  running = []
})

test('what is sent with a transaction that fails is not there; with one that commits it is begun at once', async () => {
  const jobs = await start()
  const done: number[] = []
  await jobs.work(job, async ({ data }) => void done.push(data.taskId))
  await expect(
    sql(async inner => {
      await jobs.send(inner, job, { taskId: 1 })
      throw new Error('the row could not be stored')
    }),
  ).rejects.toThrow('could not be stored')
  expect(await stored('task')).toEqual([])
  await sql(inner => jobs.send(inner, job, { taskId: 2 }))
  await vi.waitFor(() => expect(done).toEqual([2]))
  await vi.waitFor(async () => expect(await stored('task')).toMatchObject([{ state: 'completed' }]))
})

test('one that fails is tried again, then it is a dead letter with the reason; by hand it runs again', async () => {
  const jobs = await start()
  let broken = true
  let tries = 0
  const told: string[] = []
  await jobs.work(
    job,
    async () => {
      tries++
      if (broken) throw new Error('the disk is full')
    },
    { tryAgain: async (_, { taskId }) => void told.push(`again ${taskId}`) },
  )
  await sql(inner => jobs.send(inner, job, { taskId: 3 }, { tenantId: 7 }))
  await vi.waitFor(async () => expect(await stored('task')).toMatchObject([{ state: 'retry', tries: 0 }]))
  expect(await stored('task')).toMatchObject([{ output: { message: 'the disk is full' } }])
  await vi.waitFor(async () => expect(await stored(DEAD)).toHaveLength(1), { timeout: 10_000 })
  expect(tries).toBe(2)
  const [dead] = await stored(DEAD)
  expect(dead).toMatchObject({ data: { taskId: 3 }, why: { message: 'the disk is full' } })
  broken = false
  const found = { id: dead?.id ?? '', name: 'task', dead: true, data: dead?.data }
  await sql(inner => jobs.tryAgain(inner, found))
  await vi.waitFor(async () => expect((await stored('task')).at(-1)).toMatchObject({ state: 'completed' }))
  expect(await stored(DEAD)).toEqual([])
  expect(told).toEqual(['again 3'])
})

test('one that is hopeless is not tried again; given up, it is gone', async () => {
  const jobs = await start()
  let tries = 0
  const told: string[] = []
  await jobs.work(
    job,
    async () => {
      tries++
      throw new Hopeless('nobody knows this row')
    },
    { giveUp: async (_, { taskId }) => void told.push(`given up ${taskId}`) },
  )
  await sql(inner => jobs.send(inner, job, { taskId: 4 }))
  await vi.waitFor(async () => expect(await stored(DEAD)).toHaveLength(1))
  const [dead] = await stored(DEAD)
  await sql(inner => jobs.giveUp(inner, { id: dead?.id ?? '', name: 'task', dead: true, data: dead?.data }))
  expect(await stored(DEAD)).toEqual([])
  expect(tries).toBe(1)
  expect(told).toEqual(['given up 4'])
})

test('what it is told is checked: other data is hopeless', async () => {
  const jobs = await start()
  await jobs.work(job, async () => undefined)
  await sql(inner =>
    inner.query(
      `insert into pgboss.job (name, data, dead_letter) values ('task', '{"taskId": "x"}', 'dead')`,
    ),
  )
  await vi.waitFor(async () => expect(await stored(DEAD)).toHaveLength(1), { timeout: 5_000 })
})

test('two processes do each one once, and both work', async () => {
  const [one, two] = [await start(), await start()]
  const done: number[] = []
  const by = { one: 0, two: 0 }
  // However slow the machine: the first one in hand is held until the other process has one in hand as well.
  const both = Promise.withResolvers<void>()
  const take =
    (who: 'one' | 'two') =>
    async ({ data }: { data: { taskId: number } }) => {
      by[who]++
      if (by.one > 0 && by.two > 0) both.resolve()
      await both.promise
      done.push(data.taskId)
      return undefined
    }
  await one.work(job, take('one'))
  await two.work(job, take('two'))
  const all = Array.from({ length: 60 }, (_, at) => at)
  await sql(async inner => {
    for (const taskId of all) await one.send(inner, job, { taskId })
  })
  await vi.waitFor(() => expect(done).toHaveLength(60), { timeout: 20_000 })
  await wait(200)
  expect(done.sort((a, b) => a - b)).toEqual(all)
  expect(Math.min(by.one, by.two)).toBeGreaterThan(0)
})

test('a hundred of one tenant do not stand before the single one of another', async () => {
  const jobs = await start()
  // Its queue is made, and nobody works yet.
  await jobs.work(job, async () => undefined)
  await jobs.stop()
  await sql(async inner => {
    for (let at = 0; at < 100; at++) await jobs.send(inner, job, { taskId: at }, { tenantId: 1 })
    await jobs.send(inner, job, { taskId: 900 }, { tenantId: 2 })
    await jobs.send(inner, job, { taskId: 901 }, { tenantId: 2 })
  })
  const done: number[] = []
  await (await start()).work(job, async ({ data }) => void done.push(data.taskId))
  await vi.waitFor(() => expect(done.length).toBeGreaterThan(8), { timeout: 10_000 })
  expect(done.slice(0, 4)).toEqual([0, 900, 1, 901])
})

test('stopped in the middle of one, it waits for the next start, and the try does not count', async () => {
  const jobs = await start()
  const begun = Promise.withResolvers<void>()
  await jobs.work(job, async ({ signal }) => {
    begun.resolve()
    await wait(60_000, undefined, { signal })
    return undefined
  })
  await sql(inner => jobs.send(inner, job, { taskId: 5 }, { tenantId: 1 }))
  await begun.promise
  await jobs.stop()
  expect((await stored('task')).map(({ state, tries }) => ({ state, tries }))).toEqual([
    { state: 'completed', tries: 0 },
    { state: 'created', tries: 0 },
  ])
  const done: number[] = []
  await (await start()).work(job, async ({ data }) => void done.push(data.taskId))
  await vi.waitFor(() => expect(done).toEqual([5]))
})

test('one whose process was killed is taken up: at once by the only server, by another one when no sign of life came', async () => {
  const first = await start()
  await first.work(job, async () => undefined)
  await first.stop()
  await sql(inner => first.send(inner, job, { taskId: 6 }))
  await leaveLost()
  const done: string[] = []
  const alone = await start(true)
  await alone.work(job, async ({ data }) => void done.push(`alone ${data.taskId}`))
  await vi.waitFor(() => expect(done).toEqual(['alone 6']), { timeout: 4_000 })
  await alone.stop()
  await sql(inner => first.send(inner, job, { taskId: 7 }))
  await leaveLost()
  await (await start()).work(job, async ({ data }) => void done.push(`other ${data.taskId}`))
  await vi.waitFor(() => expect(done).toEqual(['alone 6', 'other 7']), { timeout: 40_000 })
}, 60_000)

test('one that goes on later does so at its time, and leaves the turn to others', async () => {
  const jobs = await start()
  const seen: number[] = []
  let at = 0
  await jobs.work(job, async ({ data }) => {
    seen.push(data.taskId)
    if (seen.length > 1) return undefined
    at = Date.now()
    return again(300)
  })
  await sql(inner => jobs.send(inner, job, { taskId: 8 }))
  await vi.waitFor(() => expect(seen).toEqual([8, 8]))
  expect(Date.now() - at).toBeGreaterThan(250)
})

test('a round is done once for all that was said, begins at the moment it has named, and tries again', async () => {
  const jobs = await start()
  let runs = 0
  let broken = false
  await jobs.rounds(round, async () => {
    runs++
    if (broken) throw new Error('nobody answers')
    return runs === 1 ? again(400) : undefined
  })
  // What has come up before the start.
  await vi.waitFor(() => expect(runs).toBe(1))
  await vi.waitFor(() => expect(runs).toBe(2))
  for (let at = 0; at < 50; at++) jobs.nudge(round)
  await vi.waitFor(() => expect(runs).toBe(3))
  await wait(700)
  expect(runs).toBe(3)
  broken = true
  jobs.nudge(round)
  await vi.waitFor(async () => expect((await stored('carrier')).at(-1)).toMatchObject({ state: 'retry' }))
  expect((await stored('carrier')).at(-1)).toMatchObject({ output: { message: 'nobody answers' } })
  broken = false
  await vi.waitFor(
    async () => expect((await stored('carrier')).at(-1)).toMatchObject({ state: 'completed' }),
    {
      timeout: 15_000,
    },
  )
}, 30_000)

test('what was done long ago is thrown away, and nothing else', async () => {
  const jobs = await start()
  await jobs.work(job, async () => undefined)
  await jobs.stop()
  await sql(async inner => {
    await inner.query(
      `insert into pgboss.job (name, data, state, completed_on, created_on, started_on, deletion_seconds)
       select 'task', jsonb_build_object('taskId', d), 'completed', now() - d * interval '1 day', now() - d * interval '1 day',
         now() - d * interval '1 day', 86400 from unnest(array[0, 2]) d`,
    )
    await inner.query('update pgboss.queue set maintain_on = null')
  })
  await start()
  await vi.waitFor(async () => expect(await stored('task')).toMatchObject([{ data: { taskId: 0 } }]), {
    timeout: 40_000,
  })
}, 60_000)

test('no second connection is taken where a transaction is open', async () => {
  const jobs = await start()
  await jobs.work(job, async () => undefined)
  takeRefusals()
  await sql(async inner => {
    await jobs.send(inner, job, { taskId: 9 }, { tenantId: 1 })
    await jobs.forget(inner, job, { taskId: 9 })
  })
  expect(takeRefusals()).toEqual([])
})

test('the database is killed and comes back: the work goes on', async () => {
  const jobs = await start()
  const done: number[] = []
  await jobs.work(job, async ({ data }) => void done.push(data.taskId))
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  owner.on('error', () => undefined)
  await owner.connect()
  const { rows } = await owner.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  const main = readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]
  process.kill(Number(main), 'SIGKILL')
  await vi.waitFor(() => sql(inner => jobs.send(inner, job, { taskId: 10 })), { timeout: 20_000 })
  await vi.waitFor(() => expect(done).toEqual([10]), { timeout: 20_000 })
}, 60_000)
