// After how long a silence a device counts as offline.
import type { DeviceKind } from '../../../src/domain/device/device.ts'
import type { DeviceSettings } from '../../../src/domain/device/settings.ts'

const MINUTE_MS = 60_000
const DEFAULT_MS = 5 * MINUTE_MS

/** What people wear speaks often; what hangs on a wall and lives of a battery speaks once a day. */
export const silenceByKind: Partial<Record<DeviceKind, number>> = {
  helmet: 2 * MINUTE_MS,
  wristband: 3 * MINUTE_MS,
  watch: 3 * MINUTE_MS,
  ankleBracelet: 2 * MINUTE_MS,
  locator: 3 * MINUTE_MS,
  doorUnit: 2 * MINUTE_MS,
  camera: 2 * MINUTE_MS,
}

const intervals = [
  'heartRateMinutes',
  'temperatureMinutes',
  'bloodOxygenMinutes',
  'altitudeMinutes',
  'positionMinutes',
] as const

/** Milliseconds of silence: three times the shortest report interval that was set, never less than the kind's own. */
export function silenceOf(kind: DeviceKind, desired: Partial<DeviceSettings>): number {
  const own = silenceByKind[kind] ?? DEFAULT_MS
  const set = intervals.flatMap(name => desired[name] ?? [])
  return set.length === 0 ? own : Math.max(own, 3 * Math.min(...set) * MINUTE_MS)
}
