// Writes every change of the database into the archive, a moment after it was made. Whatever keeps it from doing so (a full
// disk, a lost line, a database that went on without it) is said and tried again; the console never waits for it.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { isFullDisk } from '../../full-disk.ts'
import type { Log } from '../../log.ts'
import { readPosition, readSize, segmentOf, writePosition } from './positions.ts'
import { type Replication, withReplication } from './replication.ts'
import { createWalWriter, keepHistory, makeWalFolder, storedSegments, type WalWriter } from './wal-archive.ts'

/** The database keeps what this name has not taken yet, within `max_slot_wal_keep_size`. */
export const SLOT = 'gatehouse_archive'
const PAUSE_MS = 3_000
const FLUSH_MS = 500
const ANSWER_MS = 5_000
/** Nothing heard for so long: the line is dead. PostgreSQL asks after half of its `wal_sender_timeout`, 30 s. */
const SILENT_MS = 90_000
/** PostgreSQL's clock begins with 2000. */
const EPOCH_MS = 946_684_800_000

export type ArchiveTrouble = 'full' | 'foreign' | 'refused' | 'away' | 'failed'

export interface ArchiveState {
  /** All changes up to this moment lie in the archive; undefined: nothing was compared yet. */
  upTo: number | undefined
  trouble: { reason: ArchiveTrouble; since: number } | undefined
}

export interface ArchiveKeeper {
  state(): ArchiveState
  stop(): Promise<void>
}

const MARK = 'archive.json'
const markSchema = z.object({ system: z.string(), gapSince: z.optional(z.int()) })

/** The archive belongs to another database, or to another history of this one. */
class ForeignArchive extends Error {}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** What hinders, in a word. */
export function troubleOf(error: unknown): ArchiveTrouble {
  const code = codeOf(error)
  if (error instanceof ForeignArchive) return 'foreign'
  if (isFullDisk(error)) return 'full'
  // No right to replicate, or no line in pg_hba.conf that allows it.
  if (code === '42501' || code === '28000' || code === '28P01') return 'refused'
  if (
    /^(ECONN|EPIPE|ETIMEDOUT|57P0|08)/.test(code) ||
    /Connection terminated|timeout expired/.test(String(error))
  )
    return 'away'
  return 'failed'
}

/** Begins; `ownerUrl` must lead to PostgreSQL itself, not to a pooler. */
export function startArchive({
  ownerUrl,
  dir,
  log,
}: {
  ownerUrl: string
  dir: string
  log: Log
}): ArchiveKeeper {
  const state: ArchiveState = { upTo: undefined, trouble: undefined }
  const over = new AbortController()
  let line: Replication | undefined

  const run = async () => {
    while (!over.signal.aborted) {
      try {
        await withReplication(ownerUrl, async opened => {
          line = opened
          await follow(opened, { dir, state, log, isOver: () => over.signal.aborted })
        })
      } catch (error) {
        if (over.signal.aborted) return
        const reason = troubleOf(error)
        // Another process writes the archive: this one waits for its end.
        const elsewhere = codeOf(error) === '55006'
        if (state.trouble?.reason !== reason && !elsewhere) {
          log.error({ err: error, reason }, 'Changes are not archived; it is tried again')
          state.trouble = { reason, since: Date.now() }
        }
      } finally {
        line = undefined
      }
      await sleep(PAUSE_MS, undefined, { signal: over.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    state: () => state,
    stop: async () => {
      over.abort()
      line?.cut()
      await running
    },
  }
}

interface Given {
  dir: string
  state: ArchiveState
  log: Log
  isOver: () => boolean
}

async function follow(line: Replication, given: Given): Promise<void> {
  const { dir, log } = given
  const folder = await makeWalFolder(dir)
  const [[system, timelineText, positionText] = []] = await line.ask('IDENTIFY_SYSTEM')
  const [[sizeText] = []] = await line.ask('SHOW wal_segment_size')
  if (!system || !timelineText || !positionText || !sizeText)
    throw new Error('The database does not say who it is')
  const segmentBytes = readSize(sizeText)
  const here = { timeline: Number(timelineText), position: readPosition(positionText) }
  const mark = await readMark(dir)
  if (mark && mark.system !== system) throw new ForeignArchive(`${dir} holds changes of another database`)
  await makeSlot(line, log)

  const stored = (await storedSegments(folder, segmentBytes)).at(-1)
  const next = stored && (stored.partial ? stored.segment : stored.segment + 1n)
  let timeline = stored?.timeline ?? here.timeline
  let start = next === undefined ? segmentOf(here.position, segmentBytes) * segmentBytes : next * segmentBytes
  if (timeline > here.timeline || (timeline === here.timeline && start > here.position))
    throw new ForeignArchive(`${dir} holds later changes than the database has: name another folder`)
  if (!mark) await writeMark(dir, { system })
  if (here.timeline > 1) await fetchHistory(line, folder, here.timeline)

  for (;;) {
    let ended: { timeline: number; position: bigint } | undefined
    try {
      ended = await stream(line, createWalWriter(folder, { timeline, start, segmentBytes }), {
        ...given,
        timeline,
      })
    } catch (error) {
      // What comes next was thrown away already: the archive goes on from now, with a gap that is told.
      if (codeOf(error) !== '58P01') throw error
      log.error({ from: writePosition(start) }, 'Changes were lost to the archive: make a new backup')
      await writeMark(dir, { system, gapSince: Date.now() })
      timeline = here.timeline
      start = segmentOf(here.position, segmentBytes) * segmentBytes
      continue
    }
    if (!ended) return
    timeline = ended.timeline
    start = segmentOf(ended.position, segmentBytes) * segmentBytes
    await fetchHistory(line, folder, timeline)
  }
}

/** A backup that begins after a gap needs nothing from before it. */
export async function closeGap(dir: string, begunAt: number): Promise<void> {
  const mark = await readMark(dir)
  if (mark?.gapSince === undefined || mark.gapSince > begunAt) return
  await writeMark(dir, { system: mark.system })
}

/** Since when changes are missing that only a new backup makes good. */
export const gapOf = async (dir: string) => (await readMark(dir))?.gapSince

const writeMark = (dir: string, mark: z.output<typeof markSchema>) =>
  writeFile(join(dir, MARK), `${JSON.stringify(mark)}\n`, { mode: 0o600 })

async function readMark(dir: string): Promise<z.output<typeof markSchema> | undefined> {
  const text = await readFile(join(dir, MARK), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : z.parse(markSchema, JSON.parse(text))
}

async function fetchHistory(line: Replication, folder: string, timeline: number): Promise<void> {
  const [[, text] = []] = await line.ask(`TIMELINE_HISTORY ${timeline}`)
  if (text && !(await keepHistory(folder, timeline, text)))
    throw new ForeignArchive(`${folder} holds another history of this database: name another folder`)
}

/** The database keeps changes for us only where it does so within bounds: a full archive must never fill its disk too. */
async function makeSlot(line: Replication, log: Log): Promise<void> {
  const [[bound] = []] = await line.ask('SHOW max_slot_wal_keep_size')
  const [[state] = []] = await line.ask(
    `SELECT wal_status FROM pg_replication_slots WHERE slot_name = '${SLOT}'`,
  )
  if (bound === '-1') {
    if (state !== undefined) await line.ask(`DROP_REPLICATION_SLOT ${SLOT}`)
    log.warn(
      'max_slot_wal_keep_size has no bound: the database keeps nothing for the archive while the line is down',
    )
    return
  }
  if (state === 'lost') await line.ask(`DROP_REPLICATION_SLOT ${SLOT}`)
  if (state === undefined || state === 'lost')
    await line.ask(`CREATE_REPLICATION_SLOT ${SLOT} PHYSICAL RESERVE_WAL`)
}

/** Takes changes until the line ends, or the timeline: then it answers the next one. */
async function stream(
  line: Replication,
  writer: WalWriter,
  { state, timeline, isOver }: Given & { timeline: number },
): Promise<{ timeline: number; position: bigint } | undefined> {
  let flushed = writer.position
  let heardAt = Date.now()
  let answeredAt = 0
  let send: ((message: Buffer) => void) | undefined
  // Of the newest that the database has said it has.
  let end = { position: 0n, at: 0 }
  let flushing = Promise.resolve()

  const answer = (asking: boolean) => {
    const message = Buffer.alloc(34)
    message.write('r')
    for (const [at, position] of [writer.position, flushed, flushed].entries())
      message.writeBigUInt64BE(position, 1 + at * 8)
    message.writeBigInt64BE(BigInt(Date.now() - EPOCH_MS) * 1000n, 25)
    // Where nothing changes, only an answer says so.
    message.writeUInt8(asking ? 1 : 0, 33)
    send?.(message)
    answeredAt = Date.now()
  }
  const flush = async () => {
    const [position, { position: known, at }] = [writer.position, end]
    if (position > flushed) {
      await writer.flush()
      flushed = position
      answer(false)
    } else if (Date.now() - answeredAt > ANSWER_MS) answer(true)
    if (known > 0n && flushed >= known) {
      state.upTo = at
      state.trouble = undefined
    }
  }
  let broken: unknown
  const beat = setInterval(() => {
    flushing = flushing.then(flush).catch(error => {
      broken = error
      line.cut()
    })
    if (Date.now() - heardAt > SILENT_MS) line.cut()
  }, FLUSH_MS)
  try {
    const where = `${writePosition(writer.position)} TIMELINE ${timeline}`
    const [[bound] = []] = await line.ask(`SELECT 1 FROM pg_replication_slots WHERE slot_name = '${SLOT}'`)
    const slot = bound === undefined ? '' : `SLOT ${SLOT} `
    const rows = await line.exchange(`START_REPLICATION ${slot}PHYSICAL ${where}`, async (chunk, say) => {
      send = say
      heardAt = Date.now()
      if (chunk[0] === 0x77) {
        end = { position: chunk.readBigUInt64BE(9), at: Date.now() }
        await writer.write(chunk.readBigUInt64BE(1), chunk.subarray(25))
      } else if (chunk[0] === 0x6b) {
        end = { position: chunk.readBigUInt64BE(1), at: Date.now() }
        if (chunk[17] === 1) answer(false)
      }
    })
    const [nextTimeline, nextPosition] = rows.at(-1) ?? []
    return nextTimeline && nextPosition
      ? { timeline: Number(nextTimeline), position: readPosition(nextPosition) }
      : undefined
  } catch (error) {
    if (isOver()) return undefined
    throw broken ?? error
  } finally {
    clearInterval(beat)
    await flushing
    await writer.flush().catch(() => undefined)
    await writer.close()
  }
}
