// The three pages of tracks: of every source, of satellites only, and of monitored persons with their fences.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DeviceKind } from '../../../domain/device/device.ts'
import type { PositionSource } from '../../../domain/track/track.ts'

export interface TrackVariant {
  title: MessageDescriptor
  /** Only positions of this source. */
  source: PositionSource | undefined
  /** Only devices of these kinds are offered. */
  kinds: readonly DeviceKind[] | undefined
  /** Offered at the beginning. */
  offers: readonly DeviceKind[]
  /** Fences are drawn, and their exits stand first. */
  fences: boolean
}

const worn: readonly DeviceKind[] = ['helmet', 'wristband', 'watch', 'ankleBracelet', 'locator']

export const trackVariants = {
  all: {
    title: msg({ context: 'page', message: 'Track' }),
    source: undefined,
    kinds: undefined,
    offers: worn,
    fences: false,
  },
  gps: {
    title: msg({ context: 'page', message: 'GPS track' }),
    source: 'gps',
    kinds: undefined,
    offers: worn,
    fences: false,
  },
  supervision: {
    title: msg({ context: 'page', message: "Monitored person's track" }),
    source: undefined,
    kinds: ['ankleBracelet', 'watch', 'wristband', 'locator'],
    offers: ['ankleBracelet', 'watch', 'wristband', 'locator'],
    fences: true,
  },
} as const satisfies Record<string, TrackVariant>

export type VariantName = keyof typeof trackVariants
