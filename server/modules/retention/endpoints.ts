// What a tenant decides about its own records: the days that hold, a look at what others would remove, and the choice.
import * as z from 'zod/mini'
import {
  MOST_COUNTED,
  previewRetention,
  readRetention,
  saveRetention,
} from '../../../src/contract/endpoints/retention.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { boundsOf, type RetentionKind, retentionKinds } from '../../../src/domain/retention/kinds.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { isDaily, readOwnDays, rulesOf } from './own-days.ts'
import { dailyTables } from './rules.ts'
import type { RetentionConfig } from './settings.ts'

interface Given {
  config: { retention: RetentionConfig }
  /** How much is stored of all tenants, and how long the disk will do. */
  foreseeDisk(sql: Sql): Promise<z.output<typeof readRetention.response>['disk']>
}

export function mountRetention(handlers: Handlers, { config, foreseeDisk }: Given): void {
  const { retention } = config
  const refuseOutOfBounds = (kind: RetentionKind, days: number) => {
    const { least, most } = boundsOf(kind, retention[kind])
    if (days < least) throw new Refused('field.tooSmall', { field: 'days', params: { min: least } })
    if (days > most) throw new Refused('field.tooBig', { field: 'days', params: { max: most } })
  }

  handlers.handle(readRetention, async (_request, { sql, person }) => {
    const own = (await readOwnDays(sql)).filter(({ tenantId }) => tenantId === person.tenantId)
    return {
      kinds: retentionKinds.map(kind => {
        const chosen = own.find(row => row.kind === kind)
        const installation = retention[kind]
        const { least, most } = boundsOf(kind, installation)
        return {
          ...{ kind, installation, least, most, own: chosen !== undefined },
          // The operator may have lowered the bounds since.
          days: Math.min(chosen?.days ?? installation, most),
        }
      }),
      decided: await decidedOf(sql, person.tenantId),
      disk: person.highest ? await foreseeDisk(sql) : null,
    }
  })

  handlers.handle(previewRetention, async ({ kind, days }, { sql, person }) => {
    refuseOutOfBounds(kind, days)
    const before = Date.now() - days * DAY_MS
    const rows = await countOver(sql, kind, { tenantId: person.tenantId, before })
    const aDay = await ofADay(sql, kind, { tenantId: person.tenantId, now: Date.now() })
    return { before, rows: Math.min(rows, MOST_COUNTED), more: rows > MOST_COUNTED, aDay }
  })

  handlers.handle(saveRetention, async ({ kind, days }, context) => {
    const { sql, person } = context
    if (days !== null) refuseOutOfBounds(kind, days)
    const row = await firstOf(
      sql,
      tables
        .selectFrom('retention_days')
        .select('days')
        .where('tenant_id', '=', person.tenantId)
        .where('kind', '=', kind)
        .forUpdate(),
    )
    const before = row?.days ?? null
    if (before === days) return { before }
    if (days === null)
      await sql.change('delete from retention_days where tenant_id = $1 and kind = $2', [
        person.tenantId,
        kind,
      ])
    else
      await sql.change(
        `insert into retention_days (tenant_id, kind, days) values ($1, $2, $3)
         on conflict (tenant_id, kind) do update set days = excluded.days`,
        [person.tenantId, kind, days],
      )
    // Each says until when it is kept; what somebody holds goes by that once it is let go.
    if (kind === 'recordings')
      await sql.change(
        `update recording set expires_at = created_at + $2::bigint, version = version + 1, updated_at = $3
         where tenant_id = $1 and removed_at is null`,
        [person.tenantId, (days ?? retention.recordings) * DAY_MS, Date.now()],
      )
    sql.audit({
      ...by(context, person.tenantId),
      action: ACTION,
      entity: 'tenant',
      rowId: person.tenantId,
      detail: { kind, before, after: days },
    })
    return { before }
  })
}

const ACTION = 'retention.save'
const MOST_DECIDED = 10
const decision = z.object({
  kind: z.enum(retentionKinds),
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
})

/** What the audit log says of the tenant's choices. */
async function decidedOf(sql: Sql, tenantId: number) {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('audit')
      .select(['at', 'user_name as userName', 'detail'])
      .where('tenant_id', '=', tenantId)
      .where('entity', '=', 'tenant')
      .where('row_id', '=', tenantId)
      .where('action', '=', ACTION)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_DECIDED),
  )
  return rows.flatMap(({ at, userName, detail }) => {
    // Another release may know kinds that this one does not.
    const found = z.safeParse(decision, detail)
    return found.success ? [{ at, userName: userName ?? '', ...found.data }] : []
  })
}

const count = z.object({ rows: z.int() })
const lately = z.object({ rows: z.int(), from: z.nullable(z.int()), bytes: z.nullable(z.number()) })
const LATELY_DAYS = 7

/** How much a day of a tenant adds, by its last week; where much comes, by the newest of it. */
async function ofADay(
  sql: Sql,
  kind: RetentionKind,
  { tenantId, now }: { tenantId: number; now: number },
): Promise<{ rows: number; bytes: number }> {
  const wanted = isDaily(kind)
    ? dailyTables[kind].map(([table, at]) => ({ table, at, fileBytes: undefined }))
    : rulesOf(kind)
  const sum = { rows: 0, bytes: 0 }
  for (const { table, at, fileBytes } of wanted) {
    // As much of the table, with indexes, as one of its rows takes.
    const each = `(select sum(pg_total_relation_size(c.oid)) / greatest(sum(c.reltuples), 1) from pg_class c
      left join pg_inherits i on i.inhrelid = c.oid
      where c.relkind = 'r' and coalesce(i.inhparent, c.oid) = '${table}'::regclass and c.reltuples > 0)`
    const found = z.parse(
      lately,
      await sql.first(
        `select count(*)::int as rows, min(at) as from,
           ${fileBytes ? 'sum(x.bytes)::float8' : `(count(*) * ${each})::float8`} as bytes
         from (select t.${at} as at${fileBytes ? `, t.${fileBytes} as bytes` : ''} from ${table} t
           where t.tenant_id = $1 and t.${at} >= $2 and t.${at} <= $3 order by t.${at} desc limit ${MOST_COUNTED}) x`,
        [tenantId, now - LATELY_DAYS * DAY_MS, now],
      ),
    )
    const days = found.rows < MOST_COUNTED ? LATELY_DAYS : Math.max(now - (found.from ?? now), 1) / DAY_MS
    sum.rows += found.rows / days
    sum.bytes += (found.bytes ?? 0) / days
  }
  return { rows: Math.round(sum.rows * 10) / 10, bytes: Math.round(sum.bytes) }
}

/** Rows of a tenant that may go; counting stops when there are more than are told. */
async function countOver(
  sql: Sql,
  kind: RetentionKind,
  { tenantId, before }: { tenantId: number; before: number },
): Promise<number> {
  const wanted = isDaily(kind)
    ? dailyTables[kind].map(([table, column]) => ({ table, over: `t.${column} < $1` }))
    : rulesOf(kind)
  let rows = 0
  for (const { table, over } of wanted) {
    const counted = await sql.first(
      `select count(*)::int as rows from (
         select from ${table} t where t.tenant_id = $2 and (${over}) limit ${MOST_COUNTED + 1}) x`,
      [before, tenantId],
    )
    rows += z.parse(count, counted).rows
  }
  return rows
}
