// What records take on the disk: measured once a day, kind by kind, so that a forecast rests on what was, not on a guess.
import * as z from 'zod/mini'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { daysUntilFull, type RetentionKind, retentionKinds } from '../../../src/domain/retention/kinds.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { isDaily, rulesOf } from './own-days.ts'
import { dailyTables } from './rules.ts'
import type { RetentionConfig } from './settings.ts'

/** Days that growth is taken over. */
const SPAN_DAYS = 14

/** Tables by kind; one that two kinds share counts with the first. */
function tablesOf(kind: RetentionKind): string[] {
  const own = isDaily(kind)
    ? dailyTables[kind].map(([table]) => table)
    : rulesOf(kind).map(({ table }) => table)
  return own.filter(table => !(kind === 'unreadNotices' && table === 'notice'))
}

const sizes = z.array(z.object({ name: z.string(), bytes: z.number() }))

/** Bytes by kind, with indexes; '' has everything else. */
async function measure(sql: Sql): Promise<Map<string, number>> {
  const measured = await sql.query(
    `select coalesce(p.relname, c.relname)::text as name, sum(pg_total_relation_size(c.oid))::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where n.nspname = 'public' and c.relkind = 'r' group by 1`,
  )
  const found = new Map<string, number>([
    ['', 0],
    ...retentionKinds.map((kind): [string, number] => [kind, 0]),
  ])
  for (const { name, bytes } of z.parse(sizes, measured)) {
    const kind = retentionKinds.find(each => tablesOf(each).includes(name)) ?? ''
    found.set(kind, (found.get(kind) ?? 0) + bytes)
  }
  return found
}

/** Keeps the sizes of a day; measured again, the later ones count. */
export async function noteDiskUse(sql: Sql, now: number): Promise<void> {
  const day = Math.floor(now / DAY_MS)
  for (const [kind, bytes] of await measure(sql))
    await sql.change(
      `insert into disk_use (day, kind, bytes) values ($1, $2, $3)
       on conflict (day, kind) do update set bytes = excluded.bytes`,
      [day, kind, bytes],
    )
  await sql.change('delete from disk_use where day < $1', [day - 365])
}

export async function foresee(
  sql: Sql,
  retention: RetentionConfig,
  freeBytes: number | undefined,
  now: number,
) {
  const today = Math.floor(now / DAY_MS)
  const [current, noted] = [
    await measure(sql),
    await rowsOf(
      sql,
      tables
        .selectFrom('disk_use')
        .select(['day', 'kind', 'bytes'])
        .where('day', '>=', today - SPAN_DAYS)
        .where('day', '<', today)
        .orderBy('day'),
    ),
  ]
  const kinds = [...retentionKinds, null].map(kind => {
    const bytes = current.get(kind ?? '') ?? 0
    const first = noted.find(row => row.kind === (kind ?? ''))
    return {
      kind,
      bytes,
      bytesPerDay: first ? Math.round((bytes - Number(first.bytes)) / (today - first.day)) : null,
    }
  })
  const full =
    freeBytes === undefined || kinds.every(({ bytesPerDay }) => bytesPerDay === null)
      ? undefined
      : daysUntilFull(
          kinds.map(({ kind, bytes, bytesPerDay }) => ({
            bytes,
            bytesPerDay: bytesPerDay ?? undefined,
            keptDays: kind === null ? undefined : retention[kind],
          })),
          freeBytes,
        )
  return { measuredAt: now, freeBytes: freeBytes ?? null, daysUntilFull: full ?? null, kinds }
}
