// How the database stands, as far as the application's role may see it.
import * as z from 'zod/mini'
import type { Board } from '../../../src/contract/endpoints/operations.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import type { Sql } from '../../db/scoped.ts'

type Found = Board['database']

const MOST_TABLES = 6
/** Days of readings and positions are emptied as a whole once they are packed: that they are full of dead rows then is no fault. */
const NO_DAYS = 'not exists (select from pg_class c where c.oid = relid and c.relispartition)'

const head = z.object({
  release: z.string(),
  bytes: z.int(),
  connections: z.int(),
  mostConnections: z.int(),
  oldestTransactionAt: z.nullable(z.int()),
})
const replica = z.object({ name: z.string(), lagBytes: z.nullable(z.int()) })
const busy = z.object({ table: z.string(), live: z.int(), dead: z.int() })
const parts = z.object({
  table: z.string(),
  count: z.int(),
  until: z.nullable(z.string()),
  bytes: z.int(),
})

/** Tables whose hours are packed into another one. */
const packedInto: Readonly<Record<string, string>> = { reading: 'reading_hour', position: 'track_hour' }

export async function readDatabase(sql: Sql): Promise<Found> {
  const first = await sql.first(
    `select current_setting('server_version') as release, pg_database_size(current_database()) as bytes,
       count(*)::int as connections, current_setting('max_connections')::int as "mostConnections",
       (extract(epoch from min(xact_start) filter (where pid <> pg_backend_pid() and backend_type = 'client backend'))
         * 1000)::bigint as "oldestTransactionAt"
     from pg_stat_activity where datname = current_database()`,
  )
  const replicas = await sql.query(
    `select coalesce(application_name, '') as name, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint as "lagBytes"
     from pg_stat_replication order by 1`,
  )
  const busiest = await sql.query(
    `select relname as table, n_live_tup as live, n_dead_tup as dead from pg_stat_user_tables
     where schemaname = 'public' and ${NO_DAYS} order by n_tup_ins + n_tup_upd + n_tup_del desc, relname limit ${MOST_TABLES}`,
  )
  return {
    ...z.parse(head, first),
    replicas: z.parse(z.array(replica), replicas),
    busiest: z.parse(z.array(busy), busiest),
    partitions: await readPartitions(sql),
  }
}

async function readPartitions(sql: Sql): Promise<Found['partitions']> {
  const rows = z.parse(
    z.array(parts),
    await sql.query(
      `select p.relname as table, count(*)::int as count, max(substring(c.relname from '_(\\d{8})$')) as until,
         coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
       from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
       where p.relkind = 'p' and p.relnamespace = 'public'::regnamespace group by 1 order by 1`,
    ),
  )
  const bytesOf = new Map(rows.map(({ table, bytes }) => [table, bytes]))
  return rows.map(row => {
    const packed = packedInto[row.table]
    return {
      ...row,
      until: row.until === null ? null : endOf(row.until),
      packedBytes: packed === undefined ? null : (bytesOf.get(packed) ?? 0),
    }
  })
}

const endOf = (day: string) =>
  Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`) + DAY_MS
