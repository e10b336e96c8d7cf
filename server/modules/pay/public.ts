// Payments as other modules meet them: bills of their own kind, closed, paid and given back in parts.
export { addBill, type NewBill } from './add-bill.ts'
export {
  type BillHandler,
  type BillHandlers,
  type GivenBack,
  type Ledger,
  plainHandler,
} from './bill-kinds.ts'
export { type BillRow, lockBills } from './books.ts'
export { closeUnpaid } from './closing.ts'
export { refundPart } from './refunds.ts'
export { repriceBill } from './repricing.ts'
export type { Till } from './till.ts'
