// Deletes what its days are over of, in small batches that nobody has to wait for, and says how much it was.
import { DAY_MS } from '../../../src/domain/durations.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import { defineRound } from '../../jobs/definition.ts'
import type { Log } from '../../log.ts'
import { isDaily, type OwnDays, readOwnDays } from './own-days.ts'
import { type DailyKind, dailyTables, type RetentionRule, retentionRules } from './rules.ts'
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
  const { log, data } = given
  const removed: Record<string, number> = {}
  const count = (table: string, rows: number) => {
    if (rows > 0) removed[table] = (removed[table] ?? 0) + rows
  }
  const own = await data.scoped(WHOLE, sql => readOwnDays(sql))
  for (const rule of retentionRules.filter(({ fileBytes }) => fileBytes === undefined)) {
    // One that fails does not keep the others.
    const failed = (error: unknown) => {
      log.warn({ err: error, table: rule.table }, 'What is over could not be forgotten')
      return 0
    }
    const chosen = own.filter(({ kind }) => kind === rule.keep)
    for (const { tenantId, days } of chosen)
      count(
        rule.table,
        await follow(rule, { ...given, days, whose: { only: tenantId } }, isOver).catch(failed),
      )
    const rest = { days: given.retention[rule.keep], whose: { but: chosen.map(({ tenantId }) => tenantId) } }
    count(rule.table, await follow(rule, { ...given, ...rest }, isOver).catch(failed))
  }
  for (const row of own)
    if (isDaily(row.kind) && !isOver())
      await forgetDays({ ...row, kind: row.kind }, given, count).catch(error =>
        log.warn({ err: error, kind: row.kind }, 'What is over could not be forgotten'),
      )
  if (Object.keys(removed).length > 0) log.info({ removed }, 'What is over was forgotten')
  return removed
}

async function follow(
  rule: RetentionRule,
  {
    data,
    now = Date.now,
    batch = BATCH,
    days,
    whose,
  }: Given & { days: number; whose: { only: number } | { but: number[] } },
  isOver: () => boolean,
): Promise<number> {
  const before = now() - days * DAY_MS
  // Nothing is as old as that.
  if (before <= 0) return 0
  // What belongs to no tenant goes by the installation's days.
  const [condition, tenants] =
    'only' in whose
      ? ['t.tenant_id = any($3::bigint[])', [whose.only]]
      : ['(t.tenant_id = any($3::bigint[])) is not true', whose.but]
  let rows = 0
  for (let left = BATCHES; left > 0 && !isOver(); left--) {
    const gone = await data.scoped(WHOLE, async sql => {
      // What another process deletes just now is left to it.
      const chosen = await sql.query<{ id: number }>(
        `select t.id from ${rule.table} t where ${condition} and (${rule.over}) limit $2 for update of t skip locked`,
        [before, batch, tenants],
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

/** A tenant's own rows in tables that others keep for longer: a day at a time, and each day once. */
async function forgetDays(
  { tenantId, kind, days, removedBefore }: OwnDays & { kind: DailyKind },
  { data, retention, now = Date.now }: Given,
  count: (table: string, rows: number) => void,
): Promise<void> {
  const before = Math.floor((now() - days * DAY_MS) / DAY_MS) * DAY_MS
  const oldest = Math.floor((now() - (retention[kind] + 1) * DAY_MS) / DAY_MS) * DAY_MS
  for (let day = Math.max(removedBefore ?? oldest, oldest); day < before; day += DAY_MS)
    await data.scoped(WHOLE, async sql => {
      for (const [table, column] of dailyTables[kind])
        count(
          table,
          await sql.change(
            `delete from ${table} where tenant_id = $1 and ${column} >= $2 and ${column} < $3`,
            [tenantId, day, day + DAY_MS],
          ),
        )
      await sql.change('update retention_days set removed_before = $3 where tenant_id = $1 and kind = $2', [
        tenantId,
        kind,
        day + DAY_MS,
      ])
    })
}
