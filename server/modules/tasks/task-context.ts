// What a task has in place of a request: the context of its person, and patience with those who are in the way.
import type { Sql } from '../../db/scoped.ts'
import type { Context } from '../../http/handlers.ts'
import type { Run } from './runners.ts'

const RETRIES = 3

/** The context of a request, made for a worker that acts for a person; there is no reply whose headers could be set. */
export function contextOf({ task, person, scope }: Run, sql: Sql): Context {
  const { address } = task.request
  return {
    person,
    scope,
    sql,
    tokenHash: '',
    address: typeof address === 'string' ? address : '',
    agent: null,
    host: '',
    header: () => undefined,
  }
}

/** Tries again after a deadlock or a conflict with somebody who changes the same rows. */
export async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = RETRIES; ; left--) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (left <= 0 || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}
