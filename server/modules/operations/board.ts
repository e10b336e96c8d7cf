// Puts together how the installation stands. Whoever looks asks every few seconds: what costs something is asked anew
// after a minute, and however many look, everything is asked once at a time.
import * as z from 'zod/mini'
import type { Board } from '../../../src/contract/endpoints/operations.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { processState } from '../../../src/domain/operations/process-state.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { NewestBackup } from '../backup/public.ts'
import { readChannels, type Ways } from './channels.ts'
import { readDatabase } from './database.ts'
import { readQueues } from './queues.ts'
import { readSizes } from './sizes.ts'

const FRESH_MS = 2_000

export interface BoardSources {
  data: Data
  backup(): Promise<NewestBackup>
  certificates(): Promise<Board['certificates']>
  ways: Ways
  onDisk: Board['onDisk']
}

type Processes = Board['processes']

export async function readProcesses(sql: Sql): Promise<Processes> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('server_process')
      .select(['id', 'host', 'pid', 'release', 'started_at', 'heard_at', 'state'])
      .orderBy('host')
      .orderBy('started_at')
      .orderBy('id'),
  )
  return rows.flatMap(({ started_at: startedAt, heard_at: heardAt, ...row }) => {
    // A process of another release may say other things of itself.
    const state = z.safeParse(processState, row.state)
    return state.success ? [{ ...row, startedAt, heardAt, state: state.data }] : []
  })
}

export function createBoard(sources: BoardSources): () => Promise<Board> {
  const { data, backup, certificates, ways, onDisk } = sources
  const scoped = <Result>(work: (sql: Sql) => Promise<Result>) => data.scoped(WHOLE, work)
  const slow = kept(MINUTE_MS, () =>
    scoped(async sql => ({
      database: await readDatabase(sql),
      channels: await readChannels(sql, ways),
      sizes: await readSizes(sql),
    })),
  )
  return kept(FRESH_MS, async () => {
    const [{ database, channels, sizes }, processes, jobs, at] = [
      await slow(),
      await scoped(readProcesses),
      await readQueues(data),
      Date.now(),
    ]
    return {
      ...{ at, processes, jobs, database, channels, sizes, onDisk },
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
