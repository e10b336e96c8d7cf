// What runs on a SIM card: stretches of packages, and the sums of them that its row carries.
import {
  DEFAULT_ZONE,
  megabytesOf,
  type Period,
  packageEnd,
  standingOf,
} from '../../../src/domain/billing/validity.ts'
import type { Sql } from '../../db/scoped.ts'

export interface Package {
  id: number
  name: string
  type: Period['type']
  megabytes: number | null
  multiplier: number
  smsCount: number | null
  voiceMinutes: number | null
  validityDays: number
  price: number
}

/** A package by id, also one that is not sold any more: what was paid for is delivered. */
export function readPackage(sql: Sql, id: number): Promise<Package | undefined> {
  return sql.first<Package>(
    `select id, name, type, megabytes, multiplier, sms_count as "smsCount", voice_minutes as "voiceMinutes",
       validity_days as "validityDays", price from sim_package where id = $1`,
    [id],
  )
}

/** Packages of a card that have not ended at a moment, oldest first. */
export function periodsOf(sql: Sql, cardId: number, at: number): Promise<Period[]> {
  return sql.query<Period>(
    `select id, type, package_id as "packageId", megabytes, starts_at as "startsAt", ends_at as "endsAt"
     from card_package where card_id = $1 and ends_at > $2 and revoked_at is null order by starts_at, id`,
    [cardId, at],
  )
}

/** IANA name of the zone whose days a tenant counts. */
export async function zoneOf(sql: Sql, tenantId: number): Promise<string> {
  const row = await sql.first<{ zone: string }>('select zone from tenant where id = $1', [tenantId])
  return row?.zone ?? DEFAULT_ZONE
}

/**
 * Puts a package on a card: a base package begins when the last one ends, so that the same one again makes it
 * longer; an add-on begins at once. One bill counts once; answers false when it has counted before.
 */
export async function addPackage(
  sql: Sql,
  given: { tenantId: number; cardId: number; bought: Package; billId: number | null; at: number },
): Promise<boolean> {
  const { tenantId, cardId, bought, billId, at } = given
  await sql.query('select id from sim_card where id = $1 for update', [cardId])
  const running = (await periodsOf(sql, cardId, at)).filter(period => period.type === 'data')
  const startsAt = bought.type === 'data' ? Math.max(at, ...running.map(period => period.endsAt)) : at
  const endsAt = packageEnd(startsAt, bought.validityDays, await zoneOf(sql, tenantId))
  const stored = await sql.change(
    `insert into card_package (tenant_id, card_id, package_id, package_name, type, bill_id, megabytes, sms_count,
       voice_minutes, starts_at, ends_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (bill_id) do nothing`,
    [
      tenantId,
      cardId,
      bought.id,
      bought.name,
      bought.type,
      billId,
      megabytesOf(bought.megabytes, bought.multiplier),
      bought.smsCount,
      bought.voiceMinutes,
      startsAt,
      endsAt,
      at,
    ],
  )
  await refreshStanding(sql, cardId, at)
  return stored > 0
}

/** Updates the card's row from its packages: end, quota, package. A new period of the base package counts usage from zero. */
export async function refreshStanding(sql: Sql, cardId: number, at: number): Promise<void> {
  const { periodId, packageId, endsAt, quotaMegabytes, changesAt } = standingOf(
    await periodsOf(sql, cardId, at),
    at,
  )
  await sql.change(
    `update sim_card set package_id = $2, package_ends_at = $3, quota_megabytes = $4, next_package_at = $5,
       base_megabytes = case when $6::bigint is not null and period_id is distinct from $6 then total_megabytes else base_megabytes end,
       used_megabytes = case when $6::bigint is not null and period_id is distinct from $6 then 0 else used_megabytes end,
       period_id = coalesce($6, period_id), updated_at = $7, version = version + 1 where id = $1`,
    [cardId, packageId, endsAt, quotaMegabytes, changesAt, periodId, at],
  )
}

/** Base packages that have not begun move up to where the one before them ends now. */
export async function closeGaps(
  sql: Sql,
  { tenantId, cardId }: { tenantId: number; cardId: number },
  at: number,
): Promise<void> {
  const zone = await zoneOf(sql, tenantId)
  const periods = (await periodsOf(sql, cardId, at)).filter(period => period.type === 'data')
  let free = Math.max(at, ...periods.filter(period => period.startsAt <= at).map(period => period.endsAt))
  for (const { id, packageId, startsAt } of periods.filter(period => period.startsAt > at)) {
    const bought = await readPackage(sql, packageId)
    const endsAt = packageEnd(free, bought?.validityDays ?? 0, zone)
    if (startsAt !== free)
      await sql.change('update card_package set starts_at = $2, ends_at = $3 where id = $1', [
        id,
        free,
        endsAt,
      ])
    free = endsAt
  }
}
