// How each provider wants the refunds of one payment: how far apart, how many, how long after.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../durations.ts'
import type { PayWay } from './pay-way.ts'

export interface RefundRules {
  /** Least time between two refunds of one payment. */
  spacingMs: number
  /** Most refunds of one payment; null: as many as there is money for. */
  most: number | null
  /** Longest time after the payment; null: no end. */
  withinMs: number | null
}

export const refundRules: Readonly<Record<PayWay, RefundRules>> = {
  wechat: { spacingMs: MINUTE_MS, most: 50, withinMs: 365 * DAY_MS },
  alipay: { spacingMs: 3 * SECOND_MS, most: null, withinMs: 365 * DAY_MS },
  card: { spacingMs: 0, most: null, withinMs: null },
  sandbox: { spacingMs: SECOND_MS, most: 50, withinMs: 365 * DAY_MS },
}

/** Why a refund cannot be asked for; undefined where it can. */
export type RefundRefusal = 'refund.nothingLeft' | 'refund.tooMany' | 'refund.tooLate'

interface Standing {
  way: PayWay
  /** Fen: of what is refunded. */
  paid: number
  waiting: number
  done: number
  /** Refunds that were asked for and not declined. */
  count: number
  paidAt: number
}

export function refuseRefund(standing: Standing, amount: number, now: number): RefundRefusal | undefined {
  const { way, paid, waiting, done, count, paidAt } = standing
  const { most, withinMs } = refundRules[way]
  if (amount <= 0 || waiting + done + amount > paid) return 'refund.nothingLeft'
  if (most !== null && count >= most) return 'refund.tooMany'
  if (withinMs !== null && now - paidAt > withinMs) return 'refund.tooLate'
  return undefined
}

/** When the next refund of a payment may be sent, after the last one was or will be. */
export const nextRefundAt = (way: PayWay, last: number | null, now: number): number =>
  last === null ? now : Math.max(now, last + refundRules[way].spacingMs)
