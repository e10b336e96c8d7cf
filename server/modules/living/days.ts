// The days of a stay as the moments that doors are told: from its first minute to the last of its last day, by the tenant's clocks.
import { momentOf } from '../../../src/domain/report/zone-time.ts'
import { addDays, dayIn } from '../../../src/domain/site/calendar-day.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'

function startOfDay(zone: string, day: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return momentOf(zone, year, month, date)
}

/** When a stay begins and is over. */
export const spanOf = (
  zone: string,
  { fromDay, untilDay }: { fromDay: string; untilDay: string | null },
) => ({
  validFrom: startOfDay(zone, fromDay),
  validUntil: untilDay === null ? null : startOfDay(zone, addDays(untilDay, 1)),
})

export async function zoneOf(sql: Sql, tenantId: number): Promise<string> {
  const row = await firstOf(sql, tables.selectFrom('tenant').select('zone').where('id', '=', tenantId))
  if (!row) throw new Refused('row.unknown')
  return row.zone
}

export const todayIn = async (sql: Sql, tenantId: number): Promise<string> =>
  dayIn(await zoneOf(sql, tenantId), Date.now())
