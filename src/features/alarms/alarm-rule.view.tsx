// Words and looks of alarm rules; the form follows the sentence that a rule is.

import { msg } from '@lingui/core/macro'
import { alarmRule } from '../../domain/alarm/alarm-rule.ts'
import { ChoiceField } from '../../resource/choice-field.tsx'
import { TimeControl } from '../../resource/date-fields.tsx'
import { kindWords } from '../../resource/device-kind-words.ts'
import { viewOf } from '../../resource/view.ts'
import { DaysField, ZoneField } from '../../resource/week-fields.tsx'
import { tenantZone } from '../../resource/zone.ts'
import { severityWords } from './alarm-words.ts'
import { RuleChannelsField, RulePreview, RuleTypesField } from './rule-fields.tsx'

const kinds = Object.entries(kindWords).map(([value, { label }]) => ({ value, label }))

export const alarmRuleView = viewOf(alarmRule, {
  title: msg`Alarm rules`,
  titleOne: msg`Alarm rule`,
  icon: 'list',
  add: msg`New rule`,
  nameOf: 'name',
  removeQuestion: msg`Delete the rule?`,
  columns: [{ of: 'name', label: msg`Name` }],
  card: { title: 'name' },
  words: {
    severity: {
      critical: { label: severityWords.critical, tone: 'critical' },
      warning: { label: severityWords.warning, tone: 'warning' },
      attention: { label: severityWords.attention, tone: 'attention' },
      info: { label: severityWords.info, tone: 'info' },
    },
  },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'enabled', label: msg`In force` },
    {
      title: msg`When`,
      fields: [
        { of: 'types', label: msg`Alarm types`, render: control => <RuleTypesField control={control} /> },
        {
          of: 'kinds',
          label: msg`Of which devices`,
          render: control => (
            <ChoiceField control={control} words={kinds} hint={msg`None chosen: every kind`} />
          ),
        },
        { of: 'groupId', label: msg`In which group` },
        { of: 'departmentId', label: msg`In which department` },
      ],
    },
    {
      title: msg`On which days, at which hours`,
      folded: true,
      fields: [
        { of: 'days', label: msg`Days`, render: control => <DaysField control={control} /> },
        { of: 'fromMinute', label: msg`From`, render: control => <TimeControl control={control} /> },
        {
          of: 'untilMinute',
          label: msg`Until; if earlier, next day`,
          render: control => <TimeControl control={control} />,
        },
        { of: 'zone', label: msg`Time zone`, render: control => <ZoneField control={control} /> },
      ],
    },
    {
      title: msg`Treat it as`,
      fields: [{ of: 'severity', label: msg`Severity`, hint: msg`Empty: as the alarm type says` }],
    },
    {
      title: msg`Notify`,
      fields: [
        {
          of: 'channels',
          label: msg({ context: 'channel', message: 'By' }),
          render: control => <RuleChannelsField control={control} />,
        },
        {
          of: 'roleIds',
          label: msg`Roles`,
          hint: msg`No roles and no people: everybody who is in charge of the device`,
        },
        { of: 'userIds', label: msg`People` },
        {
          of: 'dutyPostIds',
          label: msg`Whoever is on duty at`,
          hint: msg`By the roster when the alarm comes. If nobody is, the others are told.`,
        },
        {
          of: 'repeatMinutes',
          label: msg`Again every`,
          unit: 'min',
          hint: msg`Until somebody acknowledges. Empty: once.`,
        },
      ],
    },
    {
      title: msg`If nobody acknowledges`,
      fields: [
        { of: 'escalateMinutes', label: msg`Escalate after`, unit: 'min', hint: msg`Empty: never` },
        { of: 'escalateRoleIds', label: msg`To these roles` },
        { of: 'escalateUserIds', label: msg`To these people` },
        { of: 'escalateDutyPostIds', label: msg`To whoever is on duty at` },
        // The list sets the order; the form carries it along.
        { of: 'priority', label: msg`Sort order`, render: () => null },
      ],
    },
  ],
  initial: {
    enabled: true,
    types: [],
    kinds: [],
    days: [],
    channels: ['console', 'push'],
    roleIds: [],
    userIds: [],
    dutyPostIds: [],
    escalateDutyPostIds: [],
    escalateRoleIds: [],
    escalateUserIds: [],
    get zone() {
      return tenantZone()
    },
    priority: 10,
  },
  actions: {
    enable: {
      label: msg`Enable`,
      icon: 'check',
      done: msg`The rule is in force`,
    },
    disable: {
      label: msg`Disable`,
      icon: 'pause',
      done: msg`The rule is no longer in force`,
    },
  },
  slots: {
    formExtra: ({ row, values }) => <RulePreview row={row} values={values} />,
  },
})
