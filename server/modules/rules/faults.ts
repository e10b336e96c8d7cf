// Which alarms make a device abnormal, and which kinds are missed when they fall silent.
import type { AlarmType } from '../../../src/domain/alarm/alarm-types.ts'
import type { DeviceKind } from '../../../src/domain/device/device.ts'
import type { Condition } from './thresholds.ts'

const faults: readonly AlarmType[] = ['deviceFault', 'lowVoltage', 'powerLoss']

/** These stay until the device reports recovery (type alarmRecovery) or, for power, that the mains are back. */
export const lastingReports: readonly AlarmType[] = ['deviceFault', 'powerLoss']

/** An online device is abnormal while one of its own faults lasts; an alarm of its wearer does not make it so. */
export function isAbnormal(conditions: ReadonlyMap<string, Condition>): boolean {
  for (const { type, recoveredAt } of conditions.values())
    if (recoveredAt === null && faults.includes(type)) return true
  return false
}

/** Kinds whose silence is an alarm: a fire, a door or a person on probation may be behind it. */
export const missedKinds: readonly DeviceKind[] = ['smokeDetector', 'doorUnit', 'ankleBracelet']
