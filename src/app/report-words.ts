// The words that reports borrow from the rooms whose figures they show.
import type { MessageDescriptor } from '@lingui/core'
import { severityWords, statusWords, typeWords } from '../features/alarms/alarm-words.ts'
import { kindWords as billKindWords } from '../features/billing/pay/bill-words.ts'
import { carrierWords, simWords } from '../features/billing/sim-cards/sim-card-words.ts'
import {
  commandStateWords,
  commandWords,
  kindWords,
  readingWords,
  stateWords,
} from '../features/devices/device-words.ts'
import type { ReportWords } from '../features/reports/report-words.ts'
import { payWords } from '../resource/pay-words.ts'

const labels = (table: Readonly<Record<string, { label: MessageDescriptor }>>) =>
  Object.fromEntries(Object.entries(table).map(([word, { label }]) => [word, label]))

export const reportWords: ReportWords = {
  type: typeWords,
  severity: severityWords,
  deviceKind: labels(kindWords),
  carrier: carrierWords,
  status: {
    alarms: statusWords,
    commands: Object.fromEntries(
      Object.entries(commandStateWords).map(([word, look]) => [word, 'label' in look ? look.label : look]),
    ),
    devices: labels(stateWords),
    simCards: labels(simWords),
    bills: labels(payWords),
  },
  kind: { commands: commandWords, bills: billKindWords },
  reading: readingWords,
}
