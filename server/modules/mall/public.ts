// The mall's goods as other modules meet them: what is for sale, what its way costs, and the stock that orders hold.
export { type ArticleForOrder, articlesForOrder, freightTermsOf } from './for-orders.ts'
export { mountShop } from './shop.ts'
export {
  holdStock,
  type OfOrder,
  putBackStock,
  releaseStock,
  reserveStock,
  type StockLine,
  takeStock,
} from './stock.ts'
export { mallStores } from './stores.ts'
