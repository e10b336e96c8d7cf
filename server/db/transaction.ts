// Knows whether a transaction is open where the code runs. Whoever holds a connection and waits for another one stops
// the whole server as soon as enough others do the same, so nobody does: it is refused, whatever the mode and however
// many connections are free.
import { AsyncLocalStorage } from 'node:async_hooks'

interface Open {
  /** Work that it left behind goes on after it, and may take a connection again. */
  over: boolean
  /** What was done before it began, by name. */
  done: Map<string, PromiseSettledResult<unknown>>
  /** It has to begin again, also where somebody has caught that. */
  broken?: Break
}

const here = new AsyncLocalStorage<Open | undefined>()

/** A mistake of the program: see the two ways out in its message. */
export class SecondConnection extends Error {
  constructor() {
    super(
      'A transaction is open here: use its `sql`, or do this after its commit or with `beforehand`; a second connection is refused',
    )
    this.name = 'SecondConnection'
  }
}

/** Breaks a transaction off for the sake of something that has to be done, and stored, before it. */
class Break extends Error {
  readonly open: Open
  readonly what: string
  readonly work: () => Promise<unknown>
  constructor(open: Open, what: string, work: () => Promise<unknown>) {
    super(`${what} comes before the transaction`)
    this.open = open
    this.what = what
    this.work = work
  }
}

const refusals: Error[] = []

/** The refusals since the last call, also those whose errors somebody has caught. For tests. */
export const takeRefusals = (): Error[] => refusals.splice(0)

/** Refuses where a transaction is open. For what takes a connection only now and then, such as caches. */
export function refuseSecond(): void {
  if (here.getStore()?.over !== false) return
  const refusal = new SecondConnection()
  if (refusals.length < 100) refusals.push(refusal)
  throw refusal
}

/** Runs work that nobody here waits for, as if no transaction were open. */
export const apart = <Result>(work: () => Result): Result => here.run(undefined, work)

/**
 * Does what must be stored whatever becomes of the transaction, such as the count of a failed attempt. Where one is
 * open it is rolled back, the work is done, and it begins again, with the answer of the work in this place.
 */
export async function beforehand<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const open = here.getStore()
  if (open?.over !== false) return work()
  const done = open.done.get(name)
  if (!done) {
    open.broken ??= new Break(open, name, work)
    throw open.broken
  }
  if (done.status === 'rejected') throw done.reason
  // Only this work was ever stored under its name.
  return done.value as Result
}

/** Runs `attempt` as a transaction: while it runs, nothing that it starts takes a connection of its own. */
export async function asTransaction<Result>(attempt: (inside: Inside) => Promise<Result>): Promise<Result> {
  refuseSecond()
  const done: Open['done'] = new Map()
  for (;;) {
    const open: Open = { over: false, done }
    try {
      return await attempt(work =>
        here.run(open, async () => {
          const result = await work()
          if (open.broken) throw open.broken
          return result
        }),
      )
    } catch (error) {
      if (!(error instanceof Break) || error.open !== open) throw error
      open.over = true
      const [result] = await Promise.allSettled([error.work()])
      done.set(error.what, result)
    } finally {
      open.over = true
    }
  }
}

/** Runs a piece of work as part of the transaction. */
type Inside = <Result>(work: () => Promise<Result>) => Promise<Result>
