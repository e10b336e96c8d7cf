// Bills on the resident page: looked at, and paid at the till like every other bill.
import {
  residentBills,
  residentPay,
  residentPayment,
  residentPayWays,
  residentSandboxPay,
} from '../../../src/contract/endpoints/fees.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Till } from '../pay/public.ts'
import { areOwn, billsOfPhone, payerOf } from './resident-bills.ts'

/** The page that the provider sends the browser back to. */
const PAGE = '/resident'
/** Payments that one telephone begins: each is an order at a provider. */
const STARTS = { perSecond: 0.1, atOnce: 30 }

export function mountResidentBills(handlers: Handlers, till: Till): void {
  const mayStart = createBucket(STARTS)
  handlers.handleResident(residentBills, (_, { scoped, phone }) => scoped(sql => billsOfPhone(sql, phone)))
  handlers.handleResident(residentPayWays, async () => [...till.ways])
  handlers.handleResident(
    residentPay,
    async ({ billIds, way, amount, instead = false }, { scoped, phone, address, agent }) => {
      if (!mayStart(phone)) throw new Refused('throttled', { status: 429 })
      const { paymentId } = await scoped(async sql =>
        till.start(sql, await payerOf(sql, phone, billIds), {
          ...{ billIds, way, amount, instead, returnTo: PAGE, address, agent },
        }),
      )
      return { paymentId }
    },
  )
  handlers.handleResident(residentPayment, ({ id }, { scoped, phone }) =>
    till.read(id, scoped, (sql, billIds) => areOwn(sql, phone, billIds)),
  )
  handlers.handleResident(residentSandboxPay, async ({ paymentId, act }, { scoped, phone }) => {
    await till.act(paymentId, act, scoped, (sql, billIds) => areOwn(sql, phone, billIds))
    return null
  })
}
