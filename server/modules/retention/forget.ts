// Deletes what its days are over of, in small batches that nobody has to wait for, and says how much it was.
import { DAY_MS } from '../../../src/domain/durations.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import { defineRound } from '../../jobs/definition.ts'
import type { Log } from '../../log.ts'
import { type RetentionRule, retentionRules } from './rules.ts'
import type { RetentionConfig } from './settings.ts'

/** Rows of one transaction. */
const BATCH = 1_000
/** Transactions of one round for each rule: 100,000 rows an hour keep up with any fleet, and a first round ends. */
const BATCHES = 100

interface Given {
  data: Data
  log: Log
  retention: RetentionConfig
  now?: () => number
  /** Rows of one transaction. */
  batch?: number
}

export const forgettingRound = defineRound({
  name: 'forgetting',
  timeoutSeconds: 3_600,
  pollSeconds: 15,
  cron: '23 * * * *',
})

/** One round. Answers how many rows went, by table; what is too much for it is left for the next. */
export async function forget(
  given: Given,
  isOver: () => boolean = () => false,
): Promise<Record<string, number>> {
  const { log } = given
  const removed: Record<string, number> = {}
  for (const rule of retentionRules) {
    const rows = await follow(rule, given, isOver).catch(error => {
      // One that fails does not keep the others.
      log.warn({ err: error, table: rule.table }, 'What is over could not be forgotten')
      return 0
    })
    if (rows > 0) removed[rule.table] = (removed[rule.table] ?? 0) + rows
  }
  if (Object.keys(removed).length > 0) log.info({ removed }, 'What is over was forgotten')
  return removed
}

async function follow(
  rule: RetentionRule,
  { data, retention, now = Date.now, batch = BATCH }: Given,
  isOver: () => boolean,
): Promise<number> {
  const before = now() - retention[rule.keep] * DAY_MS
  let rows = 0
  for (let left = BATCHES; left > 0 && !isOver(); left--) {
    const gone = await data.scoped(WHOLE, async sql => {
      // What another process deletes just now is left to it.
      const chosen = await sql.query<{ id: number }>(
        `select t.id from ${rule.table} t where ${rule.over} limit $2 for update of t skip locked`,
        [before, batch],
      )
      const ids = chosen.map(({ id }) => id)
      if (ids.length === 0) return 0
      for (const [table, column] of rule.with ?? [])
        await sql.change(`delete from ${table} where ${column} = any($1::bigint[])`, [ids])
      return sql.change(`delete from ${rule.table} where id = any($1::bigint[])`, [ids])
    })
    rows += gone
    if (gone < batch) break
  }
  return rows
}
