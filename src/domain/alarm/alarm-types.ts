// Alarm types 1 to 34 with their severity. Numbers follow the specification's list; 29 to 34 are reserved.
import * as z from 'zod/mini'

export const severity = z.enum(['critical', 'warning', 'attention', 'info'])
export type Severity = z.output<typeof severity>

/** The most urgent first. */
export const severities = severity.options

/** In the order of their numbers: the first is 1. */
export const alarmTypes = [
  'online',
  'offline',
  'fenceRecovery',
  'wearing',
  'bloodPressure',
  'heartRate',
  'temperature',
  'smoke',
  'lowVoltage',
  'bloodOxygen',
  'nearElectricity',
  'collision',
  'fall',
  'harmfulGas',
  'sos',
  'environmentTemperature',
  'altitude',
  'fireButton',
  'alarmRecovery',
  'fenceExit',
  'fenceEntry',
  'deviceFault',
  'mute',
  'button',
  'watchWarning',
  'airQuality',
  'soundLight',
  'powerLoss',
  'reserved29',
  'reserved30',
  'reserved31',
  'reserved32',
  'reserved33',
  'reserved34',
] as const

export const alarmType = z.enum(alarmTypes)
export type AlarmType = z.output<typeof alarmType>

export const criticalTypes = [
  'smoke',
  'nearElectricity',
  'fall',
  'harmfulGas',
  'sos',
  'fireButton',
] as const satisfies readonly AlarmType[]
export type CriticalType = (typeof criticalTypes)[number]

/** True for a type that is critical by itself, whatever the tenant's rules make of it. */
export const isCriticalType = (type: AlarmType): type is CriticalType =>
  criticalTypes.some(each => each === type)

const warning: readonly AlarmType[] = [
  'bloodPressure',
  'heartRate',
  'temperature',
  'bloodOxygen',
  'collision',
  'environmentTemperature',
  'altitude',
  'fenceExit',
  'deviceFault',
  'watchWarning',
  'airQuality',
  'soundLight',
  'powerLoss',
]
const info: readonly AlarmType[] = ['online', 'fenceRecovery', 'alarmRecovery', 'fenceEntry', 'mute']

/** How urgent an alarm type is. */
export function severityOf(type: AlarmType): Severity {
  if (isCriticalType(type)) return 'critical'
  if (warning.includes(type)) return 'warning'
  return info.includes(type) ? 'info' : 'attention'
}
