// The background jobs of one server process: sent in the transaction that makes them necessary, begun at once, tried
// again when they fail, taken up by another process when this one dies. pg-boss keeps them in the database.
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import * as z from 'zod/mini'
import { allRows, SCHEMA } from '../db/job-schema.ts'
import type { Data, Sql } from '../db/scoped.ts'
import { WHOLE } from '../db/scoped.ts'
import { apart, refuseSecond } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { traced } from '../trace.ts'
import { type Again, type AnyJob, Hopeless, type ItemJob, type RoundJob, type Run } from './definition.ts'

/** Jobs that failed for good. Nobody works on them; somebody looks at them, tries again or gives up. */
export const DEAD = 'dead'

/** No sign of life for so long: the worker is dead, and the job is taken up again at the next look. */
const DEAD_AFTER_SECONDS = 30
const LOOK_SECONDS = 15
const DAY_SECONDS = 86_400
/** A job may wait for a server that is away for weeks. */
const WAIT_DAYS = 90
const DEAD_DAYS = 30
/** What went well is of interest for a day, to whoever looks for the cause of something. */
const DONE_SECONDS = DAY_SECONDS
/** A round never gives up: what is due does not go away. */
const NEVER = 1_000_000
const LONGEST_PAUSE_SECONDS = 300
const ROUND_AGAIN_SECONDS = 5
/** More than can be said in one round. */
const MOST_SAID = 500
const STOP_MS = 10_000
const NUDGE_MS = 10

type DataOf<Job extends ItemJob> = z.output<Job['data']>

/** What else has to happen in the transaction of somebody's decision on a job that waits or has failed. */
export interface Decisions<Data> {
  tryAgain?(sql: Sql, data: Data): Promise<void>
  giveUp?(sql: Sql, data: Data): Promise<void>
}

export interface Jobs {
  /** Sends a job with the transaction: it is there if, and only if, the transaction commits. */
  send<Job extends ItemJob>(
    sql: Sql,
    job: Job,
    data: DataOf<Job>,
    about?: { tenantId: number },
  ): Promise<void>
  /**
   * Says that there is something to do for a round. What it is stands in the rows, and is stored already: should this be
   * lost, the next round finds it.
   */
  nudge(job: RoundJob): void
  /** Takes a job up, from now on. A handler throws to fail. */
  work<Job extends ItemJob>(
    job: Job,
    run: (run: Run<DataOf<Job>>) => Promise<Again | undefined>,
    decisions?: Decisions<DataOf<Job>>,
  ): Promise<void>
  /** Goes the rounds, from now on. `Again` says when there will be something to do, if it is known. */
  rounds(job: RoundJob, run: (signal: AbortSignal) => Promise<Again | undefined>): Promise<void>
  /** For one that waits or is dead: it is begun now. */
  tryAgain(sql: Sql, found: FoundJob): Promise<void>
  /** For one that waits or is dead: it is never begun. */
  giveUp(sql: Sql, found: FoundJob): Promise<void>
  /** Throws dead letters away: what they were about is done another way. */
  forget<Job extends ItemJob>(sql: Sql, job: Job, data: DataOf<Job>): Promise<void>
  /** Takes up nothing more, interrupts what runs and waits until it has been put back. */
  stop(): Promise<void>
}

export interface FoundJob {
  id: string
  name: string
  dead: boolean
  data: unknown
}

interface Given {
  pool: pg.Pool
  data: Data
  log: Log
  /** No other process shares the database: what still runs at the start is lost for sure. */
  alone: boolean
}

/** Statements of pg-boss inside a transaction of ours. */
const inside = (sql: Sql) => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await sql.query(text, values) }),
})

export async function startJobs({ pool, data, log, alone }: Given): Promise<Jobs> {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: {
      executeSql: async (text, values) => {
        refuseSecond()
        return allRows(await pool.query(text, values))
      },
    },
    migrate: false,
    createSchema: false,
    registerInstance: false,
    // The tables are the owner's.
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
    maintenanceIntervalSeconds: 3_600,
    // Not used: jobs that wait for others, and indexes that are built in the background.
    flowIntervalSeconds: 3_600,
    bamIntervalSeconds: 3_600,
    openTelemetry: { enabled: false },
  })
  boss.on('error', error => log.warn({ err: error }, 'The background jobs could not be tended'))
  boss.on('warning', ({ message, data: about }) => log.warn({ about }, message))
  await boss.start()

  const stopping = new AbortController()
  const workers = new Map<string, string[]>()
  const decisions = new Map<string, Decisions<unknown>>()
  const nudged = new Map<string, NodeJS.Timeout>()
  const timers = new Map<string, { at: number; timer: NodeJS.Timeout }>()

  const wake = (name: string) =>
    apart(() => {
      for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
    })
  /** Whoever knows the moment need not wait for the next look into the database. */
  const wakeAfter = (name: string, ms: number) => {
    const at = Date.now() + ms
    const known = timers.get(name)
    if (known && known.at <= at && known.at > Date.now()) return
    clearTimeout(known?.timer)
    const timer = setTimeout(() => wake(name), ms)
    timer.unref()
    timers.set(name, { at, timer })
  }

  await makeQueue(boss, DEAD, { retentionSeconds: DEAD_DAYS * DAY_SECONDS, deleteAfterSeconds: DAY_SECONDS })

  const makeQueueOf = async (job: AnyJob) => {
    await makeQueue(boss, job.name, {
      expireInSeconds: job.timeoutSeconds,
      heartbeatSeconds: DEAD_AFTER_SECONDS,
      retentionSeconds: WAIT_DAYS * DAY_SECONDS,
      deleteAfterSeconds: DONE_SECONDS,
      retryBackoff: true,
      retryDelayMax: LONGEST_PAUSE_SECONDS,
      ...(job.kind === 'item'
        ? { retryLimit: job.tries - 1, retryDelay: job.againSeconds, deadLetter: DEAD }
        : { retryLimit: NEVER, retryDelay: ROUND_AGAIN_SECONDS }),
    })
    if (alone) await takeUpLost(boss, pool, job.name)
  }
  /** Every worker looks again as soon as it is free: several jobs may wait. */
  const begin = async (job: AnyJob, handle: (jobs: Claimed[]) => Promise<Settled[]>) => {
    await makeQueueOf(job)
    const ids: string[] = []
    workers.set(job.name, ids)
    for (let at = 0; at < (job.kind === 'item' ? job.atOnce : 1); at++) {
      const id: string = await boss.work<object>(
        job.name,
        {
          batchSize: job.kind === 'item' ? 1 : MOST_SAID,
          pollingIntervalSeconds: job.pollSeconds,
          perJobResults: true,
        },
        claimed =>
          handle(claimed).finally(() => {
            boss.notifyWorker(id)
          }),
      )
      ids.push(id)
    }
  }

  /** Goes on later as a job of its own, in the place of this one: what is left is not a failure. */
  const goOn = async (job: ItemJob, claimed: Claimed, { againMs }: Again) => {
    // It is somebody else's by now.
    if (claimed.signal.aborted) return
    await data.scoped(WHOLE, async sql => {
      const db = inside(sql)
      await boss.complete(job.name, claimed, null, { db })
      await boss.send(job.name, claimed.data, {
        db,
        startAfter: secondsOf(againMs),
        ...(claimed.groupId && (await placeOf(sql, job.name, claimed.groupId))),
      })
    })
    if (!stopping.signal.aborted) wakeAfter(job.name, againMs)
  }

  return {
    send: async (sql, job, jobData, about) => {
      const { tenantId } = about ?? {}
      await boss.send(job.name, jobData, {
        db: inside(sql),
        ...(tenantId !== undefined && (await placeOf(sql, job.name, String(tenantId)))),
      })
      sql.afterCommit(() => wake(job.name))
    },
    nudge: job => {
      // Many say it at the same moment.
      if (nudged.has(job.name) || stopping.signal.aborted) return
      const timer = setTimeout(
        () =>
          apart(() => {
            nudged.delete(job.name)
            boss
              .send(job.name)
              .then(() => wake(job.name))
              .catch(error => log.warn({ err: error, job: job.name }, 'A round could not be asked for'))
          }),
        NUDGE_MS,
      )
      nudged.set(job.name, timer)
    },
    work: async (job, run, decided) => {
      decisions.set(job.name, checked(job, decided ?? {}))
      await begin(job, async ([claimed]) => {
        if (!claimed) return []
        const signal = AbortSignal.any([claimed.signal, stopping.signal])
        try {
          const outcome = await traced(
            `job ${job.name}`,
            {},
            () => run({ id: claimed.id, data: parsed(job, claimed.data), signal }),
            [],
          )
          if (outcome) await goOn(job, claimed, outcome)
          return [{ id: claimed.id, status: 'completed' }]
        } catch (error) {
          if (stopping.signal.aborted) {
            await goOn(job, claimed, { againMs: 0 })
            return [{ id: claimed.id, status: 'completed' }]
          }
          log.error({ err: error, job: job.name, id: claimed.id }, 'A background job failed')
          return [
            {
              id: claimed.id,
              status: error instanceof Hopeless ? 'deadletter' : 'failed',
              output: whyOf(error),
            },
          ]
        }
      })
    },
    rounds: async (job, run) => {
      await begin(job, async claimed => {
        const settled = (status: Settled['status'], output?: object): Settled[] =>
          // What was said several times fails once.
          claimed.map(({ id }, at) => (at === 0 ? { id, status, output } : { id, status: 'completed' }))
        const signal = AbortSignal.any([...claimed.map(each => each.signal), stopping.signal])
        try {
          const outcome = await traced(`job ${job.name}`, {}, () => run(signal), [])
          if (outcome) {
            await boss.upsert(job.name, null, {
              singletonKey: 'next',
              startAfter: secondsOf(outcome.againMs),
            })
            wakeAfter(job.name, outcome.againMs)
          }
          return settled('completed')
        } catch (error) {
          if (stopping.signal.aborted) return settled('completed')
          log.error({ err: error, job: job.name }, 'A round of background work failed')
          return settled('failed', whyOf(error))
        }
      })
      await boss.schedule(job.name, job.cron)
      // What has come up while no server ran.
      await boss.send(job.name)
    },
    tryAgain: async (sql, { id, name, dead, data: jobData }) => {
      const db = inside(sql)
      await decisions.get(name)?.tryAgain?.(sql, jobData)
      if (dead) await boss.redrive(DEAD, { db, ids: [id] })
      else await boss.update(name, undefined, { db, id, startAfter: 0 })
      sql.afterCommit(() => wake(name))
    },
    giveUp: async (sql, { id, name, dead, data: jobData }) => {
      await decisions.get(name)?.giveUp?.(sql, jobData)
      await boss.deleteJob(dead ? DEAD : name, id, { db: inside(sql) })
    },
    forget: async (sql, job, jobData) => {
      const db = inside(sql)
      const dead = await boss.findJobs(DEAD, { db, data: jobData })
      const ids = dead.flatMap(({ id, sourceName }) => (sourceName === job.name ? [id] : []))
      if (ids.length > 0) await boss.deleteJob(DEAD, ids, { db })
    },
    stop: async () => {
      stopping.abort()
      for (const timer of [...nudged.values(), ...[...timers.values()].map(each => each.timer)])
        clearTimeout(timer)
      await boss.stop({ graceful: true, timeout: STOP_MS, close: false })
    },
  }
}

/** A job in this process's hands. */
interface Claimed {
  id: string
  data: object
  retryCount: number
  groupId?: string | null
  signal: AbortSignal
}

interface Settled {
  id: string
  status: 'completed' | 'failed' | 'deadletter'
  output?: object | undefined
}

const secondsOf = (ms: number) => Math.max(0, ms / 1000)

function parsed<Job extends ItemJob>(job: Job, data: unknown): DataOf<Job> {
  const result = z.safeParse<Job['data']>(job.data, data)
  if (!result.success)
    throw new Hopeless('The data of the job does not fit it', { cause: result.error, code: 'data' })
  return result.data
}

const checked = <Job extends ItemJob>(
  job: Job,
  { tryAgain, giveUp }: Decisions<DataOf<Job>>,
): Decisions<unknown> => ({
  ...(tryAgain && { tryAgain: (sql: Sql, data: unknown) => tryAgain(sql, parsed(job, data)) }),
  ...(giveUp && { giveUp: (sql: Sql, data: unknown) => giveUp(sql, parsed(job, data)) }),
})

/** Without the stack, which belongs into the log. */
function whyOf(error: unknown): object {
  const code = error instanceof Hopeless ? error.code : undefined
  return { message: error instanceof Error ? error.message : String(error), ...(code && { code }) }
}

type QueueOptions = Pick<
  NonNullable<Parameters<PgBoss['createQueue']>[1]>,
  | 'expireInSeconds'
  | 'heartbeatSeconds'
  | 'retentionSeconds'
  | 'deleteAfterSeconds'
  | 'retryBackoff'
  | 'retryDelayMax'
  | 'retryLimit'
  | 'retryDelay'
  | 'deadLetter'
>

/** As it is said here, whatever an earlier version has said. */
async function makeQueue(boss: PgBoss, name: string, options: QueueOptions): Promise<void> {
  if (await boss.getQueue(name)) await boss.updateQueue(name, options)
  else await boss.createQueue(name, options)
}

/** What a process had in its hands when it died. */
async function takeUpLost(boss: PgBoss, pool: pg.Pool, name: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from ${SCHEMA}.job where name = $1 and state = 'active'`,
    [name],
  )
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await boss.fail(name, ids, { code: 'stopped', message: 'The server was stopped in the middle of it' })
  for (const id of ids) await boss.update(name, undefined, { id, startAfter: 0 })
}

/**
 * Where a job of a tenant stands in the queue: tenants are served in turns, so that a hundred exports of one do not stand
 * before the single one of another. Turns are counted on from those whose jobs are next.
 */
async function placeOf(
  sql: Sql,
  name: string,
  tenant: string,
): Promise<{ group: { id: string }; priority: number }> {
  const row = await sql.first<{ turn: number }>(
    `select greatest(
       coalesce(min(-priority) filter (where state < 'active'), 0),
       coalesce(max(-priority) filter (where group_id = $2), -1) + 1)::int as turn
     from ${SCHEMA}.job where name = $1 and state <= 'active'`,
    [name, tenant],
  )
  return { group: { id: tenant }, priority: -(row?.turn ?? 0) }
}
