// Words and looks of annual inspections: what is due when, and the form in which one is made.
import { msg } from '@lingui/core/macro'
import { inspection } from '../../domain/site/inspection.ts'
import { LinesField } from '../../resource/lines-field.tsx'
import { PhotosField } from '../../resource/photos-field.tsx'
import { LabelsButton } from '../../resource/scan/labels-button.tsx'
import { TodayField } from '../../resource/today-field.tsx'
import { viewOf } from '../../resource/view.ts'
import { ChecksField } from './checks-field.tsx'
import { InspectionPeek } from './inspection-peek.tsx'
import { RemindField } from './remind-field.tsx'
import { ScanRow } from './scan-row.tsx'
import { inspectionStateWords, resultWords } from './site-words.ts'

const basisWords = {
  scheduled: msg`By the calendar, however late the last one was`,
  completed: msg`From the day of the last one`,
} as const

export const inspectionView = viewOf(inspection, {
  title: msg({ context: 'page', message: 'Annual inspection' }),
  titleOne: msg`Inspection`,
  icon: 'check',
  add: msg`Add inspection`,
  identifier: 'labelCode',
  removeQuestion: msg`Delete the inspection? What was found so far stays.`,
  draft: true,
  empty: {
    title: msg`Nothing is inspected yet`,
    why: msg`Lifts, cranes, extinguishers and the like are inspected again and again. Say who does it, and how often.`,
    icon: 'check',
  },
  columns: [
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'check',
      width: 190,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'workerName', label: msg`Inspector`, width: 130 },
    { of: 'lastOn', label: msg`Inspected on`, width: 130 },
    { of: 'nextOn', label: msg`Next on`, width: 120 },
    { of: 'lastResult', label: msg`Last result`, width: 130 },
    { of: 'place', label: msg`Place`, width: 140, quiet: true },
    { of: 'deviceName', label: msg`Device`, width: 140, quiet: true },
    { of: 'everyMonths', label: msg`Every (months)`, type: 'number', width: 130, align: 'end', quiet: true },
    { of: 'certificate', label: msg`Certificate`, type: 'code', width: 150, quiet: true },
    { of: 'certificateUntil', label: msg`Certificate valid until`, width: 160, quiet: true },
    { of: 'labelCode', label: msg`Label`, type: 'code', width: 140, quiet: true },
    { of: 'departmentName', label: msg`Department`, width: 130, quiet: true, hidden: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true, hidden: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'check', title: 'name', state: 'state', detail: ['nextOn', 'workerName', 'place'] },
  words: { state: inspectionStateWords, lastResult: resultWords, basis: basisWords },
  filters: { state: msg`State`, name: msg`Name`, workerId: msg`Inspector`, nextOn: msg`Next on` },
  rowTone: row => (row.state === 'failed' || row.state === 'late' ? 'critical' : undefined),
  initial: { everyMonths: 12, basis: 'scheduled', remindDays: [30, 7, 0], checklist: [] },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'place', label: msg`Place` },
    { of: 'deviceId', label: msg`Device` },
    { of: 'workerId', label: msg`Inspector` },
    { of: 'anchorOn', label: msg`First due on`, hint: msg`All others are counted from this day` },
    { of: 'everyMonths', label: msg`Every (months)` },
    { of: 'basis', label: msg`The next one is counted` },
    {
      of: 'remindDays',
      label: msg`Reminders, in days before`,
      render: control => <RemindField control={control} />,
    },
    {
      of: 'checklist',
      label: msg`Checklist, one line each`,
      render: control => <LinesField control={control} name="checklist" />,
    },
    { of: 'departmentId', label: msg`Department` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    inspect: {
      label: msg({ context: 'do', message: 'Inspect' }),
      icon: 'check',
      primary: true,
      bulk: false,
      input: [
        {
          of: 'doneOn',
          label: msg`Inspected on`,
          render: control => <TodayField control={control} name="doneOn" />,
        },
        { of: 'checks', label: msg`Checklist`, render: control => <ChecksField control={control} /> },
        { of: 'photos', label: msg`Photos`, render: control => <PhotosField control={control} /> },
        { of: 'certificate', label: msg`Certificate number` },
        { of: 'certificateUntil', label: msg`Certificate valid until` },
        { of: 'note', label: msg`Note`, kind: 'textarea' },
        { of: 'workerId', label: msg`Who puts it right`, entity: 'worker', when: fails },
        {
          of: 'fixBy',
          label: msg`Put right by`,
          hint: msg`14 days from now where nothing is chosen`,
          when: fails,
        },
      ],
      done: msg`The inspection was written down`,
    },
  },
  slots: {
    listHeader: () => <ScanRow entityKey="inspection" path="/index4yearly" />,
    chosen: ({ rows, found }) =>
      !found && (
        <LabelsButton
          labels={rows.map(row => ({ code: row.labelCode, name: row.name, detail: row.place ?? '' }))}
        />
      ),
    peek: ({ row }) => <InspectionPeek inspection={row} />,
  },
})

/** Something was found wrong: somebody has to put it right. */
function fails({ checks }: { checks?: readonly { ok: boolean }[] }): boolean {
  return checks?.some(({ ok }) => !ok) === true
}
