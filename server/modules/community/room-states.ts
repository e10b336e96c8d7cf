// What a room's cell says: the most pressing of an alarm in it, doors that have not learnt who may open, what it
// owes, and who lives there.
import { sql as raw } from 'kysely'
import type { RoomState } from '../../../src/domain/community/room.ts'

const livesThere = (role: string, room: string) =>
  `exists (select from occupancy o where o.room_id = ${room} and o.state = 'active' and o.removed_at is null and o.role = '${role}')`

const openAlarms = (room: string) =>
  `from device d join alarm a on a.device_id = d.id
     where d.room_id = ${room} and d.removed_at is null and a.status <> 'handled' and a.removed_at is null`

/** Type and title of the worst alarm of a device in the room that nobody has closed. */
export const alarmOf = (room: string): string =>
  `(select jsonb_build_object('type', a.type, 'title', a.title) ${openAlarms(room)}
     order by a.severity = 'critical' desc, a.raised_at desc limit 1)`

/** Rights of its cards that were given or taken away, and that the door unit has not confirmed since. */
const unconfirmed = (room: string) =>
  `from door_card c join door_right g on g.card_id = c.id join door_list l on l.device_id = g.device_id
     where c.room_id = ${room} and l.confirmed < l.wanted and g.updated_at > coalesce(l.confirmed_at, 0)`

/** Whether something is still to be given or to be taken away; what still opens is told first. */
export const waitingOf = (room: string): string =>
  `(select case when bool_or(g.removed_at is not null) then 'taking' when count(*) > 0 then 'giving' end ${unconfirmed(room)})`

/** What the room owes past its day, in fen. Which day it is, the tenant's zone says, as for the age of arrears. */
export const owedBy = (room: string): string =>
  `(select sum(f.amount)::bigint from fee_bill f join bill y on y.id = f.bill_id
     where f.room_id = ${room} and f.removed_at is null
       and f.due_on < (now() at time zone (select z.zone from tenant z where z.id = f.tenant_id))::date
       and y.state in ('unpaid', 'failed', 'paying'))`

/** The state of the room whose id the expression names. */
export const roomStateOf = (room: string): string => `case
  when exists (select ${openAlarms(room)}) then 'alarm' when exists (select ${unconfirmed(room)}) then 'waiting'
  when ${owedBy(room)} > 0 then 'owing'
  when ${livesThere('tenant', room)} then 'tenant' when ${livesThere('owner', room)} then 'owner' else 'empty' end`

export const roomStateColumn = (room: string) => raw.raw<RoomState>(roomStateOf(room))

/** Names of who lives there in that role, the longest there first. */
export const namesOf = (role: 'owner' | 'tenant', room: string): string =>
  `array(select x.name from occupancy o join resident x on x.id = o.resident_id where o.room_id = ${room}
     and o.state = 'active' and o.removed_at is null and o.role = '${role}' order by o.from_day, o.id)`

export const OCCUPIED = `exists (select from occupancy o where o.room_id = r.id and o.state = 'active' and o.removed_at is null)`
