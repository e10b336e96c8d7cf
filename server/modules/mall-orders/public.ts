// Orders of the mall as other modules meet them: a shopper orders, from whichever page.
export { mallOrderHandler } from './bill-handler.ts'
export { foldOrderCounts, orderCountsRound } from './counts.ts'
export { mountMallOrders } from './endpoints.ts'
export type { Buyer, OrderRequest, PlacedOrder } from './place-order.ts'
export { type SettlementRun, settleMerchants } from './settling.ts'
export { mallOrderStores } from './stores.ts'
