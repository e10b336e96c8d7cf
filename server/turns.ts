// Turns at something expensive: a few at once, one of each person, and nobody who asks often stands before the others.
import { Refused } from './http/refusal.ts'

interface TurnOptions {
  atOnce: number
  /** Of one person, waiting; more are refused. */
  mostWaiting: number
  /** Whoever waits longer is told that the server is busy. */
  waitMs: number
}

/** Answers a function that runs work when it is its turn. */
export function createTurns({ atOnce, mostWaiting, waitMs }: TurnOptions) {
  /** Who has work, the one served longest ago first; a person's work in its order. */
  const waiting = new Map<number, (() => void)[]>()
  const running = new Set<number>()

  const next = () => {
    for (const [person, queue] of waiting) {
      if (running.size >= atOnce) return
      if (running.has(person)) continue
      const begin = queue.shift()
      waiting.delete(person)
      // Behind everybody else with what is left.
      if (queue.length > 0) waiting.set(person, queue)
      if (!begin) continue
      running.add(person)
      begin()
    }
  }

  return async <Result>(person: number, work: () => Promise<Result>): Promise<Result> => {
    const queue = waiting.get(person) ?? []
    if (queue.length >= mostWaiting) throw new Refused('throttled', { status: 429 })
    const turn = Promise.withResolvers<void>()
    const late = setTimeout(() => {
      const at = queue.indexOf(turn.resolve)
      if (at >= 0) queue.splice(at, 1)
      turn.reject(new Refused('busy', { status: 503 }))
    }, waitMs)
    queue.push(turn.resolve)
    waiting.set(person, queue)
    next()
    await turn.promise
    clearTimeout(late)
    try {
      return await work()
    } finally {
      running.delete(person)
      next()
    }
  }
}
