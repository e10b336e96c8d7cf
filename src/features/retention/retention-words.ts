// What kinds of records are called, and what of them stays whatever its age.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RetentionKind } from '../../domain/retention/kinds.ts'

export const kindWords: Record<
  RetentionKind,
  { name: MessageDescriptor; stays: MessageDescriptor | undefined }
> = {
  readings: { name: msg({ context: 'records', message: 'Readings' }), stays: undefined },
  positions: { name: msg({ context: 'records', message: 'Positions' }), stays: undefined },
  doorEvents: { name: msg({ context: 'records', message: 'Events at doors' }), stays: undefined },
  calls: {
    name: msg({ context: 'records', message: 'Call log' }),
    stays: msg`Calls that go on, and those that an event at a door or an unlocking names`,
  },
  orders: {
    name: msg({ context: 'records', message: 'Orders to devices' }),
    stays: msg`What is under way, and what a bill was delivered by`,
  },
  payloads: {
    name: msg({ context: 'records', message: 'Payloads of transparent devices' }),
    stays: undefined,
  },
  cardNotices: { name: msg({ context: 'records', message: 'Notices of issued cards' }), stays: undefined },
  notices: {
    name: msg({ context: 'records', message: 'Message centre: read or deleted' }),
    stays: msg`What nobody has read`,
  },
  unreadNotices: { name: msg({ context: 'records', message: 'Message centre: unread' }), stays: undefined },
}
