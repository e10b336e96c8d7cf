// Words and looks of SIM cards: what the carrier says, what is wanted, what is used, suspending and resuming in bulk.

import { msg } from '@lingui/core/macro'
import { simCard } from '../../../domain/billing/sim-card.ts'
import { DayControl } from '../../../resource/date-fields.tsx'
import { viewOf } from '../../../resource/view.ts'
import { dayText } from '../../../ui/calendar.ts'
import { SimCardListHead } from './sim-card-list-head.tsx'
import { SimCardActions, SimCardBadges, SimCardPeek } from './sim-card-peek.tsx'
import { carrierWords, simWords } from './sim-card-words.ts'
import { StateCell } from './state-cell.tsx'
import { UsageBar } from './usage-bar.tsx'

export const simCardView = viewOf(simCard, {
  title: msg`SIM cards`,
  titleOne: msg`SIM card`,
  icon: 'card',
  add: msg`Add card`,
  nameOf: 'iccid',
  identifier: 'accessNumber',
  removeQuestion: msg`Delete the card? Its history stays.`,
  empty: {
    title: msg`No SIM cards yet`,
    why: msg`Add cards one by one, or import the list that the carrier has sent.`,
    icon: 'card',
  },
  draft: true,
  columns: [
    {
      of: 'iccid',
      label: msg`ICCID`,
      type: 'name',
      icon: () => 'card',
      width: 246,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 240, render: (_, row) => <StateCell card={row} /> },
    { of: 'deviceName', label: msg`Device`, width: 140 },
    {
      of: 'usedMegabytes',
      label: msg`Usage`,
      width: 140,
      render: (used, row) => <UsageBar used={used} quota={row.quotaMegabytes} />,
    },
    { of: 'packageName', label: msg`Package`, width: 140 },
    {
      of: 'packageEndsAt',
      label: msg`Valid to`,
      width: 138,
      quiet: true,
      render: at => (at === null ? undefined : <bdi dir="ltr">{dayText(at - 1)}</bdi>),
    },
    { of: 'lastUsedAt', label: msg`Last used`, type: 'age', width: 140, align: 'end', quiet: true },
    { of: 'accessNumber', label: msg`Access number`, width: 140, quiet: true, hidden: true },
    { of: 'carrier', label: msg`Carrier`, width: 120, quiet: true, hidden: true },
    { of: 'imei', label: msg`IMEI`, width: 150, quiet: true, hidden: true },
    { of: 'imsi', label: msg`IMSI`, width: 150, quiet: true, hidden: true },
    {
      of: 'quotaMegabytes',
      label: msg`Quota (MB)`,
      type: 'number',
      width: 110,
      align: 'end',
      quiet: true,
      hidden: true,
    },
    { of: 'nextPackageName', label: msg`Next package`, width: 140, quiet: true, hidden: true },
    { of: 'intent', label: msg`Requested`, width: 110, quiet: true, hidden: true },
    { of: 'orderState', label: msg`Last order`, width: 120, quiet: true, hidden: true },
    {
      of: 'silent',
      label: msg({ context: 'card', message: 'Silent' }),
      type: 'yesNo',
      width: 90,
      quiet: true,
      hidden: true,
    },
    { of: 'bound', label: msg`In a device`, type: 'yesNo', width: 100, quiet: true, hidden: true },
    { of: 'supplyCode', label: msg`Supply code`, width: 120, quiet: true, hidden: true },
    { of: 'openedAt', label: msg`Account opened`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'activatedAt', label: msg`Activated`, type: 'date', width: 160, quiet: true, hidden: true },
    {
      of: 'checkedAt',
      label: msg`Last checked with the carrier`,
      type: 'date',
      width: 160,
      quiet: true,
      hidden: true,
    },
    { of: 'note', label: msg`Note`, width: 160, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'card',
    title: 'iccid',
    state: 'state',
    detail: ['deviceName', 'packageName'],
    age: 'lastUsedAt',
  },
  words: {
    state: simWords,
    intent: { active: msg`Active`, suspended: msg`Suspended` },
    orderState: {
      none: msg`None open`,
      waiting: { label: msg`At the carrier`, tone: 'info' },
      failed: { label: msg`Refused`, tone: 'critical' },
    },
    carrier: carrierWords,
  },
  filters: {
    state: msg`State`,
    silent: msg({ context: 'card', message: 'Silent' }),
    bound: msg`In a device`,
    intent: msg`Requested`,
    iccid: msg`ICCID`,
    accessNumber: msg`Access number`,
    imei: msg`IMEI`,
    carrier: msg`Carrier`,
    packageId: msg`Package`,
    lastUsedAt: msg`Last used`,
  },
  initial: { carrier: 'mobile' },
  form: [
    {
      of: 'iccid',
      label: msg`ICCID`,
      kind: 'alphanumeric',
      hint: msg`19 or 20 characters, printed on the card.`,
    },
    { of: 'carrier', label: msg`Carrier` },
    { of: 'accessNumber', label: msg`Access number`, kind: 'digits' },
    { of: 'imsi', label: msg`IMSI`, kind: 'digits' },
    { of: 'supplyCode', label: msg`Supply code` },
    {
      of: 'openedAt',
      label: msg`Account opened`,
      render: control => <DayControl control={control} name="openedAt" />,
    },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    suspend: {
      label: msg`Suspend`,
      icon: 'pause',
      primary: true,
      critical: true,
      confirm: msg`Suspend at the carrier? A device without its card is cut off: it can raise no alarm.`,
      done: msg`Ordered. The carrier answers card by card.`,
    },
    resume: {
      label: msg({ context: 'card', message: 'Resume' }),
      icon: 'play',
      primary: true,
      done: msg`Ordered. The carrier answers card by card.`,
    },
    refresh: {
      label: msg`Check with the carrier`,
      icon: 'refresh',
      done: msg`Checking with the carrier.`,
    },
  },
  slots: {
    listHeader: () => <SimCardListHead />,
    badges: ({ row }) => <SimCardBadges card={row} />,
    actions: ({ row }) => <SimCardActions card={row} />,
    peek: ({ row }) => <SimCardPeek card={row} />,
  },
})
