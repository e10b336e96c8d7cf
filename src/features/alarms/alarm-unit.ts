// In what an alarm's value and limit are measured.
import type { AlarmType } from '../../domain/alarm/alarm-types.ts'
import { type ReadingKind, readings } from '../../domain/device/readings.ts'

const measured: Partial<Record<AlarmType, ReadingKind>> = {
  bloodPressure: 'systolic',
  heartRate: 'heartRate',
  temperature: 'bodyTemperature',
  bloodOxygen: 'bloodOxygen',
  environmentTemperature: 'ambientTemperature',
  altitude: 'altitude',
  harmfulGas: 'gas',
  smoke: 'smoke',
}

/** A figure of an alarm with its unit; the bare figure where the type is not bound to one reading. */
export function measuredText(type: AlarmType, value: number, format: Intl.NumberFormat): string {
  const kind = measured[type]
  const unit = kind ? readings[kind].unit : ''
  return unit === '' ? format.format(value) : `${format.format(value)} ${unit}`
}
