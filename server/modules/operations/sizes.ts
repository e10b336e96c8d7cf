// How much of each kind is stored: measured once an hour and kept for two weeks. The one source of what a day brings and of
// when the disk is full.
import * as z from 'zod/mini'
import { type SizeKind, sizeKind } from '../../../src/contract/endpoints/operations.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import type { Size } from '../../../src/domain/operations/forecast.ts'
import { rowKinds } from '../../../src/domain/retention/kinds.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { tablesOf } from '../retention/public.ts'

const KEPT_MS = 15 * DAY_MS

/** What is told of the database's tables one by one: those of a kind, and the audit log. */
const tableKinds: readonly (readonly [kind: string, tables: readonly string[]])[] = [
  ...rowKinds.map(kind => [kind, tablesOf(kind)] as const),
  ['audit', ['audit']],
]
const OTHER = 'otherRecords'
const ofDatabase: ReadonlySet<string> = new Set([...tableKinds.map(([kind]) => kind), OTHER])
/** Files of object storages are on no disk of ours, nor is a database on another machine. */
const files = sizeKind.options.filter(kind => kind !== 'database')

const MEASURE = `
  with given as (select x.kind, x.name from unnest($2::text[], $3::text[]) as x (kind, name)),
  relations as (
    select coalesce(p.relname, c.relname)::text as name, sum(pg_total_relation_size(c.oid))::bigint as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where n.nspname = 'public' and c.relkind = 'r' group by 1),
  kinds as (
    select g.kind, coalesce(sum(r.bytes), 0)::bigint as bytes from given g left join relations r using (name) group by 1)
  insert into stored_size (at, kind, bytes)
  select $1::bigint, kind, bytes from (
    select kind, bytes from kinds
    union all select '${OTHER}', greatest(pg_database_size(current_database()) - (select sum(bytes) from kinds), 0)::bigint
    union all select f.kind, coalesce(sum(s.bytes), 0)::bigint from unnest($4::text[]) as f (kind)
      left join stored_file s on s.kind = f.kind and s.swept_at is null and s.storage = 'local'
      where f.kind <> 'export' group by 1
    union all select 'export', coalesce(sum(bytes), 0)::bigint from task where path is not null and storage = 'local'
  ) as measured
  on conflict do nothing`

/** Once for the hour, whoever comes first. */
export async function measureSizes(sql: Sql, hour: number): Promise<void> {
  const known = await sql.first('select from stored_size where at = $1 limit 1', [hour])
  if (known) return
  const named = tableKinds.flatMap(([kind, names]) =>
    (names.length > 0 ? names : ['']).map(name => ({ kind, name })),
  )
  await sql.change(MEASURE, [hour, named.map(({ kind }) => kind), named.map(({ name }) => name), files])
  await sql.change('delete from stored_size where at < $1', [hour - KEPT_MS])
}

/** As they were written down, oldest first. */
export const readSizes = (sql: Pick<Sql, 'query' | 'first'>): Promise<Size[]> =>
  rowsOf(sql, tables.selectFrom('stored_size').select(['at', 'kind', 'bytes']).orderBy('at'))

/** The database as one. */
export function inShort(sizes: readonly Size[]): { at: number; kind: SizeKind; bytes: number }[] {
  const whole = new Map<number, number>()
  const apart: Size[] = []
  for (const size of sizes) {
    if (ofDatabase.has(size.kind)) whole.set(size.at, (whole.get(size.at) ?? 0) + size.bytes)
    else apart.push(size)
  }
  const database = [...whole].map(([at, bytes]) => ({ at, kind: 'database', bytes }))
  return z.parse(
    z.array(z.object({ at: z.int(), kind: sizeKind, bytes: z.int() })),
    [...database, ...apart].sort((a, b) => a.at - b.at),
  )
}
