// Writes down what the carrier says: of orders, and of how SIM cards are.
import {
  type SimOrderKind,
  type SimState,
  simMayStep,
  simOrderSteps,
  simReaches,
} from '../../../src/domain/billing/sim-card.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Log } from '../../log.ts'
import { type CarrierState, type CarrierUsage, carrierReasons } from './carrier.ts'
import { markDelivered } from './deliver.ts'

export interface SentSimOrder {
  id: number
  tenantId: number
  number: string
  kind: SimOrderKind
  cardId: number | null
  subject: string
  amount: number | null
  billId: number | null
  attempts: number
  createdAt: number
}

/** Columns of an order as the worker reads it. */
export const SIM_ORDER = `o.id, o.tenant_id as "tenantId", o.number, o.kind, o.card_id as "cardId", o.subject, o.amount,
  o.bill_id as "billId", o.attempts, o.created_at as "createdAt"`

const isStep = (kind: SimOrderKind): kind is keyof typeof simOrderSteps => kind in simOrderSteps

async function stateOf(sql: Sql, cardId: number): Promise<SimState | undefined> {
  const row = await sql.first<{ state: SimState }>('select state from sim_card where id = $1 for update', [
    cardId,
  ])
  return row?.state
}

/** The carrier has begun with an order: the card gets the state between the old and the new one. */
export async function noteUnderWay(sql: Sql, order: SentSimOrder, at: number): Promise<void> {
  if (order.cardId === null || !isStep(order.kind)) return
  const { over } = simOrderSteps[order.kind]
  const state = await stateOf(sql, order.cardId)
  if (state && state !== over && simMayStep(state, over))
    await sql.change(
      'update sim_card set state = $2, checked_at = $3, updated_at = $3, version = version + 1 where id = $1',
      [order.cardId, over, at],
    )
}

/** Ends an order well. Only the first who says so counts, whichever process it is. */
export async function finishSimOrder(
  sql: Sql,
  { bus, log }: { bus: Bus; log: Log },
  order: SentSimOrder,
  at: number,
): Promise<void> {
  if (!(await end(sql, order.id, 'done', null, at))) return
  if (order.billId !== null) await markDelivered(sql, bus, order.billId, at)
  if (order.cardId === null || !isStep(order.kind)) return
  const { to } = simOrderSteps[order.kind]
  const state = await stateOf(sql, order.cardId)
  const fits = state !== undefined && (state === to || simReaches(state, to))
  if (!fits) log.warn({ order: order.number, state, to }, 'no such state transition')
  await sql.change(
    `update sim_card set state = case when $3 then $2 else state end, order_state = 'none', order_reason = null,
       asked_at = null, checked_at = $4, updated_at = $4, version = version + 1 where id = $1`,
    [order.cardId, to, fits, at],
  )
}

/** Ends an order badly: the card says why, and whoever paid for it is to get the money back. */
export async function failSimOrder(
  sql: Sql,
  bus: Bus,
  order: SentSimOrder,
  reason: string,
  at: number,
): Promise<void> {
  if (!(await end(sql, order.id, 'failed', reason, at))) return
  if (order.billId !== null) await markUndelivered(sql, bus, order.tenantId, order.billId, at)
  if (order.cardId !== null && isStep(order.kind))
    await sql.change(
      `update sim_card set order_state = 'failed', order_reason = $2, asked_at = null, updated_at = $3,
         version = version + 1 where id = $1`,
      [order.cardId, reason, at],
    )
}

/** Notes on the bill that delivery failed, and makes it due: the checkout finds it even if the event below is lost. */
export async function markUndelivered(
  sql: Sql,
  bus: Bus,
  tenantId: number,
  billId: number,
  at: number,
): Promise<void> {
  await sql.change(
    `update bill set reason = 'notDelivered', deliver_at = case when state = 'paid' then $2::bigint end, updated_at = $2,
       version = version + 1 where id = $1 and delivered_at is null`,
    [billId, at],
  )
  sql.afterCommit(() => bus.emit('bill.undelivered', { ids: [billId], tenantId }))
}

async function end(
  sql: Sql,
  id: number,
  state: 'done' | 'failed',
  reason: string | null,
  at: number,
): Promise<boolean> {
  const changed = await sql.change(
    `update sim_order set state = $2, reason = $3, finished_at = $4, updated_at = $4, version = version + 1
     where id = $1 and state in ('waiting', 'sent')`,
    [id, state, reason, at],
  )
  return changed > 0
}

export interface AskedSimCard {
  id: number
  iccid: string
  state: SimState
}

/** Stores the states and usage that the carrier reports. A state that cannot follow the known one is ignored. */
export async function noteSimCards(
  sql: Sql,
  log: Log,
  cards: readonly AskedSimCard[],
  answer: { states: ReadonlyMap<string, CarrierState>; usage: ReadonlyMap<string, CarrierUsage> },
  at: number,
): Promise<void> {
  const rows = cards.map(({ id, iccid, state }) => {
    const word = answer.states.get(iccid)
    const known = word !== undefined && (word.state === state || simReaches(state, word.state))
    if (word && !known) log.warn({ iccid, state, to: word.state }, 'no such state transition')
    const usage = answer.usage.get(iccid)
    return {
      id,
      from: state,
      state: known ? word.state : state,
      reason: word ? null : carrierReasons.unknownCard,
      activated_at: word?.activatedAt ?? null,
      total: usage?.totalMegabytes ?? null,
      used_at: usage?.lastUsedAt ?? null,
    }
  })
  // A card whose state moved since it was read keeps the newer one.
  await sql.change(
    `update sim_card c set state = case when c.state = n."from" then n.state else c.state end,
       order_reason = case when c.order_state = 'none' then n.reason else c.order_reason end,
       activated_at = coalesce(c.activated_at, n.activated_at),
       total_megabytes = coalesce(n.total, c.total_megabytes),
       used_megabytes = greatest(0, coalesce(n.total, c.total_megabytes) - c.base_megabytes),
       last_used_at = greatest(c.last_used_at, n.used_at), checked_at = $2
     from jsonb_to_recordset($1::jsonb) as n (id bigint, "from" text, state text, reason text, activated_at bigint,
       total float8, used_at bigint) where c.id = n.id`,
    [JSON.stringify(rows), at],
  )
}
