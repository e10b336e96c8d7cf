// Words of bills and payments: states, ways, what they are for, why they are as they are.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type BillKind, type PayReason, payReasons } from '../../../domain/billing/bill.ts'
import type { PayWay } from '../../../domain/billing/pay-way.ts'
import type { IconName } from '../../../ui/icons.tsx'

/** As the provider says it, its own code behind the words. */
export const platformWords = {
  NOTPAY: { label: msg`Not paid (NOTPAY)`, tone: 'off' },
  SUCCESS: { label: msg`Success (SUCCESS)`, tone: 'ok' },
} as const

export const wayHints: Record<PayWay, MessageDescriptor> = {
  wechat: msg`Scan a code with WeChat, or open it on this phone`,
  alipay: msg`Scan a code with Alipay, or pay on its page`,
  card: msg`Credit or debit card, on the page of the card service`,
  sandbox: msg`No real money: you decide how the payment goes`,
}

export const kindWords: Record<BillKind, MessageDescriptor> = {
  package: msg`Package`,
  cardTopUp: msg`Card top-up`,
  phoneTopUp: msg`Phone top-up`,
  meterTopUp: msg`Meter top-up`,
  mallOrder: msg`Mall order`,
  fee: msg`Property fee`,
}

export const kindIcons: Record<BillKind, IconName> = {
  package: 'box',
  cardTopUp: 'card',
  phoneTopUp: 'phone',
  meterTopUp: 'bolt',
  mallOrder: 'box',
  fee: 'bill',
}

const reasonWords: Record<PayReason, MessageDescriptor> = {
  declined: msg`The payment was declined`,
  expired: msg`The time to pay ran out`,
  wayChanged: msg`Another payment method was chosen`,
  closedByBuyer: msg`The buyer closed it`,
  closedByPerson: msg`Staff closed it`,
  overdue: msg`Nobody paid it within 24 hours`,
  late: msg`The money came after the order was closed; it goes back`,
  paidTwice: msg`It was paid already; this money goes back`,
  refundDeclined: msg`The payment provider declined the refund`,
  notDelivered: msg`It could not be delivered; the money goes back`,
}

const isReason = (text: string): text is PayReason => payReasons.some(known => known === text)

/** Words of a reason; what a provider said in its own words stays as it is. */
export function reasonOf(reason: string): MessageDescriptor {
  return isReason(reason) ? reasonWords[reason] : { id: reason, message: reason }
}
