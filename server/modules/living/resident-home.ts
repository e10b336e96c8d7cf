// What the resident page shows: the homes of a telephone, the doors of each, its guest codes, what was asked for, what is announced.
import { sql as raw } from 'kysely'
import type * as z from 'zod/mini'
import type { residentHome } from '../../../src/contract/endpoints/resident-page.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { guestCodeStateAt } from '../../../src/domain/living/guest-code.ts'
import { occupancyRole, occupancyState } from '../../../src/domain/living/occupancy-step.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { announcedTo } from '../announcements/public.ts'
import { knownStays, siteOf } from '../community/public.ts'

type State = z.output<typeof residentHome.response>

/** Answers to what was asked stay readable for so long. */
const ASKED_KEPT_MS = 30 * DAY_MS

/** Stays of the residents who have this telephone, with where they are. */
export const staysOf = (phone: string) =>
  knownStays()
    .innerJoin('room as r', 'r.id', 'o.room_id')
    .innerJoin('unit as u', 'u.id', 'r.unit_id')
    .innerJoin('building as b', 'b.id', 'r.building_id')
    .innerJoin('community as c', 'c.id', 'r.community_id')
    .where('p.phone', '=', phone)

const PLACE = raw<string>`concat_ws(' · ', b.name, u.name)`.as('place')

export async function homesOf(sql: Sql, phone: string): Promise<State> {
  const now = Date.now()
  const stays = await rowsOf(
    sql,
    staysOf(phone)
      .select(['o.id', 'o.role', 'o.state', 'o.reason', 'o.created_at as at', 'o.until_day as untilDay'])
      .select(['p.name as residentName', 'z.name as tenantName', 'c.name as communityName', PLACE])
      .select(['r.room_no as roomNo', 'o.tenant_id as tenantId', 'r.community_id as communityId'])
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
  const malls = new Map<number, string | null>()
  for (const { tenantId } of active)
    if (!malls.has(tenantId)) malls.set(tenantId, (await siteOf(sql, tenantId))?.mallAddress ?? null)
  const announced = await announcedTo(sql, active, now)
  return {
    phone,
    homes: active.map(
      ({ id, tenantId, role, untilDay, residentName, tenantName, communityName, place, roomNo }) => ({
        ...{ occupancyId: id, role: occupancyRole.parse(role), untilDay },
        ...{ residentName, tenantId, tenantName, communityName, place, roomNo },
        mallAddress: malls.get(tenantId) ?? null,
        doors: doors.flatMap(({ occupancyId, deviceId, name, state }) =>
          occupancyId === id ? [{ deviceId, name, online: state === 'online' }] : [],
        ),
        guestCodes: codes.flatMap(({ occupancyId, ...code }) =>
          occupancyId === id ? [{ ...code, state: guestCodeStateAt({ ...code, revoked: false }, now) }] : [],
        ),
      }),
    ),
    asked: stays.flatMap(({ id, residentName, communityName, place, roomNo, role, state, reason, at }) =>
      state === 'active'
        ? []
        : [
            {
              ...{ id, residentName, communityName, place, roomNo, reason, at },
              ...{ role: occupancyRole.parse(role), state: occupancyState.parse(state) },
            },
          ],
    ),
    announcements: announced.map(({ tenantId, communityIds, ...told }) => ({
      ...told,
      occupancyIds: active
        .filter(
          stay =>
            stay.tenantId === tenantId &&
            (communityIds.length === 0 || communityIds.includes(stay.communityId)),
        )
        .map(({ id }) => id),
    })),
  }
}
