// What was refused and why: counted in memory, the newest kept in the database for a look, logged without flooding.
import { type Data, WHOLE } from '../../db/scoped.ts'
import { type Log, printable } from '../../log.ts'

export interface Refusal {
  imei: string | null
  tenantId: number | null
  topic?: string
  reason: string
  /** The first bytes, for a look. */
  sample?: Uint8Array
}

export interface Refusals {
  add(refusal: Refusal): void
  /** How many, by the word before the colon. */
  counts(): Record<string, number>
  /** Settles when everything that was refused so far is written down, also what the timer has just begun to write. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const FLUSH_MS = 1000
/** Rows written in one flush at most; the counters miss none. */
const MOST_ROWS = 50
/** Rows of one device and reason in one flush: a broken device does not push the others out of sight. */
const MOST_ALIKE = 2
const KEPT_ROWS = 10_000
const MOST_REASONS = 200

export function createRefusals({ data, log, now }: { data: Data; log: Log; now: () => number }): Refusals {
  const counters = new Map<string, number>()
  let waiting: (Refusal & { at: number })[] = []
  let alike = new Map<string, number>()
  let unseen = 0

  const write = async () => {
    const rows = waiting
    if (unseen > 0) log.warn({ refused: unseen }, 'More messages were refused than are logged one by one')
    waiting = []
    alike = new Map()
    unseen = 0
    if (rows.length === 0) return
    try {
      await data.scoped(WHOLE, async sql => {
        await sql.change(
          `insert into refused_message (tenant_id, imei, topic, reason, sample, at)
           select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[])`,
          [
            rows.map(row => row.tenantId),
            rows.map(row => row.imei),
            rows.map(row => printable(row.topic ?? '')),
            rows.map(row => row.reason),
            rows.map(row => (row.sample ? printable(row.sample) : null)),
            rows.map(row => row.at),
          ],
        )
        await sql.change(
          'delete from refused_message where id <= (select max(id) - $1 from refused_message)',
          [KEPT_ROWS],
        )
      })
    } catch (error) {
      log.warn({ err: error }, 'Refused messages could not be written down')
    }
  }
  let written = Promise.resolve()
  const flush = () => {
    written = written.then(write)
    return written
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()

  return {
    add: refusal => {
      const word = refusal.reason.split(':')[0] ?? refusal.reason
      if (counters.has(word) || counters.size < MOST_REASONS)
        counters.set(word, (counters.get(word) ?? 0) + 1)
      const key = `${refusal.imei} ${refusal.reason}`
      const seen = alike.get(key) ?? 0
      if (waiting.length >= MOST_ROWS || seen >= MOST_ALIKE) {
        unseen++
        return
      }
      alike.set(key, seen + 1)
      waiting.push({ ...refusal, at: now() })
      log.info({ imei: refusal.imei, reason: refusal.reason }, 'Refused a message')
    },
    counts: () => Object.fromEntries(counters),
    flush,
    stop: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}
