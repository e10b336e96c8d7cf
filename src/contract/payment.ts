// A payment as every page is told of it: what it shows to be paid, and how it stands.
import * as z from 'zod/mini'
import { payState } from '../domain/billing/pay-state.ts'
import { payWay } from '../domain/billing/pay-way.ts'
import { id, moment } from '../domain/fields.ts'

/** What a payment shows to be paid: a code to scan, an address to go to, or the sandbox's own buttons. */
export const paymentShow = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({ kind: z.literal('sandbox') }),
])
export type PaymentShow = z.output<typeof paymentShow>

/** How a payment stands. */
export const payment = z.object({
  id,
  tradeNumber: z.string(),
  state: payState,
  way: payWay,
  amount: z.int(),
  billIds: z.array(id),
  reason: z.nullable(z.string()),
  /** While it is open: what to show, for a page that is opened again. */
  show: z.nullable(paymentShow),
  paidAt: z.nullable(moment),
  expiresAt: moment,
})

/** What the sandbox, which plays a provider, can be told to do. */
export const sandboxAct = z.enum(['pay', 'fail', 'close', 'delay', 'payLate', 'payTwice'])
export type SandboxAct = z.output<typeof sandboxAct>
