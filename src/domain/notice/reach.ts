// How surely a person who must be told is reached, from the channels that lead to them.

/** `none`: no channel at all. `failing`: every channel fails. `doubtful`: nothing proves that one works. */
export type Reach = 'none' | 'failing' | 'doubtful' | 'reached'

export interface ReachChannel {
  state: 'connected' | 'proven' | 'unproven' | 'failing' | 'none'
}

const worstFirst: readonly Reach[] = ['none', 'failing', 'doubtful', 'reached']

/** The best that any channel promises. */
export function reachOf(channels: readonly ReachChannel[]): Reach {
  const has = (...states: ReachChannel['state'][]) => channels.some(({ state }) => states.includes(state))
  if (has('connected', 'proven')) return 'reached'
  if (has('unproven')) return 'doubtful'
  return has('failing') ? 'failing' : 'none'
}

/** Whom nobody reaches stands first; among equals the order stays. */
export function byReach<Person extends { channels: readonly ReachChannel[] }>(
  people: readonly Person[],
): Person[] {
  return people.toSorted(
    (a, b) => worstFirst.indexOf(reachOf(a.channels)) - worstFirst.indexOf(reachOf(b.channels)),
  )
}
