// Words of faces: duties, states, checks.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FaceDuty } from '../../domain/face/duties.ts'

export const dutyWords: Record<FaceDuty, MessageDescriptor> = {
  consent: msg`Everybody has agreed to this use of their face, separately from other agreements, and knows what it is for. Their consent is entered with the sample.`,
  guardian: msg`For children below 14 a parent or guardian has agreed.`,
  otherWay: msg`A face is never the only way: who does not want it gets in or signs in otherwise, without a disadvantage.`,
  retention: msg`Nothing is kept longer than it is needed. Samples are erased when their consent ends, captures after 30 days, captures of unknown people after 7.`,
  noSharing: msg`No image and no figure of a face leaves this installation without a consent of its own.`,
  assessment: msg`The effects on the people concerned were assessed and written down before the start.`,
  filing: msg`Before 100,000 people are stored, this is filed with the authorities. The console takes no more until then.`,
}

export const checkWords = {
  checked: { label: msg`Checked`, tone: 'ok' },
  unchecked: { label: msg`Not checked`, tone: 'off' },
  unusable: { label: msg`Unusable`, tone: 'critical' },
} as const

export const captureWords = {
  suggested: { label: msg`To be confirmed`, tone: 'attention' },
  confirmed: { label: msg`Confirmed`, tone: 'ok' },
  refused: { label: msg`Refused`, tone: 'off' },
  unknown: { label: msg({ context: 'face', message: 'Unknown' }), tone: 'info' },
} as const
