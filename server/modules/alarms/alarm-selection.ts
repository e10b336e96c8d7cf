// Which alarms are counted.
import type { AlarmFacts } from './packed-day.ts'

/** A filter that is null lets everything through. Words go by their numbers in the book. */
export interface AlarmSelection {
  from: number
  to: number
  departments: ReadonlySet<number> | null
  kinds: ReadonlySet<number> | null
  types: ReadonlySet<number> | null
  devices: ReadonlySet<number> | null
}

export const selects =
  ({ from, to, departments, kinds, types, devices }: AlarmSelection) =>
  (alarm: AlarmFacts): boolean =>
    alarm.raisedAt >= from &&
    alarm.raisedAt < to &&
    (departments === null || departments.has(alarm.department)) &&
    (kinds === null || kinds.has(alarm.kind)) &&
    (types === null || types.has(alarm.type)) &&
    (devices === null || devices.has(alarm.device))

/** Alarms come in the order of time, more or less: the bucket is mostly that of the last one. */
export function bucketFinder(starts: readonly number[]): (at: number) => number {
  let index = 0
  const startOf = (bucket: number) => starts[bucket] ?? Number.POSITIVE_INFINITY
  return at => {
    while (index > 0 && at < startOf(index)) index--
    while (at >= startOf(index + 1)) index++
    return index
  }
}
