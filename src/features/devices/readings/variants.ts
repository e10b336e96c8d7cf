// The pages about one reading: what each of them is about.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DeviceKind } from '../../../domain/device/device.ts'
import type { ReadingKind } from '../../../domain/device/readings.ts'
import type { StateField } from '../../../domain/device/state-fields.ts'

export interface ReadingVariant {
  title: MessageDescriptor
  /** The readings it shows, the telling one first. */
  kinds: readonly [ReadingKind, ...ReadingKind[]]
  /** Kinds of devices offered; all when absent. */
  devices?: readonly DeviceKind[]
  /** States beside the figures. */
  states?: readonly (StateField | 'mainsPower' | 'transparent')[]
  /** How long a measurement takes is part of the settings. */
  measured?: boolean
  /** Such a device may have a valve to open and close. */
  valve?: boolean
  /** Such a device passes payloads on as they are. */
  channel?: boolean
}

const worn = ['helmet', 'wristband', 'watch', 'ankleBracelet'] as const

export const readingVariants = {
  bloodOxygen: { title: msg`Blood oxygen`, kinds: ['bloodOxygen'], devices: worn, states: ['footRing'] },
  heartRate: { title: msg`Heart rate`, kinds: ['heartRate'], devices: worn, states: ['footRing'] },
  bodyTemperature: {
    title: msg`Body temperature`,
    kinds: ['bodyTemperature'],
    devices: worn,
    states: ['footRing'],
  },
  harmfulGas: {
    title: msg`Harmful gas`,
    kinds: ['gas', 'airQuality'],
    devices: ['gasSensor', 'helmet', 'environment', 'smokeDetector'],
    states: ['harmfulGas', 'mainsPower'],
    measured: true,
  },
  gas: {
    title: msg({ context: 'page', message: 'Gas' }),
    kinds: ['gas'],
    devices: ['gasSensor'],
    states: ['harmfulGas', 'valve', 'mainsPower'],
    measured: true,
    valve: true,
  },
  dtu: {
    title: msg`DTU relay`,
    kinds: ['current', 'voltage', 'energy'],
    devices: ['dtu', 'gateway'],
    states: ['transparent', 'valve', 'mainsPower'],
    valve: true,
    channel: true,
  },
  electricity: {
    title: msg`Electricity meter`,
    kinds: ['voltage', 'current', 'energy'],
    devices: ['electricityMeter', 'airSwitch', 'breaker'],
    states: ['mainsPower'],
  },
  water: {
    title: msg`Water pressure and meter`,
    kinds: ['waterPressure', 'waterVolume'],
    devices: ['waterPressure'],
    states: ['valve'],
    valve: true,
  },
  battery: { title: msg`Battery`, kinds: ['battery'], states: ['footRing', 'mainsPower'] },
  signal: { title: msg`Signal`, kinds: ['signal'] },
  altitude: { title: msg`Altitude`, kinds: ['altitude'], devices: ['helmet', 'locator', 'watch'] },
  odour: { title: msg`Odour`, kinds: ['odour'], devices: ['environment', 'gasSensor'] },
  vocs: { title: msg`VOCs`, kinds: ['vocs'], devices: ['environment', 'gasSensor'] },
  ambientTemperature: { title: msg`Ambient temperature`, kinds: ['ambientTemperature'] },
} as const satisfies Record<string, ReadingVariant>

export type VariantName = keyof typeof readingVariants
