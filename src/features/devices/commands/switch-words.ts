// The four pages of switches: what each does, in which modes, and how it is asked.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SwitchMode } from '../../../domain/device/command-input.ts'
import type { IconName } from '../../../ui/icons.tsx'

export type SwitchVariant = 'cutoff' | 'close' | 'lock' | 'unlock'

/** One switch at a time, or all of a gateway together. */
export type SwitchScope = 'single' | 'linked'

interface VariantFacts {
  title: MessageDescriptor
  about: MessageDescriptor
  verb: MessageDescriptor
  question: MessageDescriptor
  /** Above the list of what is hit. */
  effect: MessageDescriptor
  icon: IconName
  critical: boolean
  /** Modes that fit, the usual one first; none for locks. */
  modes: Record<SwitchScope, readonly SwitchMode[]>
}

export const variants: Record<SwitchVariant, VariantFacts> = {
  cutoff: {
    title: msg`Cut off power`,
    about: msg`Opens breakers: everything behind them loses power at once. Only switches that are online can be cut off; the command is never kept for later.`,
    verb: msg`Cut off`,
    question: msg`Cut off the power?`,
    effect: msg`This loses power:`,
    icon: 'bolt',
    critical: true,
    modes: { single: ['singleOff'], linked: ['linkedOff'] },
  },
  close: {
    title: msg`Close breaker`,
    about: msg`Closes breakers: everything behind them has power at once. Make sure that nobody is working on it.`,
    verb: msg({ context: 'breaker', message: 'Close' }),
    question: msg`Switch on the power?`,
    effect: msg`This gets power:`,
    icon: 'bolt',
    critical: true,
    modes: {
      single: ['singleOn', 'manualClose', 'autoLink', 'manualLink'],
      linked: ['linkedOn', 'manualClose', 'autoLink', 'manualLink'],
    },
  },
  lock: {
    title: msg`Lock breaker`,
    about: msg`A locked breaker cannot be switched remotely until it is unlocked, as with a lockout tag on the cabinet; the device itself keeps the lock.`,
    verb: msg({ context: 'breaker', message: 'Lock' }),
    question: msg`Lock against switching?`,
    effect: msg`This can no longer be switched remotely:`,
    icon: 'lock',
    critical: false,
    modes: { single: [], linked: [] },
  },
  unlock: {
    title: msg`Unlock breaker`,
    about: msg`Removes the lock, so that the breaker can be switched remotely again. Make sure that whoever locked it agrees.`,
    verb: msg({ context: 'breaker', message: 'Unlock' }),
    question: msg`Remove the lock?`,
    effect: msg`This can be switched remotely again:`,
    icon: 'unlock',
    critical: true,
    modes: { single: [], linked: [] },
  },
}

/** What a mode is for, under its name. */
export const modeHints: Record<SwitchMode, MessageDescriptor> = {
  singleOff: msg`Opens the contacts of the chosen switches`,
  singleOn: msg`Closes the contacts of the chosen switches`,
  linkedOff: msg`Opens every switch behind the gateway together`,
  linkedOn: msg`Closes every switch behind the gateway together`,
  manualClose: msg`Closes it and sets it to manual-only: linkage does not open it`,
  autoLink: msg`The device may switch by itself, according to its linkage`,
  manualLink: msg`Manual only; linkage does nothing`,
}
