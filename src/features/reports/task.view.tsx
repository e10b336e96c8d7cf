// Words and looks of download tasks: how far each is, and its file.
import { msg } from '@lingui/core/macro'
import { task } from '../../domain/task/task.ts'
import { viewOf } from '../../resource/view.ts'
import { EntityName } from './entity-name.tsx'
import { FileSize } from './file-size.tsx'
import { Progress } from './progress.tsx'
import { TaskDownload } from './task-download.tsx'

export const taskView = viewOf(task, {
  title: msg({ context: 'page', message: 'Download tasks' }),
  titleOne: msg`Download task`,
  icon: 'download',
  removeQuestion: msg`Remove the task and its file?`,
  empty: {
    title: msg`No download tasks`,
    why: msg`Export a list: its file waits here until you fetch it.`,
    icon: 'download',
  },
  columns: [
    {
      of: 'fileName',
      label: msg`File`,
      type: 'name',
      icon: () => 'report',
      width: 240,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'rows', label: msg`Rows`, width: 170, render: (_, row) => <Progress row={row} /> },
    { of: 'bytes', label: msg`Size`, width: 90, align: 'end', render: bytes => <FileSize bytes={bytes} /> },
    { of: 'entity', label: msg`List`, width: 130, render: entity => <EntityName entity={entity} /> },
    { of: 'userName', label: msg`Asked by`, width: 110 },
    { of: 'createdAt', label: msg`Asked`, type: 'age', width: 120, align: 'end' },
    {
      of: 'id',
      label: msg`Download`,
      width: 120,
      fixed: 'right',
      required: true,
      render: (_, row) => <TaskDownload row={row} plain />,
    },
    { of: 'finishedAt', label: msg`Finished`, type: 'date', width: 160, hidden: true },
    { of: 'reason', label: msg`Reason`, width: 200, hidden: true },
  ],
  card: {
    icon: () => 'report',
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
    format: { csv: msg`Text table (CSV)`, xlsx: msg`Excel workbook (XLSX)` },
    kind: {
      export: msg`Export`,
      import: msg`Import`,
      report: msg`Report`,
      readings: msg`Readings`,
    },
  },
  filters: { state: msg`State`, createdAt: msg`Asked` },
  slots: { actions: ({ row }) => <TaskDownload row={row} /> },
})
