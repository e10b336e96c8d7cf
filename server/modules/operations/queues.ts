// How the work in the background stands, by its kind.
import * as z from 'zod/mini'
import { SCHEMA } from '../../db/job-schema.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import { DEAD } from '../../jobs/jobs.ts'

const row = z.object({
  kind: z.string(),
  /** Could have begun by now. */
  waiting: z.int(),
  running: z.int(),
  /** Since when the oldest that waits could have begun. */
  oldestAt: z.nullable(z.int()),
})
export type Queue = z.output<typeof row>

export interface Queues {
  queues: Queue[]
  /** Failed for good. */
  dead: number
}

export async function readQueues(data: Data): Promise<Queues> {
  const rows = await data.scoped(WHOLE, sql =>
    sql.query(
      `select name as kind,
         count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
         count(*) filter (where state = 'active')::int as running,
         (extract(epoch from min(start_after) filter (where state < 'active' and start_after <= now())) * 1000)::bigint as "oldestAt"
       from ${SCHEMA}.job where state <= 'active' group by name order by name`,
    ),
  )
  const queues = z.parse(z.array(row), rows)
  return {
    queues: queues.filter(({ kind }) => kind !== DEAD),
    dead: queues.find(({ kind }) => kind === DEAD)?.waiting ?? 0,
  }
}
