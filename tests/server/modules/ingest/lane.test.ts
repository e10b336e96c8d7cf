// The lane of messages: tenants take turns in it, and what one device says stays in its order.
import { expect, test } from 'vitest'
import { createLane, LaneFull } from '../../../../server/modules/ingest/lane.ts'

interface Item {
  speaker: string
  tenant: number | undefined
  n: number
  isUrgent?: boolean
}

/** A lane whose batches are written when the test says so. */
function stand({ size = 10, mostWaiting = 1_000 } = {}) {
  const batches: Item[][] = []
  let free = Promise.withResolvers<void>()
  const lane = createLane<Item>({
    size,
    delayMs: 0,
    mostWaiting,
    of: ({ speaker, tenant, isUrgent = false }) => ({ speaker, tenant, isUrgent }),
    write: async items => {
      batches.push(items)
      await free.promise
      return []
    },
  })
  const add = (speaker: string, tenant: number | undefined, count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => lane.add({ speaker, tenant, n: from + n }))
  return {
    lane,
    batches,
    add,
    goOn: () => {
      free.resolve()
      free = Promise.withResolvers<void>()
      free.resolve()
    },
  }
}
const waitFor = async (check: () => boolean) => {
  while (!check()) await new Promise(resolve => setTimeout(resolve, 1))
}

test('one tenant at ten times keeps no other waiting behind it', async () => {
  const { lane, batches, add, goOn } = stand()
  const loud = ['x', 'y', 'z'].flatMap(speaker => add(speaker, 1, 100))
  await waitFor(() => batches.length === 1)
  const quiet = add('q', 2, 10)
  const nobody = add('n', undefined, 2)
  goOn()
  await Promise.all([...quiet, ...nobody])
  // 12 of the others and as many of the loud one: its 300 stand behind them.
  const before = batches.slice(1).findIndex(batch => batch.some(item => item.tenant === 2 && item.n === 9))
  expect(before).toBeLessThanOrEqual(2)
  await lane.drain()
  await Promise.all(loud)
  expect(batches.flat()).toHaveLength(312)
})

test('what a device says is written in its order, also when it is learnt later whose it is', async () => {
  const { lane, batches, add, goOn } = stand({ size: 3 })
  const all = [...add('busy', 1, 20), ...add('late', undefined, 3)]
  await waitFor(() => batches.length === 1)
  all.push(...add('late', 1, 3, 3), ...add('busy', 1, 5, 20))
  goOn()
  await lane.drain()
  await Promise.all(all)
  for (const speaker of ['busy', 'late']) {
    const numbers = batches.flat().flatMap(item => (item.speaker === speaker ? [item.n] : []))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  }
})

test('when it is full, who says most makes room', async () => {
  const { lane, batches, add, goOn } = stand({ size: 1, mostWaiting: 5 })
  const first = add('x', 1, 1)
  await waitFor(() => batches.length === 1)
  const loud = Promise.allSettled(add('x', 1, 6))
  const quiet = add('q', 2, 2)
  goOn()
  await lane.drain()
  await Promise.all([...first, ...quiet])
  const refused = (await loud).flatMap((one, n) =>
    one.status === 'rejected' && one.reason instanceof LaneFull ? [n] : [],
  )
  // The newest of it: what came before keeps its order.
  expect(refused).toEqual([3, 4, 5])
})

test('an emergency goes before all that is none, with what its device said before it, and keeps the order of its device', async () => {
  const { lane, batches, add, goOn } = stand({ size: 4 })
  const all = [...add('loud', 1, 100)]
  await waitFor(() => batches.length === 1)
  all.push(...add('cries', 1, 2), ...add('other', 2, 5))
  all.push(lane.add({ speaker: 'cries', tenant: 1, n: 2, isUrgent: true }))
  all.push(...add('cries', 1, 1, 3))
  goOn()
  await lane.drain()
  await Promise.all(all)
  const [, next = []] = batches
  expect(next.slice(0, 3).map(({ speaker, n }) => [speaker, n])).toEqual([
    ['cries', 0],
    ['cries', 1],
    ['cries', 2],
  ])
  const said = batches.flat().flatMap(({ speaker, n }) => (speaker === 'cries' ? [n] : []))
  expect(said).toEqual([0, 1, 2, 3])
  expect(batches.flat()).toHaveLength(109)
})

test('of emergencies, too, tenants take turns', async () => {
  const { lane, batches, add, goOn } = stand({ size: 4 })
  const all = [...add('loud', 1, 1)]
  await waitFor(() => batches.length === 1)
  for (let n = 0; n < 50; n++) all.push(lane.add({ speaker: `a${n}`, tenant: 1, n, isUrgent: true }))
  all.push(lane.add({ speaker: 'b', tenant: 2, n: 0, isUrgent: true }))
  goOn()
  await lane.drain()
  await Promise.all(all)
  expect(batches[1]?.some(({ speaker }) => speaker === 'b')).toBe(true)
})

test('an emergency finds room where all is full of what is none; readings make no room of emergencies', async () => {
  const { lane, batches, add, goOn } = stand({ size: 1, mostWaiting: 3 })
  const first = add('x', 1, 1)
  await waitFor(() => batches.length === 1)
  const loud = Promise.allSettled(add('x', 1, 3, 1))
  const cries = [0, 1, 2].map(n => lane.add({ speaker: `c${n}`, tenant: 1, n, isUrgent: true }))
  const late = Promise.allSettled(add('q', 2, 1))
  goOn()
  await lane.drain()
  await Promise.all([...first, ...cries])
  expect((await loud).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await late).toMatchObject([{ status: 'rejected', reason: expect.any(LaneFull) }])
  expect(batches.flat().map(({ speaker }) => speaker)).toEqual(['x', 'c0', 'c1', 'c2'])
})

test('the age is that of the oldest, written or waiting, and gone when nothing is left', async () => {
  const written: string[][] = []
  let finish = () => {}
  const lane = createLane<string>({
    ...{
      size: 1,
      delayMs: 0,
      mostWaiting: 10,
      of: (speaker: string) => ({ speaker, tenant: undefined, isUrgent: false }),
    },
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
    ...{
      size: 1,
      delayMs: 0,
      mostWaiting: 10,
      of: (speaker: string) => ({ speaker, tenant: undefined, isUrgent: false }),
    },
    write: async () => {
      throw new Error('away')
    },
  })
  await expect(lane.add('only')).rejects.toThrow('away')
  expect(lane.oldestAt()).toBeUndefined()
})
