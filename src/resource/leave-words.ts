// Words of the kinds of leave, which the month of attendance says, too.
import { msg } from '@lingui/core/macro'
import type { LeaveKind } from '../domain/leave/leave-kind.ts'
import type { Word } from './view.ts'

export const leaveKindWords: Record<LeaveKind, Word> = {
  funeral: { label: msg`Funeral leave` },
  maternity: { label: msg`Maternity leave` },
  marriage: { label: msg`Marriage leave` },
  workInjury: { label: msg`Work-injury leave` },
  sick: { label: msg`Sick leave` },
  personal: { label: msg`Personal leave` },
}
