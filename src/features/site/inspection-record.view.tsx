// Words and looks of inspections that were made.
import { msg } from '@lingui/core/macro'
import { inspectionRecord } from '../../domain/site/inspection.ts'
import { viewOf } from '../../resource/view.ts'
import { resultWords } from './site-words.ts'

export const inspectionRecordView = viewOf(inspectionRecord, {
  title: msg`Inspections made`,
  titleOne: msg`Inspection made`,
  icon: 'check',
  nameOf: 'inspectionName',
  columns: [
    { of: 'doneOn', label: msg`Inspected on` },
    { of: 'inspectionName', label: msg`Name` },
    { of: 'result', label: msg`Result` },
    { of: 'dueOn', label: msg`Due on` },
    { of: 'userName', label: msg`By` },
    { of: 'certificate', label: msg`Certificate`, type: 'code' },
    { of: 'note', label: msg`Note` },
  ],
  card: {
    icon: () => 'check',
    title: 'doneOn',
    state: 'result',
    detail: ['userName', 'certificate', 'note'],
  },
  words: { result: resultWords },
})
