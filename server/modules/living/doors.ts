// The doors of a room: those at which it is called, and that of its unit.
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { raw } from './raw.ts'

/** Condition that a device `d` is a door of the room that the expression names. */
export const IS_DOOR_OF = (room: string): string => `d.removed_at is null and d.kind = 'doorUnit' and (
  exists (select from room_door x where x.device_id = d.id and x.room_id = ${room} and x.removed_at is null)
  or exists (select from unit u join room x on x.unit_id = u.id where u.device_id = d.id and x.id = ${room}
    and u.removed_at is null))`

/** Names of the doors of a room. */
export const DOOR_NAMES = (room: string): string =>
  `array(select d.name from device d where ${IS_DOOR_OF(room)} order by d.name)`

/** Held, so that none of them goes before the caller's transaction is over. */
export const doorsOfRoom = (sql: Sql, roomId: number) =>
  rowsOf(
    sql,
    tables
      .selectFrom('device as d')
      .select(['d.id', 'd.name', 'd.imei'])
      .where(raw(IS_DOOR_OF(String(Math.trunc(roomId)))))
      .orderBy('d.id')
      .forKeyShare(),
  )
