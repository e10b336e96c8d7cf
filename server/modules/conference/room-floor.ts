// Push to talk in rooms: who has the floor is told to everybody, and nobody else's sound goes through.
import { type FloorEvent, freeFloor, stepFloor } from '../../../src/domain/conference/floor.ts'
import { isHost, type Member, userNameOf } from './members.ts'
import { type Room, tellFloor } from './room.ts'

interface Options {
  now(): number
  /** Lets through what may be heard and seen of a participant now. */
  allow(member: Member): void
}

/** Whoever may host a room has the watch: they go before the others. */
const rankOf = (member: Member): number => (isHost(member) ? 1 : 0)

export type RoomFloor = ReturnType<typeof createRoomFloor>

export function createRoomFloor({ now, allow }: Options) {
  const step = (room: Room, event: FloorEvent) => {
    if (!room.floor) return
    const before = room.floor
    room.floor = stepFloor(before, event)
    if (room.floor === before) return
    for (const key of new Set([before.holder?.key, room.floor.holder?.key])) {
      const member = key === undefined ? undefined : room.members.get(key)
      if (member) allow(member)
    }
    tellFloor(room)
  }
  return {
    want: (room: Room, member: Member, wants: boolean) =>
      step(
        room,
        wants
          ? { on: 'ask', key: userNameOf(member), rank: rankOf(member), at: now() }
          : { on: 'release', key: userNameOf(member), at: now() },
      ),
    gone: (room: Room, name: string) => step(room, { on: 'release', key: name, at: now() }),
    tick: (room: Room) => step(room, { on: 'time', at: now() }),
    /** Push to talk, or everybody when they like. */
    turn(room: Room, on: boolean): void {
      if (on === (room.floor !== undefined)) return
      room.floor = on ? freeFloor : undefined
      for (const member of room.members.values()) allow(member)
      tellFloor(room)
    },
  }
}
