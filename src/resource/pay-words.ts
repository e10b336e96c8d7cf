// Words of payments that bills and orders share: how far one has come, and by which way it goes.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PayState } from '../domain/billing/pay-state.ts'
import type { PayWay } from '../domain/billing/pay-way.ts'
import type { Word } from './view.ts'

export const payWords = {
  unpaid: { label: msg`Unpaid`, tone: 'attention' },
  paying: { label: msg`Paying`, tone: 'info' },
  paid: { label: msg({ context: 'payment', message: 'Success' }), tone: 'ok' },
  failed: { label: msg({ context: 'payment', message: 'Failed' }), tone: 'critical' },
  closed: { label: msg({ context: 'payment', message: 'Closed' }), tone: 'off' },
  refunding: { label: msg`Refunding`, tone: 'warning' },
  refunded: { label: msg`Refunded`, tone: 'new' },
} as const satisfies Record<PayState, Word>

export const wayWords: Record<PayWay, MessageDescriptor> = {
  wechat: msg`WeChat pay`,
  alipay: msg`Alipay`,
  card: msg`Bank card`,
  sandbox: msg`Sandbox`,
}
