// Words of orders, parcels and after-sales.
import { msg } from '@lingui/core/macro'
import type { AfterSaleKind, AfterSaleState } from '../../domain/mall/after-sale.ts'
import type { OrderState } from '../../domain/mall/order-state.ts'
import type { Word } from '../../resource/view.ts'

export const orderWords = {
  unpaid: { label: msg({ context: 'mall order', message: 'To be paid' }), tone: 'attention' },
  paid: { label: msg({ context: 'mall order', message: 'To be sent' }), tone: 'info' },
  shipped: { label: msg({ context: 'mall order', message: 'Sent' }), tone: 'new' },
  completed: { label: msg({ context: 'mall order', message: 'Completed' }), tone: 'ok' },
  closed: { label: msg({ context: 'mall order', message: 'Closed' }), tone: 'off' },
} as const satisfies Record<OrderState, Word>

export const afterSaleKindWords = {
  refund: msg`Refund only`,
  return: msg`Return and refund`,
} as const satisfies Record<AfterSaleKind, unknown>

export const afterSaleWords = {
  requested: { label: msg({ context: 'after-sales', message: 'To be decided' }), tone: 'attention' },
  approved: { label: msg({ context: 'after-sales', message: 'Approved' }), tone: 'info' },
  rejected: { label: msg({ context: 'after-sales', message: 'Rejected' }), tone: 'off' },
  withdrawn: { label: msg({ context: 'after-sales', message: 'Withdrawn' }), tone: 'off' },
  returned: { label: msg({ context: 'after-sales', message: 'On its way back' }), tone: 'info' },
  received: { label: msg({ context: 'after-sales', message: 'Received back' }), tone: 'new' },
  refunding: { label: msg`Refunding`, tone: 'warning' },
  done: { label: msg`Refunded`, tone: 'ok' },
} as const satisfies Record<AfterSaleState, Word>
