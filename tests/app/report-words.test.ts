// Every coded value that a report can be broken down by has words: no figure stands beside a bare code.
import { expect, test } from 'vitest'
import { reportWords } from '../../src/app/report-words.ts'
import { alarmStatus } from '../../src/domain/alarm/alarm-step.ts'
import { billKind } from '../../src/domain/billing/bill.ts'
import { payState } from '../../src/domain/billing/pay-state.ts'
import { simState } from '../../src/domain/billing/sim-card.ts'
import { deviceState, operator } from '../../src/domain/device/device.ts'
import type { ReportGroup, ReportSubject } from '../../src/domain/report/report.ts'
import { wordsOf } from '../../src/features/reports/report-words.ts'

const coded: [ReportSubject, ReportGroup, readonly string[]][] = [
  ['alarms', 'status', alarmStatus.options],
  ['devices', 'status', deviceState.options],
  ['simCards', 'status', simState.options],
  ['simCards', 'carrier', operator.options],
  ['bills', 'status', payState.options],
  ['bills', 'kind', billKind.options],
]

test.each(coded)('%s by %s', (subject, group, values) => {
  const words = wordsOf(reportWords, subject, group) ?? {}
  expect(values.filter(value => !words[value])).toEqual([])
})
