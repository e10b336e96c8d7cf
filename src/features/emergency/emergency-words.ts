// Words of emergencies.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  type AttachedKind,
  attachedEntity,
  type EmergencyRole,
  type HandedPart,
  type Standing,
} from '../../domain/emergency/emergency-log.ts'
import type { EmergencyAct, EmergencyState } from '../../domain/emergency/emergency-step.ts'
import { entityNamed } from '../../domain/entities.ts'
import type { Word } from '../../resource/view.ts'
import type { IconName } from '../../ui/icons.tsx'

export const stateWords = {
  open: { label: msg({ context: 'emergency', message: 'Open' }), tone: 'critical' },
  stabilised: { label: msg`Stabilised`, tone: 'warning' },
  closed: { label: msg({ context: 'emergency', message: 'Closed' }), tone: 'off' },
  reopened: { label: msg`Reopened`, tone: 'critical' },
} as const satisfies Record<EmergencyState, Word>

export const severityWords = {
  critical: { label: msg({ context: 'emergency', message: 'Critical' }), tone: 'critical' },
  warning: { label: msg({ context: 'emergency', message: 'Serious' }), tone: 'warning' },
  attention: { label: msg({ context: 'emergency', message: 'Minor' }), tone: 'attention' },
} as const satisfies Record<string, Word>

export const kindWords = {
  real: { label: msg({ context: 'emergency', message: 'Real' }), tone: 'info' },
  drill: { label: msg({ context: 'emergency', message: 'Drill' }), tone: 'new' },
} as const satisfies Record<string, Word>

export const roleWords: Record<EmergencyRole, MessageDescriptor> = {
  lead: msg({ context: 'emergency', message: 'Lead' }),
  notes: msg`Log keeper`,
  communication: msg`Communication`,
}

export const partWords: Record<HandedPart, MessageDescriptor> = {
  whole: msg`The whole emergency`,
  ...roleWords,
}

export const standingWords: Record<Standing, { label: MessageDescriptor; tone: 'ok' | 'attention' | 'off' }> =
  {
    known: { label: msg`Known`, tone: 'ok' },
    unclear: { label: msg`Unclear`, tone: 'attention' },
    unknown: { label: msg`Not known yet`, tone: 'off' },
  }

export const itemWords: Record<AttachedKind, { label: MessageDescriptor; icon: IconName }> = {
  alarm: { label: msg`Alarm`, icon: 'bell' },
  call: { label: msg`Call`, icon: 'phone' },
  conference: { label: msg`Conference room`, icon: 'users' },
  person: { label: msg`Person`, icon: 'user' },
  door: { label: msg`Door`, icon: 'door' },
  device: { label: msg`Device`, icon: 'box' },
  evidence: { label: msg`Evidence case`, icon: 'shield' },
  file: { label: msg`File`, icon: 'report' },
}

/** Where a thing is looked at: in the list that it is a row of; undefined where that has no page. */
export function itemPath(of: AttachedKind, id: number): string | undefined {
  if (of === 'call') return `#/rightsManagement?view=calls&open=${id}`
  const path = entityNamed(attachedEntity[of]).page?.path
  return path && `#${path}?open=${id}`
}

export const actWords: Record<EmergencyAct, MessageDescriptor> = {
  stabilise: msg`Stabilised`,
  close: msg({ context: 'emergency', message: 'Closed' }),
  reopen: msg`Reopened`,
}

export const emergencyPath = (id: number): string => `/emergencies?emergency=${id}`
