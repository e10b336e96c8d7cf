// When a message that did not get through is sent again, when it is given up, and when its receiver is.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts'

/** Pauses before the second and further tries; with the first there are eight in a day and a half. */
const PAUSES_MS = [5_000, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, DAY_MS]
export const MOST_TRIES = PAUSES_MS.length + 1
/** Nothing has got through for so long: the receiver is given up with the next message that is. */
export const GIVE_UP_MS = 3 * DAY_MS

export type NextTry = { is: 'again'; afterMs: number } | { is: 'over' }

/**
 * After so many failed tries. Spread by a tenth each way, so that all that failed together does not come back together;
 * `luck` from 0 to 1. A receiver that says how long to wait is heard, for up to a day.
 */
export function afterFailure(tries: number, luck: number, askedMs = 0): NextTry {
  const pause = PAUSES_MS[tries - 1]
  if (pause === undefined) return { is: 'over' }
  return { is: 'again', afterMs: Math.round(Math.max(Math.min(askedMs, DAY_MS), pause * (0.9 + luck / 5))) }
}

/** Whether the receiver is given up; 410 says itself that it is gone. */
export const givesUp = (
  { status, over, failingSince }: { status: number | null; over: boolean; failingSince: number },
  now: number,
): boolean => status === 410 || (over && now - failingSince >= GIVE_UP_MS)
