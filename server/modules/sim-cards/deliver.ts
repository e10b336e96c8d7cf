// What was paid for takes effect: a package runs, a carrier is told to credit a SIM card or a phone, a meter is charged.
import type { BillKind } from '../../../src/domain/billing/bill.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { queueCommand } from '../devices/public.ts'
import { addPackage, closeGaps, readPackage, refreshStanding } from './packages.ts'
import { placeSimOrder } from './sim-orders.ts'

/** A bill that is paid. */
export interface PaidBill {
  id: number
  tenantId: number
  orderNumber: string
  kind: BillKind
  /** ICCID, phone number or IMEI. */
  subject: string
  cardId: number | null
  deviceId: number | null
  packageId: number | null
  /** Fen. */
  amount: number
  userId: number | null
  userName: string | null
}

/**
 * `done`: it is in force, `delivered_at` is written. `underWay`: a carrier or a meter was told; the worker of the
 * cards writes `delivered_at`, or tells `bill.undelivered` when they refuse for good. `impossible`: the card or the
 * device is gone, the money belongs back.
 */
export type Delivery = 'done' | 'underWay' | 'impossible'

/** Delivers a paid bill, in the transaction that notes the payment. Calling it again for the same bill changes nothing. */
export async function deliver(sql: Sql, bill: PaidBill, bus: Bus, at = Date.now()): Promise<Delivery> {
  if (bill.kind === 'meterTopUp') return chargeMeter(sql, bill, bus)
  if (bill.kind === 'phoneTopUp') return topUp(sql, bill, bus, null)
  const card = await sql.first<{ id: number }>(
    `select id from sim_card where tenant_id = $1 and (id = $2 or ($2::bigint is null and iccid = upper($3)))
       and removed_at is null and state <> 'disassembled'`,
    [bill.tenantId, bill.cardId, bill.subject],
  )
  if (!card) return 'impossible'
  if (bill.kind === 'cardTopUp') return topUp(sql, bill, bus, card.id)
  const bought = bill.packageId === null ? undefined : await readPackage(sql, bill.packageId)
  if (!bought) return 'impossible'
  if (bought.type === 'topUp') return topUp(sql, bill, bus, card.id)
  await addPackage(sql, { tenantId: bill.tenantId, cardId: card.id, bought, billId: bill.id, at })
  await markDelivered(sql, bus, bill.id, at)
  return 'done'
}

/** Takes back what a refunded bill brought. What a carrier or a meter has credited cannot be taken back. */
export async function takeBack(sql: Sql, billId: number, at = Date.now()): Promise<void> {
  const revoked = await sql.first<{ tenantId: number; cardId: number }>(
    `update card_package set revoked_at = $2 where bill_id = $1 and revoked_at is null
     returning tenant_id as "tenantId", card_id as "cardId"`,
    [billId, at],
  )
  if (!revoked) return
  await closeGaps(sql, revoked, at)
  await refreshStanding(sql, revoked.cardId, at)
}

export async function markDelivered(sql: Sql, bus: Bus, billId: number, at: number): Promise<void> {
  const bill = await sql.first<{ id: number; userId: number }>(
    `update bill set delivered_at = $2, updated_at = $2, version = version + 1 where id = $1 and delivered_at is null
     returning id, user_id as "userId"`,
    [billId, at],
  )
  if (bill) sql.afterCommit(() => bus.emit('bill.changed', bill))
}

async function topUp(sql: Sql, bill: PaidBill, bus: Bus, cardId: number | null): Promise<Delivery> {
  await placeSimOrder(sql, bus, {
    tenantId: bill.tenantId,
    kind: cardId === null ? 'phoneTopUp' : 'cardTopUp',
    cardId,
    subject: bill.subject,
    amount: bill.amount,
    billId: bill.id,
    userId: bill.userId,
    userName: bill.userName,
  })
  return 'underWay'
}

async function chargeMeter(sql: Sql, bill: PaidBill, bus: Bus): Promise<Delivery> {
  const known = await sql.first<{ commandId: number | null }>(
    'select command_id as "commandId" from bill where id = $1 for update',
    [bill.id],
  )
  if (known?.commandId) return 'underWay'
  const device = await sql.first<{ id: number; imei: string }>(
    `select id, imei from device where tenant_id = $1 and (id = $2 or ($2::bigint is null and imei = $3))
       and removed_at is null and lifecycle <> 'recycled'`,
    [bill.tenantId, bill.deviceId, bill.subject],
  )
  if (!device) return 'impossible'
  const commandId = await queueCommand(sql, bus, {
    tenantId: bill.tenantId,
    deviceId: device.id,
    imei: device.imei,
    kind: 'credit',
    input: { amount: bill.amount, number: bill.orderNumber },
    userId: bill.userId,
    userName: bill.userName,
  })
  await sql.change('update bill set command_id = $2 where id = $1', [bill.id, commandId])
  return 'underWay'
}
