// The database of a started console, and fleets that are put into it without the API.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import * as z from 'zod/mini'
import { OWNER } from '../../server/db/cluster.ts'
import { hashDeviceSecret } from '../../server/device-secret.ts'
import { deviceKinds } from '../../src/domain/device/device.ts'
import type { ConsoleProcess } from '../console-process.ts'

/** Address of the embedded database, as its owner. */
export function databaseUrl({ dataDir }: ConsoleProcess): string {
  const { ownerPassword } = z.parse(
    z.object({ ownerPassword: z.string() }),
    JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')),
  )
  // The fourth line is the port that the database was given.
  const port = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://${OWNER}:${ownerPassword}@127.0.0.1:${port?.trim()}/gatehouse`
}

/** Connects as the owner of the embedded database. */
export async function openDatabase(server: ConsoleProcess): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl(server) })
  // A console that stops first takes its database along.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The tenant of an account. */
export async function tenantOf(client: pg.Client, username: string): Promise<number> {
  const { rows } = await client.query<{ tenant_id: string }>(
    'select tenant_id from account where username = $1 and removed_at is null',
    [username],
  )
  return Number(rows[0]?.tenant_id)
}

/** Adds people with everything of an account but the name, the password too; answers their user names: `officer1`, … */
export async function addPeopleLike(
  client: pg.Client,
  { like, named, count }: { like: string; named: string; count: number },
): Promise<string[]> {
  const { rows } = await client.query<{ username: string }>(
    `with model as (
       select * from account where username = $1 and removed_at is null
     ), person as (
       insert into account (tenant_id, created_at, updated_at, username, password_hash, name, department_id)
       select tenant_id, created_at, updated_at, $2::text || n, password_hash, initcap($2) || ' ' || n, department_id
       from model, generate_series(1, $3::int) n
       returning id, tenant_id, username
     ), granted as (
       insert into account_role (tenant_id, account_id, role_id)
       select person.tenant_id, person.id, role_id
       from person, account_role where account_id = (select id from model)
     ) select username from person`,
    [like, named, count],
  )
  return rows.map(({ username }) => username)
}

/** Number of a made-up device; they start at 1. */
export const imeiOf = (number: number): string => `88${String(number).padStart(13, '0')}`

/** Every made-up device has this one. */
export const SECRET = 'the secret of every device that a benchmark makes'

/**
 * Adds devices of all kinds with names, places, groups, departments and states as a large tenant has them, numbered from
 * `first` on. Their names sort before those of the demo.
 */
export async function addFleet(client: pg.Client, tenantId: number, count: number, first = 1): Promise<void> {
  const secretHash = await hashDeviceSecret(SECRET)
  await client.query(
    `with category as (
       select distinct on (kind) kind, id from device_category where tenant_id = $1 and removed_at is null order by kind, id
     ), pick as (
       select (select array_agg(id order by id) from device_group where tenant_id = $1 and removed_at is null) as groups,
         (select array_agg(id order by id) from department where tenant_id = $1 and removed_at is null) as departments,
         (select array_agg(id order by id) from product where tenant_id = $1 and removed_at is null) as products
     )
     insert into device (tenant_id, created_at, updated_at, imei, kind, name, number, category_id, group_id, department_id,
       product_id, wearer_name, responsible_name, responsible_phone, install_location, community, building, unit, room_no,
       lifecycle, activated_at, secret_hash)
     select $1::bigint, $4::bigint - n * 1000, $4::bigint, '88' || lpad(n::text, 13, '0'), category.kind, '0 ' || category.kind || ' ' || lpad(n::text, 6, '0'),
       'N' || n, category.id, groups[1 + n % greatest(1, cardinality(groups))],
       departments[1 + n % greatest(1, cardinality(departments))], products[1 + n % greatest(1, cardinality(products))],
       (array['王','李','张','刘','陈','杨','赵','黄','周','吴'])[1 + n % 10] ||
         (array['伟','芳','娜','敏','静','丽','强','磊','军','洋','勇','艳','杰','娟','涛','明'])[1 + (n / 10) % 16] ||
         (array['','华','平','红','文'])[1 + (n / 160) % 5],
       '陈建国', '13800000001', (n % 40 + 1) || '号楼 ' || (n % 30 + 1) || '层', '翠湖社区', (n % 40 + 1) || '号楼', '1单元',
       (n % 30 + 1)::text, 'bound', $4::bigint - 86400000, $5
     from generate_series($7::int, $7::int + $2::int - 1) n
     join category on category.kind = ($3::text[])[1 + n % $6::int] cross join pick`,
    [tenantId, count, deviceKinds, Date.now(), secretHash, deviceKinds.length, first],
  )
  await client.query(
    `insert into device_state (device_id, tenant_id, state, signal, battery, last_message_at, connected_at)
     select id, tenant_id, state, id % 5, 5 + (id * 7919) % 96,
       -- Those online speak on during the run; else the server would find them silent and mark them all at once.
       $2::bigint + case when state = 'offline' then -600000000 else 3600000 end + (id * 104729) % 600000, $2::bigint - 700000000
     from (select *, (array['online','online','online','online','online','online','online','offline','offline','abnormal'])[1 + id % 10]
       as state from device) d where tenant_id = $1 and name like '0 %'`,
    [tenantId, Date.now()],
  )
  // What autovacuum does within its first minute.
  await client.query('vacuum analyze device, device_state')
}
