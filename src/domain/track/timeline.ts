// The clock that several tracks are played on: from the first point to the last, with or without the silences of all.
import { MINUTE_MS } from '../durations.ts'
import { gapOf } from './measures.ts'
import type { Track } from './track.ts'

export interface Timeline {
  /** Epoch milliseconds of the first and the last point of all. */
  from: number
  to: number
  /** What is left out, rising: silences of all tracks at once. Empty where the clock runs through. */
  skipped: readonly { from: number; to: number }[]
}

/** What is left of a skipped silence, so that one sees that there was one. */
const LEFT_MS = MINUTE_MS

/** The clock of tracks; undefined when there is no point. */
export function timelineOf(tracks: readonly Track[], skipsSilence: boolean): Timeline | undefined {
  const heard = tracks.filter(({ times }) => times.length > 0)
  if (heard.length === 0) return undefined
  const from = Math.min(...heard.map(({ times }) => times[0] ?? 0))
  const to = Math.max(...heard.map(({ times }) => times.at(-1) ?? 0))
  return { from, to, skipped: skipsSilence ? silencesOf(heard) : [] }
}

/** Times in which no track has a point: beginning a little after the last one, ending with the next. */
function silencesOf(tracks: readonly Track[]): { from: number; to: number }[] {
  const stretches = tracks.flatMap(track => {
    const { times } = track
    const found: { from: number; to: number }[] = []
    let start = times[0] ?? 0
    for (let index = 1; index <= times.length; index++) {
      const [before = 0, here] = [times[index - 1], times[index]]
      if (here !== undefined && here - before <= gapOf(track)) continue
      found.push({ from: start, to: before })
      start = here ?? 0
    }
    return found
  })
  const gapMs = Math.max(...tracks.map(gapOf))
  stretches.sort((a, b) => a.from - b.from)
  const silences: { from: number; to: number }[] = []
  let end = stretches[0]?.to ?? 0
  for (const stretch of stretches) {
    if (stretch.from - end > gapMs) silences.push({ from: end + LEFT_MS, to: stretch.from })
    end = Math.max(end, stretch.to)
  }
  return silences
}

/** Milliseconds there are to play. */
export const lengthOf = (timeline: Timeline): number => playedAt(timeline, timeline.to)

/** The moment after so many played milliseconds. */
export function momentAt({ from, to, skipped }: Timeline, played: number): number {
  let moment = from + Math.max(0, played)
  for (const silence of skipped) {
    if (moment <= silence.from) break
    moment += silence.to - silence.from
  }
  return Math.min(to, moment)
}

/** How many milliseconds are played until a moment; one in a silence counts as its beginning. */
export function playedAt({ from, to, skipped }: Timeline, moment: number): number {
  const at = Math.max(from, Math.min(to, moment))
  let played = at - from
  for (const silence of skipped) {
    if (at <= silence.from) break
    played -= Math.min(at, silence.to) - silence.from
  }
  return played
}
