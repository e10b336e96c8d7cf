// Words and looks of who lives where: asked for, reviewed, ended.
import { msg } from '@lingui/core/macro'
import { occupancy } from '../../domain/living/occupancy.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { viewOf } from '../../resource/view.ts'
import { tenantCalendar } from '../../resource/zone.ts'
import { dayText } from '../../ui/calendar.ts'
import { occupancyStateWords, roleWords } from './living-words.ts'
import { OccupancyPeek } from './occupancy-peek.tsx'

export const occupancyView = viewOf(occupancy, {
  title: msg({ context: 'page', message: 'Binding review' }),
  titleOne: msg({ context: 'one', message: 'Binding' }),
  icon: 'users',
  nameOf: 'residentName',
  add: msg`Add binding`,
  empty: {
    title: msg`Nobody asks to be bound to a room`,
    why: msg`Residents ask on their page; you can enter a binding yourself too.`,
    icon: 'users',
  },
  columns: [
    {
      of: 'residentName',
      label: msg`Resident`,
      type: 'name',
      icon: () => 'user',
      width: 140,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'role', label: msg`As`, width: 100 },
    { of: 'roomNo', label: msg({ context: 'community', message: 'Room' }), width: 90 },
    { of: 'place', label: msg`Place`, width: 150 },
    { of: 'communityName', label: msg`Community`, width: 150 },
    { of: 'residentPhone', label: msg`Phone`, width: 130 },
    { of: 'fromDay', label: msg`From`, width: 120 },
    { of: 'untilDay', label: msg`Until`, width: 120 },
    { of: 'stillOpensAt', label: msg`Still opens at`, type: 'list', width: 180 },
    { of: 'cards', label: msg`Cards`, type: 'number', align: 'end', width: 90, quiet: true },
    { of: 'others', label: msg`Also in the room`, type: 'list', width: 160, quiet: true },
    { of: 'createdAt', label: msg`Asked at`, type: 'date', width: 160, quiet: true },
    { of: 'decidedBy', label: msg`Decided by`, width: 120, quiet: true, hidden: true },
    { of: 'decidedAt', label: msg`Decided at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'reason', label: msg`Reason`, width: 200, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'user', title: 'residentName', state: 'state', detail: ['role', 'roomNo', 'place'] },
  words: { state: occupancyStateWords, role: roleWords },
  filters: {
    state: msg`State`,
    role: msg`As`,
    communityId: msg`Community`,
    residentName: msg`Resident`,
    residentPhone: msg`Phone`,
    roomNo: msg({ context: 'community', message: 'Room' }),
    untilDay: msg`Until`,
  },
  rowTone: ({ stillOpensAt }) => (stillOpensAt.length > 0 ? 'critical' : undefined),
  editable: ({ state }) => state === 'applied',
  initial: {
    role: 'owner',
    get fromDay() {
      return dayText(serverNow(), tenantCalendar)
    },
  },
  form: [
    { of: 'residentId', label: msg`Resident` },
    { of: 'roomId', label: msg({ context: 'community', message: 'Room' }) },
    { of: 'role', label: msg`As` },
    { of: 'fromDay', label: msg`From` },
    { of: 'untilDay', label: msg`Until`, hint: msg`Last day; empty: for good` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    approve: {
      label: msg({ context: 'occupancy', message: 'Approve' }),
      icon: 'check',
      primary: true,
      done: msg`Moved in: the doors of the room open from their phone now`,
    },
    reject: {
      label: msg({ context: 'occupancy', message: 'Reject' }),
      icon: 'close',
      primary: true,
      input: [{ of: 'reason', label: msg`Reason`, kind: 'textarea', hint: msg`The resident reads it` }],
      done: msg({ context: 'occupancy', message: 'Rejected' }),
    },
    addCard: {
      label: msg`Prepare a card`,
      icon: 'card',
      bulk: false,
      done: msg`The card is prepared: let a door unit write it now`,
    },
    extend: {
      label: msg`Change the last day`,
      icon: 'calendar',
      bulk: false,
      input: [{ of: 'untilDay', label: msg`Until`, hint: msg`Last day; empty: for good` }],
    },
    end: {
      label: msg`Move out`,
      icon: 'logout',
      critical: true,
      bulk: false,
      confirm: msg`End the stay? Its rights, cards, face and calls end at once; those of the person’s other rooms stay.`,
      input: [{ of: 'reason', label: msg`Reason`, kind: 'textarea' }],
      done: msg`Moved out`,
    },
  },
  slots: { peek: ({ row }) => <OccupancyPeek stay={row} /> },
})
