// Makes the buildings, units and rooms of a plan in one transaction; what is there already stays as it is.

import type * as z from 'zod/mini'
import type { previewRooms } from '../../../src/contract/endpoints/community.ts'
import {
  doubledIn,
  type GeneratedRoom,
  type GeneratorPlan,
  generateRooms,
  keyOfRoom,
  MOST_ROOMS,
  malformedIn,
  sizeOf,
} from '../../../src/domain/community/room-generator.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { seenCommunity } from './scope.ts'

type Preview = z.output<typeof previewRooms.response>

interface Asked {
  communityId: number
  plan: GeneratorPlan
}

/** Named one by one; the rest are counted. */
const NAMED = 30

/** Holds the community: of two who make its rooms at once, the second sees what the first has made. */
async function weigh({ communityId, plan }: Asked, context: Context) {
  const community = await seenCommunity(context, communityId)
  const size = sizeOf(plan)
  if (size > MOST_ROOMS) throw new Refused('rooms.tooMany', { field: 'plan', params: { max: MOST_ROOMS } })
  if (size === 0) throw new Refused('rooms.none', { field: 'plan' })
  const wanted = generateRooms(plan, {
    buildingPattern: community.building_pattern,
    unitPattern: community.unit_pattern,
    roomPattern: community.room_pattern,
  })
  const there = await rowsOf(
    context.sql,
    tables
      .selectFrom('unit as u')
      .innerJoin('building as b', 'b.id', 'u.building_id')
      .leftJoin('room as r', join =>
        join.onRef('r.unit_id', '=', 'u.id').on('r.removed_at', 'is', null).on('r.kind', '=', plan.kind),
      )
      .select(['b.name as building', 'u.name as unit', 'r.room_no as roomNo'])
      .where('u.community_id', '=', communityId)
      .where('u.removed_at', 'is', null),
  )
  const houses = await rowsOf(
    context.sql,
    tables
      .selectFrom('building')
      .select('name')
      .where('community_id', '=', communityId)
      .where('removed_at', 'is', null),
  )
  const known = {
    rooms: new Set(
      there.flatMap(each => (each.roomNo === null ? [] : [keyOfRoom({ ...each, roomNo: each.roomNo })])),
    ),
    units: new Set(there.map(({ building, unit }) => keyOfRoom({ building, unit, roomNo: '' }))),
    buildings: new Set(houses.map(({ name }) => name.toLowerCase())),
  }
  const fresh = wanted.filter(each => !known.rooms.has(keyOfRoom(each)))
  const present = wanted.filter(each => known.rooms.has(keyOfRoom(each)))
  const units = distinct(wanted, each => keyOfRoom({ ...each, roomNo: '' }))
  const buildings = distinct(wanted, each => each.building.toLowerCase())
  return {
    community,
    wanted,
    units,
    buildings,
    fresh,
    present,
    counts: {
      total: wanted.length,
      rooms: distinct(fresh, keyOfRoom).length,
      buildings: buildings.filter(each => !known.buildings.has(each.building.toLowerCase())).length,
      units: units.filter(each => !known.units.has(keyOfRoom({ ...each, roomNo: '' }))).length,
      existing: present.length,
    },
  }
}

const distinct = (
  rooms: readonly GeneratedRoom[],
  keyOf: (room: GeneratedRoom) => string,
): GeneratedRoom[] => [...new Map(rooms.map(each => [keyOf(each), each])).values()]

const nameOf = ({ building, unit, roomNo }: GeneratedRoom) => ({ building, unit, roomNo })

export async function preview(asked: Asked, context: Context): Promise<Preview> {
  const { wanted, present, counts } = await weigh(asked, context)
  const malformed = malformedIn(wanted)
  return {
    ...counts,
    doubled: doubledIn(wanted).slice(0, NAMED).map(nameOf),
    present: present.slice(0, NAMED).map(nameOf),
    malformed: malformed ? nameOf(malformed) : null,
  }
}

export async function generate(asked: Asked, context: Context): Promise<Preview> {
  const { plan, communityId } = asked
  const { sql, person, address } = context
  const { community, wanted, units, buildings, fresh, counts } = await weigh(asked, context)
  const [doubled] = doubledIn(wanted)
  if (doubled) throw new Refused('field.duplicate', { field: 'plan', params: { name: doubled.roomNo } })
  if (malformedIn(wanted)) throw new Refused('field.format', { field: 'roomPattern' })
  const now = Date.now()
  const own = [community.tenant_id, now, communityId]
  await sql.change(
    `insert into building (tenant_id, created_at, updated_at, community_id, name, floors, sort)
     select $1, $2, $2, $3, x.name, $4, x.sort from unnest($5::text[], $6::int[]) as x(name, sort)
     on conflict (community_id, lower(name)) where removed_at is null
     do update set floors = excluded.floors, version = building.version + 1, updated_at = excluded.updated_at
       where building.floors < excluded.floors`,
    [...own, plan.toFloor, buildings.map(each => each.building), buildings.map(each => each.buildingNumber)],
  )
  await sql.change(
    `insert into unit (tenant_id, created_at, updated_at, community_id, building_id, name, sort)
     select $1, $2, $2, $3, b.id, x.name, x.sort from unnest($4::text[], $5::text[], $6::int[]) as x(building, name, sort)
     join building b on b.community_id = $3 and lower(b.name) = lower(x.building) and b.removed_at is null
     on conflict (building_id, lower(name)) where removed_at is null do nothing`,
    [
      ...own,
      units.map(each => each.building),
      units.map(each => each.unit),
      units.map(each => each.unitNumber),
    ],
  )
  const rooms = await sql.change(
    `insert into room (tenant_id, created_at, updated_at, community_id, building_id, unit_id, floor_no, kind, room_no)
     select $1, $2, $2, $3, u.building_id, u.id, x.floor, $4, x.room_no
     from unnest($5::text[], $6::text[], $7::int[], $8::text[]) as x(building, unit, floor, room_no)
     join building b on b.community_id = $3 and lower(b.name) = lower(x.building) and b.removed_at is null
     join unit u on u.building_id = b.id and lower(u.name) = lower(x.unit) and u.removed_at is null
     on conflict (unit_id, kind, lower(room_no)) where removed_at is null do nothing`,
    [
      ...own,
      plan.kind,
      fresh.map(each => each.building),
      fresh.map(each => each.unit),
      fresh.map(each => each.floorNo),
      fresh.map(each => each.roomNo),
    ],
  )
  sql.audit({
    ...by({ person, address }, community.tenant_id),
    action: 'room.generate',
    entity: 'community',
    rowId: communityId,
    detail: { ...plan, rooms },
  })
  return { ...counts, rooms, doubled: [], present: [], malformed: null }
}
