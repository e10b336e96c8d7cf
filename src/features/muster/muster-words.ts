// Words of roll calls: what is said of people, how it is known, and where somebody was seen.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RosterSource } from '../../domain/muster/roster.ts'
import type { HintSource, Outcome, Standing } from '../../domain/muster/sighting.ts'
import type { IconName } from '../../ui/icons.tsx'
import type { BadgeTone } from '../../ui/severity-badge.tsx'

interface StateWord {
  label: MessageDescriptor
  icon: IconName
  tone: BadgeTone
}

/** In the order of the four buttons. */
export const outcomeWords: Readonly<Record<Outcome, StateWord>> = {
  safe: { label: msg({ context: 'roll call', message: 'Safe' }), icon: 'check', tone: 'ok' },
  injured: { label: msg({ context: 'roll call', message: 'Injured' }), icon: 'heart', tone: 'warning' },
  missing: { label: msg({ context: 'roll call', message: 'Missing' }), icon: 'search', tone: 'critical' },
  notOnSite: { label: msg({ context: 'roll call', message: 'Not on site' }), icon: 'logout', tone: 'off' },
}

export const standingWords: Readonly<Record<Standing['state'], MessageDescriptor>> = {
  unaccounted: msg({ context: 'roll call', message: 'Unaccounted' }),
  safe: outcomeWords.safe.label,
  injured: outcomeWords.injured.label,
  missing: outcomeWords.missing.label,
  notOnSite: outcomeWords.notOnSite.label,
}

/** From which source somebody is on the roll. */
export const sourceWords: Readonly<Record<RosterSource, MessageDescriptor>> = {
  punch: msg({ context: 'roll call', message: 'punched in' }),
  door: msg({ context: 'roll call', message: 'card at a door' }),
  fence: msg({ context: 'roll call', message: 'device inside the geofence' }),
  floor: msg({ context: 'roll call', message: 'device on the floor' }),
  device: msg({ context: 'roll call', message: 'device heard' }),
  home: msg({ context: 'roll call', message: 'lives here' }),
  visitor: msg({ context: 'roll call', message: 'guest code used' }),
}

/** Where a sensor saw somebody after the start. */
export const hintWords: Readonly<Record<HintSource, MessageDescriptor>> = {
  door: msg({ context: 'roll call', message: 'Card at a door' }),
  punch: msg({ context: 'roll call', message: 'Punched' }),
  fence: msg({ context: 'roll call', message: 'Device in a geofence' }),
  floor: msg({ context: 'roll call', message: 'Device on a floor' }),
  position: msg({ context: 'roll call', message: 'Device located' }),
}
