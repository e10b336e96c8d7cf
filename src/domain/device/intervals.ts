// Intervals and durations that can be set on a device, in the order of the forms (console specification, section 9).
import { keysOf } from '../keys.ts'

export const intervals = {
  heartRateMinutes: 'minute',
  temperatureMinutes: 'minute',
  bloodOxygenMinutes: 'minute',
  altitudeMinutes: 'minute',
  positionMinutes: 'minute',
  restartMinutes: 'minute',
  odourSeconds: 'second',
  vocsSeconds: 'second',
  airQualitySeconds: 'second',
  airHumiditySeconds: 'second',
  alarmSeconds: 'second',
  gasMeasureSeconds: 'second',
} as const satisfies Record<string, 'minute' | 'second'>
export type Interval = keyof typeof intervals
export const intervalNames = keysOf(intervals)
