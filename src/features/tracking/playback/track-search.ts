// What the address of a track page says: which devices, which time, which moment of it, how fast.

import { DAY_MS } from '../../../domain/durations.ts'
import { IMEI } from '../../../domain/limits.ts'
import { type PlaybackSpeed, playbackSpeeds } from '../../../domain/track/playback.ts'

export interface TrackSearch {
  /** IMEIs with commas; a lone one is a number as the address reads it. */
  imei?: string | number | undefined
  /** Epoch milliseconds, both inclusive; absent: the last day. */
  from?: number | undefined
  to?: number | undefined
  /** The moment that is shown. */
  at?: number | undefined
  speed?: PlaybackSpeed | undefined
}

/** Tracks on one clock; more colours cannot be told apart. */
export const MOST_TRACKS = 6
export const LONGEST_DAYS = 31

/** Values under 13 digits are seconds (real-time specification, section 9). */
const momentOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number) || number <= 0) return undefined
  const at = Math.round(number < 1e12 ? number * 1000 : number)
  return at <= 8.64e15 ? at : undefined
}

/** Reads the search part of an address; what does not fit is dropped, a period the wrong way round is turned. */
export function readTrackSearch(raw: Record<string, unknown>): TrackSearch {
  const imeis = imeisIn(raw.imei)
  const [a, b] = [momentOf(raw.from), momentOf(raw.to)]
  const at = momentOf(raw.at)
  const speed = playbackSpeeds.find(each => each === Number(raw.speed))
  const period =
    a === undefined && b === undefined
      ? at === undefined
        ? {}
        : // Only a moment: the hours around it.
          { from: at - DAY_MS / 2, to: at + DAY_MS / 2 }
      : bounded(a ?? (b ?? 0) - DAY_MS, b ?? (a ?? 0) + DAY_MS)
  return {
    ...(imeis.length > 0 && { imei: imeis.join(',') }),
    ...period,
    ...(at !== undefined && { at }),
    ...(speed && { speed }),
  }
}

function bounded(a: number, b: number): { from: number; to: number } {
  const [from, to] = [Math.min(a, b), Math.max(a, b)]
  return { from: Math.max(from, to - LONGEST_DAYS * DAY_MS), to }
}

/** The IMEIs named in a text with commas, each once. */
export function imeisIn(value: unknown): string[] {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string') return []
  return [...new Set(text.split(','))].filter(word => IMEI.test(word)).slice(0, MOST_TRACKS)
}
