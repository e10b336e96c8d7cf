// The words of live pictures: shapes of the wall, why there is no picture, what is refused.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { WatchFault } from '../../domain/video/player.ts'
import type { WallRefusal, WallShape } from '../../domain/video/wall.ts'
import type { TalkFault } from '../../platform/video/port.ts'
import { wordsForId } from '../../resource/error-words.ts'
import { problemWords } from '../../resource/media-problem-words.ts'

export const shapeWords: Record<WallShape, MessageDescriptor> = {
  one: msg({ context: 'wall', message: '1' }),
  four: msg({ context: 'wall', message: '4' }),
  bigAndFive: msg({ context: 'wall', message: '1 + 5' }),
  six: msg({ context: 'wall', message: '6' }),
}

export const shapeNames: Record<WallShape, MessageDescriptor> = {
  one: msg`One picture`,
  four: msg`Four pictures`,
  bigAndFive: msg`One large, five small`,
  six: msg`Six pictures`,
}

/** Console specification, section 5: six at once; of one that is on already another device is to be chosen. */
export const refusalWords: Record<WallRefusal, MessageDescriptor> = {
  full: msg`At most six video monitors can be open at once. Close one first.`,
  already: msg`Monitoring is already on. Choose another device.`,
}

/** Of a camera's faults in the words of the server's refusals. */
export function faultWords(why: WatchFault): MessageDescriptor {
  if (why === 'line') return msg`The line to the server is lost`
  if (why === 'forbidden') return msg`You may not watch this camera`
  if (why === 'gone') return msg`This camera was deleted`
  return wordsForId(`camera.${why}`) ?? msg`No picture`
}

export function talkWords(fault: TalkFault): MessageDescriptor {
  if (fault === 'busy') return wordsForId('camera.talkBusy') ?? msg`Somebody else is talking`
  if (fault === 'cannot') return wordsForId('camera.cannotTalk') ?? msg`It takes no sound`
  if (fault === 'line') return msg`The line to the server is lost`
  // Of a call it is said that the other side does not hear; here nobody would.
  if (fault === 'refused') return msg`The microphone was refused. Allow it in the browser.`
  if (fault === 'noMicrophone') return msg`No microphone was found`
  return problemWords[fault]
}
