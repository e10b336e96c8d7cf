// Words of paying: the ways, and why a payment has come to nothing.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SandboxAct } from '../contract/payment.ts'
import type { PayWay } from '../domain/billing/pay-way.ts'
import type { Standing } from './use-standing.ts'

export const wayWords: Record<PayWay, MessageDescriptor> = {
  wechat: msg`WeChat pay`,
  alipay: msg`Alipay`,
  card: msg`Bank card`,
  sandbox: msg`Sandbox`,
}

export const actWords: Record<SandboxAct, MessageDescriptor> = {
  pay: msg`Pay`,
  fail: msg`Simulate failure`,
  close: msg`Close it at the provider`,
  delay: msg`Pay; the bank takes 15 seconds`,
  payLate: msg`Close it, and let the money come later`,
  payTwice: msg`Simulate duplicate callback`,
}

interface Result {
  tone: 'ok' | 'warning' | 'critical'
  title: MessageDescriptor
}

export const resultWords: Record<Exclude<Standing['state'], 'paying'>, Result> = {
  unpaid: { tone: 'warning', title: msg`Unpaid` },
  paid: { tone: 'ok', title: msg`Paid` },
  failed: { tone: 'critical', title: msg`The payment failed` },
  closed: { tone: 'warning', title: msg`This payment is closed` },
  refunding: { tone: 'warning', title: msg`The money is on its way back` },
  refunded: { tone: 'warning', title: msg`The money was paid back` },
}

const reasons: Readonly<Record<string, MessageDescriptor>> = {
  declined: msg`The payment was declined`,
  expired: msg`The time to pay ran out`,
  wayChanged: msg`Another payment of the same bills was begun after it.`,
  paidTwice: msg`The bills are paid by another payment. Should money still come for this one, it goes back.`,
  late: msg`The money came after the order was closed; it goes back`,
  refundDeclined: msg`The payment provider declined the refund`,
}

/** Nothing where there is nothing to add; a provider's own words stay as they are. */
export const reasonOf = ({ state, reason }: Standing): MessageDescriptor | undefined =>
  reason === null || state === 'paid' ? undefined : (reasons[reason] ?? { id: reason, message: reason })
