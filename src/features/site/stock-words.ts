// Words of the store.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MovementKind } from '../../domain/site/stock.ts'
import type { Word } from '../../resource/view.ts'

export const stockStateWords = {
  empty: { label: msg`Used up`, tone: 'critical', icon: 'alert' },
  low: { label: msg`Running low`, tone: 'attention', icon: 'down' },
  enough: { label: msg`Enough`, tone: 'ok', icon: 'check' },
} as const satisfies Record<string, Word>

export const movementWords: Record<MovementKind, MessageDescriptor> = {
  in: msg`Received`,
  use: msg({ context: 'stock', message: 'Used' }),
  unqualified: msg`Unqualified`,
  count: msg`Counted`,
  reversal: msg`Taken back`,
}

export const reservationWords = {
  open: { label: msg({ context: 'stock', message: 'Kept' }), tone: 'info' },
  used: { label: msg({ context: 'stock', message: 'Used' }), tone: 'ok' },
  released: { label: msg`Given free`, tone: 'off' },
} as const satisfies Record<string, Word>
