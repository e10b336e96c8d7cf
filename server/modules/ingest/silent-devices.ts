// Finds the devices that may have been silent for too long, among all that there are.

import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { SHORTEST_SILENCE_MS } from './timeouts.ts'

/**
 * By their IMEI; how each is set by now may give it more time. One look at all states: an index on the last message would be
 * written with each message, which costs more than this look every few seconds. What a device's last message allowed it
 * stands beside, so that the many that speak once a day are not read each time.
 */
export async function perhapsSilent(sql: Sql, at: number): Promise<string[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('device_state as s')
      .innerJoin('device as d', 'd.id', 's.device_id')
      .select('d.imei')
      .where('d.removed_at', 'is', null)
      .where(({ or, eb }) =>
        or([eb('s.state', 'in', ['online', 'abnormal']), eb('s.lost_at', 'is not', null)]),
      )
      .where(({ fn, val, eb }) =>
        eb(
          fn.coalesce('s.last_message_at', 's.lost_at', val(0)),
          '<=',
          eb(val(at), '-', fn.coalesce('s.silence_ms', val(SHORTEST_SILENCE_MS))),
        ),
      ),
  )
  return rows.map(({ imei }) => imei)
}
