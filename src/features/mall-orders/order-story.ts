// The story of an order in one line: what happened when, and what is under way now.
import type { OpenedOrder } from '../../contract/endpoints/mall-order.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { mallOrder } from '../../domain/mall/mall-order.ts'

export interface Step {
  id: string
  what: 'ordered' | 'paid' | 'sent' | 'delivered' | 'asked' | 'cameBack' | 'refunded' | 'completed' | 'closed'
  /** Null: under way now. */
  at: number | null
  amount?: number
  count?: number
  text?: string
}

export function storyOf(order: RowOf<typeof mallOrder>, opened: OpenedOrder): Step[] {
  const steps: Step[] = [{ id: 'ordered', what: 'ordered', at: order.createdAt, text: order.buyerName }]
  if (order.paidAt !== null) steps.push({ id: 'paid', what: 'paid', at: order.paidAt, amount: order.amount })
  else if (order.state === 'unpaid') steps.push({ id: 'paid', what: 'paid', at: null, amount: order.amount })
  const [parcel] = opened.shipments
  if (parcel) steps.push({ id: 'sent', what: 'sent', at: parcel.shippedAt, count: opened.shipments.length })
  else if (order.state === 'paid') steps.push({ id: 'sent', what: 'sent', at: null })
  const delivered = opened.shipments.map(({ deliveredAt }) => deliveredAt)
  if (parcel && delivered.every(at => at !== null))
    steps.push({ id: 'delivered', what: 'delivered', at: Math.max(...delivered.map(at => at ?? 0)) })
  if (order.completedAt !== null) steps.push({ id: 'completed', what: 'completed', at: order.completedAt })
  for (const each of opened.afterSales) {
    if (each.state === 'rejected' || each.state === 'withdrawn') continue
    steps.push({ id: `asked ${each.id}`, what: 'asked', at: each.createdAt, text: each.what })
    if (each.receivedAt !== null) steps.push({ id: `back ${each.id}`, what: 'cameBack', at: each.receivedAt })
    steps.push({ id: `refunded ${each.id}`, what: 'refunded', at: each.refundedAt, amount: each.amount })
  }
  if (order.closedAt !== null) steps.push({ id: 'closed', what: 'closed', at: order.closedAt })
  return steps.toSorted((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity))
}
