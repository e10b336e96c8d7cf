// Words and looks of alarms: columns for the file, filters, what can be done, the panel beside the list.
import { msg } from '@lingui/core/macro'
import { alarm } from '../../domain/alarm/alarm.ts'
import { getSession } from '../../platform/session-store.ts'
import { type View, viewOf } from '../../resource/view.ts'
import { AlarmBadges, AlarmLinks, AlarmPeek } from './alarm-peek.tsx'
import { iconOf, severityWords, statusWords, typeWords } from './alarm-words.ts'

export const alarmView: View = viewOf(alarm, {
  title: msg`Alarms`,
  titleOne: msg`Alarm`,
  icon: 'bell',
  nameOf: 'type',
  card: {
    icon: row => iconOf(row.type),
    title: 'type',
    state: 'severity',
    detail: ['deviceName'],
    age: 'raisedAt',
  },
  columns: [
    { of: 'type', label: msg`Type` },
    { of: 'severity', label: msg`Severity` },
    { of: 'status', label: msg`Status` },
    { of: 'value', label: msg`Value`, type: 'number' },
    { of: 'limit', label: msg`Limit`, type: 'number' },
    { of: 'wearerName', label: msg`Person` },
    { of: 'userPhone', label: msg`Phone` },
    { of: 'deviceName', label: msg`Device` },
    { of: 'imei', label: msg`IMEI` },
    { of: 'place', label: msg`Place` },
    { of: 'building', label: msg`Building` },
    { of: 'unit', label: msg`Unit` },
    { of: 'roomNo', label: msg`Room` },
    { of: 'raisedAt', label: msg`Raised`, type: 'date' },
    { of: 'read', label: msg`Read`, type: 'yesNo' },
    { of: 'takenBy', label: msg`Taken by` },
    { of: 'takenAt', label: msg`Taken at`, type: 'date' },
    { of: 'handledBy', label: msg`Handled by` },
    { of: 'handledAt', label: msg`Handled at`, type: 'date' },
    { of: 'note', label: msg`Note` },
  ],
  words: {
    type: typeWords,
    severity: {
      critical: { label: severityWords.critical, tone: 'critical' },
      warning: { label: severityWords.warning, tone: 'warning' },
      attention: { label: severityWords.attention, tone: 'attention' },
      info: { label: severityWords.info, tone: 'info' },
    },
    status: statusWords,
  },
  filters: {
    type: msg`Type`,
    severity: msg`Severity`,
    raisedAt: msg`Period`,
    read: msg`Read`,
  },
  actions: {
    take: {
      label: msg`Take it`,
      icon: 'check',
      primary: true,
      when: row => row.status === 'open',
      done: msg`You have taken it. The others see your name and the time.`,
    },
    handle: {
      label: msg`Handle`,
      icon: 'shield',
      primary: true,
      when: row => row.status !== 'handled',
      input: [{ of: 'note', label: msg`What was found and done`, kind: 'textarea' }],
      done: msg`Handled`,
      optimistic: () => ({
        status: 'handled' as const,
        read: true,
        handledBy: getSession()?.user.name ?? null,
        handledAt: Date.now(),
      }),
    },
    read: {
      label: msg`Mark as read`,
      icon: 'eye',
      when: row => !row.read,
      done: msg`Marked as read`,
      optimistic: () => ({ read: true }),
    },
    release: {
      label: msg`Give back`,
      icon: 'undo',
      when: row => row.status === 'taken' && row.takenById === getSession()?.user.id,
      confirm: msg`Give it back? It is open to everybody again.`,
    },
  },
  slots: {
    badges: ({ row }) => <AlarmBadges row={row} />,
    actions: ({ row }) => <AlarmLinks row={row} />,
    peek: ({ row }) => <AlarmPeek row={row} />,
  },
})
