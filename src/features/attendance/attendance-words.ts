// Words of attendance that several of its pages share.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DayOutcome } from '../../domain/attendance/attendance-day.ts'
import type { CorrectionState } from '../../domain/attendance/correction.ts'
import type { SixState } from '../../domain/attendance/judge-day.ts'
import type { PunchSource } from '../../domain/attendance/punch.ts'
import type { Trust } from '../../domain/attendance/punch-standing.ts'
import type { SlotName } from '../../domain/attendance/slots.ts'
import type { LeaveKind } from '../../domain/leave/leave-kind.ts'
import type { Word } from '../../resource/view.ts'
import type { IconName } from '../../ui/icons.tsx'

export const slotWords: Record<SlotName, MessageDescriptor> = {
  morning: msg({ context: 'slot', message: 'Morning' }),
  noon: msg({ context: 'slot', message: 'Noon' }),
  afternoon: msg({ context: 'slot', message: 'Afternoon' }),
  evening: msg({ context: 'slot', message: 'Evening' }),
}

export const sixWords: Record<SixState, MessageDescriptor> = {
  amAtState: msg`Morning in`,
  amEndState: msg`Morning out`,
  pmAtState: msg`Afternoon in`,
  pmEndState: msg`Afternoon out`,
  eveningAtState: msg`Evening in`,
  eveningEndState: msg`Evening out`,
}

/** By the codes 0 to 3. */
export const stateWords: readonly MessageDescriptor[] = [
  msg({ context: 'attendance', message: 'Absent' }),
  msg({ context: 'attendance', message: 'Normal' }),
  msg({ context: 'attendance', message: 'Late' }),
  msg({ context: 'attendance', message: 'Left early' }),
]

export const outcomeWords: Record<DayOutcome, Word> = {
  absent: { label: msg({ context: 'attendance', message: 'Absent' }), tone: 'critical' },
  late: { label: msg({ context: 'attendance', message: 'Late' }), tone: 'warning' },
  early: { label: msg({ context: 'attendance', message: 'Left early' }), tone: 'warning' },
  normal: { label: msg({ context: 'attendance', message: 'Normal' }), tone: 'ok' },
  open: { label: msg({ context: 'attendance', message: 'Provisional' }), tone: 'off' },
  leave: { label: msg({ context: 'attendance', message: 'On leave' }), tone: 'info' },
  rest: { label: msg({ context: 'attendance', message: 'Rest day' }), tone: 'off' },
}

export const leaveWords: Record<LeaveKind, MessageDescriptor> = {
  funeral: msg`Funeral leave`,
  maternity: msg`Maternity leave`,
  marriage: msg`Marriage leave`,
  workInjury: msg`Work injury leave`,
  sick: msg`Sick leave`,
  personal: msg`Personal leave`,
}

export const sourceWords: Record<PunchSource, { label: MessageDescriptor; icon: IconName }> = {
  phone: { label: msg({ context: 'punch', message: 'Phone' }), icon: 'phone' },
  card: { label: msg({ context: 'punch', message: 'Door card' }), icon: 'card' },
  face: { label: msg({ context: 'punch', message: 'Face' }), icon: 'user' },
  fence: { label: msg({ context: 'punch', message: 'Helmet at the fence' }), icon: 'helmet' },
  correction: { label: msg({ context: 'punch', message: 'Correction' }), icon: 'edit' },
}

export const trustWords: Record<Trust, Word> = {
  sure: { label: msg`Told at once`, tone: 'ok' },
  offline: { label: msg`Told later`, tone: 'info' },
  offClock: { label: msg`Clock put right`, tone: 'attention' },
  unproven: { label: msg`Clock unproven`, tone: 'attention' },
  old: { label: msg`Too old, not counted`, tone: 'warning' },
}

export const correctionWords: Record<CorrectionState, Word> = {
  pending: { label: msg({ context: 'correction', message: 'Pending' }), tone: 'attention' },
  returned: { label: msg({ context: 'correction', message: 'Returned' }), tone: 'warning' },
  approved: { label: msg({ context: 'correction', message: 'Approved' }), tone: 'ok' },
  rejected: { label: msg({ context: 'correction', message: 'Rejected' }), tone: 'critical' },
  withdrawn: { label: msg({ context: 'correction', message: 'Withdrawn' }), tone: 'off' },
}
