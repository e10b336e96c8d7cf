// Words and looks of report definitions.

import { msg } from '@lingui/core/macro'
import { report } from '../../domain/report/report.ts'
import { TimeControl } from '../../resource/date-fields.tsx'
import { viewOf } from '../../resource/view.ts'
import { ZoneField } from '../../resource/week-fields.tsx'
import { tenantZone } from '../../resource/zone.ts'
import { DateField, DayField, GroupField, ReadingField, WordsKeeper } from './report-fields.tsx'
import { ReportPeek } from './report-peek.tsx'
import { ReportPreview } from './report-preview.tsx'
import { chartWords, groupWords, periodWords, scheduleWords, subjectWords } from './report-words.ts'
import { RunReport } from './run-report.tsx'

export const reportView = viewOf(report, {
  title: msg({ context: 'page', message: 'Reports' }),
  titleOne: msg`Report`,
  icon: 'report',
  add: msg`New report`,
  removeQuestion: msg`Delete the report? Files it has created stay.`,
  empty: {
    title: msg`No reports yet`,
    why: msg`A report counts alarms, time online, readings or bills over days, and can come by itself every morning.`,
    icon: 'report',
  },
  draft: true,
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'report',
      width: 200,
      fixed: 'left',
      required: true,
    },
    { of: 'subject', label: msg`About`, width: 130 },
    { of: 'groupBy', label: msg`Broken down by`, width: 120 },
    { of: 'period', label: msg`Period`, width: 130 },
    { of: 'schedule', label: msg`Schedule`, width: 140 },
    { of: 'nextRunAt', label: msg`Next`, type: 'date', width: 160 },
    { of: 'lastRunAt', label: msg`Last`, type: 'age', width: 110, align: 'end', quiet: true },
    { of: 'userName', label: msg`Owner`, width: 110, quiet: true },
    { of: 'splitBy', label: msg`Split by`, width: 120, hidden: true },
    { of: 'zone', label: msg`Time zone`, width: 140, hidden: true },
    { of: 'note', label: msg`Note`, width: 200, hidden: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, hidden: true },
  ],
  card: {
    icon: () => 'report',
    title: 'name',
    state: 'schedule',
    detail: ['subject', 'groupBy', 'period'],
    age: 'lastRunAt',
  },
  words: {
    subject: subjectWords,
    groupBy: groupWords,
    splitBy: groupWords,
    period: periodWords,
    schedule: scheduleWords,
    chart: chartWords,
    format: { csv: msg`Text table (CSV)`, xlsx: msg`Excel workbook (XLSX)` },
  },
  filters: { subject: msg`About`, schedule: msg`Schedule`, name: msg`Name` },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'subject', label: msg`What is counted` },
    {
      of: 'reading',
      label: msg`Reading`,
      when: values => values.subject === 'readings',
      render: control => <ReadingField {...control} />,
    },
    { of: 'groupBy', label: msg`Broken down by`, render: control => <GroupField {...control} /> },
    { of: 'splitBy', label: msg`Then by`, render: control => <GroupField {...control} second /> },
    { of: 'period', label: msg`Period` },
    {
      of: 'from',
      label: msg`First day`,
      hint: msg`Empty: the first of the month`,
      when: values => values.period === 'custom',
      render: control => <DateField control={control} />,
    },
    {
      of: 'to',
      label: msg`Last day`,
      hint: msg`Empty: today`,
      when: values => values.period === 'custom',
      render: control => <DateField control={control} end />,
    },
    { of: 'chart', label: msg`Shown as` },
    {
      title: msg`Only some devices`,
      folded: true,
      fields: [
        { of: 'departmentId', label: msg`Department` },
        { of: 'groupId', label: msg`Group` },
        { of: 'deviceIds', label: msg`Devices`, kind: 'references' },
      ],
    },
    {
      title: msg`Automatic schedule`,
      fields: [
        { of: 'schedule', label: msg`When` },
        {
          of: 'onDay',
          label: msg`On day`,
          when: values => values.schedule === 'weekly' || values.schedule === 'monthly',
          render: control => <DayField {...control} />,
        },
        {
          of: 'atMinute',
          label: msg`At`,
          // Sent in any case: every report has a time of day, though one that is only asked for shows none.
          render: control => control.values.schedule !== 'none' && <TimeControl control={control} />,
        },
        { of: 'zone', label: msg`Time zone`, render: control => <ZoneField control={control} /> },
        { of: 'format', label: msg`File` },
        { of: 'note', label: msg`Note`, kind: 'textarea' },
        { of: 'words', label: msg`Words`, render: control => <WordsKeeper {...control} /> },
      ],
    },
  ],
  initial: {
    subject: 'alarms',
    groupBy: 'day',
    period: 'last7Days',
    chart: 'bar',
    schedule: 'none',
    atMinute: 480,
    get zone() {
      return tenantZone()
    },
    format: 'xlsx',
    deviceIds: [],
  },
  slots: {
    peek: ({ row }) => <ReportPeek row={row} />,
    actions: ({ row }) => <RunReport row={row} />,
    formExtra: ({ values }) => <ReportPreview values={values} />,
  },
  fullPage: row => `/Report?show=${row.id}`,
})
