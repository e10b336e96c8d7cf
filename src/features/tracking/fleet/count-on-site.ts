// How many helmets are on the site: those that are heard, and whose place lies on a plan of it.
import { deviceKinds } from '../../../domain/device/device.ts'
import { fleetStates } from '../../../domain/device/fleet-columns.ts'
import { isOnSite, type SitePlacement } from '../../../domain/indoor/site-placement.ts'
import type { Fleet } from './fleet-store.ts'

const [ONLINE, ABNORMAL] = [fleetStates.indexOf('online'), fleetStates.indexOf('abnormal')]
const HELMET = deviceKinds.indexOf('helmet')

/** Without a plan that has its place nobody knows where the site is: then all that are heard count. */
export function countOnSite(
  fleet: Pick<Fleet, 'columns' | 'placeOf'>,
  plans: readonly SitePlacement[],
): { there: number; wrong: number } {
  const { kinds, states } = fleet.columns
  let there = 0
  let wrong = 0
  for (let slot = 0; slot < kinds.length; slot++) {
    const state = states[slot]
    if (kinds[slot] !== HELMET || (state !== ONLINE && state !== ABNORMAL)) continue
    const place = fleet.placeOf(slot)
    if (plans.length > 0 && !(place && plans.some(plan => isOnSite(plan, place)))) continue
    there++
    if (state === ABNORMAL) wrong++
  }
  return { there, wrong }
}
