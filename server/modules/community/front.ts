// A building from the front: each room with what is the matter with it, and the doors of its units.
import { sql as raw } from 'kysely'
import type { BuildingFront, FrontRoom, RoomPeople } from '../../../src/contract/endpoints/community.ts'
import { roomKind } from '../../../src/domain/community/room.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { alarmOf, owedBy, roomStateColumn, waitingOf } from './room-states.ts'
import { seesCommunity } from './scope.ts'

export async function frontOf(id: number, context: Context): Promise<BuildingFront> {
  const { sql } = context
  const building = await firstOf(
    sql,
    tables
      .selectFrom('building as b')
      .innerJoin('community as c', 'c.id', 'b.community_id')
      .select(['b.id', 'b.name', 'b.floors', 'c.id as communityId', 'c.name as communityName'])
      .select('c.department_id as departmentId')
      .where('b.id', '=', id)
      .where('b.removed_at', 'is', null),
  )
  if (!building || !seesCommunity(context, building.departmentId)) throw new Refused('row.unknown')
  const units = await rowsOf(
    sql,
    tables
      .selectFrom('unit as u')
      .leftJoin('device as d', 'd.id', 'u.device_id')
      .leftJoin('device_state as s', 's.device_id', 'd.id')
      .select(['u.id', 'u.name', 'd.id as deviceId', 'd.name as deviceName', 'd.imei'])
      .select([
        raw<NonNullable<BuildingFront['units'][number]['device']>['state']>`s.state`.as('state'),
        's.last_message_at as heardAt',
      ])
      .where('u.building_id', '=', id)
      .where('u.removed_at', 'is', null)
      .orderBy('u.sort')
      .orderBy('u.name')
      .orderBy('u.id'),
  )
  const rooms = await rowsOf(
    sql,
    tables
      .selectFrom('room as r')
      .select(['r.id', 'r.unit_id as unitId', 'r.floor_no as floorNo', 'r.room_no as roomNo', 'r.kind'])
      .select([
        roomStateColumn('r.id').as('state'),
        raw.raw<FrontRoom['alarm']>(alarmOf('r.id')).as('alarm'),
        raw.raw<'giving' | 'taking' | null>(waitingOf('r.id')).as('waiting'),
        raw.raw<number | null>(owedBy('r.id')).as('owed'),
      ])
      .where('r.building_id', '=', id)
      .where('r.removed_at', 'is', null)
      .orderBy('r.floor_no')
      .orderBy(raw`length(r.room_no)`)
      .orderBy('r.room_no'),
  )
  const { departmentId: _department, ...shown } = building
  return {
    ...shown,
    units: units.map(({ deviceId, deviceName, imei, state, heardAt, ...unit }) => ({
      ...unit,
      device:
        deviceId === null || deviceName === null || imei === null
          ? null
          : { id: deviceId, name: deviceName, imei, state, heardAt },
    })),
    rooms: rooms.map(each => ({ ...each, kind: roomKind.parse(each.kind) })),
  }
}

export async function peopleOf(id: number, context: Context): Promise<RoomPeople> {
  const { sql } = context
  const room = await firstOf(
    sql,
    tables
      .selectFrom('room as r')
      .innerJoin('community as c', 'c.id', 'r.community_id')
      .select(['c.department_id as departmentId', raw.raw<number | null>(owedBy('r.id')).as('owed')])
      .where('r.id', '=', id)
      .where('r.removed_at', 'is', null),
  )
  if (!room || !seesCommunity(context, room.departmentId)) throw new Refused('row.unknown')
  const people = await rowsOf(
    sql,
    tables
      .selectFrom('occupancy as o')
      .innerJoin('resident as p', 'p.id', 'o.resident_id')
      .select(['o.id', 'o.resident_id as residentId', 'p.name', 'p.phone'])
      .select(['o.from_day as fromDay', 'o.until_day as untilDay'])
      .select([
        raw<'owner' | 'tenant' | 'family'>`o.role`.as('role'),
        raw<'active' | 'ended'>`o.state`.as('state'),
      ])
      .where('o.room_id', '=', id)
      .where('o.removed_at', 'is', null)
      .where('o.state', 'in', ['active', 'ended'])
      .orderBy(raw`o.state = 'ended'`)
      .orderBy(raw`array_position(array['tenant', 'owner', 'family'], o.role)`)
      .orderBy('o.from_day', 'desc')
      .limit(30),
  )
  const rights = await rowsOf(
    sql,
    tables
      .selectFrom('door_right as g')
      .innerJoin('door_card as c', 'c.id', 'g.card_id')
      .innerJoin('device as d', 'd.id', 'g.device_id')
      .leftJoin('door_list as l', 'l.device_id', 'g.device_id')
      .select(['c.id', 'c.holder_name as holderName', 'c.card_info as cardInfo', 'g.removed_at as removedAt'])
      .select(['d.id as doorId', 'd.name as doorName'])
      .select(
        raw<boolean>`l.confirmed is null or (l.confirmed < l.wanted and g.updated_at > coalesce(l.confirmed_at, 0))`.as(
          'waits',
        ),
      )
      .where('c.room_id', '=', id)
      .where('d.removed_at', 'is', null)
      .orderBy('c.id')
      .orderBy('d.name'),
  )
  const cards = new Map<number, RoomPeople['cards'][number]>()
  for (const { id: cardId, holderName, cardInfo, removedAt, waits, doorName } of rights) {
    if (removedAt !== null) continue
    const card = cards.get(cardId) ?? {
      id: cardId,
      holderName,
      cardInfo,
      doors: 0,
      confirmed: 0,
      waitingAt: [],
    }
    cards.set(cardId, {
      ...card,
      doors: card.doors + 1,
      confirmed: card.confirmed + (waits ? 0 : 1),
      waitingAt: waits ? [...card.waitingAt, doorName] : card.waitingAt,
    })
  }
  return {
    owed: room.owed ?? 0,
    people,
    cards: [...cards.values()],
    stillOpens: rights.flatMap(({ removedAt, waits, holderName, doorId, doorName }) =>
      removedAt !== null && waits ? [{ holderName, doorId, doorName, since: removedAt }] : [],
    ),
  }
}
