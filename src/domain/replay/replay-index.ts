// Things that happened and when each was known, in two orders, so that any moment is found by halving and not by looking through.
import type { EventLane } from './lanes.ts'

export interface ReplayEvent {
  id: string
  lane: EventLane
  /** When it happened. */
  at: number
  /** When the server learnt of it. */
  knownAt: number
}

/** Known sooner than this after it happened, it came as it happened: networks take a moment. */
export const PROMPT_MS = 10_000

/** A clock of the device that runs ahead makes nothing known before it was. */
export const knownFrom = ({ at, knownAt }: Pick<ReplayEvent, 'at' | 'knownAt'>): number =>
  Math.max(at, knownAt)

export const isLate = (event: Pick<ReplayEvent, 'at' | 'knownAt'>): boolean =>
  knownFrom(event) - event.at > PROMPT_MS

export interface ReplayIndex<Event extends ReplayEvent = ReplayEvent> {
  /** In the order in which they happened. */
  readonly events: readonly Event[]
  readonly times: readonly number[]
  /** Those that came late, in the same order: few, so that a moment looks through them alone. */
  readonly late: readonly Event[]
}

export function indexOf<Event extends ReplayEvent>(found: readonly Event[]): ReplayIndex<Event> {
  const events = [...found].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  return { events, times: events.map(({ at }) => at), late: events.filter(isLate) }
}

/** How many of some rising moments are not after `at`. */
export function countUntil(times: ArrayLike<number>, at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}

export interface Moment<Event extends ReplayEvent> {
  /** Had happened and was known, the latest last. */
  known: Event[]
  /** Had happened, and nobody knew, the latest last. */
  unknown: Event[]
}

/** What had happened by `at`, divided by what was known by `known`; of the known ones the latest `most`. */
export function momentOf<Event extends ReplayEvent>(
  index: ReplayIndex<Event>,
  at: number,
  known: number,
  most = Number.POSITIVE_INFINITY,
): Moment<Event> {
  const unknown = index.late.filter(event => event.at <= at && knownFrom(event) > known)
  const missing = new Set(unknown)
  const latest: Event[] = []
  for (let place = countUntil(index.times, at) - 1; place >= 0 && latest.length < most; place--) {
    const event = index.events[place]
    // Prompt ones are known where they happened, unless somebody looks at what was known even before that.
    if (event && !missing.has(event) && (isLate(event) || event.at <= known)) latest.push(event)
  }
  return { known: latest.reverse(), unknown }
}

/** The one that happened next after a moment, or last before it. */
export function neighbour<Event extends ReplayEvent>(
  { events, times }: ReplayIndex<Event>,
  at: number,
  towards: 'next' | 'previous',
): Event | undefined {
  if (towards === 'next') return events[countUntil(times, at)]
  return events[countUntil(times, at - 1) - 1]
}
