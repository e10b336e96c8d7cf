// Which of a tenant's rules decides about an alarm, and which test window hides it.
import type { DeviceKind } from '../device/device.ts'
import { localTime } from '../report/zone-time.ts'
import type { AlarmType } from './alarm-types.ts'

/** What rules and windows look at. */
export interface RuleCase {
  type: AlarmType
  deviceId: number
  kind: DeviceKind
  groupId: number | null
  /** The device's department and all above it: a rule for a department holds below it too. */
  departmentIds: readonly number[]
  /** When it happened on the device, epoch milliseconds. */
  raisedAt: number
}

export interface RuleCondition {
  types: readonly AlarmType[]
  kinds: readonly DeviceKind[]
  groupId: number | null
  departmentId: number | null
  days: readonly number[]
  fromMinute: number | null
  untilMinute: number | null
  zone: string
}

export interface TestCondition {
  deviceId: number | null
  groupId: number | null
  types: readonly AlarmType[]
  startsAt: number
  endsAt: number
}

/**
 * True while the rule holds by the clocks of its zone. A time over midnight belongs to the day it begins on: Friday
 * 22:00 to 06:00 holds on Saturday at 02:00. An hour that the clocks skip is nobody's, one that comes twice holds twice.
 */
export function holdsAt(
  rule: Pick<RuleCondition, 'days' | 'fromMinute' | 'untilMinute' | 'zone'>,
  at: number,
): boolean {
  const { days, fromMinute: from, untilMinute: until } = rule
  if (days.length === 0 && (from === null || until === null)) return true
  const { minute, weekday } = localTime(rule.zone, at)
  const on = (day: number) => days.length === 0 || days.includes(day)
  if (from === null || until === null) return on(weekday)
  if (from < until) return on(weekday) && minute >= from && minute < until
  if (minute >= from) return on(weekday)
  return minute < until && on(weekday === 1 ? 7 : weekday - 1)
}

/** True when the rule is about such an alarm, at that time. */
export function ruleFits(rule: RuleCondition, of: RuleCase): boolean {
  const { types, kinds, groupId, departmentId } = rule
  if (types.length > 0 && !types.includes(of.type)) return false
  if (kinds.length > 0 && !kinds.includes(of.kind)) return false
  if (groupId !== null && groupId !== of.groupId) return false
  if (departmentId !== null && !of.departmentIds.includes(departmentId)) return false
  return holdsAt(rule, of.raisedAt)
}

/** True when a window keeps such an alarm from people. SOS is kept back only where it is named. */
export function testHides(test: TestCondition, of: RuleCase): boolean {
  if (of.raisedAt < test.startsAt || of.raisedAt >= test.endsAt) return false
  if (test.deviceId !== null && test.deviceId !== of.deviceId) return false
  if (test.groupId !== null && test.groupId !== of.groupId) return false
  return test.types.length === 0 ? of.type !== 'sos' : test.types.includes(of.type)
}

/** Of the windows that hide an alarm the narrowest counts it, among equals the one that began first. */
export function hidingTest<Test extends TestCondition>(
  tests: readonly Test[],
  of: RuleCase,
): Test | undefined {
  const breadth = (test: Test) => (test.deviceId !== null ? 0 : test.groupId !== null ? 1 : 2)
  return tests
    .filter(test => testHides(test, of))
    .reduce<Test | undefined>((best, test) => {
      if (!best) return test
      const closer = breadth(test) - breadth(best) || test.startsAt - best.startsAt
      return closer < 0 ? test : best
    }, undefined)
}
