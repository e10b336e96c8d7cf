// Words of fees.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ArrearsAge } from '../../domain/fees/arrears.ts'
import type { FeeLineKind, MeterKind, TariffKind } from '../../domain/fees/month-bill.ts'
import type { Word } from '../../resource/view.ts'

export const meterKindWords = {
  electricity: { label: msg`Electricity`, icon: 'bolt' },
  water: { label: msg`Water`, icon: 'water' },
} as const satisfies Record<MeterKind, Word>

export const tariffKindWords: Record<TariffKind, MessageDescriptor> = {
  electricity: msg`Electricity`,
  water: msg`Water`,
  service: msg`Property service`,
}

export const lineWords: Record<FeeLineKind, MessageDescriptor> = {
  ...tariffKindWords,
  correction: msg`Correction`,
  carried: msg`Carried to the next bill`,
}

export const meterStateWords = {
  due: { label: msg`To be read`, tone: 'attention', icon: 'clock' },
  read: { label: msg`Read this month`, tone: 'ok', icon: 'check' },
  removed: { label: msg`Taken out`, tone: 'off' },
} as const satisfies Record<string, Word>

export const readingStateWords = {
  open: { label: msg`Not billed yet`, tone: 'info' },
  billed: { label: msg`Billed`, tone: 'ok', icon: 'check' },
  corrected: { label: msg`Corrected`, tone: 'off' },
} as const satisfies Record<string, Word>

export const sourceWords: Record<'hand' | 'import' | 'photo' | 'device' | 'final', MessageDescriptor> = {
  hand: msg`By hand`,
  import: msg`Import`,
  photo: msg`With a photo`,
  device: msg`From the device`,
  final: msg`Last reading`,
}

export const tariffStateWords = {
  current: { label: msg({ context: 'tariff', message: 'In force' }), tone: 'ok' },
  next: { label: msg({ context: 'tariff', message: 'Comes' }), tone: 'info' },
  past: { label: msg({ context: 'tariff', message: 'Past' }), tone: 'off' },
} as const satisfies Record<string, Word>

export const runStateWords = {
  draft: { label: msg`To be looked at`, tone: 'new' },
  issuing: { label: msg`Being issued`, tone: 'info' },
  issued: { label: msg`Issued`, tone: 'ok', icon: 'check' },
} as const satisfies Record<string, Word>

export const ageWords = {
  notDue: { label: msg`Not due yet`, tone: 'info' },
  to30: { label: msg`1–30 days late`, tone: 'attention' },
  to60: { label: msg`31–60 days late`, tone: 'warning' },
  to90: { label: msg`61–90 days late`, tone: 'warning' },
  over90: { label: msg`More than 90 days late`, tone: 'critical' },
} as const satisfies Record<ArrearsAge, Word>

export const payStateWords = {
  unpaid: { label: msg`Unpaid`, tone: 'attention' },
  paying: { label: msg`Paying`, tone: 'info' },
  paid: { label: msg`Paid`, tone: 'ok', icon: 'check' },
  failed: { label: msg({ context: 'payment', message: 'Failed' }), tone: 'critical' },
  closed: { label: msg({ context: 'payment', message: 'Closed' }), tone: 'off' },
  refunding: { label: msg`Refunding`, tone: 'warning' },
  refunded: { label: msg`Refunded`, tone: 'new' },
} as const satisfies Record<string, Word>
