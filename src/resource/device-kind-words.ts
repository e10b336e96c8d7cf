// Kinds of devices in words and pictures: every feature that lists or filters by kind says them alike.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DeviceKind } from '../domain/device/device.ts'
import type { IconName } from '../ui/icons.tsx'

/** Name and icon of each kind. */
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

/** Icon of a kind of device. */
export const kindIcon = (kind: DeviceKind): IconName => kindWords[kind].icon
