// What the resident page shows: the homes of a telephone, the doors of each, its guest codes, what was asked for, what is announced.
import { sql as raw } from 'kysely'
import type * as z from 'zod/mini'
import type { residentHome } from '../../../src/contract/endpoints/resident-page.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { guestCodeStateAt } from '../../../src/domain/living/guest-code.ts'
import { occupancyRole, occupancyState } from '../../../src/domain/living/occupancy-step.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'

type State = z.output<typeof residentHome.response>

/** Answers to what was asked stay readable for so long. */
const ASKED_KEPT_MS = 30 * DAY_MS

/** Stays of the residents who have this telephone, with where they are. */
export const staysOf = (phone: string) =>
  tables
    .selectFrom('occupancy as o')
    .innerJoin('resident as p', 'p.id', 'o.resident_id')
    .innerJoin('room as r', 'r.id', 'o.room_id')
    .innerJoin('unit as u', 'u.id', 'r.unit_id')
    .innerJoin('building as b', 'b.id', 'r.building_id')
    .innerJoin('community as c', 'c.id', 'r.community_id')
    .innerJoin('tenant as t', 't.id', 'o.tenant_id')
    .where('p.phone', '=', phone)
    .where('p.removed_at', 'is', null)
    .where('o.removed_at', 'is', null)
    .where('t.status', '=', 'enabled')
    .where('t.removed_at', 'is', null)

const PLACE = raw<string>`concat_ws(' · ', b.name, u.name)`.as('place')

export async function homesOf(sql: Sql, phone: string): Promise<State> {
  const now = Date.now()
  const stays = await rowsOf(
    sql,
    staysOf(phone)
      .select(['o.id', 'o.role', 'o.state', 'o.reason', 'o.created_at as at', 'o.until_day as untilDay'])
      .select(['p.name as residentName', 't.name as tenantName', 'c.name as communityName', PLACE])
      .select(['r.room_no as roomNo', 'o.tenant_id as tenantId'])
      .where(({ or, and, eb }) =>
        or([
          eb('o.state', 'in', ['active', 'applied']),
          and([eb('o.state', '=', 'rejected'), eb('o.decided_at', '>', now - ASKED_KEPT_MS)]),
        ]),
      )
      .orderBy('o.id'),
  )
  const active = stays.filter(({ state }) => state === 'active')
  const ids = [...active.map(({ id }) => id), 0]
  const doors = await rowsOf(
    sql,
    tables
      .selectFrom('door_right as r')
      .innerJoin('device as d', 'd.id', 'r.device_id')
      .leftJoin('device_state as s', 's.device_id', 'd.id')
      .select(['r.occupancy_id as occupancyId', 'd.id as deviceId', 'd.name', 's.state'])
      .where('r.occupancy_id', 'in', ids)
      .where('r.card_id', 'is', null)
      .where('r.account_id', 'is', null)
      .where('r.removed_at', 'is', null)
      .where('d.removed_at', 'is', null)
      .orderBy('d.name'),
  )
  const codes = await rowsOf(
    sql,
    tables
      .selectFrom('guest_code')
      .select(['id', 'occupancy_id as occupancyId', 'digits', 'guest_name as guestName', 'used'])
      .select(['valid_from as validFrom', 'valid_until as validUntil', 'most_uses as mostUses'])
      .where('occupancy_id', 'in', ids)
      .where('removed_at', 'is', null)
      .where('valid_until', '>', now - DAY_MS)
      .orderBy('id', 'desc')
      .limit(50),
  )
  return {
    phone,
    homes: active.map(({ id, role, untilDay, residentName, tenantName, communityName, place, roomNo }) => ({
      ...{ occupancyId: id, role: occupancyRole.parse(role), untilDay },
      ...{ residentName, tenantName, communityName, place, roomNo },
      doors: doors.flatMap(({ occupancyId, deviceId, name, state }) =>
        occupancyId === id ? [{ deviceId, name, online: state === 'online' }] : [],
      ),
      guestCodes: codes.flatMap(({ occupancyId, ...code }) =>
        occupancyId === id ? [{ ...code, state: guestCodeStateAt({ ...code, revoked: false }, now) }] : [],
      ),
    })),
    asked: stays.flatMap(({ role, state, tenantId: _, tenantName: __, untilDay: ___, ...rest }) =>
      state === 'active'
        ? []
        : [{ ...rest, role: occupancyRole.parse(role), state: occupancyState.parse(state) }],
    ),
    announcements: [],
  }
}
