// Takes orders to many devices.
import { sendOrder, sendSettings, sendSwitch } from '../../../src/contract/endpoints/order.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Parts } from '../../parts.ts'

const unavailable = async () => {
  throw new Refused('unavailable')
}

export function mountOrders(handlers: Handlers, _parts: Parts, _devices: Store): void {
  for (const endpoint of [sendOrder, sendSettings, sendSwitch]) handlers.handle(endpoint, unavailable)
}
