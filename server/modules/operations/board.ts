// Puts together how the installation stands. Whoever looks asks every few seconds: what costs something is asked anew
// after a minute, and however many look, everything is asked once at a time.
import type { Board } from '../../../src/contract/endpoints/operations.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import type { NewestBackup } from '../backup/public.ts'
import { readChannels, type Ways } from './channels.ts'
import { readDatabase } from './database.ts'
import { type DiskGiven, foreseeDisk } from './disk.ts'
import { readProcesses } from './processes.ts'
import { readQueues } from './queues.ts'
import { inShort, readSizes } from './sizes.ts'

const FRESH_MS = 2_000

export interface BoardSources {
  data: Data
  backup(): Promise<NewestBackup>
  certificates(): Promise<Board['certificates']>
  ways: Ways
  disk: DiskGiven
  /** What the processes agree on: by their own clocks some would seem silent. */
  now: () => number
}

export function createBoard(sources: BoardSources): () => Promise<Board> {
  const { data, backup, certificates, ways, disk, now } = sources
  const scoped = <Result>(work: (sql: Sql) => Promise<Result>) => data.scoped(WHOLE, work)
  const slow = kept(MINUTE_MS, () =>
    scoped(async sql => {
      const sizes = await readSizes(sql)
      const { freeBytes, isKnown, daysUntilFull } = await foreseeDisk(sql, disk, now(), sizes)
      return {
        database: await readDatabase(sql),
        channels: await readChannels(sql, ways),
        sizes: inShort(sizes),
        disk: { freeBytes, isKnown, daysUntilFull },
      }
    }),
  )
  return kept(FRESH_MS, async () => {
    const [measured, processes, jobs, at] = [
      await slow(),
      await scoped(readProcesses),
      await readQueues(data),
      now(),
    ]
    return {
      ...{ at, processes, jobs, ...measured },
      backup: await backup(),
      certificates: await certificates(),
    }
  })
}

/** Asked once for all who ask within the time. What failed is asked anew. */
function kept<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let known: { at: number; answer: Promise<Answer> } | undefined
  return () => {
    if (known && Date.now() - known.at < ms) return known.answer
    const own = { at: Date.now(), answer: ask() }
    known = own
    own.answer.catch(() => {
      if (known === own) known = undefined
    })
    return own.answer
  }
}
