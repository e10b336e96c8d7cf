// Words and looks of coded values of the mall's goods.
import { msg } from '@lingui/core/macro'
import type { Word } from '../../resource/view.ts'

export const merchantStatusWords = {
  open: { label: msg({ context: 'merchant', message: 'Open' }), tone: 'ok' },
  suspended: { label: msg({ context: 'merchant', message: 'Suspended' }), tone: 'warning' },
  closed: { label: msg({ context: 'merchant', message: 'Closed' }), tone: 'off' },
} as const satisfies Record<string, Word>

export const shownWords = {
  shown: { label: msg({ context: 'mall', message: 'Shown' }), tone: 'ok' },
  hidden: { label: msg({ context: 'mall', message: 'Hidden' }), tone: 'off' },
} as const satisfies Record<string, Word>

export const shelfWords = {
  draft: { label: msg({ context: 'goods', message: 'Draft' }), tone: 'new' },
  on: { label: msg`On the shelf`, tone: 'ok' },
  off: { label: msg`Off the shelf`, tone: 'off' },
} as const satisfies Record<string, Word>

export const skuStockWords = {
  soldOut: { label: msg`Sold out`, tone: 'critical' },
  low: { label: msg`Running low`, tone: 'attention' },
  enough: { label: msg`Enough`, tone: 'ok' },
} as const satisfies Record<string, Word>

export const moveWords = {
  initial: msg`Opening stock`,
  receive: msg`Received`,
  writeOff: msg`Written off`,
  adjust: msg({ context: 'stock', message: 'Adjusted' }),
  count: msg`Counted`,
  reserve: msg`Reserved by an order`,
  release: msg`Released by an order`,
  take: msg({ context: 'stock', message: 'Shipped' }),
  putBack: msg`Returned to stock`,
} as const

export const phaseWords = {
  live: { label: msg({ context: 'banner', message: 'Live' }), tone: 'ok' },
  planned: { label: msg({ context: 'banner', message: 'Planned' }), tone: 'info' },
  over: { label: msg({ context: 'banner', message: 'Over' }), tone: 'off' },
  hidden: { label: msg({ context: 'mall', message: 'Hidden' }), tone: 'off' },
} as const satisfies Record<string, Word>

export const reviewStateWords = {
  pending: { label: msg({ context: 'review', message: 'Pending' }), tone: 'attention' },
  shown: { label: msg({ context: 'mall', message: 'Shown' }), tone: 'ok' },
  hidden: { label: msg({ context: 'mall', message: 'Hidden' }), tone: 'off' },
} as const satisfies Record<string, Word>
