// Words and looks of alarms: columns for the file, filters, what can be done, the panel beside the list.

import { msg } from '@lingui/core/macro'
import { alarm } from '../../domain/alarm/alarm.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { getSession } from '../../platform/session-store.ts'
import { kindWords } from '../../resource/device-kind-words.ts'
import { type View, viewOf } from '../../resource/view.ts'
import { AlarmBadges } from './alarm-badges.tsx'
import { AlarmLinks } from './alarm-links.tsx'
import { AlarmPeek } from './alarm-peek.tsx'
import { detailPath } from './alarm-search.ts'
import { iconOf, severityWords, statusWords, typeWords } from './alarm-words.ts'
import { ColleagueSelect } from './colleague-select.tsx'

const me = () => getSession()?.user

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
    { of: 'deviceKind', label: msg`Device type` },
    { of: 'departmentName', label: msg`Department` },
    { of: 'place', label: msg`Place` },
    { of: 'fenceName', label: msg`Geofence` },
    { of: 'zoneName', label: msg`Danger area` },
    { of: 'building', label: msg`Building` },
    { of: 'unit', label: msg`Unit` },
    { of: 'roomNo', label: msg`Room` },
    { of: 'raisedAt', label: msg`Raised`, type: 'date' },
    { of: 'createdAt', label: msg`Arrived`, type: 'date' },
    { of: 'late', label: msg`Arrived late`, type: 'yesNo' },
    { of: 'read', label: msg`Read`, type: 'yesNo' },
    { of: 'acknowledgedBy', label: msg`Acknowledged by` },
    { of: 'acknowledgedAt', label: msg`Acknowledged at`, type: 'date' },
    { of: 'assignedTo', label: msg`Assigned to` },
    { of: 'escalation', label: msg`Level`, type: 'number' },
    { of: 'takenBy', label: msg`Taken by` },
    { of: 'takenAt', label: msg`Taken at`, type: 'date' },
    { of: 'handledBy', label: msg`Handled by` },
    { of: 'handledAt', label: msg`Handled at`, type: 'date' },
    { of: 'note', label: msg`Note` },
    { of: 'onTest', label: msg`On test`, type: 'yesNo' },
    { of: 'ruleName', label: msg`Rule` },
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
    deviceKind: kindWords,
  },
  // The period is missing here: the log has a control of its own for it.
  filters: {
    type: msg`Type`,
    severity: msg`Severity`,
    deviceKind: msg`Device type`,
    departmentId: msg`Department`,
    fenceId: msg`Geofence`,
    place: msg`Place`,
    onTest: msg`On test`,
    read: msg`Read`,
  },
  actions: {
    take: {
      label: msg`Take it`,
      icon: 'check',
      primary: true,
      done: msg`You have taken it. The others see your name and the time.`,
    },
    handle: {
      label: msg`Handle`,
      icon: 'shield',
      primary: true,
      input: [{ of: 'note', label: msg`What was found and done`, kind: 'textarea' }],
      done: msg`Handled`,
      optimistic: () => ({
        status: 'handled' as const,
        read: true,
        handledBy: me()?.name ?? null,
        handledAt: serverNow(),
      }),
    },
    acknowledge: {
      label: msg`Acknowledge`,
      icon: 'eye',
      done: msg`Acknowledged: nobody is notified again`,
      optimistic: () => ({ read: true, acknowledgedBy: me()?.name ?? null, acknowledgedAt: serverNow() }),
    },
    assign: {
      label: msg`Assign`,
      icon: 'user',
      input: [
        {
          of: 'userId',
          label: msg`Assign to`,
          render: control => <ColleagueSelect {...control} />,
        },
        { of: 'note', label: msg`Note for them`, kind: 'textarea' },
      ],
      done: msg`Assigned. They are notified.`,
    },
    escalate: {
      label: msg`Escalate`,
      icon: 'up',
      input: [{ of: 'note', label: msg`Reason for escalating`, kind: 'textarea' }],
      done: msg`Escalated. Those above are notified.`,
    },
    comment: {
      label: msg`Comment`,
      icon: 'edit',
      input: [{ of: 'note', label: msg`Comment`, kind: 'textarea' }],
      done: msg`Your comment is in the timeline`,
    },
    read: {
      label: msg`Mark as read`,
      icon: 'inbox',
      done: msg`Marked as read`,
      optimistic: () => ({ read: true }),
    },
    release: {
      label: msg`Give back`,
      icon: 'undo',
      confirm: msg`Give it back? It is open to everybody again.`,
    },
  },
  fullPage: row => detailPath(row.id),
  slots: {
    badges: ({ row }) => <AlarmBadges row={row} />,
    actions: ({ row }) => <AlarmLinks row={row} />,
    peek: ({ row }) => <AlarmPeek row={row} />,
  },
})
