// How long a package holds: whole calendar days of the tenant's zone, and what several packages add up to.
import { DAY_MS } from '../durations.ts'
import { localTime, momentOf } from '../report/zone-time.ts'

/** Where a tenant has not said which clocks it lives by. */
export const DEFAULT_ZONE = 'Asia/Shanghai'

/**
 * The first moment at which a package that begins at `startsAt` no longer holds: the day it begins counts whole, so
 * it ends with the last of its days by the zone's clocks.
 */
export function packageEnd(startsAt: number, validityDays: number, zone: string): number {
  const { year, month, day } = localTime(zone, startsAt)
  return momentOf(zone, year, month, day + validityDays)
}

/** Calendar days of the zone from one moment's day to another's; negative when the other is earlier. */
export function daysBetween(from: number, to: number, zone: string): number {
  const [a, b] = [localTime(zone, from), localTime(zone, to)]
  return (Date.UTC(b.year, b.month - 1, b.day) - Date.UTC(a.year, a.month - 1, a.day)) / DAY_MS
}

/** Days before its end from which a package may be bought again: a third of it, at most a month. */
export function renewalDays(validityDays: number): number {
  return Math.max(1, Math.min(30, Math.floor(validityDays / 3)))
}

/** Megabytes that a package is worth where the carrier counts 1 MB as `multiplier` hundredths. Null: no data in it. */
export function megabytesOf(megabytes: number | null | undefined, multiplier: number): number | null {
  return megabytes === null || megabytes === undefined ? null : Math.floor((megabytes * 100) / multiplier)
}

export interface Period {
  id: number
  type: 'data' | 'addOn' | 'topUp'
  packageId: number
  megabytes: number | null
  startsAt: number
  endsAt: number
}

export interface Standing {
  /** The base package in force; null: none. */
  periodId: number | null
  packageId: number | null
  /** End of the package in force, over all of its stretches that follow on each other. */
  endsAt: number | null
  /** Sum over everything in force; null: nothing with data in it. */
  quotaMegabytes: number | null
  /** When any of this changes by itself; null: never. */
  changesAt: number | null
}

/** What a card's packages come to at a moment. An add-on counts while it holds, whether a base package runs or not. */
export function standingOf(periods: readonly Period[], at: number): Standing {
  const inForce = periods.filter(period => period.startsAt <= at && at < period.endsAt)
  const base = inForce
    .filter(period => period.type === 'data')
    .sort((a, b) => a.startsAt - b.startsAt || a.id - b.id)[0]
  const withData = inForce.flatMap(period => (period.megabytes === null ? [] : [period.megabytes]))
  const moments = periods.flatMap(period => [period.startsAt, period.endsAt]).filter(moment => moment > at)
  return {
    periodId: base?.id ?? null,
    packageId: base?.packageId ?? null,
    endsAt: base ? endOfRun(base, periods) : null,
    quotaMegabytes: withData.length === 0 ? null : withData.reduce((sum, megabytes) => sum + megabytes, 0),
    changesAt: moments.length === 0 ? null : Math.min(...moments),
  }
}

function endOfRun(first: Period, periods: readonly Period[]): number {
  let end = first.endsAt
  const following = periods
    .filter(period => period.type === 'data' && period.startsAt >= first.endsAt)
    .sort((a, b) => a.startsAt - b.startsAt)
  for (const period of following) {
    if (period.packageId !== first.packageId || period.startsAt > end) break
    end = period.endsAt
  }
  return end
}
