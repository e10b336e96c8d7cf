// The order of the live feed, and what is shown of it while somebody reads.
import { burningFirst, isBurning } from '../../domain/alarm/alarm-order.ts'
import type { AlarmRow } from './alarm-row.ts'

/** Open alarms: SOS first, then critical ones, then the newest. */
export const feedOrder = (list: readonly AlarmRow[]): AlarmRow[] =>
  list.filter(row => row.status !== 'handled').sort(burningFirst)

export interface ShownFeed {
  rows: readonly AlarmRow[]
  /** How many are kept back. */
  waiting: number
}

/**
 * The feed while it is paused: the rows of that moment in their order, with their present content. Only critical alarms
 * come in: an SOS on top, any other below the SOS that are there.
 */
export function heldFeed(live: readonly AlarmRow[], held: readonly AlarmRow[] | undefined): ShownFeed {
  if (!held) return { rows: live, waiting: 0 }
  const now = new Map(live.map(row => [row.id, row]))
  const known = new Set(held.map(row => row.id))
  const fresh = live.filter(row => !known.has(row.id))
  const burning = fresh.filter(isBurning)
  const first = held.findIndex(row => row.type !== 'sos')
  const calls = first < 0 ? held.length : first
  const kept = held.map(row => now.get(row.id) ?? row)
  return {
    rows: [
      ...burning.filter(row => row.type === 'sos'),
      ...kept.slice(0, calls),
      ...burning.filter(row => row.type !== 'sos'),
      ...kept.slice(calls),
    ],
    waiting: fresh.length - burning.length,
  }
}
