// What the console asks of fences beyond the generic endpoints.
import { bindFence, fenceDevices, fenceShapes } from '../../../src/contract/endpoints/fence.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Parts } from '../../parts.ts'

export function mountFences(handlers: Handlers, _parts: Parts, _devices: Store): void {
  handlers.handle(fenceShapes, async () => [])
  handlers.handle(fenceDevices, async () => {
    throw new Refused('unavailable')
  })
  handlers.handle(bindFence, async () => {
    throw new Refused('unavailable')
  })
}
