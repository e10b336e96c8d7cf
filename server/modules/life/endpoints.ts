// What the console asks of the life of devices beyond the generic endpoints.
import {
  activations,
  allocate,
  allocationItems,
  deviceSteps,
  onlineHistory,
} from '../../../src/contract/endpoints/life.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Parts } from '../../parts.ts'

const unavailable = async () => {
  throw new Refused('unavailable')
}

export function mountLife(handlers: Handlers, _parts: Parts, _devices: Store): void {
  for (const endpoint of [allocate, allocationItems, deviceSteps, activations, onlineHistory])
    handlers.handle(endpoint, unavailable)
}
