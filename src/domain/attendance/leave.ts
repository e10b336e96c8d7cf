// How leave stands in a month's grid: one letter a type.
import type { LeaveKind } from '../leave/leave-kind.ts'

export const leaveLetters: Record<LeaveKind, string> = {
  funeral: 'f',
  maternity: 'b',
  marriage: 'm',
  workInjury: 'i',
  sick: 's',
  personal: 'p',
}
