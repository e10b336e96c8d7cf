// Words and looks of the text messages that alarms caused: to whom, by which carrier, what became of them.
import { msg } from '@lingui/core/macro'
import { alarmText } from '../../domain/alarm/alarm-text.ts'
import { textFailureWords, textStateWords, textWayWords } from '../../resource/text-words.ts'
import { viewOf } from '../../resource/view.ts'
import { AlarmTabs } from './alarm-tabs.tsx'
import { iconOf, typeWords } from './alarm-words.ts'
import { TextBadge, TextPeek } from './text-peek.tsx'

export const alarmTextView = viewOf(alarmText, {
  title: msg`Text messages`,
  titleOne: msg`Text message`,
  icon: 'phone',
  nameOf: 'personName',
  empty: {
    title: msg`No text messages yet`,
    why: msg`Where an alarm rule says “text message”, each one that is sent appears here, with what became of it.`,
    icon: 'phone',
  },
  columns: [
    { of: 'personName', label: msg`To`, type: 'name', width: 130, fixed: 'left', required: true },
    { of: 'state', label: msg`State`, width: 160 },
    { of: 'failure', label: msg`Reason`, width: 210 },
    { of: 'type', label: msg`Alarm`, width: 120 },
    { of: 'deviceName', label: msg`Device`, width: 140 },
    { of: 'at', label: msg`Time`, type: 'date', width: 160 },
    { of: 'way', label: msg`Carrier`, width: 120, quiet: true },
    { of: 'phone', label: msg`Phone`, width: 120, quiet: true },
    { of: 'againBy', label: msg`Sent again by`, width: 120, quiet: true },
    { of: 'tries', label: msg`Tries`, type: 'number', width: 80, align: 'end', quiet: true, hidden: true },
    { of: 'sentAt', label: msg`Handed over at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'settledAt', label: msg`Settled at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'reason', label: msg`The carrier's words`, width: 200, quiet: true, hidden: true },
    { of: 'wearerName', label: msg`Person`, width: 120, quiet: true, hidden: true },
    { of: 'content', label: msg`Words`, width: 220, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: row => iconOf(row.type),
    title: 'personName',
    state: 'state',
    detail: ['type', 'deviceName', 'failure'],
    age: 'at',
  },
  words: { state: textStateWords, way: textWayWords, failure: textFailureWords, type: typeWords },
  filters: {
    state: msg`State`,
    at: msg`Period`,
    failure: msg`Reason`,
    personName: msg`To`,
    way: msg`Carrier`,
  },
  actions: {
    again: {
      label: msg`Send again`,
      icon: 'refresh',
      primary: true,
      done: msg`The message is sent again`,
    },
  },
  slots: {
    listHeader: () => <AlarmTabs current="texts" />,
    badges: ({ row }) => <TextBadge text={row} />,
    peek: ({ row }) => <TextPeek text={row} />,
  },
})
