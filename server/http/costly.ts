// How often one person and one tenant may ask for what costs much: work that leaves a file, reports, and free searches.
import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { Person } from '../person.ts'
import { Refused } from './refusal.ts'
import { createMeter } from './throttle.ts'

type Cost = NonNullable<Endpoint['cost']> | 'search'

/** How much more often than work that leaves a file. */
const SHARES: Record<Cost, number> = { task: 1, report: 12, search: 30 }
/** Of what one may ask in a minute, so many minutes' worth at once: people work in bursts. */
const MINUTES_AT_ONCE: Record<Cost, number> = { task: 3, report: 0.5, search: 1 / 3 }
/** What a tenant may, against one person of it. */
const TENANT = 6

export interface Costly {
  /** Refuses with how long to wait. */
  refuse(endpoint: Endpoint, request: unknown, person: Person): void
}

/** `perMinute`: tasks that one person may start in a minute in the long run; 0: as many as they like. */
export function createCostly(perMinute: number, now: () => number = Date.now): Costly {
  const metersOf = (cost: Cost) => {
    const each = perMinute * SHARES[cost]
    const meter = (times: number) =>
      createMeter(
        { perSecond: (each * times) / 60, atOnce: Math.max(1, each * times * MINUTES_AT_ONCE[cost]) },
        now,
      )
    return { person: meter(1), tenant: meter(TENANT) }
  }
  const meters = { task: metersOf('task'), report: metersOf('report'), search: metersOf('search') }
  return {
    refuse: (endpoint, request, person) => {
      const cost = endpoint.cost ?? (searches(request) ? 'search' : undefined)
      if (cost === undefined || perMinute === 0) return
      const who = person.key === undefined ? `person ${person.accountId}` : `key ${person.key.id}`
      const waitMs = meters[cost].person(who) || meters[cost].tenant(String(person.tenantId))
      if (waitMs > 0)
        throw new Refused('throttled.wait', { status: 429, params: { seconds: Math.ceil(waitMs / 1000) } })
    },
  }
}

const searches = (request: unknown): boolean =>
  typeof request === 'object' &&
  request !== null &&
  'q' in request &&
  typeof request.q === 'string' &&
  request.q !== ''
