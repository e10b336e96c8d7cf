// The pools of one server process. What people ask for never takes the connection that a device's SOS is stored with,
// nor does a night's packing; and who asks how the server is gets an answer when all others wait.
import type pg from 'pg'
import type { Log } from '../log.ts'
import { createPool, loadOf, type PoolLoad } from './pool.ts'
import { createData, type Data } from './scoped.ts'
import type { DatabaseConfig } from './settings.ts'

const PROBE_WAIT_MS = 2_000
/** A batch of a large fleet may take its time on a busy machine; what is broken off would only be tried again. */
const DEVICE_MS = 120_000
/** A job may think for a while between two statements: a sheet of the import, a page of the export. */
const JOB_IDLE_MS = 300_000

const KINDS = ['people', 'devices', 'jobs'] as const
type Kind = (typeof KINDS)[number]

export interface Pools {
  /** What people ask over HTTP. */
  people: Data
  /** Devices: who they are, what they say, and what follows from it. */
  devices: Data
  /** What nobody waits for: tasks, reports, clocks, packing, retention. */
  jobs: Data
  /** Health only. */
  probe: Data
  load(): Record<Kind, PoolLoad>
  /** The pools themselves, for the start and for tests. */
  of: Record<Kind | 'probe', pg.Pool>
  end(): Promise<void>
}

export function openPools(url: string, config: DatabaseConfig, log: Log): Pools {
  const { databaseConnections: connections, databaseWaitMs: waitMs, databaseStatementMs } = config
  const prompt = { url, log, waitMs, statementMs: databaseStatementMs, idleMs: databaseStatementMs }
  const of = {
    people: createPool({ ...prompt, name: 'people', connections: connections.people }),
    devices: createPool({
      ...prompt,
      name: 'devices',
      connections: connections.devices,
      statementMs: DEVICE_MS,
      idleMs: DEVICE_MS,
    }),
    jobs: createPool({
      ...prompt,
      name: 'jobs',
      connections: connections.jobs,
      statementMs: 0,
      idleMs: JOB_IDLE_MS,
    }),
    probe: createPool({ ...prompt, name: 'health', connections: 2, waitMs: PROBE_WAIT_MS }),
  }
  return {
    people: createData(of.people),
    devices: createData(of.devices),
    jobs: createData(of.jobs),
    probe: createData(of.probe),
    load: () => ({ people: loadOf(of.people), devices: loadOf(of.devices), jobs: loadOf(of.jobs) }),
    of,
    end: async () => void (await Promise.all(Object.values(of).map(pool => pool.end()))),
  }
}
