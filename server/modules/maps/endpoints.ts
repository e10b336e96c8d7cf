// What maps ask: the configuration, the fleet as columns, where alarms pile up.
import { alarmHeat, fleetPoints, mapConfig } from '../../../src/contract/endpoints/map.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

export function mountFleet(handlers: Handlers, _devices: Store, _alarms: Store): void {
  handlers.handle(fleetPoints, async () => {
    throw new Refused('unavailable')
  })
  handlers.handle(alarmHeat, async () => {
    throw new Refused('unavailable')
  })
}

export function mountMapConfig(handlers: Handlers): void {
  handlers.handle(mapConfig, async () => ({ amap: null, google: null, street: null, raster: null }))
}
