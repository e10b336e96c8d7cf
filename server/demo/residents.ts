// Residents of the demo: who lives there opens their doors, some ask for a room, one has a page that can be tried, and one has moved
// out while a door was offline.
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../db/typed.ts'
import { giveDoors } from '../modules/living/public.ts'
import type { Staffed } from './accounts.ts'
import { human } from './people.ts'
import type { Place } from './places.ts'
import { chanceOf } from './random.ts'
import { insertRows } from './rows.ts'
import { writtenDay } from './written-day.ts'

/** Whoever logs in to the resident page with this number lives here. */
const RESIDENT_PHONE = '13800000021'
const APPLIED = 7
const FIRST_PHONE = 8_200
const MOST_RIGHTS = 20_000

export async function seedResidents(sql: Sql, place: Place, staffed: Staffed, now: number): Promise<void> {
  if (place.key !== 'community') return
  const { tenantId } = staffed
  const reviewer = staffed.people[0]?.name ?? null
  const rooms = await rowsOf(
    sql,
    tables
      .selectFrom('room as r')
      .innerJoin('room_door as x', 'x.room_id', 'r.id')
      .innerJoin('device_state as s', 's.device_id', 'x.device_id')
      .select(['r.id', 'x.device_id as deviceId', 's.state'])
      .where('r.tenant_id', '=', tenantId)
      .orderBy('r.id'),
  )
  if (rooms.length < APPLIED + 2) throw new Error('The demo has no rooms behind doors to live in')
  await sql.change(
    `update occupancy set valid_from = extract(epoch from from_day at time zone 'Asia/Shanghai') * 1000,
       valid_until = extract(epoch from (until_day + 1) at time zone 'Asia/Shanghai') * 1000, decided_by = $2,
       decided_at = created_at where tenant_id = $1 and state = 'active' and decided_at is null`,
    [tenantId, reviewer],
  )
  const chance = chanceOf(tenantId * 271 + 5)
  const move = async (
    roomId: number,
    person: { name: string; phone: string },
    more: Record<string, unknown>,
  ) => {
    const at = typeof more.created_at === 'number' ? more.created_at : now
    const base = { tenant_id: tenantId, version: 1, created_at: at, updated_at: at }
    const [resident_id = 0] = await insertRows(sql, 'resident', [{ ...base, ...person }], 'id')
    const stay = { ...base, room_id: roomId, resident_id, role: 'owner', from_day: writtenDay(at) }
    const [id = 0] = await insertRows(sql, 'occupancy', [{ ...stay, asked_by_resident: true, ...more }], 'id')
    return { id, residentId: resident_id }
  }
  const online = rooms.find(({ state }) => state === 'online') ?? rooms[0]
  if (online) {
    const lived = { state: 'active', decided_by: reviewer, decided_at: now - 399 * DAY_MS }
    const { id, residentId } = await move(
      online.id,
      { name: '陈晓燕', phone: RESIDENT_PHONE },
      { ...lived, created_at: now - 400 * DAY_MS },
    )
    await insertRows(sql, 'guest_code', [
      {
        ...{ tenant_id: tenantId, version: 1, created_at: now - HOUR_MS, updated_at: now - HOUR_MS },
        ...{
          occupancy_id: id,
          resident_id: residentId,
          digits: '482913',
          guest_name: '王阿姨',
          used: 1,
          most_uses: 2,
        },
        ...{ valid_from: now - HOUR_MS, valid_until: now + 6 * HOUR_MS },
      },
    ])
  }
  for (let each = 0; each < APPLIED; each++) {
    const room = rooms[1 + each * 7] ?? rooms[1]
    if (!room) break
    const role = chance.pick(['owner', 'tenant', 'family'])
    const until_day = role === 'tenant' ? writtenDay(now + 365 * DAY_MS) : null
    const created_at = now - chance.whole(1, 70) * HOUR_MS
    await move(room.id, human(chance, FIRST_PHONE + each), { state: 'applied', role, until_day, created_at })
  }
  await giveDoors(sql, now - DAY_MS, MOST_RIGHTS)
  const away = rooms.find(({ state }) => state !== 'online')
  if (away) await leaveBehind(sql, { tenantId, now, deviceId: away.deviceId, ...(await moveOutOf(away.id)) })

  async function moveOutOf(roomId: number) {
    const ended = { state: 'ended', ended_at: now - 2 * DAY_MS, ended_by: reviewer, reason: '租约到期退租' }
    return move(roomId, human(chance, FIRST_PHONE + 90), {
      ...{ ...ended, role: 'tenant', until_day: writtenDay(now), decided_by: reviewer },
      ...{ decided_at: now - 360 * DAY_MS, created_at: now - 365 * DAY_MS },
    })
  }
}

/** The door was offline when they left: it has not confirmed the list without their card. */
async function leaveBehind(
  sql: Sql,
  { tenantId, deviceId, id, now }: { tenantId: number; deviceId: number; id: number; now: number },
): Promise<void> {
  await sql.change(
    `insert into door_list as l (device_id, tenant_id, wanted, confirmed) values ($1, $2, 4, 3)
     on conflict (device_id) do update set wanted = l.wanted + 1`,
    [deviceId, tenantId],
  )
  const list = await firstOf(
    sql,
    tables.selectFrom('door_list').select('wanted').where('device_id', '=', deviceId),
  )
  await insertRows(sql, 'occupancy_closing', [
    {
      ...{ tenant_id: tenantId, occupancy_id: id, device_id: deviceId },
      ...{ list_version: list?.wanted ?? 1, at: now - 2 * DAY_MS },
    },
  ])
}
