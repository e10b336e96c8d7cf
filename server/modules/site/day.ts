// Which day it is for a tenant: days are counted by its zone, wherever its people and this server are.
import { dayIn } from '../../../src/domain/site/calendar-day.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'

/** Today, for the tenant of a row `t`. */
export const TODAY = '(now() at time zone (select z.zone from tenant z where z.id = t.tenant_id))::date'

export async function todayOf(sql: Sql, tenantId: number, at = Date.now()): Promise<string> {
  const row = await firstOf(sql, tables.selectFrom('tenant').select('zone').where('id', '=', tenantId))
  if (!row) throw new Refused('row.unknown')
  return dayIn(row.zone, at)
}

/** What has not happened yet cannot be written down. */
export async function refuseAhead(sql: Sql, tenantId: number, day: string, field: string): Promise<void> {
  if (day > (await todayOf(sql, tenantId))) throw new Refused('field.dayAhead', { field })
}
