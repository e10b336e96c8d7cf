// Whether a package may be bought for a SIM card now.
import { daysBetween, renewalDays, standingOf } from '../../../src/domain/billing/validity.ts'
import type { Sql } from '../../db/scoped.ts'
import { Refused } from '../../http/refusal.ts'
import { normalIccid } from './bind.ts'
import { type Package, periodsOf, readPackage, zoneOf } from './packages.ts'

export interface Purchase {
  cardId: number
  iccid: string
  bought: Package
}

/**
 * The card and the package of an order, or its refusal: `sim.noCard` for a number that is no card of the tenant,
 * `field.reference` for a package that is not sold, `field.choice` for one of another carrier, `state.transition` for
 * a card that was taken apart, `pay.currentPackage` while the same one runs and is not about to end,
 * `pay.alreadyBought` when a base package waits for its turn or the same one is just being paid.
 */
export async function judgePurchase(
  sql: Sql,
  order: { tenantId: number; iccid: string; packageId: number },
  at = Date.now(),
): Promise<Purchase> {
  const card = await sql.first<{ id: number; iccid: string; carrier: string; state: string }>(
    'select id, iccid, carrier, state from sim_card where tenant_id = $1 and iccid = $2 and removed_at is null for update',
    [order.tenantId, normalIccid(order.iccid)],
  )
  if (!card) throw new Refused('sim.noCard', { field: 'subject' })
  const sold = await sql.first<{ carrier: string | null }>(
    `select carrier from sim_package where id = $1 and status = 'enabled' and removed_at is null for key share`,
    [order.packageId],
  )
  const bought = sold && (await readPackage(sql, order.packageId))
  if (!bought) throw new Refused('field.reference', { field: 'packageId' })
  if (sold.carrier !== null && sold.carrier !== card.carrier)
    throw new Refused('field.choice', { field: 'packageId' })
  if (card.state === 'disassembled') throw new Refused('state.transition', { field: 'subject' })
  const paying = await sql.first(
    `select id from bill where card_id = $1 and package_id = $2 and state = 'paying' limit 1`,
    [card.id, bought.id],
  )
  if (paying) throw new Refused('pay.alreadyBought')
  if (bought.type === 'data') await refuseTooEarly(sql, { ...order, cardId: card.id, bought }, at)
  return { cardId: card.id, iccid: card.iccid, bought }
}

async function refuseTooEarly(
  sql: Sql,
  { tenantId, cardId, bought }: { tenantId: number; cardId: number; bought: Package },
  at: number,
): Promise<void> {
  const periods = await periodsOf(sql, cardId, at)
  if (periods.some(period => period.type === 'data' && period.startsAt > at))
    throw new Refused('pay.alreadyBought')
  const { packageId, endsAt } = standingOf(periods, at)
  if (packageId !== bought.id || endsAt === null) return
  // The end is the first moment without it: its last day is the day before.
  const left = daysBetween(at, endsAt - 1, await zoneOf(sql, tenantId)) + 1
  if (left > renewalDays(bought.validityDays)) throw new Refused('pay.currentPackage')
}
