// What maps ask: the fleet as columns, where alarms pile up.
import { alarmHeat, fleetPoints } from '../../../src/contract/endpoints/map.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { readHeat } from './alarm-heat.ts'
import { readFleet } from './fleet-points.ts'

export function mountFleet(handlers: Handlers, devices: Store, alarms: Store): void {
  handlers.handle(fleetPoints, ({ places = 'live' }, context) => readFleet(devices, places, context))
  handlers.handle(alarmHeat, (request, context) => readHeat(alarms, request, context))
}
