// Moving in: what an occupancy gives. Rights to the doors of the room, and cards that go with it.
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import { wantLists } from '../intercom/public.ts'
import { spanOf, zoneOf } from './days.ts'
import { doorsOfRoom } from './doors.ts'

export interface Stay {
  id: number
  tenantId: number
  roomId: number
  residentId: number
  fromDay: string
  untilDay: string | null
}

interface Decision {
  by: string | null
  at: number
}

/** Room and person are there and stay so until this is committed. */
export async function holdBoth(
  sql: Sql,
  { roomId, residentId }: Pick<Stay, 'roomId' | 'residentId'>,
): Promise<void> {
  const room = await firstOf(
    sql,
    tables
      .selectFrom('room')
      .select('id')
      .where('id', '=', roomId)
      .where('removed_at', 'is', null)
      .forKeyShare(),
  )
  if (!room) throw new Refused('field.reference', { field: 'roomId' })
  const person = await firstOf(
    sql,
    tables
      .selectFrom('resident')
      .select('id')
      .where('id', '=', residentId)
      .where('removed_at', 'is', null)
      .forKeyShare(),
  )
  if (!person) throw new Refused('field.reference', { field: 'residentId' })
}

/** The stay begins: only what was asked for still. Of two who decide at once the second finds nothing to change. */
export async function moveIn(sql: Sql, stay: Stay, { by, at }: Decision): Promise<void> {
  await holdBoth(sql, stay)
  const { validFrom, validUntil } = spanOf(await zoneOf(sql, stay.tenantId), stay)
  const active = await firstOf(
    sql,
    tables
      .updateTable('occupancy')
      .set(({ eb }) => ({
        ...{ state: 'active', decided_by: by, decided_at: at, reason: null, updated_at: at },
        ...{ valid_from: validFrom, valid_until: validUntil, version: eb('version', '+', 1) },
      }))
      .where('id', '=', stay.id)
      .where('state', '=', 'applied')
      .returning('id'),
  )
  if (!active) throw new Refused('state.transition', { field: 'state' })
  await giveRights(sql, { ...stay, validFrom, validUntil }, by, at)
}

interface Valid {
  validFrom: number | null
  validUntil: number | null
}

const rightOf = (
  { id, tenantId, validFrom, validUntil }: Pick<Stay, 'id' | 'tenantId'> & Valid,
  by: string | null,
  at: number,
) => ({
  ...{ tenant_id: tenantId, occupancy_id: id, created_at: at, updated_at: at, granted_by: by },
  ...{ valid_from: validFrom, valid_until: validUntil },
})

/** The resident opens the doors of the room from their phone. Doors that they have a right to already keep it. */
async function giveRights(sql: Sql, stay: Stay & Valid, by: string | null, at: number): Promise<void> {
  const doors = await doorsOfRoom(sql, stay.roomId)
  if (doors.length === 0) return
  await rowsOf(
    sql,
    tables
      .insertInto('door_right')
      .values(doors.map(door => ({ ...rightOf(stay, by, at), device_id: door.id })))
      .onConflict(conflict => conflict.doNothing())
      .returning('id'),
  )
}

/** A card in the resident's name, with rights to the doors of the room; a door unit has to write it. */
export async function addCard(sql: Sql, bus: Bus, stay: Stay, { by, at }: Decision): Promise<void> {
  const found = await firstOf(
    sql,
    tables
      .selectFrom('occupancy as o')
      .innerJoin('resident as p', 'p.id', 'o.resident_id')
      .innerJoin('room as r', 'r.id', 'o.room_id')
      .innerJoin('unit as u', 'u.id', 'r.unit_id')
      .innerJoin('building as b', 'b.id', 'r.building_id')
      .innerJoin('community as c', 'c.id', 'r.community_id')
      .select(['p.name', 'p.phone', 'b.name as building', 'u.name as unit', 'r.room_no as roomNo'])
      .select(['c.department_id as departmentId', 'o.valid_from as validFrom', 'o.valid_until as validUntil'])
      .where('o.id', '=', stay.id),
  )
  if (!found) throw new Refused('row.unknown')
  const card = await firstOf(
    sql,
    tables
      .insertInto('door_card')
      .values({
        ...{
          tenant_id: stay.tenantId,
          created_at: at,
          updated_at: at,
          occupancy_id: stay.id,
          room_id: stay.roomId,
        },
        ...{ holder_name: found.name, holder_phone: found.phone, building: found.building, unit: found.unit },
        ...{ room_no: found.roomNo, department_id: found.departmentId },
      })
      .returning('id'),
  )
  const doors = await doorsOfRoom(sql, stay.roomId)
  if (!card || doors.length === 0) return
  const right = rightOf({ ...stay, ...found }, by, at)
  await rowsOf(
    sql,
    tables
      .insertInto('door_right')
      .values(doors.map(door => ({ ...right, device_id: door.id, card_id: card.id })))
      .returning('id'),
  )
  await wantLists(
    sql,
    bus,
    stay.tenantId,
    doors.map(door => door.id),
  )
}

/** Another last day: every right of the stay ends with it. */
export async function moveEnd(
  sql: Sql,
  bus: Bus,
  stay: Stay,
  untilDay: string | null,
  at: number,
): Promise<void> {
  const { validUntil } = spanOf(await zoneOf(sql, stay.tenantId), { ...stay, untilDay })
  await rowsOf(
    sql,
    tables
      .updateTable('occupancy')
      .set(({ eb }) => ({
        ...{ until_day: untilDay, valid_until: validUntil, updated_at: at, version: eb('version', '+', 1) },
      }))
      .where('id', '=', stay.id)
      .returning('id'),
  )
  const rights = await rowsOf(
    sql,
    tables
      .updateTable('door_right')
      .set(({ eb }) => ({ valid_until: validUntil, updated_at: at, version: eb('version', '+', 1) }))
      .where('occupancy_id', '=', stay.id)
      .where('removed_at', 'is', null)
      .returning('device_id as deviceId'),
  )
  await wantLists(sql, bus, stay.tenantId, [...new Set(rights.map(({ deviceId }) => deviceId))])
}
