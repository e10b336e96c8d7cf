// Points at which nobody can have been: reached faster than anything drives, or there and back in a moment.
import { MINUTE_MS } from '../durations.ts'
import { metresOf } from './measures.ts'
import type { Track } from './track.ts'

/** Metres a second; nothing that carries a device here is faster (252 km/h). */
export const MOST_SPEED = 70
/** There and back at more than so many metres a second, with so little rest, is a spike. */
const SPIKE_SPEED = 12
const SPIKE_METRES = 80
const SPIKE_MS = MINUTE_MS
/** So many points in a row that agree with each other are no mistake: it was carried there. */
const AGREED = 4
/** So few good ones may have been the mistake. */
const FEW = 3

/** 1 for each point that is a jump. */
export function jumpsOf(track: Track): Uint8Array {
  const jumps = impossible(track)
  markSpikes(track, jumps)
  return jumps
}

const speedBetween = (track: Track, a: number, b: number): number => {
  const doubt = (track.accuracies[a] ?? 0) + (track.accuracies[b] ?? 0)
  const seconds = Math.max(0.001, ((track.times[b] ?? 0) - (track.times[a] ?? 0)) / 1000)
  return Math.max(0, metresOf(track, a, b) - doubt) / seconds
}

/** Points that are too far from the last good one, unless several in a row agree that it was that one which was wrong. */
function impossible(track: Track): Uint8Array {
  const count = track.times.length
  const jumps = new Uint8Array(count)
  const good: number[] = count > 0 ? [0] : []
  let doubted: number[] = []
  const reject = () => {
    for (const each of doubted) jumps[each] = 1
    doubted = []
  }
  for (let index = 1; index < count; index++) {
    if (speedBetween(track, good.at(-1) ?? 0, index) <= MOST_SPEED) {
      if (isBetterWithout(track, good, doubted, index)) believe(track, jumps, good, doubted)
      else reject()
      doubted = []
      good.push(index)
      continue
    }
    const before = doubted.at(-1)
    if (before !== undefined && speedBetween(track, before, index) > MOST_SPEED) reject()
    doubted.push(index)
    if (doubted.length < AGREED) continue
    believe(track, jumps, good, doubted)
    doubted = []
  }
  // At the end fewer must do.
  if (isBetterWithout(track, good, doubted, doubted.at(-1) ?? 0)) believe(track, jumps, good, doubted)
  else reject()
  return jumps
}

/** How many of the last good ones must have been wrong for a point to follow the one before them; 0: no few. */
function wrongOnes(track: Track, good: readonly number[], index: number): number {
  for (let wrong = 1; wrong <= FEW && wrong < good.length; wrong++)
    if (speedBetween(track, good.at(-1 - wrong) ?? 0, index) <= MOST_SPEED) return wrong
  return good.length <= FEW ? good.length : 0
}

/** Whether what was doubted goes on to `next` from an earlier good one, so that the last good one stands alone. */
const isBetterWithout = (
  track: Track,
  good: readonly number[],
  doubted: readonly number[],
  next: number,
): boolean =>
  doubted.length > 1 &&
  wrongOnes(track, good, doubted[0] ?? 0) > 0 &&
  speedBetween(track, doubted.at(-1) ?? 0, next) <= MOST_SPEED

function believe(track: Track, jumps: Uint8Array, good: number[], doubted: readonly number[]): void {
  const wrong = wrongOnes(track, good, doubted[0] ?? 0)
  if (wrong > 0) for (const each of good.splice(-wrong)) jumps[each] = 1
  good.push(...doubted)
}

/** Single points far from both neighbours, which are near each other. */
function markSpikes(track: Track, jumps: Uint8Array): void {
  const kept: number[] = []
  for (let index = 0; index < jumps.length; index++) if (jumps[index] === 0) kept.push(index)
  for (let at = 1; at + 1 < kept.length; at++) {
    const [before = 0, here = 0, after = 0] = kept.slice(at - 1, at + 2)
    if ((track.times[after] ?? 0) - (track.times[before] ?? 0) > SPIKE_MS) continue
    const out = metresOf(track, before, here)
    const back = metresOf(track, here, after)
    if (Math.min(out, back) < SPIKE_METRES) continue
    if (metresOf(track, before, after) > Math.min(out, back) / 2) continue
    if (Math.min(speedBetween(track, before, here), speedBetween(track, here, after)) < SPIKE_SPEED) continue
    jumps[here] = 1
    // The next one is judged against what stays.
    kept.splice(at, 1)
    at--
  }
}
