// How much the devices of each tenant may say, and what they said: read from the tenants, written down by the day of
// each, and told to its administrators once a day when it was too much.
import { sql as fragment } from 'kysely'
import type { Traffic } from '../../broker/tenant-quota.ts'
import type { Bus } from '../../bus.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Log } from '../../log.ts'
import { addNotices, administratorsOf } from '../notices/public.ts'

const WRITE_MS = 10_000
const READ_MS = 60_000
const KEEP_DAYS = 400

export interface TenantQuotas {
  /** Messages a minute; undefined: no bounds. */
  quotaOf(tenantId: number): number | undefined
  /** Writes down what was counted, and tells who has to know. */
  write(): Promise<void>
  stop(): Promise<void>
}

export async function createTenantQuotas(options: {
  data: Data
  bus: Bus
  log: Log
  now: () => number
  /** Of a tenant that has no figure of its own; 0: no bounds. */
  usual: number
  collect(): Traffic[]
}): Promise<TenantQuotas> {
  const { data, bus, log, now, usual, collect } = options
  let own = new Map<number, number>()
  const read = async () => {
    const rows = await data.scoped(WHOLE, sql =>
      rowsOf(
        sql,
        tables
          .selectFrom('tenant')
          .select(['id', 'messages_per_minute as perMinute'])
          .where('messages_per_minute', 'is not', null)
          .where('removed_at', 'is', null),
      ),
    )
    own = new Map(rows.flatMap(({ id, perMinute }) => (perMinute === null ? [] : [[id, perMinute] as const])))
  }
  const quotaOf = (tenantId: number) => own.get(tenantId) ?? (usual > 0 ? usual : undefined)
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const readAgain = () => void read().catch(warn('Quotas of tenants could not be read'))

  const write = async () => {
    const traffic = collect()
    if (traffic.length === 0) return
    await data.scoped(WHOLE, async sql => {
      await writeTraffic(sql, traffic, now())
      for (const tenantId of await claimTold(sql, traffic, now())) await tell(sql, tenantId)
    })
  }
  const tell = async (sql: Sql, tenantId: number) => {
    const notified = await addNotices(sql, tenantId, await administratorsOf(sql, tenantId), {
      ...{ kind: 'quota', subject: null, subjectId: null, imei: null, who: null, place: null },
      content: String(quotaOf(tenantId) ?? ''),
      at: now(),
    })
    if (notified.length > 0)
      sql.afterCommit(() => bus.emit('notice.added', { tenantId, kind: 'quota', accountIds: notified }))
  }
  // One after the other: what a slow write has not finished is not counted twice.
  let writing = Promise.resolve()
  const writeInTurn = () => {
    writing = writing.then(write).catch(warn('What tenants said could not be written down'))
    return writing
  }

  await read()
  const timers = [setInterval(() => void writeInTurn(), WRITE_MS), setInterval(readAgain, READ_MS)]
  for (const timer of timers) timer.unref()
  // A tenant that was saved says so by this.
  const stopListening = bus.on('rights.changed', readAgain)
  return {
    quotaOf,
    write: writeInTurn,
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      stopListening()
      await writeInTurn()
    },
  }
}

const dayOf = (at: number) => fragment<string>`(to_timestamp(${at} / 1000.0) at time zone t.zone)::date`

async function writeTraffic(sql: Sql, traffic: readonly Traffic[], at: number): Promise<void> {
  const numbers = (of: 'tenantId' | 'stored' | 'slowed' | 'refused') => traffic.map(one => one[of])
  await sql.change(
    `insert into tenant_traffic as b (tenant_id, day, stored, slowed, refused)
     select t.id, (to_timestamp($1 / 1000.0) at time zone t.zone)::date, x.stored, x.slowed, x.refused
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) as x (id, stored, slowed, refused)
     join tenant t on t.id = x.id order by t.id
     on conflict (tenant_id, day) do update set stored = b.stored + excluded.stored,
       slowed = b.slowed + excluded.slowed, refused = b.refused + excluded.refused`,
    [at, numbers('tenantId'), numbers('stored'), numbers('slowed'), numbers('refused')],
  )
  await sql.change('delete from tenant_traffic where tenant_id = any($1) and day < current_date - $2::int', [
    numbers('tenantId'),
    KEEP_DAYS,
  ])
}

/** Tenants whose day this process is the first to tell of. */
async function claimTold(sql: Sql, traffic: readonly Traffic[], at: number): Promise<number[]> {
  const over = traffic.filter(({ slowed, refused }) => slowed + refused > 0).map(({ tenantId }) => tenantId)
  if (over.length === 0) return []
  const rows = await rowsOf(
    sql,
    tables
      .updateTable('tenant_traffic as b')
      .from('tenant as t')
      .set({ told_at: at })
      .whereRef('t.id', '=', 'b.tenant_id')
      .where('b.tenant_id', 'in', over)
      .where('b.told_at', 'is', null)
      .where(fragment<boolean>`b.day = ${dayOf(at)}`)
      .returning('b.tenant_id as tenantId'),
  )
  return rows.map(({ tenantId }) => tenantId)
}
