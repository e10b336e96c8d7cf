// Words and looks of download tasks: how far each is, and its file.
import { msg, plural } from '@lingui/core/macro'
import { task } from '../../domain/task/task.ts'
import { viewOf } from '../../resource/view.ts'
import { EntityName } from './entity-name.tsx'
import { FileSize, sizeText } from './file-size.tsx'
import { Progress } from './progress.tsx'
import { TaskDownload } from './task-download.tsx'
import { TaskErrors } from './task-errors.tsx'
import { TaskPeek } from './task-peek.tsx'
import { TaskTabs } from './task-tabs.tsx'

const iconOf = (kind: string) => (kind === 'import' ? 'upload' : kind === 'report' ? 'report' : 'download')

export const taskView = viewOf(task, {
  title: msg({ context: 'page', message: 'Download tasks' }),
  titleOne: msg`Download task`,
  icon: 'download',
  removeQuestion: msg`Delete the task and its file?`,
  empty: {
    title: msg`No download tasks`,
    why: msg`Export or import a list: its progress is shown here, and files stay here until you download them.`,
    icon: 'download',
  },
  columns: [
    {
      of: 'fileName',
      label: msg`File`,
      type: 'name',
      icon: row => iconOf(row.kind),
      width: 240,
      fixed: 'left',
      required: true,
    },
    { of: 'kind', label: msg`Kind`, width: 100 },
    { of: 'state', label: msg`State`, width: 120 },
    {
      of: 'rows',
      label: msg`Rows`,
      width: 190,
      render: (_, row) => <Progress row={row} />,
      text: (rows, _locale, _row, i18n) => i18n._(msg`${plural(rows, { one: '# row', other: '# rows' })}`),
    },
    {
      of: 'bytes',
      label: msg`Size`,
      width: 90,
      align: 'end',
      render: bytes => <FileSize bytes={bytes} />,
      text: sizeText,
    },
    { of: 'entity', label: msg`List`, width: 130, render: entity => <EntityName entity={entity} /> },
    { of: 'userName', label: msg`Requested by`, width: 110 },
    { of: 'createdAt', label: msg`Requested at`, type: 'age', width: 120, align: 'end' },
    {
      of: 'id',
      label: msg`Download`,
      width: 150,
      fixed: 'right',
      required: true,
      render: (_, row) =>
        row.kind === 'import' && row.failedRows > 0 ? (
          <TaskErrors row={row} plain />
        ) : (
          <TaskDownload row={row} plain />
        ),
    },
    { of: 'finishedAt', label: msg`Finished`, type: 'date', width: 160, hidden: true },
    { of: 'reason', label: msg`Reason`, width: 200, hidden: true },
  ],
  card: {
    icon: row => iconOf(row.kind),
    title: 'fileName',
    state: 'state',
    detail: ['rows', 'bytes'],
    age: 'createdAt',
  },
  words: {
    state: {
      waiting: { label: msg`Waiting`, tone: 'attention' },
      running: { label: msg`Running`, tone: 'info' },
      done: { label: msg`Done`, tone: 'ok' },
      failed: { label: msg`Failed`, tone: 'critical' },
      timeout: { label: msg`Timed out`, tone: 'critical' },
    },
    format: {
      csv: msg`Text table (CSV)`,
      xlsx: msg`Excel workbook (XLSX)`,
      mp4: msg`Video (MP4)`,
      webm: msg`Video (WebM)`,
      zip: msg`Videos (ZIP)`,
    },
    kind: {
      export: msg`Export`,
      import: msg`Import`,
      report: msg`Report`,
      readings: msg`Readings`,
      command: msg`Command`,
      clip: msg`Clip`,
      feeRun: msg`Bills of a month`,
    },
  },
  filters: { kind: msg`Kind`, state: msg`State`, createdAt: msg`Requested at` },
  actions: {
    cancel: {
      label: msg`Cancel`,
      icon: 'close',
      primary: true,
      done: msg`Cancelled`,
    },
    retry: {
      label: msg`Try again`,
      icon: 'refresh',
      primary: true,
      done: msg`It is in the list again`,
    },
  },
  slots: {
    listHeader: () => <TaskTabs current="tasks" />,
    peek: ({ row }) => <TaskPeek row={row} />,
    actions: ({ row }) => (
      <>
        <TaskDownload row={row} />
        <TaskErrors row={row} />
      </>
    ),
  },
})
