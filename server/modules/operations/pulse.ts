// The sign of life of this process: a row that says every few seconds how it stands, and goes when it stops. Every hour
// the first to come writes down how much of each kind is stored.
import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { DAY_MS, HOUR_MS } from '../../../src/domain/durations.ts'
import type { ProcessState } from '../../../src/domain/operations/process-state.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import type { Log } from '../../log.ts'
import { startRounds } from '../../rounds.ts'
import type { Self } from './self.ts'
import { measureSizes } from './sizes.ts'

const BEAT_MS = 5_000
/** Who was not heard for so long is no longer spoken of. */
const FORGOTTEN_MS = DAY_MS

interface Given {
  data: Data
  log: Log
  self: Self
  release: string
  startedAt: number
  /** The folder whose disk fills up. */
  dataDir: string
  everyMs?: number
  now?: () => number
}

export interface Pulse {
  /** Names this process among all. */
  id: string
  beat(): Promise<void>
  stop(): Promise<void>
}

export function startPulse(given: Given): Pulse {
  const { data, log, self, release, startedAt, dataDir, everyMs = BEAT_MS, now = Date.now } = given
  const id = randomUUID()
  let measuredHour = 0
  let stopped = false

  const say = async () => {
    const at = now()
    const state = self.read(await diskOf(dataDir))
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS
    await data.scoped(WHOLE, async sql => {
      if (stopped) return
      await sql.change(
        `insert into server_process (id, host, pid, release, started_at, heard_at, state) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (id) do update set heard_at = excluded.heard_at, state = excluded.state`,
        [id, hostname(), process.pid, release, startedAt, at, JSON.stringify(state)],
      )
      await sql.change('delete from server_process where heard_at < $1', [at - FORGOTTEN_MS])
      if (hour > measuredHour) await measureSizes(sql, hour)
    })
    measuredHour = hour
  }
  let saying: Promise<void> | undefined
  const beat = () => {
    saying ??= say().finally(() => {
      saying = undefined
    })
    return saying
  }
  const stopRounds = startRounds({
    firstMs: 0,
    everyMs,
    round: beat,
    failed: error => log.warn({ err: error }, 'The process could not say that it is alive'),
  })
  return {
    id,
    beat,
    stop: async () => {
      stopRounds()
      stopped = true
      // What is being said now would be there after all.
      await saying?.catch(() => undefined)
      await data.scoped(WHOLE, sql => sql.change('delete from server_process where id = $1', [id]))
    },
  }
}

async function diskOf(folder: string): Promise<ProcessState['disk']> {
  const found = await statfs(folder).catch(() => undefined)
  return found ? { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize } : null
}
