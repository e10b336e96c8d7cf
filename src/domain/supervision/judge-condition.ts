// Whether a monitored person keeps a condition at a moment: yes, no, or nobody knows.
import * as z from 'zod/mini'
import { HOUR_MS, MINUTE_MS } from '../durations.ts'
import { holds } from '../fence/fence-hours.ts'
import { localTime, momentOf } from '../report/zone-time.ts'

export const conditionKind = z.enum(['curfew', 'inclusion', 'exclusion', 'checkIn', 'charging'])
export type ConditionKind = z.output<typeof conditionKind>

/** A place older than this says nothing of now. */
export const STALE_PLACE_MS = 15 * MINUTE_MS
/** So long a battery may stay below what was agreed. */
const CHARGE_WITHIN_MS = HOUR_MS

export interface Condition {
  kind: ConditionKind
  /** Days it holds on, 1 Monday to 7 Sunday; empty: every day. */
  days: readonly number[]
  /** Minutes of the day by the clocks of the zone; until before from: over midnight. Of a check-in: by when (`untilMinute`). */
  fromMinute: number | null
  untilMinute: number | null
  zone: string
  /** Per cent, of charging. */
  minBattery: number | null
}

export interface ConditionFacts {
  at: number
  /** On which side of the fence the device is, and the moment of the place that said so; undefined: nobody knows. */
  side: { inside: boolean; at: number } | undefined
  battery: { percent: number; lowSince: number | null } | undefined
  lastCheckInAt: number | null
  /** A permit covers the condition now. */
  permitted: boolean
}

/** `notNow`: it does not hold at this time of day. `unknown` is neither kept nor broken, and is said as it is. */
export type Standing = 'kept' | 'broken' | 'unknown' | 'notNow' | 'permitted'

export function judgeCondition(condition: Condition, facts: ConditionFacts): Standing {
  const standing = judged(condition, facts)
  return facts.permitted && standing !== 'notNow' ? 'permitted' : standing
}

function judged(condition: Condition, { at, side, battery, lastCheckInAt }: ConditionFacts): Standing {
  if (condition.kind === 'checkIn') return judgeCheckIn(condition, at, lastCheckInAt)
  if (!holds(condition, at)) return 'notNow'
  if (condition.kind === 'charging') {
    if (battery === undefined) return 'unknown'
    if (battery.percent >= (condition.minBattery ?? 0)) return 'kept'
    return battery.lowSince !== null && at - battery.lowSince >= CHARGE_WITHIN_MS ? 'broken' : 'kept'
  }
  if (side === undefined || at - side.at > STALE_PLACE_MS) return 'unknown'
  return side.inside === (condition.kind !== 'exclusion') ? 'kept' : 'broken'
}

/** A check-in counts for the day on which it was, by the clocks of the zone. */
function judgeCheckIn({ days, untilMinute, zone }: Condition, at: number, last: number | null): Standing {
  const { year, month, day, weekday } = localTime(zone, at)
  if (days.length > 0 && !days.includes(weekday)) return 'notNow'
  if (last !== null && last >= momentOf(zone, year, month, day)) return 'kept'
  return at < momentOf(zone, year, month, day, untilMinute ?? 24 * 60) ? 'notNow' : 'broken'
}

/**
 * What an alarm of a fence is an incident of, where the person has conditions there: only what breaks one that holds at that
 * moment. Who leaves home at noon breaks no curfew, and who leaves a place they must stay out of does as they should.
 */
export function kindAtFence(
  type: 'fenceExit' | 'fenceEntry',
  conditions: readonly Condition[],
  at: number,
): 'curfew' | 'left' | 'entered' | undefined {
  const holding = (kind: ConditionKind) => conditions.some(each => each.kind === kind && holds(each, at))
  if (type === 'fenceEntry') return holding('exclusion') ? 'entered' : undefined
  if (holding('curfew')) return 'curfew'
  return holding('inclusion') ? 'left' : undefined
}

/** Days before the end of an authorisation on which somebody is warned, the last first. */
const warnedDays = [1, 7, 14] as const

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 24 * HOUR_MS).toISOString().slice(0, 10)

/**
 * How the authorisation that reaches furthest stands on a day (`YYYY-MM-DD`): days left, that it has run out, and whether a
 * warning is due that was not given yet. A server that was away on the day warns on the next.
 */
export function termOn(
  day: string,
  until: string,
  warnedOn: string | null,
): { left: number; warns: boolean; expired: boolean } {
  const left = Math.round(
    (Date.parse(`${until}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / (24 * HOUR_MS),
  )
  const stage = warnedDays.find(each => left <= each)
  const warns = left >= 0 && stage !== undefined && (warnedOn === null || warnedOn < dayBefore(until, stage))
  return { left, warns, expired: left < 0 }
}
