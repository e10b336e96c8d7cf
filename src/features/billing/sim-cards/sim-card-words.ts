// Words of SIM cards and packages: states as the carrier names them, carriers, orders, why one was refused.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import type { SimOrderKind, SimState, simOrderState } from '../../../domain/billing/sim-card.ts'
import type { Difference, Silence } from '../../../domain/billing/sim-card-standing.ts'
import type { packageContent, packageLanguage, packageType } from '../../../domain/billing/sim-package.ts'
import type { operator } from '../../../domain/device/device.ts'
import type { Word } from '../../../resource/view.ts'

export const simWords = {
  liveActive: { label: msg`In service`, shape: 'online' },
  testActive: { label: msg`Test active`, shape: 'online' },
  activatable: { label: msg`Activatable`, shape: 'inactive' },
  shutdownInProgress: { label: msg`Shutdown in progress`, shape: 'inactive' },
  stopped: { label: msg`Stopped`, shape: 'offline' },
  resuming: { label: msg`Resuming`, shape: 'inactive' },
  exception: { label: msg`Exception`, shape: 'abnormal' },
  disassembled: { label: msg`Disassembled`, shape: 'offline' },
} as const satisfies Record<SimState, Word>

export const carrierWords: Record<z.output<typeof operator>, MessageDescriptor> = {
  mobile: msg`China Mobile`,
  unicom: msg`China Unicom`,
  telecom: msg`China Telecom`,
  other: msg`Another carrier`,
}

export const simOrderKindWords: Record<SimOrderKind, MessageDescriptor> = {
  suspend: msg`Suspend`,
  resume: msg({ context: 'card', message: 'Resume' }),
  cardTopUp: msg`Top up the card`,
  phoneTopUp: msg`Top up the phone`,
}

export const simOrderStateWords: Record<z.output<typeof simOrderState>, Word> = {
  waiting: { label: msg`Waiting`, tone: 'attention' },
  sent: { label: msg`At the carrier`, tone: 'info' },
  done: { label: msg`Done`, tone: 'ok' },
  failed: { label: msg`Refused`, tone: 'critical' },
}

const reasonWords: Record<string, MessageDescriptor> = {
  'state.transition': msg`No such state transition`,
  realNameMissing: msg`The holder has not registered by name with the carrier`,
  arrears: msg`The account at the carrier is in arrears`,
  noAnswer: msg`The carrier has not answered for a day`,
  unreachable: msg`The carrier could not be reached`,
  unknownCard: msg`The carrier does not know this number`,
}

/** A reason in the language of the person, or in the carrier's own words. */
export function reasonText(
  reason: string | null,
  say: (words: MessageDescriptor) => string,
): string | undefined {
  if (reason === null || reason === '') return undefined
  const known = reasonWords[reason]
  return known ? say(known) : reason
}

export const differenceTones: Record<Difference, 'info' | 'warning' | 'critical'> = {
  suspending: 'info',
  resuming: 'info',
  shuttingDown: 'info',
  comingBack: 'info',
  suspendRefused: 'critical',
  resumeRefused: 'critical',
  activeThere: 'warning',
  stoppedThere: 'warning',
  unknownThere: 'critical',
}

export const silenceWords: Record<Silence, MessageDescriptor> = {
  otherCard: msg`The device reports that another card is in it. Bind that one.`,
  neverHeard: msg`The device has never connected. Check its power, its antenna and the access point of the card.`,
  quotaUsed: msg`The quota is used up; the carrier may have cut the line. Buy an add-on.`,
  noPackage: msg`No package is in force; the carrier may have cut the line. Buy a package.`,
  deviceOff: msg`The device is offline. Check its power and its reception.`,
  otherWay: msg`The device is online over another network or another card.`,
}

export const packageTypeWords: Record<z.output<typeof packageType>, Word> = {
  data: { label: msg`Data package`, tone: 'info' },
  addOn: { label: msg`Add-on`, tone: 'new' },
  topUp: { label: msg({ context: 'package', message: 'Top-up' }), tone: 'ok' },
}

export const contentWords: Record<z.output<typeof packageContent>, MessageDescriptor> = {
  smsAndVoice: msg`SMS and voice`,
  sms: msg`SMS`,
  voice: msg`Voice`,
}

/** Each in its own name, as people know it. */
export const languageWords: Record<z.output<typeof packageLanguage>, MessageDescriptor> = {
  zh: msg`Chinese`,
  en: msg`English`,
  ru: msg`Russian`,
  de: msg`German`,
  fr: msg`French`,
  ar: msg`Arabic`,
  es: msg`Spanish`,
}
