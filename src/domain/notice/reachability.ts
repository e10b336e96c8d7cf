// How surely a person who must be told is reached, from the channels that lead to them.

/** `none`: no channel at all. `failing`: every channel fails. `doubtful`: nothing proves that one works. */
export type Reachability = 'none' | 'failing' | 'doubtful' | 'reached'

export interface NoticeChannel {
  state: 'connected' | 'proven' | 'unproven' | 'failing' | 'none'
}

const worstFirst: readonly Reachability[] = ['none', 'failing', 'doubtful', 'reached']

/** The best that any channel promises. */
export function reachabilityOf(channels: readonly NoticeChannel[]): Reachability {
  const has = (...states: NoticeChannel['state'][]) => channels.some(({ state }) => states.includes(state))
  if (has('connected', 'proven')) return 'reached'
  if (has('unproven')) return 'doubtful'
  return has('failing') ? 'failing' : 'none'
}

/** Whom nobody reaches stands first; among equals the order stays. */
export function leastReachableFirst<Person extends { channels: readonly NoticeChannel[] }>(
  people: readonly Person[],
): Person[] {
  return people.toSorted(
    (a, b) => worstFirst.indexOf(reachabilityOf(a.channels)) - worstFirst.indexOf(reachabilityOf(b.channels)),
  )
}

/** Walls that should show an SOS and have not been heard of. */
export const silentOf = <Wall extends { state: string }>(walls: readonly Wall[]): Wall[] =>
  walls.filter(({ state }) => state === 'silent')
