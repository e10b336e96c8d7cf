// Words of a conference room: what it refuses, how it was left, what its recording says, how good a picture is.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RoomFault } from '../../domain/conference/faults.ts'
import type { MembersEffect } from '../../domain/conference/members.ts'
import type { RecordingStop, RecordingWord } from '../../domain/conference/recording.ts'
import type { RoomEnd } from '../../domain/conference/session.ts'
import type { LineHealth, PictureHealth } from '../../platform/conference/port.ts'

/** With the literal texts of the real-time specification, section 5. */
export const faultWords: Record<RoomFault, MessageDescriptor> = {
  noUserId: msg`The user ID is missing`,
  noUserName: msg`The user name is missing`,
  noPassword: msg`The user's password is missing`,
  noService: msg`The service address is missing`,
  noAppKey: msg`The appKey is missing`,
  noSourceId: msg`The getsourceId is missing`,
  notLoggedIn: msg`You are not logged in yet`,
  noRoomNumber: msg({ context: 'conference', message: 'Enter the room number first' }),
  notInRoom: msg({ context: 'conference', message: 'Not in the room' }),
  notYetInRoom: msg({ context: 'conference', message: 'You have not entered the room yet' }),
  notInTheRoom: msg({ context: 'conference', message: 'You are not in the room!' }),
  noSuchMember: msg`This participant was not found`,
  noData: msg`No data!`,
  noElement: msg`The remote el message is missing`,
  noRoomJoined: msg({ context: 'conference', message: 'You have not joined a room yet' }),
  recordingIncomplete: msg`Required data is empty`,
  recordingSetInRoom: msg({ context: 'conference', message: 'Set this before you join the room' }),
  recordingNotSet: msg({
    context: 'conference',
    message: 'Recording is not set up. Leave the room and set it up.',
  }),
}

export const isFault = (id: string): id is RoomFault => Object.hasOwn(faultWords, id)

/** With the literal texts of the real-time specification, section 4. */
export const recordingWords: Record<RecordingWord | RecordingStop, MessageDescriptor> = {
  started: msg`Video recording started`,
  startFailed: msg`Recording could not be started`,
  stopped: msg`Video recording ended`,
  stopFailed: msg`Recording could not be stopped`,
  diskFull: msg`The disk of the server is full. What was recorded until then is kept.`,
  quota: msg`The storage for recordings is used up. What was recorded until then is kept.`,
  broken: msg`The recording has ended early. What was recorded until then is kept.`,
  notAllowed: msg({ context: 'conference', message: 'This room must not be recorded' }),
}

/** Said aloud when sound and picture of a room begin and end (real-time specification, section 4). */
export const callWords = {
  began: msg({ context: 'conference', message: 'The call has begun' }),
  ended: msg({ context: 'conference', message: 'The call has ended' }),
} as const

/** How the room was left, or why it could not be entered; and what that means. */
export const endWords: Record<RoomEnd, MessageDescriptor> = {
  left: msg({ context: 'conference', message: 'You have left the room' }),
  ended: msg({ context: 'conference', message: 'The room was closed for everybody' }),
  removed: msg({ context: 'conference', message: 'A host has removed you from the room' }),
  refused: msg({ context: 'conference', message: 'The host has not let you in' }),
  full: msg({ context: 'conference', message: 'The room is full' }),
  password: msg({ context: 'conference', message: 'The room password is wrong' }),
  locked: msg({ context: 'conference', message: 'The room is locked: nobody else is let in' }),
  network: msg({ context: 'conference', message: 'The connection to the room was lost' }),
  elsewhere: msg({ context: 'conference', message: 'You went on in another tab or on another device' }),
  expired: msg`The link is no longer valid`,
  forbidden: msg({ context: 'conference', message: 'You may not enter this room' }),
  failed: msg({ context: 'conference', message: 'The room could not be entered' }),
}

/** After these there is no point in trying again the same way. */
export const isFinal = (why: RoomEnd): boolean => why === 'expired' || why === 'forbidden'

export function announcement(what: MembersEffect['what'], name: string): MessageDescriptor {
  switch (what) {
    case 'came':
      return msg({ context: 'conference', message: `${name} has joined` })
    case 'left':
      return msg({ context: 'conference', message: `${name} has left` })
    case 'raisedHand':
      return msg`${name} raises a hand`
  }
}

export const lineWords: Record<LineHealth['level'], MessageDescriptor> = {
  good: msg({ context: 'call', message: 'Good connection' }),
  fair: msg({ context: 'call', message: 'Fair connection' }),
  poor: msg({ context: 'call', message: 'Poor connection' }),
}

export const lineTones = { good: 'ok', fair: 'attention', poor: 'critical' } as const
export const lineBars = { good: 4, fair: 2, poor: 1 } as const

/** From which height on a picture is called so. */
const HD_LINES = 700
const SD_LINES = 320

export type PictureGrade = 'hd' | 'sd' | 'low'

/** How large a picture is, by its short side: a phone's stands upright. */
export function gradeOf({ width, height }: Pick<PictureHealth, 'width' | 'height'>): PictureGrade {
  const lines = Math.min(width, height)
  return lines >= HD_LINES ? 'hd' : lines >= SD_LINES ? 'sd' : 'low'
}

export const gradeWords: Record<PictureGrade, MessageDescriptor> = {
  hd: msg`HD`,
  sd: msg`SD`,
  low: msg`Low definition`,
}

/** Why it is not the best that was sent; of a small tile it is no fault, and is not said. */
export const limitWords: Record<PictureHealth['limitedBy'], MessageDescriptor | undefined> = {
  nothing: undefined,
  size: undefined,
  network: msg`weak network`,
  sender: msg`limited by the sender`,
}
