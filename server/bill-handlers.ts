// Who brings what each kind of bill is paid for: one entry a kind.
import { mallOrderHandler } from './modules/mall-orders/public.ts'
import { type BillHandler, type BillHandlers, plainHandler } from './modules/pay/public.ts'
import { deliver, markDelivered, takeBack } from './modules/sim-cards/public.ts'

const simCards: BillHandler = {
  ...plainHandler,
  deliver,
  // What a carrier or a meter has credited stays; a package runs until the whole price is back.
  givenBack: async (sql, bill, { whole }, _bus, at) => {
    if (whole) await takeBack(sql, bill.id, at)
  },
}

/** Paying is all: nothing is sent anywhere. */
const paying: BillHandler = {
  ...plainHandler,
  deliver: async (sql, bill, bus, at) => {
    await markDelivered(sql, bus, bill.id, at)
    return 'done'
  },
}

export const billHandlers: BillHandlers = {
  package: simCards,
  cardTopUp: simCards,
  phoneTopUp: simCards,
  meterTopUp: simCards,
  mallOrder: {
    ...mallOrderHandler,
    deliver: async (sql, bill, bus, at) => {
      const delivery = await mallOrderHandler.deliver(sql, bill, bus, at)
      if (delivery === 'done') await markDelivered(sql, bus, bill.id, at)
      return delivery
    },
  },
  fee: paying,
}
