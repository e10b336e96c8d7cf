// Finds the rooms that the typed places of door cards and devices mean. What matches no room, or more than one, stays a text and is told.
import { sql as raw } from 'kysely'
import type * as z from 'zod/mini'
import type { matchPlaces } from '../../../src/contract/endpoints/community.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'

type Matched = z.output<typeof matchPlaces.response>
type Placed = 'door_card' | 'device'

const MOST_LEFT = 200

/** Homes whose building, unit and number are called as the row `t` says; a device names its community too. */
const candidates = (table: Placed) => `building b
  join community c on c.id = b.community_id and c.removed_at is null
    ${table === 'device' ? `and (coalesce(t.community, '') = '' or lower(c.name) = lower(trim(t.community)))` : ''}
  join unit u on u.building_id = b.id and u.removed_at is null and lower(u.name) = lower(trim(t.unit))
  join room r on r.unit_id = u.id and r.removed_at is null and r.kind = 'home' and lower(r.room_no) = lower(trim(t.room_no))
  where b.tenant_id = t.tenant_id and b.removed_at is null and lower(b.name) = lower(trim(t.building))`

/** Ties the rows of a tenant that have a place and no room yet; answers how many were tied. */
async function tie(sql: Sql, table: Placed, tenantId: number): Promise<number> {
  return sql.change(
    `update ${table} as x set room_id = m.room_id from (
       select t.id, (select min(r.id) from ${candidates(table)} having count(*) = 1) as room_id from ${table} t
       where t.tenant_id = $1 and t.removed_at is null and t.room_id is null and coalesce(t.room_no, '') <> ''
     ) m where m.id = x.id and m.room_id is not null`,
    [tenantId],
  )
}

export async function tieAll(sql: Sql, tenantId: number): Promise<Pick<Matched, 'cards' | 'devices'>> {
  return { cards: await tie(sql, 'door_card', tenantId), devices: await tie(sql, 'device', tenantId) }
}

/** What has a place and means no room. */
export async function leftOver(
  sql: Sql,
  tenantId: number,
  departments: readonly number[] | null,
): Promise<Matched['left']> {
  const cards = tables
    .selectFrom('door_card')
    .select(['id', 'holder_name as name', 'building', 'unit', 'room_no as roomNo'])
    .select(raw<'card' | 'device'>`'card'`.as('what'))
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .where('room_id', 'is', null)
    .where(raw<boolean>`coalesce(room_no, '') <> ''`)
    .where(seen(departments))
  const devices = tables
    .selectFrom('device')
    .select(['id', 'name', 'building', 'unit', 'room_no as roomNo'])
    .select(raw<'card' | 'device'>`'device'`.as('what'))
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .where('room_id', 'is', null)
    .where(raw<boolean>`coalesce(room_no, '') <> ''`)
    .where(seen(departments))
  return [
    ...(await rowsOf(sql, cards.orderBy('id').limit(MOST_LEFT))),
    ...(await rowsOf(sql, devices.orderBy('id').limit(MOST_LEFT))),
  ]
}

const seen = (departments: readonly number[] | null) =>
  raw<boolean>`(${departments === null} or department_id = any(${departments === null ? [] : [...departments]}::bigint[]))`
