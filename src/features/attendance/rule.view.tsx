// Words and looks of attendance rules: the form, the versions, and the slots of a day.
import { msg } from '@lingui/core/macro'
import { attendanceRule } from '../../domain/attendance/rule.ts'
import { viewOf } from '../../resource/view.ts'
import { ZoneField } from '../../resource/week-fields.tsx'
import { tenantZone } from '../../resource/zone.ts'
import { SettingsTabs } from './attendance-tabs.tsx'
import { RulePeek } from './rule-peek.tsx'
import { usualSlots } from './slot-times.ts'
import { SlotsField } from './slots-field.tsx'

const weekWords = {
  big: msg`Big week (Mon – Sat)`,
  small: msg`Small week (Mon – Fri)`,
  alternating: msg`Alternating weeks`,
}

export const attendanceRuleView = viewOf(attendanceRule, {
  title: msg({ context: 'page', message: 'Attendance settings' }),
  titleOne: msg`Attendance rule`,
  icon: 'clock',
  add: msg`Add rule`,
  removeQuestion: msg`Delete the rule? What was judged by it stays.`,
  empty: {
    title: msg`No rules yet`,
    why: msg`A rule says when people come and go. Add one, then say who goes by it.`,
    icon: 'clock',
  },
  draft: true,
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'clock',
      width: 180,
      fixed: 'left',
      required: true,
    },
    { of: 'weekType', label: msg`Week`, width: 190 },
    { of: 'punchCount', label: msg`Punches a day`, type: 'number', align: 'end', width: 130 },
    { of: 'peopleCount', label: msg`People`, type: 'number', align: 'end', width: 100 },
    { of: 'versionNumber', label: msg`Version`, type: 'number', align: 'end', width: 100, quiet: true },
    { of: 'validFrom', label: msg`Valid from`, width: 120 },
    { of: 'zone', label: msg`Time zone`, width: 150, quiet: true },
    { of: 'fenceName', label: msg`Site fence`, width: 150, quiet: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'clock', title: 'name', state: 'weekType', detail: ['punchCount', 'validFrom'] },
  words: { weekType: weekWords, anchorIs: { big: msg`Big week`, small: msg`Small week` } },
  filters: { weekType: msg`Week`, name: msg`Name` },
  initial: {
    weekType: 'big',
    punchCount: 4,
    slots: [usualSlots.morning, usualSlots.afternoon],
    get zone() {
      return tenantZone()
    },
  },
  form: [
    { of: 'name', label: msg`Name` },
    {
      of: 'validFrom',
      label: msg`Valid from`,
      hint: msg`Earlier days stay as they were judged. A change is written as a further version.`,
    },
    { of: 'weekType', label: msg`Week` },
    {
      of: 'anchorMonday',
      label: msg`Counted from Monday`,
      when: values => values.weekType === 'alternating',
    },
    { of: 'anchorIs', label: msg`That week is a`, when: values => values.weekType === 'alternating' },
    {
      of: 'punchCount',
      label: msg`Punches a day`,
      hint: msg`Two: only the first arrival and the last departure count. Otherwise two for each slot; a noon slot makes one of two.`,
    },
    { of: 'slots', label: msg`Slots`, render: control => <SlotsField control={control} /> },
    { of: 'zone', label: msg`Time zone`, render: control => <ZoneField control={control} /> },
    {
      of: 'fenceId',
      label: msg`Site fence`,
      hint: msg`Whose helmet comes into it or leaves it has come or gone.`,
    },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  slots: {
    listHeader: () => <SettingsTabs current="rules" />,
    peek: ({ row }) => <RulePeek rule={row} />,
  },
})
