// Words and looks of the call log: who rang where, who answered, how long they spoke, who unlocked.
import { msg } from '@lingui/core/macro'
import { call } from '../../domain/intercom/call.ts'
import { viewOf } from '../../resource/view.ts'
import { CallBadges, CallPeek } from './call-peek.tsx'
import { DoorTabs } from './door-tabs.tsx'
import { callWords, endWords } from './door-words.ts'
import { Duration } from './duration.tsx'

export const callView = viewOf(call, {
  title: msg`Call log`,
  titleOne: msg({ context: 'doors', message: 'Call' }),
  icon: 'phone',
  nameOf: 'fromName',
  empty: {
    title: msg`No calls yet`,
    why: msg`Every call from a door unit appears here, answered or not.`,
    icon: 'phone',
  },
  columns: [
    {
      of: 'fromName',
      label: msg({ context: 'call', message: 'From' }),
      type: 'name',
      icon: row => (row.kind === 'door' ? 'door' : 'user'),
      width: 150,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 120 },
    {
      of: 'durationSeconds',
      label: msg`Duration`,
      width: 90,
      align: 'end',
      render: seconds => (seconds === null ? undefined : <Duration seconds={seconds} />),
    },
    { of: 'answeredBy', label: msg`Answered by`, width: 120 },
    { of: 'unlockedBy', label: msg`Unlocked by`, width: 120 },
    { of: 'startedAt', label: msg`Rang at`, type: 'date', width: 160, quiet: true },
    { of: 'building', label: msg`Building`, width: 90, quiet: true },
    { of: 'unit', label: msg`Unit`, width: 80, quiet: true, hidden: true },
    { of: 'roomNo', label: msg`Room`, width: 90, quiet: true },
    { of: 'calleeName', label: msg`Called person`, width: 120, quiet: true, hidden: true },
    { of: 'kind', label: msg`Type`, width: 110, quiet: true, hidden: true },
    { of: 'endReason', label: msg`Ended because`, width: 150, quiet: true, hidden: true },
    { of: 'answeredAt', label: msg`Answered at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'endedAt', label: msg`Ended at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'unlockedAt', label: msg`Unlocked at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'community', label: msg`Community`, width: 120, quiet: true, hidden: true },
    { of: 'imei', label: msg`IMEI`, width: 150, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: row => (row.kind === 'door' ? 'door' : 'user'),
    title: 'fromName',
    state: 'state',
    detail: ['building', 'unit', 'roomNo', 'answeredBy'],
    age: 'startedAt',
  },
  words: {
    state: callWords,
    kind: { door: msg`Door unit`, direct: msg`Between colleagues` },
    endReason: endWords,
  },
  filters: {
    state: msg`State`,
    startedAt: msg`Period`,
    deviceId: msg`Door unit`,
    roomNo: msg`Room`,
    answeredBy: msg`Answered by`,
    kind: msg`Type`,
  },
  slots: {
    listHeader: () => <DoorTabs current="calls" />,
    badges: ({ row }) => <CallBadges call={row} />,
    peek: ({ row }) => <CallPeek call={row} />,
  },
})
