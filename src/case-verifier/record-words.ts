// Words for what a case holds and what was done with it, for the verifier and for the page of the console.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CustodyAct } from '../domain/case-file/custody.ts'
import type { ItemKind } from '../domain/case-file/manifest.ts'

export const kindWords: Readonly<Record<ItemKind, MessageDescriptor>> = {
  alarm: msg`Alarm`,
  response: msg`Response card`,
  readings: msg`Readings around an alarm`,
  audit: msg`Audit entries of an alarm`,
  recording: msg({ context: 'evidence', message: 'Recording' }),
  file: msg`File`,
  track: msg`Track`,
  doorEvent: msg`Door event`,
}

export const actWords: Readonly<Record<CustodyAct, MessageDescriptor>> = {
  opened: msg`Case opened`,
  held: msg`Item held`,
  sealed: msg`Case sealed`,
  stamped: msg`Time stamped`,
  looked: msg`Contents looked at`,
  exported: msg({ context: 'evidence', message: 'Handed over' }),
  fetched: msg`Archive downloaded`,
}
