// The order of the live feed, and what is shown of it while somebody reads.
import type { AlarmRow } from './alarm-row.ts'

/** Critical and in nobody's hands. */
export const isBurning = (row: Pick<AlarmRow, 'severity' | 'status'>): boolean =>
  row.severity === 'critical' && row.status === 'open'

const newestFirst = (a: AlarmRow, b: AlarmRow): number => b.raisedAt - a.raisedAt || b.id - a.id

/** Burning ones first, then the newest; each once, in its latest version. */
export function feedOrder(...lists: readonly (readonly AlarmRow[])[]): AlarmRow[] {
  const newest = new Map<number, AlarmRow>()
  for (const row of lists.flat()) {
    if ((newest.get(row.id)?.version ?? 0) <= row.version) newest.set(row.id, row)
  }
  const rows = [...newest.values()].filter(row => row.status !== 'handled').sort(newestFirst)
  return [...rows.filter(isBurning), ...rows.filter(row => !isBurning(row))]
}

export interface ShownFeed {
  rows: readonly AlarmRow[]
  /** How many are kept back. */
  waiting: number
}

/**
 * The feed as it stands while it is held: the rows of then in their order with what is known of them now; only what
 * burns comes in on top of them.
 */
export function heldFeed(live: readonly AlarmRow[], held: readonly AlarmRow[] | undefined): ShownFeed {
  if (!held) return { rows: live, waiting: 0 }
  const now = new Map(live.map(row => [row.id, row]))
  const known = new Set(held.map(row => row.id))
  const fresh = live.filter(row => !known.has(row.id))
  const burning = fresh.filter(isBurning)
  return {
    rows: [...burning, ...held.map(row => now.get(row.id) ?? row)],
    waiting: fresh.length - burning.length,
  }
}
