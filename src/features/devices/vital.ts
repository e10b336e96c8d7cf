// Which reading of a device comes first, and its limits.
import type { DeviceKind } from '../../domain/device/device.ts'
import { type ReadingKind, readingKinds } from '../../domain/device/readings.ts'
import type { DeviceSettings } from '../../domain/device/settings.ts'
import { MINUTE_MS } from '../../domain/durations.ts'

const ofWearer: readonly ReadingKind[] = ['heartRate', 'bloodOxygen', 'bodyTemperature']

const usual: Partial<Record<DeviceKind, readonly ReadingKind[]>> = {
  helmet: ofWearer,
  wristband: ofWearer,
  watch: ofWearer,
  ankleBracelet: ofWearer,
  smokeDetector: ['smoke', 'ambientTemperature'],
  gasSensor: ['gas'],
  waterPressure: ['waterPressure'],
  airSwitch: ['current', 'voltage'],
  breaker: ['current', 'voltage'],
  electricityMeter: ['energy', 'voltage'],
  environment: ['ambientTemperature', 'airHumidity', 'airQuality'],
}

/** Readings that every device has; they are shown as badges already. */
const everywhere: ReadonlySet<ReadingKind> = new Set(['battery', 'signal'])

/** The kinds a device has sent, the telling ones first, the others always in the same order: systolic before diastolic. */
export function readingOrder(device: DeviceKind, sent: readonly ReadingKind[]): ReadingKind[] {
  const first = (usual[device] ?? []).filter(kind => sent.includes(kind))
  const ordered = readingKinds.filter(kind => sent.includes(kind))
  const others = ordered.filter(kind => !first.includes(kind) && !everywhere.has(kind))
  const last = ordered.filter(kind => everywhere.has(kind))
  return [...first, ...others, ...last]
}

/** Lower and upper limit of a reading in the settings. */
export function limitsOf(
  settings: Partial<DeviceSettings> | undefined | null,
  kind: ReadingKind,
): { lower?: number | undefined; upper?: number | undefined } {
  const limits: Partial<Record<ReadingKind, { lower?: number | undefined; upper?: number | undefined }>> =
    settings?.limits ?? {}
  return limits[kind] ?? {}
}

/** Silences shorter than this never break a line. */
const SHORTEST_GAP_MS = 10 * MINUTE_MS

/** A silence longer than this is a gap: several times what lies between two readings as a rule. */
export function gapOf(times: readonly number[]): number {
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at))
  const usual = pauses.toSorted((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0
  return Math.max(SHORTEST_GAP_MS, usual * 5)
}
