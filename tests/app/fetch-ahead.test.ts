// What follows the login is fetched one after the other, and no longer than the login is there.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchAhead } from '../../src/app/fetch-ahead.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A router whose chunks come when they are let. */
function slowRouter() {
  const asked: string[] = []
  const come: (() => void)[] = []
  const route = (id: string) => [id, { id }] as const
  return {
    asked,
    come: () => come.shift()?.(),
    routesById: Object.fromEntries(['/_console', '/_console/AlarmHistory'].map(route)),
    loadRouteChunk: ({ id }: { id: string }) => {
      asked.push(id)
      return new Promise<never>((_, reject) => come.push(() => reject(new Error('It did not come'))))
    },
  }
}

test('one at a time, and one that does not come keeps none of the others', async () => {
  const router = slowRouter()
  fetchAhead(router)
  expect(router.asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(router.asked).toEqual(['/_console'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(router.asked).toEqual(['/_console'])
  router.come()
  await vi.waitFor(() => expect(router.asked).toEqual(['/_console', '/_console/AlarmHistory']))
})

test('whoever leaves has nothing more fetched', async () => {
  const router = slowRouter()
  const leave = fetchAhead(router)
  await vi.advanceTimersByTimeAsync(1_000)
  leave()
  router.come()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(router.asked).toEqual(['/_console'])
})
