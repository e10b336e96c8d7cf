// The time of what a device says, judged by when it came.
import { DAY_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { OLDEST_MESSAGE_DAYS } from './partitions.ts'

const AHEAD_MS = 10 * MINUTE_MS
const OLDEST_MS = OLDEST_MESSAGE_DAYS * DAY_MS

/**
 * When something was, by the device's clock `said` and the arrival `at`, both in milliseconds; undefined where it is
 * too old to be kept. A clock that runs ahead would make every later message look old: then the arrival counts.
 */
export function timeOf(said: number, at: number): number | undefined {
  if (said < at - OLDEST_MS) return undefined
  return said > at + AHEAD_MS ? at : said
}
