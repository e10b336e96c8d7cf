// How much each kind grows a day, and when the disk is full if it goes on like that. From sizes that were written down
// once an hour: what was deleted is counted against what came.
import { DAY_MS, HOUR_MS } from '../durations.ts'

export interface Size {
  at: number
  kind: string
  bytes: number
}

/** Out of less than this nothing is foretold: one import of an afternoon is no habit. */
export const LEAST_MS = 6 * HOUR_MS
/** What lies longer back says little of tomorrow. */
export const MOST_MS = 7 * DAY_MS

export interface Growth {
  kind: string
  /** As it was measured last. */
  bytes: number
  /** A day; null while too little is known. */
  perDay: number | null
  /** From one day's end to the next, the last days; of UTC. */
  days: { day: number; bytes: number }[]
}

/** The growth of each kind, in the order in which the kinds come first. */
export function growthOf(sizes: readonly Size[]): Growth[] {
  const ofKind = Map.groupBy(sizes, ({ kind }) => kind)
  return [...ofKind].flatMap(([kind, own]) => {
    const ordered = own.toSorted((a, b) => a.at - b.at)
    const last = ordered.at(-1)
    if (!last) return []
    const first = ordered.find(({ at }) => at >= last.at - MOST_MS) ?? last
    const span = last.at - first.at
    return [
      {
        kind,
        bytes: last.bytes,
        perDay: span < LEAST_MS ? null : ((last.bytes - first.bytes) / span) * DAY_MS,
        days: daysOf(ordered),
      },
    ]
  })
}

function daysOf(ordered: readonly Size[]): Growth['days'] {
  const ends = new Map<number, number>()
  for (const { at, bytes } of ordered) ends.set(Math.floor(at / DAY_MS), bytes)
  const days = [...ends]
  return days.slice(1).map(([day, bytes], at) => ({ day: day * DAY_MS, bytes: bytes - (days[at]?.[1] ?? 0) }))
}

/** Days until nothing is free; null while it is not known, infinite where nothing grows. */
export function daysLeft(growth: readonly Growth[], freeBytes: number | null): number | null {
  if (freeBytes === null || growth.length === 0) return null
  let perDay = 0
  for (const each of growth) {
    if (each.perDay === null) return null
    perDay += each.perDay
  }
  return perDay <= 0 ? Number.POSITIVE_INFINITY : freeBytes / perDay
}
