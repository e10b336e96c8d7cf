// What a room's cell says: the most pressing of an alarm in it, doors that have not learnt who may open, what it owes, and who lives there.
import { sql as raw } from 'kysely'
import type { RoomState } from '../../../src/domain/community/room.ts'

const livesThere = (role: string, room: string) =>
  `exists (select from occupancy o where o.room_id = ${room} and o.state = 'active' and o.removed_at is null and o.role = '${role}')`

/** A device in the room whose alarm nobody has closed. */
const hasAlarm = (room: string) =>
  `exists (select from device d join alarm a on a.device_id = d.id
     where d.room_id = ${room} and d.removed_at is null and a.status <> 'handled' and a.removed_at is null)`

/** A right of one of its cards that was given or taken away, and that the door unit has not confirmed since. */
const waitsForDoor = (room: string) =>
  `exists (select from door_card c join door_right r on r.card_id = c.id join door_list l on l.device_id = r.device_id
     where c.room_id = ${room} and l.confirmed < l.wanted and r.updated_at > coalesce(l.confirmed_at, 0))`

/** The state of the room whose id the expression names. */
export const roomStateOf = (room: string): string => `case
  when ${hasAlarm(room)} then 'alarm' when ${waitsForDoor(room)} then 'waiting'
  when ${livesThere('tenant', room)} then 'tenant' when ${livesThere('owner', room)} then 'owner' else 'empty' end`

export const roomStateColumn = (room: string) => raw.raw<RoomState>(roomStateOf(room))

/** Names of who lives there in that role, the longest there first. */
export const namesOf = (role: 'owner' | 'tenant', room: string): string =>
  `array(select x.name from occupancy o join resident x on x.id = o.resident_id where o.room_id = ${room}
     and o.state = 'active' and o.removed_at is null and o.role = '${role}' order by o.from_day, o.id)`

export const OCCUPIED = `exists (select from occupancy o where o.room_id = r.id and o.state = 'active' and o.removed_at is null)`
