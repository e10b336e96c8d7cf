// What a page shows of a report while a newer answer is on its way.
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { sendRequest } from '../../src/platform/http.ts'
import { answerOptions, type ReportAnswer, type ReportQuestion } from '../../src/resource/report-answer.ts'

vi.mock(import('../../src/platform/http.ts'), () => ({ sendRequest: vi.fn() }))

const byDay: ReportQuestion = {
  subject: 'alarms',
  period: 'last7Days',
  groupBy: 'day',
  zone: 'Asia/Shanghai',
  deviceIds: [],
}
type Answer = ReportAnswer
type Key = ReturnType<typeof answerOptions>['queryKey']
const rows: Answer = {
  from: 1795276800000,
  to: 1795363200000,
  rows: [{ key: 1795276800000, split: null, value: 3 }],
  unit: 'count',
  cut: false,
}

test.each<[string, Partial<ReportQuestion>, unknown]>([
  ['of another time stay until the new ones are there', { period: 'last30Days' }, rows],
  ['of another breakdown do not stand under the new heading', { groupBy: 'type' }, undefined],
  ['of another subject do not either', { subject: 'online' }, undefined],
  ['of another split do not either', { splitBy: 'severity' }, undefined],
])('figures %s', async (_, change, shown) => {
  vi.mocked(sendRequest)
    .mockResolvedValueOnce(rows)
    .mockReturnValue(new Promise(() => {}))
  const observer = new QueryObserver<Answer, Error, Answer, Answer, Key>(
    new QueryClient(),
    answerOptions(byDay),
  )
  const stop = observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(rows))
  observer.setOptions(answerOptions({ ...byDay, ...change }))
  expect(observer.getCurrentResult().data).toEqual(shown)
  stop()
})
