// What a shift report makes of the alarms of a shift, and which shift is meant where nobody has chosen one.
import type { AlarmType } from '../alarm/alarm-types.ts'
import type { Span } from './coverage.ts'

export interface AlarmTimes {
  type: AlarmType
  raisedAt: number
  takenAt: number | null
  handledAt: number | null
}

/** Milliseconds from the alarm: the half of them, and the longest; null where none came so far. */
interface Waits {
  count: number
  median: number | null
  longest: number | null
}

export interface KindSum {
  type: AlarmType
  count: number
  taken: Waits
  closed: Waits
  /** Not closed when the shift was over: handed on. */
  open: number
}

/** Alarms of a shift by kind, the most frequent first. Who closed one at once took it then. */
export function sumByKind(alarms: readonly AlarmTimes[], endsAt: number): KindSum[] {
  return [...Map.groupBy(alarms, ({ type }) => type)]
    .map(([type, own]) => ({
      type,
      count: own.length,
      taken: waitsOf(own, ({ takenAt, handledAt }) => takenAt ?? handledAt),
      closed: waitsOf(own, ({ handledAt }) => handledAt),
      open: own.filter(({ handledAt }) => handledAt === null || handledAt >= endsAt).length,
    }))
    .sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1))
}

function waitsOf(alarms: readonly AlarmTimes[], at: (alarm: AlarmTimes) => number | null): Waits {
  const waits = alarms
    .flatMap(alarm => {
      const then = at(alarm)
      // Clocks differ a little: nobody takes an alarm before it came.
      return then === null ? [] : [Math.max(0, then - alarm.raisedAt)]
    })
    .sort((a, b) => a - b)
  return {
    count: waits.length,
    median: waits[Math.floor((waits.length - 1) / 2)] ?? null,
    longest: waits.at(-1) ?? null,
  }
}

/** The shift to report of: one's own that runs, else one's own last; without any, what others have. */
export function shiftToReport<Shift extends Span & { accountId: number | null }>(
  shifts: readonly Shift[],
  accountId: number | undefined,
  now: number,
): Shift | undefined {
  const begun = shifts.filter(({ startsAt }) => startsAt <= now)
  const last = (some: readonly Shift[]) =>
    some.toSorted((a, b) => a.endsAt - b.endsAt || a.startsAt - b.startsAt).at(-1)
  return last(begun.filter(shift => shift.accountId === accountId)) ?? last(begun)
}
