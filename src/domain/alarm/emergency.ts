// Which alarms are emergencies: somebody may be in danger now, so nothing about the message but its sender keeps one out.
import type { AlarmType } from './alarm-types.ts'

/** A call for help, a fall, fire, gas, current nearby, a bracelet that came loose, a silence that is missed. */
export const emergencyTypes: readonly AlarmType[] = [
  'sos',
  'fall',
  'smoke',
  'fireButton',
  'harmfulGas',
  'nearElectricity',
  'wearing',
  'offline',
]

/** True for an alarm that is stored whatever else is wrong with its message, and acknowledged only when it is. */
export const isEmergency = (type: AlarmType): boolean => emergencyTypes.includes(type)
