// Who is on which floor, and where they were.
import { indoorDevices, indoorFloors, indoorTrail } from '../../../src/contract/endpoints/indoor.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

export function mountIndoor(handlers: Handlers, _devices: Store): void {
  handlers.handle(indoorFloors, async () => [])
  handlers.handle(indoorDevices, async () => {
    throw new Refused('unavailable')
  })
  handlers.handle(indoorTrail, async () => {
    throw new Refused('unavailable')
  })
}
