// What somebody needs who is to help from afar: how the installation stands, and nothing of what it knows about anybody.
import type pg from 'pg'
import { SCHEMA } from '../../db/job-schema.ts'
import type { Setting } from '../../settings/setting.ts'

export interface DatabaseFacts {
  version: string
  settings: Record<string, string>
  migrations: { name: string; appliedAt: string }[]
  tables: { name: string; bytes: number; rows: number; dead: number }[]
  queues: { kind: string; state: string; jobs: number; oldestAt: string | null }[]
  connections: { application: string; state: string; connections: number }[]
}

/** Of PostgreSQL's settings those that explain how it behaves; none of them can hold a secret. */
const TOLD = [
  'max_connections',
  'shared_buffers',
  'max_wal_size',
  'wal_level',
  'max_slot_wal_keep_size',
  'server_encoding',
  'TimeZone',
]

export async function readDatabaseFacts(client: pg.Client): Promise<DatabaseFacts> {
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows
  const [version] = await ask<{ version: string }>('select version() as version')
  const settings = await ask<{ name: string; value: string }>(
    'select name, setting || coalesce(unit, $2) as value from pg_settings where name = any($1)',
    [TOLD, ''],
  )
  return {
    version: version?.version ?? '',
    settings: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    migrations: await ask('select name, applied_at::text as "appliedAt" from migration order by name'),
    tables: await ask(
      `select relname::text as name, pg_total_relation_size(relid)::float8 as bytes, n_live_tup::float8 as rows,
         n_dead_tup::float8 as dead from pg_stat_user_tables order by 2 desc, 1`,
    ),
    queues: await ask(
      `select name as kind, state::text as state, count(*)::int as jobs, min(created_on)::text as "oldestAt"
       from ${SCHEMA}.job group by 1, 2 order by 1, 2`,
    ),
    connections: await ask(
      `select case when application_name like 'gatehouse%' then application_name else 'another' end as application,
         coalesce(state, '') as state, count(*)::int as connections
       from pg_stat_activity where datname = current_database() group by 1, 2 order by 1, 2`,
    ),
  }
}

/** Which settings are given; never what they say. */
export const givenSettings = (settings: readonly Setting[], env: Record<string, string | undefined>) =>
  Object.fromEntries(settings.map(({ name }) => [name, env[name]?.trim() ? 'given' : 'not given']))
