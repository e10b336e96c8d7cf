// Proves the chains of the audit log while the server runs, and anchors their ends.

import { HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Log } from '../../log.ts'
import type { Anchor, AnchorFile } from './anchors.ts'
import { type ChainMark, holds, walkChain } from './chain.ts'

/** In the data folder. */
export const ANCHOR_FILE = 'audit-anchors.jsonl'

interface BrokenChain {
  tenantId: number
  /** The first entry that is not what was written; of a cut chain, the entry that is missing. */
  entry: number
}

export interface ChainReport {
  tenants: { tenantId: number; entries: number; end: ChainMark | undefined; broken: number | undefined }[]
  /** Anchors whose entry is gone or another. */
  lost: Anchor[]
  /** Lines of the file that this installation did not write. */
  foreign: number[]
}

/** Proves every chain from its beginning, and every anchor. */
export async function proveChains(data: Data, file: AnchorFile): Promise<ChainReport> {
  const tenants: ChainReport['tenants'] = []
  for (const tenantId of await tenantIds(data))
    tenants.push({ tenantId, ...(await walkChain(data, tenantId)) })
  const { anchors, foreign } = await file.read()
  const lost: Anchor[] = []
  for (const anchor of anchors) if (!(await holds(data, anchor.tenantId, anchor))) lost.push(anchor)
  return { tenants, lost, foreign }
}

export interface ChainWatch {
  /** Proves what has come since the last time, all of it the first time. */
  check(): Promise<void>
  /** Undefined until everything was looked at once. */
  state(): { whole: boolean; provedAt: number | undefined } | undefined
}

/** Soon after the start, when the console is up, and every hour. */
const FIRST_MS = MINUTE_MS
const EVERY_MS = HOUR_MS

/**
 * Watches while the server runs. Each process proves for itself, and none for another: what it says in its health it has
 * seen, and the anchors lie in its own data folder.
 */
export function startChainWatch(sources: {
  data: Data
  log: Log
  file: AnchorFile
}): Pick<ChainWatch, 'state'> & { stop(): Promise<void> } {
  const watch = createChainWatch(sources)
  let running: Promise<void> | undefined
  const round = () => {
    running ??= watch
      .check()
      .catch(error => sources.log.warn({ err: error }, 'The audit log could not be proved'))
      .finally(() => {
        running = undefined
      })
  }
  const first = setTimeout(round, FIRST_MS)
  const every = setInterval(round, EVERY_MS)
  return {
    state: watch.state,
    stop: async () => {
      clearTimeout(first)
      clearInterval(every)
      await running
    },
  }
}

export function createChainWatch({
  data,
  log,
  file,
}: {
  data: Data
  log: Log
  file: AnchorFile
}): ChainWatch {
  const ends = new Map<number, ChainMark>()
  let provedAt: number | undefined
  let broken: BrokenChain | undefined

  const fail = (found: BrokenChain) => {
    broken = found
    log.error(found, 'The audit log is not what was written')
  }
  /** Answers whether the chains are whole; each time after a failure everything is proved again. */
  const proveAll = async (): Promise<boolean> => {
    const { tenants, lost, foreign } = await proveChains(data, file)
    if (foreign.length > 0)
      log.warn({ lines: foreign }, 'Anchors of the audit log have lines of somebody else')
    const torn = tenants.find(tenant => tenant.broken !== undefined)
    const gone = lost[0]
    if (torn?.broken !== undefined) fail({ tenantId: torn.tenantId, entry: torn.broken })
    else if (gone) fail({ tenantId: gone.tenantId, entry: gone.id })
    else for (const { tenantId, end } of tenants) if (end) ends.set(tenantId, end)
    return !torn && !gone
  }
  const proveNew = async (): Promise<boolean> => {
    for (const tenantId of await tenantIds(data)) {
      const walk = await walkChain(data, tenantId, ends.get(tenantId))
      if (walk.broken !== undefined) {
        fail({ tenantId, entry: walk.broken })
        return false
      }
      if (walk.end) ends.set(tenantId, walk.end)
    }
    return true
  }
  const anchored = new Map<number, number>()
  const anchor = async () => {
    const at = Date.now()
    const fresh = [...ends]
      .filter(([tenantId, { id }]) => anchored.get(tenantId) !== id)
      .map(([tenantId, end]) => ({ tenantId, at, ...end }))
    await file.keep(fresh)
    for (const { tenantId, id, hash } of fresh) {
      anchored.set(tenantId, id)
      // Logs are often kept elsewhere: there nobody who reaches the database and the file can change an anchor.
      log.info({ tenantId, entry: id, hash: hash.toString('hex') }, 'The audit log was anchored')
    }
  }

  return {
    check: async () => {
      const whole = provedAt === undefined || broken ? await proveAll() : await proveNew()
      if (!whole) return
      broken = undefined
      provedAt = Date.now()
      await anchor()
    },
    state: () => (broken || provedAt !== undefined ? { whole: !broken, provedAt } : undefined),
  }
}

const tenantIds = async (data: Data): Promise<number[]> =>
  (await data.scoped(WHOLE, sql => rowsOf(sql, tables.selectFrom('tenant').select('id').orderBy('id')))).map(
    ({ id }) => id,
  )
