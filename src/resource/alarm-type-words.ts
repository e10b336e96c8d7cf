// Words and icons of the 34 alarm types, and the words of their severities, for all rooms that speak of them.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AlarmType, Severity } from '../domain/alarm/alarm-types.ts'
import type { IconName } from '../ui/icons.tsx'

export const typeWords: Record<AlarmType, MessageDescriptor> = {
  online: msg`Device online`,
  offline: msg`Device offline`,
  fenceRecovery: msg`Back in the geofence`,
  wearing: msg`Wearing`,
  bloodPressure: msg`Blood pressure`,
  heartRate: msg`Heart rate`,
  temperature: msg`Body temperature`,
  smoke: msg`Smoke`,
  lowVoltage: msg`Low battery`,
  bloodOxygen: msg`Blood oxygen`,
  nearElectricity: msg`Live-wire proximity`,
  collision: msg`Collision`,
  fall: msg`Fall`,
  harmfulGas: msg`Harmful gas`,
  sos: msg`SOS`,
  environmentTemperature: msg`Ambient temperature`,
  altitude: msg`Altitude`,
  fireButton: msg`Fire button`,
  alarmRecovery: msg`Alarm cleared`,
  fenceExit: msg`Left the geofence`,
  fenceEntry: msg`Entered the geofence`,
  deviceFault: msg`Device fault`,
  mute: msg`Muted`,
  button: msg`Button pressed`,
  watchWarning: msg`Watch warning`,
  airQuality: msg`Air quality`,
  soundLight: msg`Sound and light alarm`,
  powerLoss: msg`Power loss`,
  reserved29: msg`Alarm type 29`,
  reserved30: msg`Alarm type 30`,
  reserved31: msg`Alarm type 31`,
  reserved32: msg`Alarm type 32`,
  reserved33: msg`Alarm type 33`,
  reserved34: msg`Alarm type 34`,
}

export const severityWords: Record<Severity, MessageDescriptor> = {
  critical: msg`Critical`,
  warning: msg`Warning`,
  attention: msg`Attention`,
  info: msg`Info`,
}

const icons: Partial<Record<AlarmType, IconName>> = {
  online: 'signal',
  offline: 'wifi-off',
  fenceRecovery: 'shield',
  wearing: 'wristband',
  bloodPressure: 'heart',
  heartRate: 'heart',
  temperature: 'thermometer',
  smoke: 'flame',
  lowVoltage: 'battery',
  bloodOxygen: 'heart',
  nearElectricity: 'bolt',
  fall: 'fall',
  harmfulGas: 'gas',
  environmentTemperature: 'thermometer',
  altitude: 'up',
  fireButton: 'flame',
  alarmRecovery: 'shield',
  fenceExit: 'fence',
  fenceEntry: 'fence',
  deviceFault: 'tool',
  mute: 'sound-off',
  watchWarning: 'watch',
  soundLight: 'sound',
  powerLoss: 'bolt',
}

/** The icon of an alarm type. */
export const iconOf = (type: AlarmType): IconName => icons[type] ?? 'alert'
