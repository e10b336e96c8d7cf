// Whether push messages reach this browser, derived from what the browser and the server say.

/**
 * `insecure`: the address is neither https nor localhost. `unsupported`: the browser has no push here. `denied`: the
 * person has forbidden it. `stale`: the browser is subscribed and the server does not know it, or the other way round.
 */
export type PushState = 'unknown' | 'insecure' | 'unsupported' | 'denied' | 'off' | 'stale' | 'on'

export interface PushFacts {
  secure: boolean
  supported: boolean
  permission: 'default' | 'granted' | 'denied'
  /** Tells the browser's own subscription from others; undefined when it has none. */
  fingerprint: string | undefined
  /** Those of the server's list; undefined while it could not be asked. */
  known: readonly string[] | undefined
  /** The person switched it on in this session. */
  wanted: boolean
}

/** One word from the facts; the first thing that is in the way wins. */
export function pushStateOf(facts: PushFacts): PushState {
  if (!facts.secure) return 'insecure'
  if (!facts.supported) return 'unsupported'
  if (facts.permission === 'denied') return 'denied'
  const { fingerprint, known } = facts
  if (facts.permission !== 'granted' || fingerprint === undefined) return facts.wanted ? 'stale' : 'off'
  return known === undefined || known.includes(fingerprint) ? 'on' : 'stale'
}

/** True when subscribing again, without asking anybody, mends it. */
export function mayRenew(facts: PushFacts): boolean {
  return pushStateOf(facts) === 'stale' && facts.permission === 'granted' && facts.known !== undefined
}
