// After how long a silence a device counts as offline.
import type { DeviceKind } from '../../../src/domain/device/device.ts'
import type { DeviceSettings } from '../../../src/domain/device/settings.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'

/** Speaks once a day, and may be two hours late. */
const DAILY_MS = 26 * HOUR_MS
/** Speaks once an hour, or every two. */
const HOURLY_MS = 5 * HOUR_MS

/** What people wear and what opens doors speaks often; what hangs on a wall and lives of a battery once a day. */
const silenceByKind: Record<DeviceKind, number> = {
  helmet: 2 * MINUTE_MS,
  wristband: 3 * MINUTE_MS,
  watch: 3 * MINUTE_MS,
  ankleBracelet: 2 * MINUTE_MS,
  locator: 3 * MINUTE_MS,
  doorUnit: 2 * MINUTE_MS,
  camera: 2 * MINUTE_MS,
  uwbStation: 5 * MINUTE_MS,
  airSwitch: 5 * MINUTE_MS,
  breaker: 5 * MINUTE_MS,
  gateway: 5 * MINUTE_MS,
  dtu: 5 * MINUTE_MS,
  environment: 5 * MINUTE_MS,
  gasSensor: HOURLY_MS,
  electricityMeter: HOURLY_MS,
  smokeDetector: DAILY_MS,
  fireButton: DAILY_MS,
  waterPressure: DAILY_MS,
}

/** Nothing counts as silent before so long. */
export const SHORTEST_SILENCE_MS = Math.min(...Object.values(silenceByKind))

const intervals = [
  'heartRateMinutes',
  'temperatureMinutes',
  'bloodOxygenMinutes',
  'altitudeMinutes',
  'positionMinutes',
] as const

/** Milliseconds of silence: three times the shortest report interval that was set, never less than the kind's own. */
export function silenceOf(kind: DeviceKind, desired: Partial<DeviceSettings>): number {
  const own = silenceByKind[kind]
  const set = intervals.flatMap(name => desired[name] ?? [])
  return set.length === 0 ? own : Math.max(own, 3 * Math.min(...set) * MINUTE_MS)
}
