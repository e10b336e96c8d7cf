// In what an alarm's value and limit are measured.
import type { AlarmType } from '../../domain/alarm/alarm-types.ts'
import { limitedReadings, readings } from '../../domain/device/readings.ts'

/** The unit of what raises a type of alarm; none where that is measured in several. */
function unitOf(type: AlarmType): string {
  const units = new Set(
    limitedReadings.flatMap(kind => (readings[kind].limitAlarm === type ? [readings[kind].unit] : [])),
  )
  const [unit = ''] = units
  return units.size === 1 ? unit : ''
}

/** A figure of an alarm with its unit; the bare figure where the type is not bound to one reading. */
export function measuredText(type: AlarmType, value: number, format: Intl.NumberFormat): string {
  const unit = unitOf(type)
  return unit === '' ? format.format(value) : `${format.format(value)} ${unit}`
}
