// The words that reports borrow from the rooms whose figures they show.
import type { MessageDescriptor } from '@lingui/core'
import { severityWords, statusWords, typeWords } from '../features/alarms/alarm-words.ts'
import {
  commandStateWords,
  commandWords,
  kindWords,
  readingWords,
  stateWords,
} from '../features/devices/device-words.ts'
import type { ReportWords } from '../features/reports/report-words.ts'

const labels = (table: Readonly<Record<string, { label: MessageDescriptor }>>) =>
  Object.fromEntries(Object.entries(table).map(([word, { label }]) => [word, label]))

export const reportWords: ReportWords = {
  type: typeWords,
  severity: severityWords,
  deviceKind: labels(kindWords),
  carrier: {},
  status: {
    alarms: statusWords,
    commands: Object.fromEntries(
      Object.entries(commandStateWords).map(([word, told]) => [word, 'label' in told ? told.label : told]),
    ),
    devices: labels(stateWords),
  },
  kind: { commands: commandWords },
  reading: readingWords,
}
