// Words of devices: states, kinds, what they measure, what is done to them.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CommandState } from '../../domain/device/command.ts'
import type { CommandKind } from '../../domain/device/command-input.ts'
import type { Interval } from '../../domain/device/intervals.ts'
import type { ReadingKind } from '../../domain/device/readings.ts'
import type { Word } from '../../resource/view.ts'

// Defined in `resource`, since other features need them too; exported here so that this feature has one place for its words.
export { kindIcon, kindWords } from '../../resource/device-kind-words.ts'
export { stateWords } from '../../resource/device-state-words.ts'

export const readingWords: Record<ReadingKind, MessageDescriptor> = {
  heartRate: msg`Heart rate`,
  bodyTemperature: msg`Body temperature`,
  bloodOxygen: msg`Blood oxygen`,
  systolic: msg`Systolic pressure`,
  diastolic: msg`Diastolic pressure`,
  ambientTemperature: msg`Ambient temperature`,
  altitude: msg`Altitude`,
  airQuality: msg`Air quality`,
  airHumidity: msg`Air humidity`,
  odour: msg`Odour intensity`,
  vocs: msg`VOCs`,
  gas: msg`Combustible gas`,
  smoke: msg`Smoke density`,
  waterPressure: msg`Water pressure`,
  waterVolume: msg`Water volume`,
  voltage: msg`Voltage`,
  current: msg`Current`,
  energy: msg`Energy`,
  battery: msg`Battery`,
  signal: msg`Signal`,
  steps: msg`Steps`,
}

/** Names of the intervals and durations. */
export const intervalWords: Record<Interval, MessageDescriptor> = {
  heartRateMinutes: msg`Heart rate every`,
  temperatureMinutes: msg`Temperature every`,
  bloodOxygenMinutes: msg`Blood oxygen every`,
  altitudeMinutes: msg`Altitude every`,
  positionMinutes: msg`Position every`,
  restartMinutes: msg`Restart every`,
  odourSeconds: msg`Odour every`,
  vocsSeconds: msg`VOCs every`,
  airQualitySeconds: msg`Air quality every`,
  airHumiditySeconds: msg`Air humidity every`,
  alarmSeconds: msg`Alarm lasts`,
  gasMeasureSeconds: msg`Gas measurement lasts`,
}

export const commandWords: Record<CommandKind, MessageDescriptor> = {
  restart: msg`Restart`,
  locate: msg`Locate`,
  speak: msg`Speak`,
  settings: msg`Settings`,
  audio: msg`Play a sound`,
  check: msg`Random check`,
  switch: msg`Switch`,
  lock: msg({ context: 'breaker', message: 'Lock' }),
  unlock: msg({ context: 'breaker', message: 'Unlock' }),
  valve: msg`Valve`,
  raw: msg`Payload`,
  credit: msg`Credit the meter`,
}

export const commandStateWords: Record<CommandState, Word> = {
  waiting: { label: msg`Waiting`, tone: 'attention' },
  sent: { label: msg`Sent`, tone: 'info' },
  delivered: { label: msg`Delivered`, tone: 'info' },
  done: { label: msg`Carried out`, tone: 'ok' },
  failed: { label: msg`Failed`, tone: 'critical' },
  expired: { label: msg`Expired`, tone: 'off' },
}
