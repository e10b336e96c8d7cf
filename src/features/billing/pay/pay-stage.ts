// Where a payment page stands: found from its bills, which know the truth, whichever payment brought one here.
import type * as z from 'zod/mini'
import type { billsToPay } from '../../../contract/endpoints/pay.ts'

export type PayBill = z.output<typeof billsToPay.response>[number]

/** `open` waits for money of one payment; `choose` can be paid; the others are results. */
export type PayStage =
  | { is: 'open'; paymentId: number; payable: PayBill[] }
  | { is: 'choose'; payable: PayBill[]; failed: PayBill | undefined }
  | { is: 'paid' | 'closed' | 'refunding' | 'refunded' }

const payableStates = ['unpaid', 'failed', 'paying']

/** What the page shows for these bills. */
export function payStageOf(bills: readonly PayBill[]): PayStage {
  const payable = bills.filter(({ state }) => payableStates.includes(state))
  if (payable.length > 0) {
    const open = new Set(payable.map(({ state, paymentId }) => (state === 'paying' ? paymentId : null)))
    const [only] = open
    // Bills of several payments, or some without one: a new payment can cover them all.
    if (open.size === 1 && only !== undefined && only !== null)
      return { is: 'open', paymentId: only, payable }
    return { is: 'choose', payable, failed: payable.find(({ state }) => state === 'failed') }
  }
  const has = (state: PayBill['state']) => bills.some(each => each.state === state)
  if (has('refunding')) return { is: 'refunding' }
  if (has('paid')) return { is: 'paid' }
  return { is: has('refunded') ? 'refunded' : 'closed' }
}

const FIRST_MS = 1_000
const LONGEST_MS = 10_000

/** Milliseconds until a payment is asked about again: a second at first, ten at last. */
export const askAgainMs = (asked: number): number => Math.min(LONGEST_MS, FIRST_MS * 1.3 ** asked)
