// Words and looks of what belongs to attendance rules: exceptions of the calendar, assignments, closed months.
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { attendanceAssignment, calendarDay, monthClose } from '../../domain/attendance/rule.ts'
import { type FieldControl, viewOf } from '../../resource/view.ts'
import { useIntlLocale } from '../../ui/locale.ts'
import { dayName } from '../../ui/week.ts'
import { SettingsTabs } from './attendance-tabs.tsx'

function WeekdayField({ control }: { control: FieldControl }) {
  const locale = useIntlLocale()
  const { t } = useLingui()
  return (
    <Select
      label={control.label}
      error={control.error}
      disabled={control.disabled}
      clearable
      placeholder={t`Like its own weekday`}
      data={[1, 2, 3, 4, 5, 6, 7].map(day => ({ value: String(day), label: dayName(day, locale, 'long') }))}
      value={typeof control.value === 'number' ? String(control.value) : null}
      onChange={value => control.onChange(value === null ? null : Number(value))}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

export const calendarDayView = viewOf(calendarDay, {
  title: msg`Holidays and make-up days`,
  titleOne: msg`Day`,
  icon: 'calendar',
  add: msg`Add day`,
  nameOf: 'day',
  removeQuestion: msg`Delete the exception? The day is judged by the week again.`,
  empty: {
    title: msg`No exceptions yet`,
    why: msg`Add holidays, and the days off that are worked instead.`,
    icon: 'calendar',
  },
  columns: [
    { of: 'day', label: msg`Day`, type: 'name', icon: () => 'calendar', width: 140, required: true },
    { of: 'kind', label: msg`Kind`, width: 140 },
    { of: 'name', label: msg`Name`, width: 200 },
    {
      of: 'likeWeekday',
      label: msg`Worked like`,
      width: 140,
      text: (value, locale) => dayName(value, locale, 'long'),
    },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'calendar', title: 'day', state: 'kind', detail: ['name'] },
  words: {
    kind: {
      rest: { label: msg({ context: 'attendance', message: 'Rest day' }), tone: 'off' },
      work: { label: msg({ context: 'attendance', message: 'Workday' }), tone: 'ok' },
    },
  },
  filters: { kind: msg`Kind`, day: msg`Day` },
  initial: { kind: 'rest' },
  form: [
    { of: 'day', label: msg`Day` },
    { of: 'kind', label: msg`Kind` },
    {
      of: 'likeWeekday',
      label: msg`Worked like`,
      when: values => values.kind === 'work',
      render: control => <WeekdayField control={control} />,
    },
    { of: 'name', label: msg`Name` },
  ],
  slots: { listHeader: () => <SettingsTabs current="calendar" /> },
})

export const assignmentView = viewOf(attendanceAssignment, {
  title: msg`Who goes by which rule`,
  titleOne: msg`Assignment`,
  icon: 'users',
  add: msg`Give a rule`,
  nameOf: 'workerName',
  removeQuestion: msg`Delete the assignment? Days of months that are not closed are no longer judged.`,
  empty: {
    title: msg`Nobody goes by a rule yet`,
    why: msg`Give people rules, one by one or from a sheet.`,
    icon: 'users',
  },
  columns: [
    { of: 'workerName', label: msg`Person`, type: 'name', icon: () => 'user', width: 150, required: true },
    { of: 'ruleName', label: msg`Rule`, width: 180 },
    { of: 'fromDay', label: msg`From`, width: 120 },
    { of: 'untilDay', label: msg`Until`, width: 120 },
    { of: 'departmentName', label: msg`Department`, width: 140, quiet: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'user', title: 'workerName', state: 'ruleName', detail: ['fromDay', 'untilDay'] },
  filters: { ruleId: msg`Rule`, workerId: msg`Person`, departmentId: msg`Department` },
  form: [
    { of: 'workerId', label: msg`Person` },
    { of: 'ruleId', label: msg`Rule` },
    { of: 'fromDay', label: msg`From` },
    { of: 'untilDay', label: msg`Until`, hint: msg`The last day; empty: until further notice.` },
  ],
  slots: { listHeader: () => <SettingsTabs current="people" /> },
})

export const monthCloseView = viewOf(monthClose, {
  title: msg`Closed months`,
  titleOne: msg`Month`,
  icon: 'lock',
  add: msg`Close a month`,
  nameOf: 'month',
  empty: {
    title: msg`No month is closed yet`,
    why: msg`A closed month no longer changes. What phones deliver later needs a correction after reopening.`,
    icon: 'lock',
  },
  editable: () => false,
  columns: [
    { of: 'month', label: msg`Month`, type: 'name', icon: () => 'lock', width: 120, required: true },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'people', label: msg`People`, type: 'number', align: 'end', width: 100 },
    { of: 'days', label: msg`Days`, type: 'number', align: 'end', width: 100 },
    { of: 'latePunches', label: msg`Punches that came later`, type: 'number', align: 'end', width: 170 },
    { of: 'closedBy', label: msg`Closed by`, width: 120, quiet: true },
    { of: 'closedAt', label: msg`Closed at`, type: 'date', width: 160, quiet: true },
    { of: 'reopenedBy', label: msg`Reopened by`, width: 120, quiet: true },
    { of: 'reopenedAt', label: msg`Reopened at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'reason', label: msg`Reason`, width: 200, quiet: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'lock',
    title: 'month',
    state: 'state',
    detail: ['people', 'closedBy'],
    age: 'closedAt',
  },
  words: {
    state: {
      closed: { label: msg({ context: 'month', message: 'Closed' }), tone: 'ok' },
      reopened: { label: msg({ context: 'month', message: 'Reopened' }), tone: 'attention' },
    },
  },
  filters: { state: msg`State` },
  form: [
    { of: 'month', label: msg`Month`, hint: msg`As year and month: 2026-11` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    reopen: {
      label: msg`Reopen`,
      icon: 'unlock',
      critical: true,
      confirm: msg`Reopen the month? Its days are judged anew with everything that has come since.`,
      input: [{ of: 'reason', label: msg`Reason` }],
      done: msg`The month is open again`,
    },
  },
  slots: { listHeader: () => <SettingsTabs current="months" /> },
})
