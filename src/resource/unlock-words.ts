// Words of an unlock from afar: what became of it, why it was refused.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Unlock, UnlockRefusal } from '../domain/intercom/unlock.ts'

const refusals: Record<UnlockRefusal, MessageDescriptor> = {
  notLive: msg`Not unlocked: there is no connection now. An unlock is never kept for later.`,
  offline: msg`Not unlocked: the door unit is offline`,
  forbidden: msg`Not unlocked: you may not open this door`,
  noCall: msg`Not unlocked: this call is over`,
  tooOften: msg`Not unlocked: too many attempts. Wait a moment.`,
  stale: msg`Not unlocked: the request came too late`,
  noKey: msg`Not unlocked: this door unit has no key yet. Enrol it again.`,
  failed: msg`Not unlocked: the request could not be passed on`,
  notOpened: msg`The door unit could not open the door`,
}

const withoutCall = msg`You have no right to open this door without a call`

/** What became of an unlock, in a call or without one, and how it is meant; undefined before one was pressed. */
export function unlockWords(
  unlock: Unlock,
  by: 'call' | 'right',
): { words: MessageDescriptor; tone: 'info' | 'ok' | 'critical' } | undefined {
  switch (unlock.is) {
    case 'no':
      return undefined
    case 'asked':
      return {
        tone: 'info',
        words: unlock.sent ? msg`Waiting for the door unit to confirm…` : msg`Unlocking…`,
      }
    case 'refused':
      return {
        tone: 'critical',
        words: by === 'right' && unlock.why === 'noCall' ? withoutCall : refusals[unlock.why],
      }
    case 'silent':
      return {
        tone: 'critical',
        words: msg`The door unit did not confirm within 10 seconds. Make sure that the door is open or closed as you want it.`,
      }
    case 'done':
      return { tone: 'ok', words: msg`Unlocked` }
  }
}
