// Which steps orders and after-sales make: every pair, and no other.
import { expect, test } from 'vitest'
import { afterSaleMayStep, afterSaleState, declinedTo } from '../../../src/domain/mall/after-sale.ts'
import { orderMayStep } from '../../../src/domain/mall/mall-order.ts'
import { orderState } from '../../../src/domain/mall/order-state.ts'

const orders: Record<string, string> = {
  unpaid: 'paid closed',
  paid: 'shipped closed',
  shipped: 'completed',
  completed: '',
  closed: 'paid',
}
test.each(orderState.options.flatMap(from => orderState.options.map(to => [from, to] as const)))(
  'an order from %s to %s',
  (from, to) => {
    expect(orderMayStep(from, to)).toBe(orders[from]?.split(' ').includes(to))
  },
)

const returns: Record<string, string> = {
  requested: 'approved rejected withdrawn',
  approved: 'returned',
  returned: 'received',
  received: 'refunding',
  refunding: 'done received',
}
const refunds: Record<string, string> = {
  requested: 'approved rejected withdrawn',
  approved: 'refunding',
  refunding: 'done approved',
}
test.each(afterSaleState.options.flatMap(from => afterSaleState.options.map(to => [from, to] as const)))(
  'an after-sale from %s to %s',
  (from, to) => {
    expect(afterSaleMayStep('return', from, to)).toBe((returns[from] ?? '').split(' ').includes(to))
    expect(afterSaleMayStep('refund', from, to)).toBe((refunds[from] ?? '').split(' ').includes(to))
  },
)

test('a declined refund steps back to where it was asked for', () => {
  for (const kind of ['refund', 'return'] as const)
    expect(afterSaleMayStep(kind, 'refunding', declinedTo(kind))).toBe(true)
})
