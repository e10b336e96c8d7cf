// Since when messages cannot be stored, and why: for health, which is how an operator hears of it.
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import type { Trouble } from '../../http/health.ts'

export interface Troubles {
  /** `device`: its number, or a word for work of the server's own. */
  failed(device: string, reason: string): void
  /** A message of this device was stored. */
  went(device: string): void
  current(): Trouble | undefined
}

/** A device that has not tried again for so long is not waited for, once others can store. */
const FORGET_MS = 15 * MINUTE_MS
const MOST_DEVICES = 10_000

/** Work of the server's own, such as judging silence, fails under a word. */
const isDevice = (name: string) => /^\d/.test(name)

/** One that fails is not forgotten because its neighbours get through. */
export function createTroubles(now: () => number): Troubles {
  const failing = new Map<string, { since: number; at: number; reason: string }>()
  let wentAt = 0
  return {
    failed: (device, reason) => {
      const known = failing.get(device)
      if (!known && failing.size >= MOST_DEVICES) return
      failing.delete(device)
      failing.set(device, { since: known?.since ?? now(), at: now(), reason })
    },
    went: device => {
      if (isDevice(device)) wentAt = now()
      failing.delete(device)
    },
    current: () => {
      for (const [device, { at }] of failing)
        if (at < wentAt && now() - at > FORGET_MS) failing.delete(device)
      const all = [...failing.values()]
      const newest = all.at(-1)
      if (!newest) return undefined
      const since = all.reduce((first, one) => Math.min(first, one.since), newest.since)
      const devices = [...failing.keys()].filter(isDevice).length
      return { since, reason: newest.reason, devices, nothingGoes: devices > 0 && wentAt < since }
    },
  }
}
