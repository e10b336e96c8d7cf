// The platform's own tenant: home of the super administrators, who see every tenant.
import type { Sql } from '../db/scoped.ts'
import { beginSetup } from '../modules/setup/wishes.ts'
import { seedTenantDefaults } from './tenant-defaults.ts'

/** Answers the id of the platform's tenant; makes it when there is none. */
export async function seedPlatform(sql: Sql, now = Date.now()): Promise<number> {
  const known = await sql.first<{ id: number }>(
    `select id from tenant where scenario = 'platform' and removed_at is null order by id limit 1`,
  )
  if (known) return known.id
  const made = await sql.first<{ id: number }>(
    `insert into tenant (created_at, updated_at, name, scenario) values ($1, $1, '平台运营中心', 'platform') returning id`,
    [now],
  )
  if (!made) throw new Error('The tenant of the platform was not made')
  await seedTenantDefaults(sql, made.id, now)
  await beginSetup(sql, made.id, now)
  return made.id
}
