// What a report must have: as its form sends it, and as the database gives it back.
import { expect, test } from 'vitest'
import { reportDefinition } from '../../../src/domain/report/report.ts'
import { reportView } from '../../../src/features/reports/report.view.tsx'
import { activeFields, problemsOf, sentValues, startValues } from '../../../src/resource/form-values.ts'

const fields = reportView.sections.flatMap(section => section.fields)
const start = { ...startValues(fields, undefined, reportView.initial), name: 'Alarms' }

test.each([
  ['none', {}],
  ['daily', {}],
  ['weekly', { onDay: 1 }],
  ['monthly', { onDay: 31 }],
])('a new report that is made %s needs nothing that its form does not show', (schedule, more) => {
  const values = { ...start, schedule, ...more }
  const sent = sentValues(reportDefinition, activeFields(fields, values, undefined), values)
  expect(problemsOf(reportDefinition, sent)).toEqual({})
})

test('a report without a note is read back as it was stored', () => {
  const stored = { ...start, note: null, words: {} }
  expect(reportDefinition.safeParse(stored).success).toBe(true)
})
