// Limits: when a measured value breaks one, when it is back inside, and which alarm that is.
import type { AlarmType } from '../../../src/domain/alarm/alarm-types.ts'
import { isLimited, type ReadingKind, readings } from '../../../src/domain/device/readings.ts'
import type { DeviceSettings } from '../../../src/domain/device/settings.ts'

export type Limits = Partial<DeviceSettings['limits']>

/** Share of the limit (or of the span between both) that a value must be inside before the alarm is over. */
const HYSTERESIS = 0.02

/** At most one alarm for the same limit in so many seconds, when the settings say nothing. */
export const DEFAULT_REPEAT_SECONDS = 60

export const LOW_BATTERY = 10
export const BATTERY_RECOVERED = 20

export interface Condition {
  type: AlarmType
  alarmId: number | null
  raisedAt: number
  recoveredAt: number | null
}

export type Verdict =
  | { is: 'raise'; condition: string; type: AlarmType; value: number; limit: number }
  | { is: 'recover'; condition: string; value: number }
  | undefined

/** Judges one new value against the device's limits and what has been raised already. */
export function judgeReading(
  kind: ReadingKind,
  value: number,
  given: {
    limits: Limits
    conditions: ReadonlyMap<string, Condition>
    at: number
    repeatSeconds: number | undefined
  },
): Verdict {
  if (kind === 'battery') return judgeBattery(value, given.conditions)
  const { limitAlarm } = readings[kind]
  if (limitAlarm === undefined || !isLimited(kind)) return undefined
  const condition = `limit:${kind}`
  const known = given.conditions.get(condition)
  const open = known !== undefined && known.recoveredAt === null
  const { lower, upper } = given.limits[kind] ?? {}
  const broken =
    upper !== undefined && value > upper ? upper : lower !== undefined && value < lower ? lower : undefined
  if (broken !== undefined) {
    if (open) return undefined
    // A value that goes up and down around its limit raises no alarm each time.
    const guard = (given.repeatSeconds ?? DEFAULT_REPEAT_SECONDS) * 1000
    if (known && given.at - known.raisedAt < guard) return undefined
    return { is: 'raise', condition, type: limitAlarm, value, limit: broken }
  }
  if (!open) return undefined
  const span = upper !== undefined && lower !== undefined ? upper - lower : Math.abs(upper ?? lower ?? 0)
  const margin = HYSTERESIS * span
  const inside =
    (upper === undefined || value <= upper - margin) && (lower === undefined || value >= lower + margin)
  return inside ? { is: 'recover', condition, value } : undefined
}

function judgeBattery(value: number, conditions: ReadonlyMap<string, Condition>): Verdict {
  const condition = 'lowBattery'
  const known = conditions.get(condition)
  const open = known !== undefined && known.recoveredAt === null
  if (value <= LOW_BATTERY && !open)
    return { is: 'raise', condition, type: 'lowVoltage', value, limit: LOW_BATTERY }
  if (value > BATTERY_RECOVERED && open) return { is: 'recover', condition, value }
  return undefined
}
