// How much of several writes of one transaction must succeed.
import type { Sql } from './scoped.ts'

/** Does a write that is not what matters most; answers `otherwise` where it is left out. */
export type Care = <Result>(sql: Sql, work: () => Promise<Result>, otherwise: Result) => Promise<Result>

/** The rule: one thing that fails takes everything back. */
export const ALL_OF_IT: Care = (_sql, work) => work()
