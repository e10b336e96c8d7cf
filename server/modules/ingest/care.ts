// How much of a plan must be written where not all of it can be: alarms in any case, and whatever else can.
import type { Care } from '../../db/care.ts'
import { StaleDevices } from './stale-devices.ts'

/** For what must not be lost: a write that fails is taken back by itself. A lost connection still fails everything. */
export const WHAT_CAN: Care = async (sql, work, otherwise) => {
  try {
    return await sql.attempt(work)
  } catch (error) {
    // They may be another tenant's now: the alarm would be told to the wrong people.
    if (error instanceof StaleDevices) throw error
    return otherwise
  }
}

/** Where even that fails, as when the commit itself does: nothing but the rows of alarms. */
export const ALARMS_ONLY: Care = async (_sql, _work, otherwise) => otherwise
