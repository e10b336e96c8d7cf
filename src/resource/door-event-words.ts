// What happens at doors, in words: for the doors themselves, and for the story of a device that is one.
import { msg } from '@lingui/core/macro'
import type { DoorEventKind } from '../domain/intercom/door.ts'
import type { Word } from './view.ts'

export const eventWords: Record<DoorEventKind, Word> = {
  unlocked: { label: msg`Unlocked remotely`, icon: 'unlock', tone: 'ok' },
  unlockFailed: { label: msg`Unlocking failed`, icon: 'alert', tone: 'warning' },
  unlockRefused: { label: msg`Unlocking refused`, icon: 'shield', tone: 'warning' },
  cardIssued: { label: msg`Card issued`, icon: 'card', tone: 'info' },
  cardOpened: { label: msg`Opened by card`, icon: 'key', tone: 'ok' },
  cardRefused: { label: msg`Card refused`, icon: 'lock', tone: 'warning' },
  exitButton: { label: msg`Exit button`, icon: 'logout', tone: 'off' },
  heldOpen: { label: msg`Door held open`, icon: 'door', tone: 'attention' },
}
