// Words of presence: whether somebody is here, and what says so.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PresenceSource } from '../../domain/people/presence.ts'
import type { BadgeTone } from '../../ui/severity-badge.tsx'
import type { Figure } from './presence-groups.ts'

export const figureWords: Record<Figure, { label: MessageDescriptor; tone: BadgeTone }> = {
  here: { label: msg({ context: 'people', message: 'Here' }), tone: 'ok' },
  gone: { label: msg({ context: 'people', message: 'Gone' }), tone: 'off' },
  unknown: { label: msg({ context: 'people', message: 'Unknown' }), tone: 'attention' },
  leave: { label: msg({ context: 'people', message: 'On leave' }), tone: 'info' },
}

export const signWords: Record<PresenceSource, MessageDescriptor> = {
  punch: msg`by a punch`,
  door: msg`by a door`,
  fence: msg`by the geofence`,
  device: msg`by a device`,
}
