// SIM cards as other modules meet them: bound to a device, paid for, and the signatures of their carrier's gateway.
export { bindSimCard, unbindSimCard } from './bind.ts'
export { signAnswer, signRequest } from './carrier-gateway.ts'
export { type Delivery, deliver, markDelivered, type PaidBill, takeBack } from './deliver.ts'
export { judgePurchase } from './purchase.ts'
