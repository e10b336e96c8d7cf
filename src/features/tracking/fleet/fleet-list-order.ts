// Which devices the list beside the map shows, and in which order: by rank, then by name as the server sorted them.
import { type Bounds, isWithin } from '../../../domain/geo/geo.ts'
import type { Fleet } from './fleet-store.ts'

/** The first rank stands on top; small whole numbers. */
export type Rank = (fleet: Fleet, slot: number) => number

const byState = [2, 1, 3, 0]

/** What is wrong first, then what is there, then what is not. */
export const rankByState: Rank = (fleet, slot) => byState[fleet.columns.states[slot] ?? 0] ?? 3

/** Slots to list; with bounds only what lies inside. */
export function listedSlots(
  fleet: Fleet,
  { bounds, rank = rankByState }: { bounds?: Bounds | undefined; rank?: Rank | undefined },
): readonly number[] {
  const ranks: number[][] = []
  const { longitudes, latitudes } = fleet
  for (let slot = 0; slot < fleet.size; slot++) {
    if (!fleet.matches(slot)) continue
    if (bounds && !isWithin(bounds, longitudes[slot] ?? Number.NaN, latitudes[slot] ?? Number.NaN)) continue
    const at = rank(fleet, slot)
    let row = ranks[at]
    if (!row) {
      row = []
      ranks[at] = row
    }
    row.push(slot)
  }
  return ranks.flat()
}
