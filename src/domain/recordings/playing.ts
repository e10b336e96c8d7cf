// Playing several tracks as one: a master clock that says where they all have to be, and what is done with one that is elsewhere.
// Pure: the clock's time comes with the events.

export const playingRates = [0.5, 1, 1.5, 2, 4] as const
export type PlayingRate = (typeof playingRates)[number]

/** Further from the master clock than this nobody takes two tracks for one. */
export const MOST_DRIFT_MS = 80
/** Beyond this it is quicker to go there than to catch up. */
const LEAP_MS = 500
/** What catches up runs so much faster, what waits so much slower. */
const NUDGE = 0.08

/** All `at` are milliseconds of the recording from its beginning. */
export interface Playing {
  lengthMs: number
  /** Where it was when the clock showed `since`, or where it stands. */
  at: number
  since: number
  /** The person wants it to play. */
  on: boolean
  /** A track that is needed has nothing to show yet: all wait for it. */
  waiting: boolean
  rate: PlayingRate
}

/** `now` is the clock in milliseconds, from any beginning, never going back. */
export type PlayingEvent =
  | { on: 'play'; now: number }
  | { on: 'pause'; now: number }
  | { on: 'went'; to: number; now: number }
  /** One picture on or back; stops. */
  | { on: 'stepped'; by: number; now: number }
  | { on: 'rate'; rate: PlayingRate; now: number }
  | { on: 'waiting'; waiting: boolean; now: number }
  | { on: 'ticked'; now: number }

export const atBeginning = (lengthMs: number): Playing => ({
  lengthMs,
  at: 0,
  since: 0,
  on: false,
  waiting: false,
  rate: 1,
})

/** Where it is when the clock shows `now`. */
export function placeAt({ lengthMs, at, since, on, waiting, rate }: Playing, now: number): number {
  return on && !waiting ? Math.min(lengthMs, at + Math.max(0, now - since) * rate) : at
}

export function stepPlaying(state: Playing, event: PlayingEvent): Playing {
  const here: Playing = { ...state, at: placeAt(state, event.now), since: event.now }
  switch (event.on) {
    case 'play':
      // From the end it begins again.
      return { ...here, on: true, at: here.at >= here.lengthMs ? 0 : here.at }
    case 'pause':
      return { ...here, on: false }
    case 'went':
      return { ...here, at: Math.min(here.lengthMs, Math.max(0, event.to)) }
    case 'stepped':
      return { ...here, on: false, at: Math.min(here.lengthMs, Math.max(0, here.at + event.by)) }
    case 'rate':
      return { ...here, rate: event.rate }
    case 'waiting':
      return event.waiting === state.waiting ? state : { ...here, waiting: event.waiting }
    case 'ticked':
      return state.on && here.at >= here.lengthMs ? { ...here, on: false } : state
  }
}

export type Correction = { do: 'nothing' } | { do: 'pace'; rate: number } | { do: 'leap' }

/** What a track needs that is so far ahead of the master clock (negative: behind) while it plays. */
export function correctionOf(aheadMs: number, rate: number): Correction {
  const off = Math.abs(aheadMs)
  if (off > LEAP_MS * Math.max(1, rate)) return { do: 'leap' }
  if (off > MOST_DRIFT_MS) return { do: 'pace', rate: rate * (aheadMs > 0 ? 1 - NUDGE : 1 + NUDGE) }
  return { do: 'nothing' }
}

interface Spanned {
  spans: readonly { fromMs: number; toMs: number }[]
}

/** A picture stands a little longer than its last frame was due. */
const STANDS_MS = 1_000

/** Whether a track has something to show or to say then. */
export const isThere = ({ spans }: Spanned, at: number): boolean =>
  spans.some(({ fromMs, toMs }) => at >= fromMs && at <= toMs + STANDS_MS)

interface Turn {
  kind: string
  atMs: number
  untilMs: number | null
  whose: string | null
}

/** Who speaks then, or spoke last before. */
export function speakerAt(marks: readonly Turn[], at: number): string | undefined {
  let found: Turn | undefined
  for (const mark of marks)
    if (mark.kind === 'speaker' && mark.atMs <= at && (!found || mark.atMs >= found.atMs)) found = mark
  return found?.whose ?? undefined
}
