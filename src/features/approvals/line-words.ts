// What the lines of a case are called, and the words that stand in them.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import type { caseLine, lineLabel } from '../../domain/approval/approval-case.ts'
import type { ApprovalKind } from '../../domain/approval/kinds.ts'
import { formatMoment } from '../../ui/locale.ts'

type Line = z.output<typeof caseLine>

export const lineLabels: Record<z.output<typeof lineLabel>, MessageDescriptor> = {
  who: msg`Who`,
  type: msg({ context: 'approval', message: 'Kind' }),
  period: msg`Period`,
  day: msg`Day`,
  time: msg`Time`,
  slot: msg`Slot`,
  place: msg`Where`,
  audience: msg`Audience`,
  publishAt: msg`Publish at`,
  expiresAt: msg`Expires`,
  reason: msg`Reason`,
  evidence: msg`Evidence`,
  count: msg`People`,
  before: msg({ context: 'approval', message: 'Before' }),
  after: msg({ context: 'approval', message: 'After' }),
  with: msg({ context: 'approval', message: 'Besides' }),
}

/** Words that modules put into lines. */
const words: Readonly<Record<string, MessageDescriptor>> = {
  everyone: msg({ context: 'announcement', message: 'Everybody' }),
  residents: msg`Residents`,
  mustConfirm: msg`Has to be confirmed`,
  spoken: msg`Also said aloud`,
}

/** The value of a line as people read it. */
export function lineText({ value, as }: Line, i18n: I18n): string {
  if (as === 'moment') return formatMoment(Number(value))
  if (as === 'number') return i18n.number(Number(value))
  if (as === 'word') return words[value] ? i18n._(words[value]) : value
  return value
}

const usual = [msg`The dates are wrong`, msg`The reason is not clear`, msg`Evidence is missing`] as const

/** Why things of a kind are mostly returned: one press each. */
export const quickReasons = (kind: ApprovalKind): readonly MessageDescriptor[] =>
  kind === 'announcement'
    ? [msg`The time is wrong`, msg`The audience is wrong`, msg`A picture is missing`]
    : usual
