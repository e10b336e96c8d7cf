// What is known of a strap: loose and tight are what a device says while it speaks; the rest is unknown, not tight.
import * as z from 'zod/mini'

/** `none`: nothing is worn. `unknown`: the device is silent, or has never said. */
export const strapState = z.enum(['tight', 'loose', 'unknown', 'none'])
export type StrapState = z.output<typeof strapState>

interface Worn {
  deviceId: number | null
  online: boolean | null
  footRing: 'loose' | 'tight' | null
}

/** Undefined: nothing is worn. A loose strap stays loose when the device falls silent, a tight one is only as good as its word. */
export function strapOf({ deviceId, online, footRing }: Worn): Exclude<StrapState, 'none'> | undefined {
  if (deviceId === null) return undefined
  if (footRing === 'loose') return 'loose'
  return footRing === 'tight' && online === true ? 'tight' : 'unknown'
}
