// How the rooms of a building stand beside and above each other as one looks at it from the front.
import type { RoomState } from './room.ts'

export interface PlacedRoom {
  id: number
  unitId: number
  floorNo: number
  roomNo: string
  state: RoomState
}

export interface FrontUnit<Room extends PlacedRoom> {
  id: number
  /** The most rooms that one of its floors has. */
  columns: number
  /** By floor, from the start to the end. */
  floors: ReadonlyMap<number, readonly Room[]>
}

export interface Front<Room extends PlacedRoom> {
  /** The highest first; floors without a room in any unit are left out. */
  floors: readonly number[]
  units: readonly FrontUnit<Room>[]
}

const order = new Intl.Collator('en', { numeric: true }).compare

export function frontOf<Room extends PlacedRoom>(
  units: readonly { id: number }[],
  rooms: readonly Room[],
): Front<Room> {
  const floors = [...new Set(rooms.map(({ floorNo }) => floorNo))].sort((one, other) => other - one)
  const byUnit = new Map<number, Map<number, Room[]>>(units.map(({ id }) => [id, new Map()]))
  for (const room of rooms) {
    const unit = byUnit.get(room.unitId)
    if (!unit) continue
    const floor = unit.get(room.floorNo)
    if (floor) floor.push(room)
    else unit.set(room.floorNo, [room])
  }
  return {
    floors,
    units: units.map(({ id }) => {
      const own = byUnit.get(id) ?? new Map<number, Room[]>()
      for (const floor of own.values()) floor.sort((one, other) => order(one.roomNo, other.roomNo))
      return { id, floors: own, columns: Math.max(1, ...[...own.values()].map(({ length }) => length)) }
    }),
  }
}

/** How many rooms are in each state: what the legend says. */
export function countsOf(rooms: readonly Pick<PlacedRoom, 'state'>[]): Record<RoomState, number> {
  const counts: Record<RoomState, number> = { alarm: 0, waiting: 0, owing: 0, tenant: 0, owner: 0, empty: 0 }
  for (const { state } of rooms) counts[state]++
  return counts
}
