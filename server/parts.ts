// What every module of the server is given: configuration, log, database, bus, sessions.
import type { Bus } from './bus.ts'
import type { Config } from './config.ts'
import type { Data } from './db/scoped.ts'
import type { Log } from './log.ts'
import type { Sessions } from './modules/session/sessions.ts'

export interface Parts {
  config: Config
  log: Log
  data: Data
  bus: Bus
  sessions: Sessions
  /** Absolute folder for files of the server's own making. */
  filesDir: string
  startedAt: number
}
