// Words and looks of supervision that several screens share.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IncidentKind, IncidentState, SupervisionLevel } from '../../domain/supervision/incident-step.ts'
import type { ConditionKind, Standing } from '../../domain/supervision/judge-condition.ts'
import type { SupervisionState } from '../../domain/supervision/monitored-person.ts'
import type { StrapState } from '../../domain/supervision/strap.ts'
import type { Word } from '../../resource/view.ts'

export const levelWords: Record<SupervisionLevel, Word> = {
  mild: { label: msg`Mild`, tone: 'info' },
  moderate: { label: msg`Moderate`, tone: 'attention' },
  severe: { label: msg`Severe`, tone: 'critical' },
}

export const stateWords: Record<SupervisionState, Word> = {
  registered: { label: msg`Registered`, shape: 'inactive' },
  supervised: { label: msg`Under supervision`, shape: 'online' },
  suspended: { label: msg`Suspended`, shape: 'abnormal' },
  ended: { label: msg`Ended`, shape: 'offline' },
  transferred: { label: msg`Transferred`, shape: 'offline' },
}

export const strapWords: Record<StrapState, Word> = {
  tight: { label: msg`Tight`, tone: 'ok' },
  loose: { label: msg`Loose`, tone: 'critical' },
  unknown: { label: msg`Unknown`, tone: 'attention' },
  none: { label: msg`Nothing worn`, tone: 'off' },
}

export const kindWords: Record<IncidentKind, Word> = {
  help: { label: msg`Call for help`, tone: 'critical', icon: 'alert' },
  strap: { label: msg`Strap loose`, tone: 'critical', icon: 'ankle' },
  tamper: { label: msg`Device tampered with`, tone: 'critical', icon: 'tool' },
  curfew: { label: msg`Curfew broken`, tone: 'critical', icon: 'clock' },
  left: { label: msg`Left the area`, tone: 'warning', icon: 'fence' },
  entered: { label: msg`Entered a closed area`, tone: 'warning', icon: 'fence' },
  silent: { label: msg`Device went silent`, tone: 'critical', icon: 'wifi-off' },
  flat: { label: msg`Silent after low battery`, tone: 'attention', icon: 'wifi-off' },
  checkIn: { label: msg`Check-in missed`, tone: 'warning', icon: 'user' },
  charging: { label: msg`Not charged`, tone: 'attention', icon: 'bolt' },
  expired: { label: msg`Authorisation expired`, tone: 'warning', icon: 'report' },
}

export const incidentStateWords: Record<IncidentState, Word> = {
  open: { label: msg`Open`, shape: 'abnormal', tone: 'critical' },
  acknowledged: { label: msg`Acknowledged`, shape: 'inactive', tone: 'warning' },
  contacted: { label: msg`Contacted`, shape: 'inactive', tone: 'warning' },
  dispatched: { label: msg`Somebody is on the way`, shape: 'inactive', tone: 'warning' },
  closed: { label: msg`Closed`, shape: 'offline' },
}

export const outcomeWords = {
  confirmed: msg`It was so`,
  false: msg`False alarm`,
  permitted: msg`Permitted`,
  equipment: msg`Fault of the device`,
}

export const conditionWords: Record<ConditionKind, MessageDescriptor> = {
  curfew: msg`Curfew`,
  inclusion: msg`Stay within`,
  exclusion: msg`Stay out`,
  checkIn: msg`Check in`,
  charging: msg`Charge`,
}

export const standingWords: Record<Standing, Word> = {
  kept: { label: msg`Kept`, tone: 'ok' },
  broken: { label: msg`Broken`, tone: 'critical' },
  unknown: { label: msg`Unknown`, tone: 'attention' },
  notNow: { label: msg`Not at this time`, tone: 'off' },
  permitted: { label: msg`Permitted`, tone: 'info' },
}
