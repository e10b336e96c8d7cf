// What happened on the way in words, with its sign.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AlarmType } from '../../../domain/alarm/alarm-types.ts'
import { isKey } from '../../../domain/keys.ts'
import type { IconName } from '../../../ui/icons.tsx'
import type { Happened, HappenedKind } from './happened.ts'

/** Words of alarms belong to another room; the route brings them along. */
export type AlarmWords = Readonly<Partial<Record<AlarmType, MessageDescriptor>>>

/** One thing that happened, in words without its time. */
export function wordsFor({ kind, subject }: Happened, alarmWords: AlarmWords): MessageDescriptor {
  switch (kind) {
    case 'start':
      return msg`Start of the track`
    case 'end':
      return msg`End of the track`
    case 'stop':
      return msg`Stop`
    case 'gap':
      return msg`Gap: no positions`
    case 'alarm':
      return (isKey(alarmWords, subject) && alarmWords[subject]) || msg`Alarm`
    case 'exit':
      return msg`Left the geofence ${subject}`
    case 'entry':
      return msg`Entered the geofence ${subject}`
    case 'dwell':
      return msg`Stays in the geofence ${subject}`
  }
}

export const happenedIcons: Record<HappenedKind, IconName> = {
  start: 'play',
  end: 'stop',
  stop: 'pause',
  gap: 'wifi-off',
  alarm: 'alert',
  exit: 'logout',
  entry: 'fence',
  dwell: 'clock',
}
