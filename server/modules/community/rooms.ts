// How rooms and their doors are stored: a room lies in the building of its unit, and keeps its number while somebody lives there.
import * as z from 'zod/mini'
import { room, roomDoor } from '../../../src/domain/community/room.ts'
import { lostZeros } from '../../../src/domain/community/room-generator.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Changing, Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { namesOf, roomStateOf } from './room-states.ts'
import { departmentOf, refuseNoDoor, refuseUnseen } from './scope.ts'

const nameOf = (table: 'building' | 'community') =>
  `(select x.name from ${table} x where x.id = t.${table}_id)`
const ROOM = '(select x.community_id from room x where x.id = t.room_id)'

const roomStore: Store = {
  entity: room,
  table: {
    name: 'room',
    department: departmentOf('t.community_id'),
    columns: {
      area: '(t.area_hundredths / 100.0)::float8',
      buildingName: nameOf('building'),
      communityName: nameOf('community'),
      state: roomStateOf('t.id'),
      owners: namesOf('owner', 't.id'),
      tenants: namesOf('tenant', 't.id'),
      doors: '(select count(*) from room_door x where x.room_id = t.id and x.removed_at is null)',
    },
    apart: ['area'],
    unique: { room_no: 'roomNo' },
    keys: ['unitId', 'kind', 'roomNo'],
    naming: `(select concat_ws('/', c.name, b.name, u.name, t.room_no) from unit u join building b on b.id = u.building_id
      join community c on c.id = b.community_id where u.id = t.unit_id)`,
    usedBy: [
      { table: 'room_door', column: 'room_id' },
      { table: 'occupancy', column: 'room_id' },
      { table: 'meter', column: 'room_id' },
      { table: 'fee_bill', column: 'room_id' },
    ],
    beforeSave: roomColumns,
    beforeRemove: refuseOccupied,
  },
}

const given = z.object({
  unitId: z.number(),
  floorNo: z.number(),
  kind: z.string(),
  roomNo: z.string(),
  area: z.optional(z.nullable(z.number())),
})

async function roomColumns(saving: Saving): Promise<Record<string, unknown>> {
  const { context, input, before, tenantId } = saving
  const now = z.parse(given, { ...before, ...input })
  const place = await firstOf(
    context.sql,
    tables
      .selectFrom('unit as u')
      .innerJoin('building as b', 'b.id', 'u.building_id')
      .innerJoin('community as c', 'c.id', 'u.community_id')
      .select(['u.building_id as buildingId', 'u.community_id as communityId', 'b.floors'])
      .select('c.room_pattern as roomPattern')
      .where('u.id', '=', now.unitId)
      .where('u.tenant_id', '=', tenantId)
      .where('u.removed_at', 'is', null)
      .forKeyShare(),
  )
  if (!place) throw new Refused('field.reference', { field: 'unitId' })
  await refuseUnseen({ context, input: { communityId: place.communityId } }, 'communityId', 'unitId')
  if (!before) refuseLostZeros(place.roomPattern, now)
  if (now.floorNo > place.floors)
    throw new Refused('room.above', { field: 'floorNo', params: { floors: place.floors } })
  const moved =
    before && (['unitId', 'floorNo', 'kind', 'roomNo'] as const).find(each => before[each] !== now[each])
  if (moved) await refuseOccupied({ context, row: before, tenantId }, moved)
  return {
    building_id: place.buildingId,
    community_id: place.communityId,
    ...(now.area !== undefined && { area_hundredths: now.area === null ? null : Math.round(now.area * 100) }),
  }
}

/** A spreadsheet makes 101 of 0101. Where the naming rule has the zero, the number without it is another room's. */
function refuseLostZeros(roomPattern: string, room: { kind: string; floorNo: number; roomNo: string }): void {
  if (room.kind !== 'home') return
  const wanted = lostZeros({ roomPattern }, room)
  if (wanted !== undefined) throw new Refused('room.leadingZero', { field: 'roomNo', params: { wanted } })
}

async function refuseOccupied({ context: { sql }, row }: Changing, field?: string): Promise<void> {
  const lives = await firstOf(
    sql,
    tables
      .selectFrom('occupancy')
      .select('id')
      .where('room_id', '=', row.id)
      .where('state', '=', 'active')
      .where('removed_at', 'is', null)
      .limit(1),
  )
  if (lives) throw new Refused('room.occupied', field === undefined ? {} : { field })
}

const roomDoorStore: Store = {
  entity: roomDoor,
  table: {
    name: 'room_door',
    department: departmentOf(ROOM),
    columns: {
      roomNo: '(select x.room_no from room x where x.id = t.room_id)',
      place: `(select concat_ws(' · ', c.name, b.name, u.name) from room x join unit u on u.id = x.unit_id
        join building b on b.id = x.building_id join community c on c.id = x.community_id where x.id = t.room_id)`,
    },
    unique: { room_door_number: 'callNumber' },
    beforeSave: async saving => {
      const { context, input, before } = saving
      const { roomId, deviceId } = z.parse(bound, { ...before, ...input })
      const found = await firstOf(
        context.sql,
        tables.selectFrom('room').select('community_id as communityId').where('id', '=', roomId),
      )
      await refuseUnseen({ context, input: { communityId: found?.communityId } }, 'communityId', 'roomId')
      if (deviceId !== before?.deviceId) await refuseNoDoor(saving, deviceId)
      return undefined
    },
  },
}

const bound = z.object({ roomId: z.number(), deviceId: z.number() })

export const roomStores: readonly Store[] = [roomStore, roomDoorStore]
