// Whether the background jobs keep up, for health: what should have begun long ago, and what failed for good.
import { SCHEMA } from '../db/job-schema.ts'
import type { Data } from '../db/scoped.ts'
import { WHOLE } from '../db/scoped.ts'
import { DEAD } from './jobs.ts'

/** One that could have begun so long ago waits too long. */
const LATE_SECONDS = 300
/** A round that has failed so often in a row is in trouble. */
const OFTEN = 3
/** Asked no more often, however many ask for the health. */
const KEPT_MS = 10_000

export interface JobsHealth {
  /** `late`: work is not begun. `failing`: work is tried again and again, or lies dead. */
  status: 'ok' | 'late' | 'failing'
  late: number
  failing: number
  dead: number
}

export function createJobsHealth(data: Data): () => Promise<JobsHealth> {
  let known: { at: number; answer: Promise<JobsHealth> } | undefined
  return () => {
    if (known && Date.now() - known.at < KEPT_MS) return known.answer
    const answer = readHealth(data)
    known = { at: Date.now(), answer }
    answer.catch(() => {
      known = undefined
    })
    return answer
  }
}

async function readHealth(data: Data): Promise<JobsHealth> {
  const counts = await data.scoped(WHOLE, sql =>
    sql.first<Omit<JobsHealth, 'status'>>(
      `select count(*) filter (where name <> $1 and state < 'active' and start_after < now() - $2 * interval '1 second') as late,
         count(*) filter (where name <> $1 and state = 'retry' and retry_count + 1 >= $3) as failing,
         count(*) filter (where name = $1 and state = 'created') as dead
       from ${SCHEMA}.job where state < 'active'`,
      [DEAD, LATE_SECONDS, OFTEN],
    ),
  )
  const { late = 0, failing = 0, dead = 0 } = counts ?? {}
  return { status: late > 0 ? 'late' : failing + dead > 0 ? 'failing' : 'ok', late, failing, dead }
}
