// The sign of life of this process: a row that says every few seconds how it stands, and goes when it stops. Every hour
// the first to come writes down how much of each kind is stored.
import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import * as z from 'zod/mini'
import { DAY_MS, HOUR_MS } from '../../../src/domain/durations.ts'
import { judgeClock } from '../../../src/domain/operations/judgement.ts'
import type { ProcessState } from '../../../src/domain/operations/process-state.ts'
import type { AgreedClock } from '../../agreed-clock.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import type { Log } from '../../log.ts'
import { PROCESS_GONE_MS } from '../../process-gone.ts'
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
  clock: AgreedClock
  everyMs?: number
}

export interface Pulse {
  /** Names this process among all. */
  id: string
  beat(): Promise<void>
  /** Whether a process of an earlier release was there at the last beat, whose words have no seal. */
  unsealedThere(): boolean
  stop(): Promise<void>
}

export function startPulse(given: Given): Pulse {
  const { data, log, self, release, startedAt, dataDir, clock, everyMs = BEAT_MS } = given
  const id = randomUUID()
  let measuredHour = 0
  let unsealed = false
  let stopped = false

  let told = false
  /** Once, until it is right again. */
  const tellClock = () => {
    const aheadMs = clock.aheadMs()
    const off = judgeClock(aheadMs) === 'act'
    if (off && !told)
      log.error({ aheadMs }, 'The clock of this machine and that of the database are apart; set them (NTP)')
    told = off
  }
  const say = async () => {
    const disk = await diskOf(dataDir)
    let hour = measuredHour
    await data.scoped(WHOLE, async sql => {
      if (stopped) return
      await clock.set(() => readClock(sql))
      tellClock()
      const at = clock.now()
      hour = Math.floor(at / HOUR_MS) * HOUR_MS
      const state = self.read({ disk, aheadMs: clock.aheadMs() ?? null })
      await sql.change(
        `insert into server_process (id, host, pid, release, started_at, heard_at, state) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (id) do update set heard_at = excluded.heard_at, state = excluded.state`,
        [id, hostname(), process.pid, release, startedAt, at, JSON.stringify(state)],
      )
      await sql.change('delete from server_process where heard_at < $1', [at - FORGOTTEN_MS])
      if (hour > measuredHour) await measureSizes(sql, hour)
      const unsealing = await sql.first(
        `select from server_process where id <> $1 and heard_at > $2 and (state->>'sealsWords') is distinct from 'true' limit 1`,
        [id, at - PROCESS_GONE_MS],
      )
      unsealed = unsealing !== undefined
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
    unsealedThere: () => unsealed,
    stop: async () => {
      stopRounds()
      stopped = true
      // What is being said now would be there after all.
      await saying?.catch(() => undefined)
      await data.scoped(WHOLE, sql => sql.change('delete from server_process where id = $1', [id]))
    },
  }
}

/** The database's own clock, in milliseconds. */
export async function readClock(sql: Pick<Sql, 'first'>): Promise<number> {
  const row = await sql.first('select (extract(epoch from clock_timestamp()) * 1000)::bigint as at')
  return z.parse(z.object({ at: z.int() }), row).at
}

async function diskOf(folder: string): Promise<ProcessState['disk']> {
  const found = await statfs(folder).catch(() => undefined)
  return found ? { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize } : null
}
