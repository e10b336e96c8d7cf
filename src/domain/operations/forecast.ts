// How much each kind grows a day, and when the disk is full if it goes on like that until each kind holds all its days. From
// sizes that were written down once an hour: what was deleted is counted against what came.
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

/** What one kind takes on the disk. */
export interface KindOnDisk {
  bytes: number
  /** What a day adds; undefined: nothing is known yet. */
  bytesPerDay: number | undefined
  /** After so many days as much goes as comes; undefined: nothing ever goes. */
  keptDays: number | undefined
}

/** A forecast says no more than this: whatever lies behind it is another time. */
export const FORESEEN_DAYS = 3_650

/**
 * Days until the disk is full, each kind growing by what a day adds until it holds all its days. Undefined: not within ten
 * years.
 */
export function daysUntilFull(kinds: readonly KindOnDisk[], freeBytes: number): number | undefined {
  let left = freeBytes
  const growing = kinds.flatMap(({ bytes, bytesPerDay, keptDays }) => {
    if (!bytesPerDay || bytesPerDay <= 0) return []
    const room = keptDays === undefined ? Number.POSITIVE_INFINITY : bytesPerDay * keptDays - bytes
    return room > 0 ? [{ bytesPerDay, until: room / bytesPerDay }] : []
  })
  for (let day = 0; day < FORESEEN_DAYS; day++) {
    left -= growing.reduce(
      (sum, { bytesPerDay, until }) => sum + bytesPerDay * Math.min(Math.max(until - day, 0), 1),
      0,
    )
    if (left < 0) return day
  }
  return undefined
}
