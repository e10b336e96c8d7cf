// How long records are kept, by kind: within which bounds a tenant may decide, and what is kept whatever anybody decides.
import { keysOf } from '../keys.ts'

interface Bounds {
  /** Whoever looks into something that happened must still find it. */
  least: number
  most: number
}

const TEN_YEARS = 3_653

/** What a tenant decides about, in the order of the page. */
const bounds = {
  readings: { least: 31, most: TEN_YEARS },
  positions: { least: 31, most: TEN_YEARS },
  doorEvents: { least: 30, most: TEN_YEARS },
  calls: { least: 30, most: TEN_YEARS },
  orders: { least: 7, most: TEN_YEARS },
  payloads: { least: 7, most: TEN_YEARS },
  cardNotices: { least: 30, most: TEN_YEARS },
  notices: { least: 7, most: TEN_YEARS },
  unreadNotices: { least: 90, most: TEN_YEARS },
} satisfies Record<string, Bounds>

export type RetentionKind = keyof typeof bounds
export const retentionKinds = keysOf(bounds)

/**
 * Days a tenant may choose of. Readings and positions go with whole days of all tenants at the end of the installation's
 * own days: nobody keeps them for longer.
 */
export function boundsOf(kind: RetentionKind, installation: number): Bounds {
  const { least, most } = bounds[kind]
  const shared = kind === 'readings' || kind === 'positions'
  return { least: Math.min(least, installation), most: shared ? installation : most }
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
