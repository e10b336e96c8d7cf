// The four pages of switches: what each does, in which modes, and how it is asked.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SwitchMode } from '../../../domain/device/command-input.ts'
import type { IconName } from '../../../ui/icons.tsx'

export type SwitchVariant = 'cutoff' | 'close' | 'lock' | 'unlock'

/** One switch at a time, or all of a gateway together. */
export type Reach = 'single' | 'linked'

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
  modes: Record<Reach, readonly SwitchMode[]>
}

export const variants: Record<SwitchVariant, VariantFacts> = {
  cutoff: {
    title: msg`Cut off power`,
    about: msg`Opens breakers: what hangs behind them goes dark at once. Only switches that are online can be cut off, and never later than now.`,
    verb: msg`Cut off`,
    question: msg`Cut off the power?`,
    effect: msg`This goes dark:`,
    icon: 'bolt',
    critical: true,
    modes: { single: ['singleOff'], linked: ['linkedOff'] },
  },
  close: {
    title: msg`Close breaker`,
    about: msg`Closes breakers: what hangs behind them is under power at once. Make sure that nobody works on it.`,
    verb: msg({ context: 'breaker', message: 'Close' }),
    question: msg`Switch on the power?`,
    effect: msg`This is under power:`,
    icon: 'bolt',
    critical: true,
    modes: {
      single: ['singleOn', 'manualClose', 'autoLink', 'manualLink'],
      linked: ['linkedOn', 'manualClose', 'autoLink', 'manualLink'],
    },
  },
  lock: {
    title: msg`Lock breaker`,
    about: msg`A locked breaker refuses to be switched from afar until it is unlocked: a notice on the door of the cabinet, kept by the device itself.`,
    verb: msg({ context: 'breaker', message: 'Lock' }),
    question: msg`Lock against switching?`,
    effect: msg`This cannot be switched from afar any more:`,
    icon: 'lock',
    critical: false,
    modes: { single: [], linked: [] },
  },
  unlock: {
    title: msg`Unlock breaker`,
    about: msg`Takes the lock away, so that the breaker can be switched from afar again. Make sure that whoever locked it agrees.`,
    verb: msg({ context: 'breaker', message: 'Unlock' }),
    question: msg`Take the lock away?`,
    effect: msg`This can be switched from afar again:`,
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
  manualClose: msg`Closes it and leaves it to people: linkage does not open it`,
  autoLink: msg`The device may switch by itself, as its linkage says`,
  manualLink: msg`Only people switch; linkage does nothing`,
}
