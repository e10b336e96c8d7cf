// Orders and payments.
import {
  paymentState,
  payWays,
  placeOrder,
  sandboxPay,
  startPayment,
} from '../../../src/contract/endpoints/pay.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Parts } from '../../parts.ts'

const unavailable = async () => {
  throw new Refused('unavailable')
}

export function mountPay(handlers: Handlers, _parts: Parts): void {
  for (const endpoint of [payWays, placeOrder, startPayment, paymentState, sandboxPay])
    handlers.handle(endpoint, unavailable)
}
