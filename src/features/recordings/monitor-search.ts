// What the address of the playback says: which cameras, and when.
import { ROW_ID, WRITTEN_MOMENT } from '../../domain/limits.ts'
import { MOST_LANES } from '../../domain/recordings/monitor-playback.ts'

export interface MonitorSearch {
  cameras: readonly number[]
  /** Where the clock begins; undefined: a little before now. */
  at: number | undefined
}

export function readMonitorSearch({ cameras, at }: Readonly<Record<string, unknown>>): MonitorSearch {
  const ids = String(cameras ?? '')
    .split(',')
    .filter(text => ROW_ID.test(text))
    .map(Number)
    .filter(one => one > 0)
  return {
    cameras: [...new Set(ids)].slice(0, MOST_LANES),
    at: WRITTEN_MOMENT.test(String(at)) ? Number(at) : undefined,
  }
}
