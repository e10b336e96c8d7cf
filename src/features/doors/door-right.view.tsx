// Words and looks of rights to doors: list, form, the panel beside it.
import { msg } from '@lingui/core/macro'
import { doorRight } from '../../domain/intercom/door.ts'
import { viewOf } from '../../resource/view.ts'
import { DoorTabs } from './door-tabs.tsx'
import { rightWords } from './door-words.ts'
import { BoundField, CardField, DoorField, PersonField } from './right-fields.tsx'
import { RightBadges, RightPeek } from './right-peek.tsx'

export const doorRightView = viewOf(doorRight, {
  title: msg`Door rights`,
  titleOne: msg`Door right`,
  icon: 'key',
  add: msg`Add right`,
  nameOf: 'holderName',
  removeQuestion: msg`Delete the right? The door unit forgets the card as soon as it is connected.`,
  empty: {
    title: msg`No rights yet: nobody opens a door by card`,
    why: msg`Issue a card first, then choose which doors it opens. Console users can open doors remotely.`,
    icon: 'key',
  },
  // Those of residents come and go with their room.
  editable: ({ residentName }) => residentName === null,
  columns: [
    {
      of: 'holderName',
      label: msg`Holder`,
      type: 'name',
      icon: row => (row.cardId ? 'card' : row.residentName ? 'home' : 'user'),
      width: 150,
      fixed: 'left',
      required: true,
    },
    { of: 'deviceName', label: msg`Door unit`, width: 150 },
    { of: 'state', label: msg`State`, width: 190 },
    { of: 'cardInfo', label: msg`Card number`, width: 130, quiet: true },
    { of: 'validFrom', label: msg`Valid from`, type: 'date', width: 160, quiet: true },
    { of: 'validUntil', label: msg`Valid until`, type: 'date', width: 160, quiet: true },
    { of: 'grantedBy', label: msg`Granted by`, width: 110, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Granted at`, type: 'date', width: 160, quiet: true, hidden: true },
    {
      of: 'syncedAt',
      label: msg`Confirmed by the door`,
      type: 'date',
      width: 160,
      quiet: true,
      hidden: true,
    },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: row => (row.cardId ? 'card' : row.residentName ? 'home' : 'user'),
    title: 'holderName',
    state: 'state',
    detail: ['deviceName', 'cardInfo'],
  },
  words: { state: rightWords },
  filters: {
    state: msg`State`,
    holderName: msg`Holder`,
    deviceId: msg`Door unit`,
    cardId: msg`Card`,
    validUntil: msg`Valid until`,
  },
  form: [
    { of: 'deviceId', label: msg`Door unit`, render: control => <DoorField control={control} /> },
    {
      of: 'cardId',
      label: msg`Card`,
      on: 'create',
      when: values => !values.accountId,
      render: control => <CardField control={control} />,
    },
    {
      of: 'accountId',
      label: msg`Or a person`,
      on: 'create',
      when: values => !values.cardId,
      render: control => <PersonField control={control} />,
    },
    {
      title: msg`Validity`,
      fields: [
        {
          of: 'validFrom',
          label: msg`Valid from`,
          render: control => <BoundField control={control} bound="from" />,
        },
        {
          of: 'validUntil',
          label: msg`Valid until`,
          render: control => <BoundField control={control} bound="until" />,
        },
      ],
    },
  ],
  slots: {
    listHeader: () => <DoorTabs current="rights" />,
    badges: ({ row }) => <RightBadges right={row} />,
    peek: ({ row }) => <RightPeek right={row} />,
  },
})
