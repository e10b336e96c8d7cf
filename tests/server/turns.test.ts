// Turns at something expensive: bounded, in fairness between people, and with a clear end to waiting.
import { expect, test, vi } from 'vitest'
import { createTurns } from '../../server/turns.ts'

const gates = () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<string>(resolve => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  return { begun, work, end: (name: string) => ends.get(name)?.() }
}
const settled = () => new Promise(resolve => setImmediate(resolve))

test('a few at once, one of each person, and who asked often does not stand before the others', async () => {
  const { begun, work, end } = gates()
  const take = createTurns({ atOnce: 2, mostWaiting: 5, waitMs: 60_000 })
  const all = [
    take(1, work('a1')),
    take(1, work('a2')),
    take(1, work('a3')),
    take(2, work('b1')),
    take(3, work('c1')),
  ]
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  end('a1')
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  end('b1')
  await settled()
  expect(begun.at(-1)).toBe('c1')
  end('a2')
  end('c1')
  await settled()
  end('a3')
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
})

test('one who waits with too many is refused, and one who waits too long is told that the server is busy', async () => {
  vi.useFakeTimers()
  const { work, end, begun } = gates()
  const take = createTurns({ atOnce: 1, mostWaiting: 2, waitMs: 1000 })
  const first = take(1, work('first'))
  const others = [take(1, work('second')), take(1, work('third'))].map(each => each.catch(error => error.id))
  await expect(take(1, work('fourth'))).rejects.toMatchObject({ id: 'throttled', status: 429 })
  const stranger = take(2, work('stranger')).catch(error => error.id)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await Promise.all([...others, stranger])).toEqual(['busy', 'busy', 'busy'])
  end('first')
  expect(await first).toBe('first')
  // A failure ends the turn too.
  await expect(take(2, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const after = take(2, work('after'))
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['first', 'after'])
  end('after')
  await after
  vi.useRealTimers()
})
