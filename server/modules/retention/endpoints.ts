// What a tenant decides about its own records: the days that hold, a look at what others would remove, and the choice.
import { statfs } from 'node:fs/promises'
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
import { firstOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { foresee } from './disk-use.ts'
import { isDaily, readOwnDays, rulesOf } from './own-days.ts'
import { dailyTables } from './rules.ts'
import type { RetentionConfig } from './settings.ts'

interface Given {
  config: { retention: RetentionConfig; dataDir: string; databaseUrl: string | undefined }
}

export function mountRetention(handlers: Handlers, { config }: Given): void {
  const { retention, dataDir, databaseUrl } = config
  /** Of the disk that the embedded database lies on; of another machine's nothing is known. */
  const freeBytes = async () => {
    if (databaseUrl !== undefined) return undefined
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  }
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
      disk: person.highest ? await foresee(sql, retention, await freeBytes(), Date.now()) : null,
    }
  })

  handlers.handle(previewRetention, async ({ kind, days }, { sql, person }) => {
    refuseOutOfBounds(kind, days)
    const before = Date.now() - days * DAY_MS
    const rows = await countOver(sql, kind, { tenantId: person.tenantId, before })
    return { before, rows: Math.min(rows, MOST_COUNTED), more: rows > MOST_COUNTED }
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
    sql.audit({
      ...by(context, person.tenantId),
      action: 'retention.save',
      entity: 'tenant',
      rowId: person.tenantId,
      detail: { kind, before, after: days },
    })
    return { before }
  })
}

const count = z.object({ rows: z.int() })

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
