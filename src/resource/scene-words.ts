// What the scenes and their figures are called.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { deviceKind, deviceState } from '../domain/device/device.ts'
import type { FigureKey } from '../domain/scene/figures.ts'
import type { SceneName } from '../domain/scene/scenes.ts'
import type { MarkShape } from '../ui/state-mark.tsx'
import { kindWords } from './device-kind-words.ts'
import { stateWords } from './device-state-words.ts'

/** As the menu has them. */
export const sceneWords: Readonly<Record<SceneName, MessageDescriptor>> = {
  city: msg({ context: 'page', message: 'City dashboard' }),
  fire: msg({ context: 'page', message: 'Fire dashboard' }),
  community: msg({ context: 'page', message: 'Community dashboard' }),
  campus: msg({ context: 'page', message: 'Campus dashboard' }),
  site: msg({ context: 'page', message: 'Construction-site dashboard' }),
  supervision: msg({ context: 'page', message: 'Supervision dashboard' }),
  duty: msg({ context: 'page', message: 'Duty-room dashboard' }),
}

export const figureWords: Readonly<Record<FigureKey, MessageDescriptor>> = {
  devices: msg({ context: 'figure', message: 'Devices' }),
  devicesOnline: msg({ context: 'figure', message: 'Devices online' }),
  devicesAbnormal: msg({ context: 'figure', message: 'Devices abnormal' }),
  devicesOffline: msg({ context: 'figure', message: 'Devices offline' }),
  openAlarms: msg({ context: 'figure', message: 'Open alarms' }),
  criticalAlarms: msg({ context: 'figure', message: 'Critical, not handled' }),
  alarmsToday: msg({ context: 'figure', message: 'Alarms today' }),
  sosToday: msg({ context: 'figure', message: 'SOS today' }),
  smokeOnline: msg({ context: 'figure', message: 'Smoke detectors online' }),
  buttonsOnline: msg({ context: 'figure', message: 'Fire buttons online' }),
  pressureOnline: msg({ context: 'figure', message: 'Water pressure online' }),
  gasOnline: msg({ context: 'figure', message: 'Gas sensors online' }),
  breakersOnline: msg({ context: 'figure', message: 'Breakers online' }),
  fireAlarms: msg({ context: 'figure', message: 'Open fire alarms' }),
  inspectionsDue: msg({ context: 'figure', message: 'Inspections due' }),
  roomsOccupied: msg({ context: 'figure', message: 'Rooms occupied' }),
  doorsOnline: msg({ context: 'figure', message: 'Doors online' }),
  callsToday: msg({ context: 'figure', message: 'Calls today' }),
  callsMissed: msg({ context: 'figure', message: 'Calls missed today' }),
  callsWaiting: msg({ context: 'figure', message: 'Calls waiting' }),
  feesOwing: msg({ context: 'figure', message: 'Fee bills overdue' }),
  present: msg({ context: 'figure', message: 'Present today' }),
  late: msg({ context: 'figure', message: 'Late today' }),
  absent: msg({ context: 'figure', message: 'Absent today' }),
  wristbandsOnline: msg({ context: 'figure', message: 'Wristbands online' }),
  helmetsOnline: msg({ context: 'figure', message: 'Helmets online' }),
  camerasOnline: msg({ context: 'figure', message: 'Cameras online' }),
  fenceExits: msg({ context: 'figure', message: 'Fence exits today' }),
  airAlarms: msg({ context: 'figure', message: 'Open air alarms' }),
  plansDue: msg({ context: 'figure', message: 'Plans due' }),
  personsSevere: msg({ context: 'figure', message: 'Persons, severe' }),
  personsModerate: msg({ context: 'figure', message: 'Persons, moderate' }),
  personsMild: msg({ context: 'figure', message: 'Persons, mild' }),
  strapsLoose: msg({ context: 'figure', message: 'Straps loose' }),
  strapsTight: msg({ context: 'figure', message: 'Straps tight' }),
  braceletsOnline: msg({ context: 'figure', message: 'Bracelets online' }),
  authorisationsEnding: msg({ context: 'figure', message: 'Authorisations ending in 7 days' }),
  onDuty: msg({ context: 'figure', message: 'On duty now' }),
  openWork: msg({ context: 'figure', message: 'Open work' }),
  lateWork: msg({ context: 'figure', message: 'Work overdue' }),
}

const strapWords: Readonly<Record<string, MessageDescriptor>> = {
  unknown: msg({ context: 'figure', message: 'Strap unknown' }),
  none: msg`Nothing worn`,
}

/** A word of the field by which a figure is split; undefined: one that this version does not know. */
export function partWord(word: string): { label: MessageDescriptor; shape?: MarkShape } | undefined {
  const state = deviceState.safeParse(word)
  if (state.success) return stateWords[state.data]
  const kind = deviceKind.safeParse(word)
  if (kind.success) return { label: kindWords[kind.data].label }
  const label = strapWords[word]
  return label && { label }
}
