// Orders to the carrier: written down first, sent by the worker afterwards.
import { randomUUID } from 'node:crypto'
import type { SimOrderKind } from '../../../src/domain/billing/sim-card.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'

export interface NewSimOrder {
  tenantId: number
  kind: SimOrderKind
  cardId: number | null
  /** ICCID or phone number. */
  subject: string
  /** Fen. */
  amount?: number | null
  billId?: number | null
  userId: number | null
  userName: string | null
}

/** What was ordered in one call belongs together, so that its results can be shown together. */
const batches = new WeakMap<Sql, number>()

/** Writes an order in the caller's transaction; the worker hears of it after the commit. One bill makes one order. */
export async function placeSimOrder(sql: Sql, bus: Bus, order: NewSimOrder): Promise<void> {
  const now = Date.now()
  const batch = batches.get(sql)
  const row = await sql.first<{ id: number }>(
    `insert into sim_order (tenant_id, created_at, updated_at, number, batch_id, kind, card_id, subject, amount, bill_id,
       user_id, user_name, next_at)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $2) on conflict (bill_id) do nothing returning id`,
    [
      order.tenantId,
      now,
      `GH${randomUUID().replaceAll('-', '').toUpperCase()}`,
      batch ?? null,
      order.kind,
      order.cardId,
      order.subject,
      order.amount ?? null,
      order.billId ?? null,
      order.userId,
      order.userName,
    ],
  )
  if (!row || batch !== undefined) return
  batches.set(sql, row.id)
  await sql.change('update sim_order set batch_id = id where id = $1', [row.id])
  sql.afterCommit(() => bus.emit('sim.ordered', { tenantId: order.tenantId }))
}
