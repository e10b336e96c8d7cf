// What every installation has before anybody is there: the tree of permissions, and the platform's own tenant.
import type { Sql } from '../db/scoped.ts'
import { lockSetupWithin } from '../db/setup-lock.ts'
import { seedNavigation } from './navigation.ts'
import { seedPlatform } from './platform.ts'

/** Answers the id of the platform's tenant, founded at `since`. Processes that start together take turns. */
export async function seedInstallation(sql: Sql, now = Date.now(), since = now): Promise<number> {
  await lockSetupWithin(sql)
  await seedNavigation(sql, now)
  return seedPlatform(sql, since)
}
