// Words of evidence cases.
import { msg } from '@lingui/core/macro'
import type { Word } from '../../resource/view.ts'

export const stateWords = {
  open: { label: msg({ context: 'evidence', message: 'Open' }), tone: 'info' },
  sealed: { label: msg`Sealed`, tone: 'ok' },
  exported: { label: msg({ context: 'evidence', message: 'Handed over' }), tone: 'ok' },
} as const satisfies Record<string, Word>
