// Words of evidence cases.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CustodyAct } from '../../domain/case-file/custody.ts'
import type { ItemKind } from '../../domain/case-file/manifest.ts'
import type { Word } from '../../resource/view.ts'

export const stateWords = {
  open: { label: msg({ context: 'evidence', message: 'Open' }), tone: 'info' },
  sealed: { label: msg`Sealed`, tone: 'ok' },
  exported: { label: msg`Handed over`, tone: 'ok' },
} as const satisfies Record<string, Word>

export const kindWords: Record<ItemKind, MessageDescriptor> = {
  alarm: msg`Alarm`,
  file: msg`File`,
  track: msg`Track`,
}

export const actWords: Record<CustodyAct, MessageDescriptor> = {
  opened: msg`Case opened`,
  held: msg`Item held`,
  sealed: msg`Case sealed`,
  looked: msg`Contents looked at`,
  exported: msg`Handed over`,
  fetched: msg`Archive downloaded`,
}
