// Words of the playback: why a camera has no picture at a moment, and why nothing is recorded now.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RecordedAlarm } from '../../contract/endpoints/camera-recording.ts'
import {
  type GapReason,
  type RecordingStop,
  recordingStop,
} from '../../domain/recordings/camera-recording.ts'
import { wordsForId } from '../../resource/error-words.ts'

export const stopWords: Record<RecordingStop, MessageDescriptor> = {
  diskFull: msg`The server's disk is full: cameras are not recorded. What was recorded is kept.`,
  quota: msg`The storage for recordings is used up, and all of it is held: cameras are not recorded. What was recorded is kept.`,
  broken: msg`The server cannot write what this camera sends. It tries again by itself.`,
}

const isStop = (why: GapReason): why is RecordingStop => recordingStop.options.some(each => each === why)

/** Of faults in the words of the server's refusals. */
export function gapWords(why: GapReason | null): MessageDescriptor {
  if (why === null) return msg`No picture`
  return isStop(why) ? stopWords[why] : (wordsForId(`camera.${why}`) ?? msg`No picture`)
}

/** Names alarms; their words belong to another room. */
export const alarmNamer =
  (i18n: I18n, words: Readonly<Record<string, MessageDescriptor>>) =>
  ({ type, deviceName }: RecordedAlarm): string =>
    `${words[type] ? i18n._(words[type]) : type} · ${deviceName}`
