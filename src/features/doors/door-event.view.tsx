// Words and looks of access events: what happened at a door, by whom, with which card.
import { msg } from '@lingui/core/macro'
import { doorEvent } from '../../domain/intercom/door.ts'
import { viewOf } from '../../resource/view.ts'
import { DoorEventPeek, EventKind } from './door-event-peek.tsx'
import { DoorTabs } from './door-tabs.tsx'
import { eventWords } from './door-words.ts'

export const doorEventView = viewOf(doorEvent, {
  title: msg`Access events`,
  titleOne: msg`Access event`,
  icon: 'door',
  nameOf: 'deviceName',
  empty: {
    title: msg`Nothing has happened at the doors yet`,
    why: msg`Every card, every unlocking and every door held open appears here.`,
    icon: 'door',
  },
  columns: [
    {
      of: 'kind',
      label: msg`What happened`,
      width: 190,
      required: true,
      fixed: 'left',
      render: kind => <EventKind kind={kind} />,
    },
    { of: 'deviceName', label: msg`Door unit`, width: 150 },
    { of: 'personName', label: msg`Person`, width: 120 },
    { of: 'cardInfo', label: msg`Card number`, width: 130 },
    { of: 'at', label: msg`Time`, type: 'date', width: 160, quiet: true },
    { of: 'reason', label: msg`Reason`, width: 150, quiet: true, hidden: true },
    { of: 'imei', label: msg`IMEI`, width: 150, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: row => eventWords[row.kind].icon ?? 'door',
    title: 'kind',
    detail: ['deviceName', 'personName', 'cardInfo'],
    age: 'at',
  },
  words: { kind: eventWords },
  filters: {
    kind: msg`What happened`,
    at: msg`Period`,
    deviceId: msg`Door unit`,
    personName: msg`Person`,
    cardInfo: msg`Card number`,
  },
  slots: {
    listHeader: () => <DoorTabs current="events" />,
    badges: ({ row }) => <EventKind kind={row.kind} />,
    peek: ({ row }) => <DoorEventPeek event={row} />,
  },
})
