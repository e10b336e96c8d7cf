// What each kind of device reports as a rule: the columns of its table.
import type { DeviceKind } from './device.ts'
import type { ReadingKind } from './readings.ts'

const carried: readonly ReadingKind[] = ['battery', 'signal']
const mains: readonly ReadingKind[] = ['voltage', 'current']

const kinds: Record<DeviceKind, readonly ReadingKind[]> = {
  helmet: ['heartRate', 'ambientTemperature', 'altitude', ...carried],
  wristband: ['heartRate', 'bloodOxygen', 'bodyTemperature', 'steps', ...carried],
  watch: ['heartRate', 'bloodOxygen', 'systolic', 'diastolic', 'bodyTemperature', 'steps', ...carried],
  ankleBracelet: carried,
  locator: ['altitude', ...carried],
  smokeDetector: ['smoke', 'ambientTemperature', ...carried],
  fireButton: carried,
  gasSensor: ['gas', 'signal'],
  waterPressure: ['waterPressure', 'waterVolume', ...carried],
  airSwitch: [...mains, 'energy', 'ambientTemperature'],
  breaker: [...mains, 'energy', 'ambientTemperature'],
  camera: ['signal'],
  doorUnit: ['signal'],
  uwbStation: ['signal'],
  electricityMeter: [...mains, 'energy'],
  environment: ['ambientTemperature', 'airHumidity', 'airQuality', 'odour', 'vocs', ...carried],
  gateway: [...mains, 'signal'],
  dtu: [...mains, 'energy', 'signal'],
}

/** The readings of a kind of device, the telling ones first. */
export const reportedKinds = (kind: DeviceKind): readonly ReadingKind[] => kinds[kind]
