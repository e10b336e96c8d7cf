// A track as the page shows it: with or without its jumps, and everything it says.

import { filterTrack } from '../../../domain/track/columns.ts'
import { jumpsOf } from '../../../domain/track/jumps.ts'
import {
  type Gap,
  gapsOf,
  type Steps,
  type Stop,
  stepsOf,
  stopsOf,
  wayOf,
} from '../../../domain/track/measures.ts'
import { type AtMoment, atMoment } from '../../../domain/track/moment.ts'
import type { Track } from '../../../domain/track/track.ts'
import type { TokenName } from '../../../ui/tokens.ts'
import type { HeardTrack } from './heard-track.ts'

/** Colours of the devices in their order. */
export const trackTones = [
  'accent',
  'new',
  'ok',
  'attention',
  'off',
  'warning',
] as const satisfies readonly TokenName[]
export type TrackTone = (typeof trackTones)[number]

export interface ShownTrack {
  imei: string
  name: string
  tone: TrackTone
  track: Track
  steps: Steps
  stops: readonly Stop[]
  gaps: readonly Gap[]
  /** Metres gone up to each point. */
  way: Float64Array
  /** Points that were left out. */
  jumps: number
  cutAt: number | undefined
}

/** Everything that a track says; takes some tens of milliseconds for a day of one point a second. */
export function showTrack(
  { imei, name, track: heard, cutAt }: HeardTrack,
  tone: TrackTone,
  filtersJumps: boolean,
): ShownTrack {
  const marks = filtersJumps ? jumpsOf(heard) : undefined
  const track = marks ? filterTrack(heard, index => marks[index] === 0) : heard
  const steps = stepsOf(track)
  const stops = stopsOf(track)
  return {
    imei,
    name,
    tone,
    track,
    steps,
    stops,
    gaps: gapsOf(track),
    way: wayOf(track, steps, stops),
    jumps: heard.times.length - track.times.length,
    cutAt,
  }
}

/** Where it was at a moment. */
export const stateAt = ({ track, steps, way }: ShownTrack, moment: number): AtMoment | undefined =>
  atMoment(track, steps, way, moment)

export interface TrackFigures {
  points: number
  metres: number
  /** Milliseconds between the first and the last point without gaps and stops. */
  moving: number
  standing: number
  silent: number
  /** Metres a second; the fastest step between two points. */
  fastest: number
}

/** The figures over a whole track. */
export function figuresOf({ track, steps, stops, gaps, way }: ShownTrack): TrackFigures {
  const count = track.times.length
  const whole = count === 0 ? 0 : (track.times[count - 1] ?? 0) - (track.times[0] ?? 0)
  const standing = stops.reduce((sum, stop) => sum + stop.to - stop.from, 0)
  const silent = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)
  let [fastest, stop] = [0, 0]
  for (let index = 0; index < count; index++) {
    while ((stops[stop]?.last ?? Number.POSITIVE_INFINITY) <= index) stop++
    // Jitter while standing is no speed.
    const still = (stops[stop]?.first ?? Number.POSITIVE_INFINITY) <= index
    const speed = steps.nextSpeed[index] ?? 0
    if (!still && speed > fastest) fastest = speed
  }
  return {
    points: count,
    metres: way[count - 1] ?? 0,
    moving: Math.max(0, whole - standing - silent),
    standing,
    silent,
    fastest,
  }
}
