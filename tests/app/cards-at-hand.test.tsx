// Response cards of grave alarms are there before the alarm is opened, and a storm of alarms fetches no storm of cards.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepCardsAtHand } from '../../src/app/cards-at-hand.ts'
import { queryClient } from '../../src/app/query-client.ts'
import { alarm } from '../../src/domain/alarm/alarm.ts'
import { runOptions } from '../../src/features/response/run-query.ts'
import { pageOptions } from '../../src/resource/query.ts'
import { type FakeBackEnd, fakeBackEnd } from '../fakes/fake-back-end.ts'
import { alarmRow } from '../features/alarms/alarm-row.ts'
import { signIn } from '../resource/sign-in.ts'

const run = { alarmId: 1, versionNumber: 1, steps: [], events: [] }
const sos = { type: 'sos' as const, raisedAt: 1 }
let server: FakeBackEnd
let now: number
let stop: () => void

beforeEach(() => {
  queryClient.clear()
  now = 0
  server = fakeBackEnd([])
  server.answer('alarm/response', run)
  signIn(['alarm.read'])
  stop = keepCardsAtHand(queryClient, () => now)
})
afterEach(() => stop())

const show = (...rows: ReturnType<typeof alarmRow>[]) =>
  queryClient.setQueryData(pageOptions(alarm, { page: 1, size: 50 }).queryKey, {
    list: rows,
    total: rows.length,
  })
const fetched = () => server.askedFor('alarm/response')

test('the card of a grave open alarm is fetched once, and again when the alarm has changed', async () => {
  const grave = alarmRow({ ...sos, id: 7, severity: 'critical', status: 'open', version: 1 })
  show(grave, alarmRow({ ...sos, id: 8, severity: 'warning', status: 'open' }), {
    ...grave,
    ...{ id: 9, status: 'handled' },
  })
  await vi.waitFor(() => expect(queryClient.getQueryData(runOptions(7, 1).queryKey)).toEqual(run))
  show(grave)
  show({ ...grave, version: 2 })
  await vi.waitFor(() => expect(queryClient.getQueryData(runOptions(7, 2).queryKey)).toEqual(run))
  expect(fetched()).toEqual([{ id: '7' }, { id: '7' }])
})

test('of one list the first five are fetched, of a storm twenty a minute', async () => {
  const storm = (from: number) =>
    show(
      ...Array.from({ length: 8 }, (_, n) =>
        alarmRow({ ...sos, id: from + n, severity: 'critical', status: 'open', version: 1 }),
      ),
    )
  for (const from of [100, 200, 300, 400, 500, 600]) storm(from)
  await vi.waitFor(() => expect(fetched()).toHaveLength(20))
  now = 61_000
  storm(700)
  await vi.waitFor(() => expect(fetched()).toHaveLength(25))
})
