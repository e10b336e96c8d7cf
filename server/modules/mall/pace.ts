// How often an address may ask what is open to anybody: so many times a minute, in the memory of one process.
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { Refused } from '../../http/refusal.ts'

/** Addresses that are remembered; beyond that all begin anew. */
const MOST_ADDRESSES = 10_000

export interface Pace {
  /** Refuses who has asked too often. */
  step(address: string): void
}

export function createPace(perMinute: number, now: () => number = Date.now): Pace {
  let minute = 0
  let asked = new Map<string, number>()
  return {
    step: address => {
      const present = Math.floor(now() / MINUTE_MS)
      if (present !== minute || asked.size >= MOST_ADDRESSES) {
        minute = present
        asked = new Map()
      }
      const count = (asked.get(address) ?? 0) + 1
      asked.set(address, count)
      if (count > perMinute) throw new Refused('throttled')
    },
  }
}
