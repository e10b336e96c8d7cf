// When a geofence holds: days and hours by the clocks of its zone, also over midnight and where clocks are set.
import { holdsAt } from '../alarm/rule-fit.ts'
import { MINUTE_MS } from '../durations.ts'
import { localTime, momentOf } from '../report/zone-time.ts'

export interface FenceHours {
  /** 1 Monday to 7 Sunday; empty: every day. */
  days: readonly number[]
  /** Minutes of the day, both or none; until at or before from: over midnight. */
  fromMinute: number | null
  untilMinute: number | null
  zone: string
}

/** True for a fence that holds day and night. */
export const holdsAlways = ({ days, fromMinute }: FenceHours): boolean =>
  fromMinute === null && (days.length === 0 || new Set(days).size === 7)

/** What a minute was found to be: thousands of positions of one minute ask for it, and calendars are slow. */
const asked = new WeakMap<FenceHours, { minute: number; holds: boolean; since: number | null }>()

function minuteOf(hours: FenceHours, at: number): { holds: boolean; since: number | null } {
  const minute = Math.floor(at / MINUTE_MS)
  const known = asked.get(hours)
  if (known?.minute === minute) return known
  const isOn = holdsAt(hours, at)
  const fresh = { minute, holds: isOn, since: isOn ? beginningOf(hours, at) : null }
  asked.set(hours, fresh)
  return fresh
}

/** True while it holds. */
export const holds = (hours: FenceHours, at: number): boolean =>
  holdsAlways(hours) || minuteOf(hours, at).holds

const on = ({ days }: FenceHours, weekday: number) =>
  days.length === 0 || days.includes(((weekday + 6) % 7) + 1)

/** Whole days in a row are one holding time: it begins with the first of them. */
const beginsOn = (hours: FenceHours, weekday: number) =>
  on(hours, weekday) && (hours.fromMinute !== null || !on(hours, weekday - 1))

/** Beginning of the holding time that a moment is in; null outside of it, and for a fence that holds always. */
export const holdingSince = (hours: FenceHours, at: number): number | null =>
  holdsAlways(hours) ? null : minuteOf(hours, at).since

function beginningOf(hours: FenceHours, at: number): number | null {
  const { year, month, day, weekday, minute } = localTime(hours.zone, at)
  const from = hours.fromMinute ?? 0
  for (let back = minute >= from ? 0 : 1; back < 8; back++)
    if (beginsOn(hours, weekday - back)) {
      const start = momentOf(hours.zone, year, month, day - back, from)
      // Where the clocks are set back, the beginning may come once more after this moment.
      if (start <= at) return start
    }
  return null
}

/** The first beginning of a holding time after a moment; null for a fence that holds always. */
export function nextHolding(hours: FenceHours, at: number): number | null {
  if (holdsAlways(hours)) return null
  const { year, month, day, weekday } = localTime(hours.zone, at)
  for (let ahead = 0; ahead < 9; ahead++) {
    if (!beginsOn(hours, weekday + ahead)) continue
    const start = momentOf(hours.zone, year, month, day + ahead, hours.fromMinute ?? 0)
    if (start > at) return start
  }
  return null
}
