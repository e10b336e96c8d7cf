// Words and looks of door cards: list, form of the holder, blocking, the panel beside it.
import { msg } from '@lingui/core/macro'
import { doorCard } from '../../domain/intercom/door.ts'
import { viewOf } from '../../resource/view.ts'
import { DoorCardActions, DoorCardBadges, DoorCardPeek } from './door-card-peek.tsx'
import { DoorTabs } from './door-tabs.tsx'
import { doorCardWords } from './door-words.ts'

export const doorCardView = viewOf(doorCard, {
  title: msg`Door cards`,
  titleOne: msg`Door card`,
  icon: 'card',
  add: msg`Prepare a card`,
  nameOf: 'holderName',
  identifier: 'cardInfo',
  removeQuestion: msg`Delete the card? It no longer opens any door, and its rights are deleted too.`,
  empty: {
    title: msg`No cards yet: issue the first`,
    why: msg`Say whose card it is, choose a door unit, and hold the empty card to it.`,
    icon: 'card',
  },
  draft: true,
  columns: [
    {
      of: 'holderName',
      label: msg`Holder`,
      type: 'name',
      icon: () => 'card',
      width: 140,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 150 },
    { of: 'cardInfo', label: msg`Card number`, width: 130 },
    { of: 'doorCount', label: msg`Opens doors`, type: 'number', width: 110, align: 'end' },
    { of: 'building', label: msg`Building`, width: 90, quiet: true },
    { of: 'unit', label: msg`Unit`, width: 80, quiet: true },
    { of: 'roomNo', label: msg`Room`, width: 90, quiet: true },
    { of: 'issuedAt', label: msg`Issued at`, type: 'date', width: 160, quiet: true },
    { of: 'issuedBy', label: msg`Issued by`, width: 110, quiet: true, hidden: true },
    { of: 'deviceName', label: msg`Written at`, width: 140, quiet: true, hidden: true },
    { of: 'holderPhone', label: msg`Phone`, width: 120, quiet: true, hidden: true },
    { of: 'departmentName', label: msg`Department`, width: 120, quiet: true, hidden: true },
    { of: 'note', label: msg`Note`, width: 180, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'card',
    title: 'holderName',
    state: 'state',
    detail: ['building', 'unit', 'roomNo', 'cardInfo'],
    age: 'createdAt',
  },
  words: { state: doorCardWords },
  filters: {
    state: msg`State`,
    holderName: msg`Holder`,
    cardInfo: msg`Card number`,
    building: msg`Building`,
    roomNo: msg`Room`,
    departmentId: msg`Department`,
    issuedAt: msg`Issued at`,
  },
  form: [
    { of: 'holderName', label: msg`Name of the holder` },
    { of: 'holderPhone', label: msg`Phone`, kind: 'phone' },
    { of: 'building', label: msg`Building` },
    { of: 'unit', label: msg`Unit` },
    { of: 'roomNo', label: msg`Room` },
    {
      title: msg`More`,
      folded: true,
      fields: [
        { of: 'departmentId', label: msg`Department` },
        { of: 'note', label: msg`Note`, kind: 'textarea' },
      ],
    },
  ],
  actions: {
    cancel: {
      label: msg`Stop writing`,
      icon: 'close',
      primary: true,
      done: msg`Cancelled. The door unit no longer waits for the card.`,
    },
    block: {
      label: msg`Block the card`,
      icon: 'lock',
      critical: true,
      confirm: msg`Block the card? It opens no door any more, until it is unblocked.`,
      done: msg`Blocked. The doors forget the card as soon as they are connected.`,
      optimistic: () => ({ state: 'blocked' as const }),
    },
    unblock: {
      label: msg`Unblock the card`,
      icon: 'unlock',
      primary: true,
      done: msg`The card opens its doors again.`,
      optimistic: () => ({ state: 'issued' as const }),
    },
  },
  slots: {
    listHeader: () => <DoorTabs current="cards" />,
    badges: ({ row }) => <DoorCardBadges card={row} />,
    actions: ({ row }) => <DoorCardActions card={row} />,
    peek: ({ row }) => <DoorCardPeek card={row} />,
  },
})
