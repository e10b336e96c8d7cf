// When something done to an alarm can be believed to have been done.
import { MINUTE_MS } from '../durations.ts'

/** Clocks differ a little: what was done so much before its alarm is still believed. */
export const CLOCKS_DIFFER_MS = MINUTE_MS

/** Done far before its alarm was raised: the clock of the device that wrote it down was wrong. */
export const isBeforeRaised = (at: number, raisedAt: number): boolean => at < raisedAt - CLOCKS_DIFFER_MS
