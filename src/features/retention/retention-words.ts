// What kinds of records are called, and what of them stays whatever its age.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DiskKind, RetentionKind } from '../../domain/retention/kinds.ts'

export const kindWords: Record<
  RetentionKind,
  { name: MessageDescriptor; stays: MessageDescriptor | undefined }
> = {
  alarms: {
    name: msg`Alarms`,
    stays: msg`Open ones, those that are held as evidence, and those that an emergency, an incident or a crossing of a geofence names`,
  },
  readings: { name: msg({ context: 'records', message: 'Readings' }), stays: undefined },
  positions: { name: msg({ context: 'records', message: 'Positions' }), stays: undefined },
  fenceEvents: { name: msg({ context: 'records', message: 'Crossings of geofences' }), stays: undefined },
  doorEvents: { name: msg({ context: 'records', message: 'Events at doors' }), stays: undefined },
  calls: {
    name: msg({ context: 'records', message: 'Call log' }),
    stays: msg`Calls that go on, and those that an event at a door or an unlocking names`,
  },
  recordings: {
    name: msg`Recordings`,
    stays: msg`What somebody holds; cameras that have days of their own`,
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
  exports: {
    name: msg({ context: 'records', message: 'Files of exports and imports' }),
    stays: undefined,
  },
}

/** What fills the disk beside the kinds that a tenant decides about. */
const otherWords: Record<Exclude<DiskKind, RetentionKind>, MessageDescriptor> = {
  audit: msg({ context: 'records', message: 'Audit log' }),
  otherRecords: msg`Everything else`,
  image: msg`Images`,
  plan: msg`Plans`,
  video: msg`Videos`,
  file: msg`Files`,
}

export const diskWords: Record<DiskKind, MessageDescriptor> = {
  ...otherWords,
  alarms: kindWords.alarms.name,
  readings: kindWords.readings.name,
  positions: kindWords.positions.name,
  fenceEvents: kindWords.fenceEvents.name,
  doorEvents: kindWords.doorEvents.name,
  calls: kindWords.calls.name,
  recordings: kindWords.recordings.name,
  orders: kindWords.orders.name,
  payloads: kindWords.payloads.name,
  cardNotices: kindWords.cardNotices.name,
  notices: kindWords.notices.name,
  unreadNotices: kindWords.unreadNotices.name,
  exports: kindWords.exports.name,
}
