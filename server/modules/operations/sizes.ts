// How much of each kind is stored: measured once an hour and kept for two weeks, for what comes of it.
import * as z from 'zod/mini'
import { sizeKind } from '../../../src/contract/endpoints/operations.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import type { Size } from '../../../src/domain/operations/forecast.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'

const KEPT_MS = 15 * DAY_MS

/** Files of object storages are on no disk of ours. */
const MEASURE = `
  insert into stored_size (at, kind, bytes)
  select $1::bigint, kind, bytes from (
    select 'database' as kind, pg_database_size(current_database()) as bytes
    union all select kind, coalesce(sum(bytes), 0)::bigint from stored_file
      where swept_at is null and storage = 'local' and kind = any($2::text[]) group by kind
    union all select 'export', coalesce(sum(bytes), 0)::bigint from task where path is not null and storage = 'local'
  ) as measured
  on conflict do nothing`

/** Once for the hour, whoever comes first. */
export async function measureSizes(sql: Sql, hour: number): Promise<void> {
  const known = await sql.first('select from stored_size where at = $1 limit 1', [hour])
  if (known) return
  await sql.change(MEASURE, [hour, sizeKind.options])
  await sql.change('delete from stored_size where at < $1', [hour - KEPT_MS])
}

export async function readSizes(sql: Pick<Sql, 'query' | 'first'>) {
  const rows: Size[] = await rowsOf(
    sql,
    tables.selectFrom('stored_size').select(['at', 'kind', 'bytes']).orderBy('at'),
  )
  return z.parse(z.array(z.object({ at: z.int(), kind: sizeKind, bytes: z.int() })), rows)
}
