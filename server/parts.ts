// What every module of the server is given: configuration, log, database, bus, sessions.
import type { Bus } from './bus.ts'
import type { Config } from './config.ts'
import type { Pools } from './db/pools.ts'
import type { Data } from './db/scoped.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import type { Storages } from './modules/files/storage.ts'
import type { Sessions } from './modules/session/sessions.ts'
import type { Runners } from './modules/tasks/runners.ts'
import type { Texts } from './modules/texts/texts.ts'

/** What only the running broker and the simulator know; they fill it in when they start. */
export interface Lines {
  /** Accounts of the people whose consoles are connected to this process. */
  connectedPeople(): ReadonlySet<number>
  /** Whether a person's console may be told something now; with a broker of the operator's they may be elsewhere. */
  isReachable(accountId: number): boolean
  /** Lets a simulated door unit ring; false when there is none of this IMEI. */
  demoRing?: (imei: string, roomNo: string | null) => Promise<boolean>
}

export interface Parts {
  config: Config
  log: Log
  /** For what people ask over HTTP. */
  data: Data
  /** The same database by other connections: those of devices, and those of jobs. */
  pools: Pick<Pools, 'devices' | 'jobs'>
  bus: Bus
  /** Work in the background. */
  jobs: Jobs
  sessions: Sessions
  /** Absolute folder for files of the server's own making. */
  filesDir: string
  /** Where uploads and the files of tasks are. */
  storages: Storages
  /** Who does which kind of task; modules register theirs. */
  runners: Runners
  lines: Lines
  /** The way to people's phones. */
  texts: Texts
  startedAt: number
}
