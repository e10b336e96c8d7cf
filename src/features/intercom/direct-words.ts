// Words of a call between people: what it does now, how it ended.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DirectEnd } from '../../domain/intercom/direct-call.ts'
import type { LineQuality } from '../../platform/rtc/port.ts'

/** How it ended, as a title; `name` is the other person. */
export function endWords(why: DirectEnd, name: string): MessageDescriptor {
  switch (why) {
    case 'self':
      return msg`You have hung up`
    case 'other':
      return msg`${name} has hung up`
    case 'declined':
      return msg`${name} declined the call`
    case 'expired':
      return msg`${name} did not answer`
    case 'cancelled':
      return msg`${name} has given up calling`
    case 'notJoined':
      return msg`The call could not be set up`
    case 'lost':
      return msg`The connection was lost`
  }
}

export const qualityWords: Record<LineQuality['level'], MessageDescriptor> = {
  good: msg({ context: 'call', message: 'Good connection' }),
  fair: msg({ context: 'call', message: 'Fair connection' }),
  poor: msg({ context: 'call', message: 'Poor connection' }),
}
