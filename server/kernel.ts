// What every module is given, whatever else it asks for: log, data, bus, a folder.
import type { Bus } from './bus.ts'
import type { Pools } from './db/pools.ts'
import type { Data } from './db/scoped.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'

export interface Kernel {
  log: Log
  /** For what people ask over HTTP. */
  data: Data
  /** The same database by other connections: those of devices, and those of jobs. */
  pools: Pick<Pools, 'devices' | 'jobs'>
  bus: Bus
  /** Work in the background. */
  jobs: Jobs
  /** Absolute folder for files of the server's own making. */
  filesDir: string
}
