// Words of devices: states, kinds, what they measure, what is done to them.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CommandState } from '../../domain/device/command.ts'
import type { CommandKind } from '../../domain/device/command-input.ts'
import type { DeviceKind, DeviceState } from '../../domain/device/device.ts'
import type { ReadingKind } from '../../domain/device/readings.ts'
import type { Word } from '../../resource/view.ts'
import type { IconName } from '../../ui/icons.tsx'

export const stateWords = {
  online: { label: msg`Online`, shape: 'online' },
  offline: { label: msg`Offline`, shape: 'offline' },
  abnormal: { label: msg`Abnormal`, shape: 'abnormal' },
  notActivated: { label: msg`Not activated`, shape: 'inactive' },
} as const satisfies Record<DeviceState, Word>

export const kindWords: Record<DeviceKind, { label: MessageDescriptor; icon: IconName }> = {
  helmet: { label: msg`Helmet`, icon: 'helmet' },
  wristband: { label: msg`Wristband`, icon: 'wristband' },
  watch: { label: msg`Watch`, icon: 'watch' },
  ankleBracelet: { label: msg`Ankle bracelet`, icon: 'ankle' },
  locator: { label: msg`Locator`, icon: 'pin' },
  smokeDetector: { label: msg`Smoke detector`, icon: 'smoke' },
  fireButton: { label: msg`Fire button`, icon: 'flame' },
  gasSensor: { label: msg`Gas sensor`, icon: 'gas' },
  waterPressure: { label: msg`Water pressure sensor`, icon: 'water' },
  airSwitch: { label: msg`Air switch`, icon: 'bolt' },
  breaker: { label: msg`Breaker`, icon: 'bolt' },
  camera: { label: msg`Camera`, icon: 'camera' },
  doorUnit: { label: msg`Door unit`, icon: 'door' },
  uwbStation: { label: msg`UWB base station`, icon: 'signal' },
  electricityMeter: { label: msg`Electricity meter`, icon: 'bolt' },
  environment: { label: msg`Environment sensor`, icon: 'thermometer' },
  gateway: { label: msg`Gateway`, icon: 'link' },
  dtu: { label: msg`DTU relay`, icon: 'route' },
}

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

export const commandWords: Record<CommandKind, MessageDescriptor> = {
  restart: msg`Restart`,
  locate: msg`Locate`,
  speak: msg`Speak`,
  settings: msg`Settings`,
  audio: msg`Play a sound`,
  check: msg`Random check`,
  switch: msg`Switch`,
  lock: msg`Lock`,
  unlock: msg`Unlock`,
  valve: msg`Valve`,
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

/** Icon of a kind of device. */
export const kindIcon = (kind: DeviceKind): IconName => kindWords[kind].icon
