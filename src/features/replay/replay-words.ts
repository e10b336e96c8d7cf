// Words of the time machine: its lanes, and what happened in them.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { WireEvent } from '../../contract/endpoints/replay.ts'
import type { ReadingKind } from '../../domain/device/readings.ts'
import { isKey } from '../../domain/keys.ts'
import type { ReplayLane } from '../../domain/replay/lanes.ts'
import { readStepNote } from '../../domain/response/timeline-note.ts'
import { typeWords } from '../../resource/alarm-type-words.ts'
import { eventWords } from '../../resource/door-event-words.ts'
import { stepText } from '../../resource/response-words.ts'
import type { IconName } from '../../ui/icons.tsx'

export const laneWords: Record<ReplayLane, { label: MessageDescriptor; icon: IconName }> = {
  tracks: { label: msg`Tracks`, icon: 'route' },
  alarms: { label: msg`Alarms`, icon: 'bell' },
  readings: { label: msg`Readings`, icon: 'heart' },
  doors: { label: msg`Doors`, icon: 'door' },
  calls: { label: msg`Calls`, icon: 'phone' },
  recordings: { label: msg`Recordings`, icon: 'video' },
  orders: { label: msg`Commands`, icon: 'tool' },
  notes: { label: msg`Notes`, icon: 'report' },
}

const noteWords: Record<string, MessageDescriptor> = {
  acknowledged: msg({ context: 'replay', message: 'Acknowledged' }),
  taken: msg({ context: 'replay', message: 'Taken' }),
  released: msg({ context: 'replay', message: 'Given back' }),
  assigned: msg({ context: 'replay', message: 'Assigned' }),
  commented: msg({ context: 'replay', message: 'Noted' }),
  escalated: msg({ context: 'replay', message: 'Escalated' }),
  handled: msg({ context: 'replay', message: 'Handled' }),
  recovered: msg({ context: 'replay', message: 'Cause cleared' }),
  stepDone: msg({ context: 'replay', message: 'Step done' }),
  stepSkipped: msg({ context: 'replay', message: 'Step skipped' }),
  stepUndone: msg({ context: 'replay', message: 'Step taken back' }),
}

export type OrderWords = Readonly<Record<string, MessageDescriptor>>
export type ReadingWords = Readonly<Record<ReadingKind, MessageDescriptor>>

/** What a thing was, without whom it was about. */
export function kindText({ lane, kind }: WireEvent, orders: OrderWords, i18n: I18n): string {
  if (lane === 'alarms' && isKey(typeWords, kind)) return i18n._(typeWords[kind])
  if (lane === 'doors' && isKey(eventWords, kind)) return i18n._(eventWords[kind].label)
  if (lane === 'calls') return i18n._(kind === 'door' ? msg`Call at the door` : msg`Call between people`)
  const words = lane === 'orders' ? orders[kind] : noteWords[kind]
  return words ? i18n._(words) : kind
}

/** What was written or said of it: the text of a step, a note. */
export function noteText({ lane, note }: WireEvent, i18n: I18n): string | null {
  if (lane !== 'notes') return null
  const step = readStepNote(note)
  if (!step) return note
  return step.reason === null ? stepText(i18n, step) : `${stepText(i18n, step)} · ${step.reason}`
}
