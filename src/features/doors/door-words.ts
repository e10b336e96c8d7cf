// Words, icons and tones of doors: what happened, cards, rights, calls.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CallEnd, CallState } from '../../domain/intercom/call.ts'
import type { DoorCardFailure, DoorCardState, RightState } from '../../domain/intercom/door.ts'
import type { Word } from '../../resource/view.ts'

// Defined in `resource`, since other features need them too; exported here so that this feature has one place for its words.
export { eventWords } from '../../resource/door-event-words.ts'

export const doorCardWords: Record<DoorCardState, Word> = {
  draft: { label: msg({ context: 'card', message: 'Prepared' }), tone: 'new' },
  writing: { label: msg`Being written`, tone: 'info' },
  issued: { label: msg({ context: 'card', message: 'Issued' }), tone: 'ok' },
  blocked: { label: msg({ context: 'card', message: 'Blocked' }), tone: 'warning' },
}

export const rightWords: Record<RightState, Word> = {
  active: { label: msg`In force`, tone: 'ok' },
  waiting: { label: msg`Waiting for the door`, tone: 'attention' },
  planned: { label: msg({ context: 'right', message: 'Planned' }), tone: 'info' },
  expired: { label: msg({ context: 'right', message: 'Expired' }), tone: 'off' },
  blocked: { label: msg`Card blocked`, tone: 'warning' },
}

export const callWords: Record<CallState, Word> = {
  ringing: { label: msg`Ringing`, tone: 'attention' },
  answered: { label: msg`In conversation`, tone: 'info' },
  ended: { label: msg({ context: 'call', message: 'Answered' }), tone: 'ok' },
  missed: { label: msg({ context: 'call', message: 'Missed' }), tone: 'warning' },
}

export const endWords: Record<CallEnd, MessageDescriptor> = {
  hangUp: msg`Hung up`,
  cancelled: msg`The caller gave up`,
  expired: msg`Nobody answered in time`,
  declined: msg({ context: 'call', message: 'Declined' }),
  lost: msg`The connection broke`,
  unlocked: msg`Unlocked without answering`,
}

/** Why the door unit did not write a card, and what that means for who stands there. */
export const failureWords: Record<DoorCardFailure, MessageDescriptor> = {
  timeout: msg`No card was held to the door unit in time.`,
  offline: msg`The door unit could not be reached. Nothing was sent to it, and nothing will be sent later.`,
  duplicate: msg`This card already belongs to somebody else. Use another card, or delete the old entry.`,
  cancelled: msg`Writing was cancelled. A card that is held to the door unit now does not count.`,
}
