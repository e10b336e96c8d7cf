// How often a page asks before it says that nothing comes: a skeleton ends as soon as it is known that there is no way.
import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../src/app/query-client.ts'
import { RequestError } from '../../src/platform/request-error.ts'

const connection = vi.hoisted(() => ({ online: true }))
vi.mock('../../src/platform/connection.ts', () => ({
  getConnection: () => connection,
  subscribeConnection: () => () => {},
}))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
  onlineManager.setOnline(true)
  connection.online = true
})

/** Asks as a page does; what it came to after some seconds. */
async function askedWith(error: RequestError) {
  const ask = vi.fn(() => Promise.reject(error))
  const observer = new QueryObserver(queryClient, { queryKey: ['asked'], queryFn: ask })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(5_000)
  const { status, fetchStatus } = observer.getCurrentResult()
  stop()
  return { asked: ask.mock.calls.length, status, fetchStatus }
}

test('without a connection it fails at once and does not wait for one', async () => {
  connection.online = false
  onlineManager.setOnline(false)
  expect(await askedWith(new RequestError({ kind: 'network' }))).toEqual({
    asked: 1,
    status: 'error',
    fetchStatus: 'idle',
  })
})

test('what may pass by itself is asked three times, a refusal once', async () => {
  expect(await askedWith(new RequestError({ kind: 'network' }))).toMatchObject({ asked: 3, status: 'error' })
  queryClient.clear()
  expect(await askedWith(new RequestError({ kind: 'refused', code: 1403 }))).toMatchObject({
    asked: 1,
    status: 'error',
  })
})
