// How much of a plan must be written: all of it, or alarms in any case and whatever else can be.
import type { Sql } from '../../db/scoped.ts'
import { DevicesMoved } from './moved.ts'

/** Does a write that is not the alarm itself; answers `otherwise` where it is left out. */
export type Care = <Result>(sql: Sql, work: () => Promise<Result>, otherwise: Result) => Promise<Result>

/** The rule: one thing that fails takes everything back. */
export const ALL_OF_IT: Care = (_sql, work) => work()

/** For what must not be lost: a write that fails is taken back by itself. A lost connection still fails everything. */
export const WHAT_CAN: Care = async (sql, work, otherwise) => {
  try {
    return await sql.attempt(work)
  } catch (error) {
    // They are another tenant's now: the alarm would be told to the wrong people.
    if (error instanceof DevicesMoved) throw error
    return otherwise
  }
}

/** Where even that fails, as when the commit itself does: nothing but the rows of alarms. */
export const ALARMS_ONLY: Care = async (_sql, _work, otherwise) => otherwise
