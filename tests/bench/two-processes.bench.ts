// What a second server process on the same database gives. Where both and the database share the processors of one machine, the
// reach of two cannot be seen: measured is the processor time that a message costs each of them, with one process and with
// two that have as much to do as the one, and whether they wait for each other in the database. From that is computed
// what two reach where each has a processor of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod/mini'
import { startDatabase } from '../../server/db/launcher.ts'
import { createLog } from '../../server/log.ts'
import { type ConsoleProcess, startConsole } from '../console-process.ts'
import { addFleet, tenantOf } from './database.ts'
import type { Bench, Figure } from './figures.ts'
import { familySeconds, processorSeconds } from './processor-time.ts'

/** Of each process. */
const DEVICES = 200
const WINDOW = 4
const WARM_UP_MS = 5_000
const MEASURED_MS = 20_000
const SAMPLE_MS = 100

const progress = z.object({ at: z.number(), acknowledged: z.int(), failed: z.int() })

interface Fleet {
  acknowledged(): number
  failed(): number
  /** Settles when all that was sent is answered. */
  stop(): Promise<void>
}

function startFleet(server: ConsoleProcess, first: number): Fleet {
  const child: ChildProcess = fork(join(import.meta.dirname, 'publisher.ts'), [
    server.mqttUrl,
    `${first}`,
    `${DEVICES}`,
    `${WINDOW}`,
  ])
  let last: z.output<typeof progress> = { at: 0, acknowledged: 0, failed: 0 }
  child.on('message', message => {
    last = z.parse(progress, message)
  })
  return {
    acknowledged: () => last.acknowledged,
    failed: () => last.failed,
    stop: async () => {
      if (!child.connected) return
      child.send('stop')
      await once(child, 'disconnect')
    },
  }
}

/** What stood still in the database: of the looks at connections at work, those that waited for a lock of another one, by lock. */
async function watchLocks(client: pg.Client, over: AbortSignal) {
  let atWork = 0
  const locked = new Map<string, number>()
  while (!over.aborted) {
    const { rows } = await client.query<{ lock: string | null }>(
      `select case when wait_event_type = 'Lock' then wait_event end as lock
       from pg_stat_activity where backend_type = 'client backend' and state = 'active' and pid <> pg_backend_pid()`,
    )
    atWork += rows.length
    for (const { lock } of rows) if (lock !== null) locked.set(lock, (locked.get(lock) ?? 0) + 1)
    await wait(SAMPLE_MS)
  }
  const share = (looks: number) => (atWork > 0 ? (100 * looks) / atWork : 0)
  return new Map([...locked].map(([lock, looks]) => [lock, share(looks)]))
}

interface Measured {
  perSecond: number
  /** Microseconds of a message. */
  node: number
  database: number
  walBytes: number
  /** Percent of the looks at connections at work, by the lock waited for. */
  locked: ReadonlyMap<string, number>
}

async function measure(
  client: pg.Client,
  postmaster: number,
  servers: readonly ConsoleProcess[],
  fleets: readonly Fleet[],
): Promise<Measured> {
  while (fleets.some(fleet => fleet.acknowledged() === 0)) await wait(100)
  await wait(WARM_UP_MS)
  const now = async () => {
    const { rows } = await client.query<{ wal: string }>(`select pg_current_wal_lsn() - '0/0' as wal`)
    return {
      at: performance.now(),
      messages: fleets.reduce((sum, fleet) => sum + fleet.acknowledged(), 0),
      node: servers.reduce((sum, { pid }) => sum + processorSeconds(pid), 0),
      database: familySeconds(postmaster),
      wal: Number(rows[0]?.wal),
    }
  }
  const from = await now()
  const over = AbortSignal.timeout(MEASURED_MS)
  const locked = await watchLocks(client, over)
  const to = await now()
  const messages = to.messages - from.messages
  return {
    perSecond: (messages / (to.at - from.at)) * 1000,
    node: ((to.node - from.node) / messages) * 1e6,
    database: ((to.database - from.database) / messages) * 1e6,
    walBytes: (to.wal - from.wal) / messages,
    locked,
  }
}

/** A tenth more may be the noise of a machine on which five programs share two processors. */
const NO_MORE = 1.1

function figuresOf(one: Measured, two: Measured): Figure[] {
  const reach = (2 * one.node) / two.node
  return [
    { label: 'measured: one process, for one message, Node', value: one.node, unit: 'µs' },
    { label: 'measured: one process, PostgreSQL', value: one.database, unit: 'µs' },
    { label: 'measured: one process, changes (WAL)', value: one.walBytes, unit: 'bytes' },
    { label: 'measured: one process, on these processors', value: one.perSecond, unit: 'messages/s' },
    {
      label: 'measured: two processes, Node',
      value: two.node,
      unit: 'µs',
      target: { atMost: Math.ceil(one.node * NO_MORE) },
    },
    {
      label: 'measured: two processes, PostgreSQL',
      value: two.database,
      unit: 'µs',
      target: { atMost: Math.ceil(one.database * NO_MORE) },
    },
    { label: 'measured: two processes, changes (WAL)', value: two.walBytes, unit: 'bytes' },
    { label: 'measured: two processes, on these processors', value: two.perSecond, unit: 'messages/s' },
    {
      label: 'measured: waited for locks of each other',
      value: [...two.locked.values()].reduce((sum, share) => sum + share, 0),
      unit: '% of looks',
      target: { atMost: 1 },
    },
    ...[...two.locked].map(
      ([lock, share]): Figure => ({ label: `of them, ${lock}`, value: share, unit: '% of looks' }),
    ),
    {
      label: 'computed: two with a processor each, to one',
      value: reach,
      unit: 'times',
      target: { atLeast: 1.8 },
    },
    { label: 'computed: messages of two with a processor each', value: 2e6 / two.node, unit: 'messages/s' },
    {
      label: 'computed: processors that PostgreSQL needs for them',
      value: (2 * two.database) / two.node,
      unit: '',
    },
  ]
}

const bench: Bench = {
  name: `A second process on the same database, ${DEVICES} devices at QoS 1 each (${MEASURED_MS / 1000} s)`,
  async run() {
    const place = mkdtempSync(join(tmpdir(), 'gatehouse-two-'))
    const log = createLog({ logLevel: 'warn' })
    const database = await startDatabase({ dataDir: place, databaseUrl: undefined, log })
    const client = new pg.Client({ connectionString: database.ownerUrl })
    client.on('error', () => {})
    const servers: ConsoleProcess[] = []
    const fleets: Fleet[] = []
    // Both know of each other from the start, as processes do that share a database.
    const start = async () => {
      const server = await startConsole({
        ...{ DATABASE_URL: database.ownerUrl, SECRET_KEY: 'the same in both, and no secret at all' },
        // The embedded one allows a hundred connections in all.
        ...{ DATABASE_PEOPLE: '5', DATABASE_JOBS: '5', DEVICE_MESSAGES_PER_SECOND: '0' },
      })
      servers.push(server)
      return server
    }
    try {
      const [one, two] = [await start(), await start()]
      await client.connect()
      const postmaster = Number(
        readFileSync(join(place, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
      )
      const tenantId = await tenantOf(client, 'admin')
      await addFleet(client, tenantId, 2 * DEVICES)
      fleets.push(startFleet(one, 1))
      const alone = await measure(client, postmaster, [one], fleets)
      fleets.push(startFleet(two, 1 + DEVICES))
      const together = await measure(client, postmaster, [one, two], fleets)
      await Promise.all(fleets.map(fleet => fleet.stop()))
      const sum = (of: (fleet: Fleet) => number) => fleets.reduce((all, fleet) => all + of(fleet), 0)
      const { rows } = await client.query<{ n: string }>(
        `select count(*) as n from reading where kind = 'heartRate' and device_id in
           (select id from device where tenant_id = $1 and name like '0 %')`,
        [tenantId],
      )
      const acknowledged = sum(fleet => fleet.acknowledged())
      return {
        figures: [
          ...figuresOf(alone, together),
          { label: 'acknowledged in all', value: acknowledged, unit: 'messages' },
          {
            label: 'rows of them in the database',
            value: Number(rows[0]?.n),
            unit: 'rows',
            target: { atLeast: acknowledged },
          },
          {
            label: 'not acknowledged',
            value: sum(fleet => fleet.failed()),
            unit: 'messages',
            target: { atMost: 0 },
          },
        ],
      }
    } finally {
      await Promise.all(fleets.map(fleet => fleet.stop()))
      await Promise.all(servers.map(server => server.stop()))
      await client.end()
      await database.stop()
      rmSync(place, { recursive: true, force: true })
    }
  },
}
export default bench
