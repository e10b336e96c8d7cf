// How long messages wait in the lane is known from the one that came first, also while it is being written.
import { expect, test } from 'vitest'
import { createLane } from '../../../../server/modules/ingest/lane.ts'

test('the age is that of the oldest, written or waiting, and gone when nothing is left', async () => {
  const written: string[][] = []
  let finish = () => {}
  const lane = createLane<string>({
    ...{ size: 1, delayMs: 0, mostWaiting: 10 },
    write: async items => {
      written.push(items)
      await new Promise<void>(resolve => {
        finish = resolve
      })
      return items.map(() => undefined)
    },
  })
  expect(lane.oldestAt()).toBeUndefined()
  const before = Date.now()
  const first = lane.add('first')
  const second = lane.add('second')
  await expect.poll(() => written.length).toBe(1)
  const since = lane.oldestAt() ?? 0
  expect(since).toBeGreaterThanOrEqual(before)
  expect(since).toBeLessThanOrEqual(Date.now())
  expect(lane.waiting()).toBe(1)
  finish()
  await first
  await expect.poll(() => written.length).toBe(2)
  expect(lane.waiting()).toBe(0)
  expect(lane.oldestAt()).toBeGreaterThanOrEqual(since)
  finish()
  await second
  expect(lane.oldestAt()).toBeUndefined()
})

test('a batch that could not be written is no longer being written', async () => {
  const lane = createLane<string>({
    ...{ size: 1, delayMs: 0, mostWaiting: 10 },
    write: async () => {
      throw new Error('away')
    },
  })
  await expect(lane.add('only')).rejects.toThrow('away')
  expect(lane.oldestAt()).toBeUndefined()
})
