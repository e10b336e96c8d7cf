// Words of recordings: what they are of, how they stand, what went wrong, what their marks say.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type {
  MarkKind,
  RecordingSource,
  RecordingType,
  TrackKind,
} from '../../domain/recordings/recording.ts'
import type { RecordingTrouble } from '../../domain/recordings/recording-trouble.ts'

export const sourceWords: Record<RecordingSource, MessageDescriptor> = {
  room: msg`Conference room`,
  call: msg`Intercom call`,
  camera: msg`Camera`,
  bodyWorn: msg`Body-worn recorder`,
}

export const typeWords: Record<RecordingType, MessageDescriptor> = {
  local: msg`Local recording`,
  call: msg`Video call recording`,
}

export const troubleWords: Record<RecordingTrouble, MessageDescriptor> = {
  diskFull: msg`Ended early: the disk was full`,
  quota: msg`Ended early: the storage for recordings was used up`,
  interrupted: msg`Ended early: the server was interrupted`,
  storage: msg`The storage cannot be reached; the files wait on the server`,
  empty: msg`Nobody was there, or nobody agreed`,
  nothingCame: msg`No sound or picture arrived`,
  broken: msg`The files cannot be read`,
}

export const markWords: Record<MarkKind, MessageDescriptor> = {
  join: msg({ context: 'recording', message: 'Joined' }),
  leave: msg({ context: 'recording', message: 'Left' }),
  speaker: msg({ context: 'recording', message: 'Speaks' }),
  layout: msg({ context: 'recording', message: 'Screen sharing' }),
  alarm: msg`Alarm`,
  declined: msg({ context: 'recording', message: 'Not recorded: did not agree' }),
  gap: msg({ context: 'recording', message: 'Not recorded' }),
}

export const kindWords: Record<TrackKind, MessageDescriptor> = {
  audio: msg({ context: 'recording', message: 'Sound' }),
  video: msg({ context: 'recording', message: 'Picture' }),
  screen: msg({ context: 'recording', message: 'Screen' }),
  mixed: msg({ context: 'recording', message: 'Picture and sound' }),
}
