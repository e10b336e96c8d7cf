// Moving out, in one transaction: rights, cards, guest codes and face of exactly one occupancy end, and its calls with them. Which
// doors still open is kept until they have confirmed a list without them.
import { sql as raw } from 'kysely'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Faces } from '../faces/public.ts'
import { wantLists } from '../intercom/public.ts'
import { eraseFaces } from './face-erasure.ts'

export interface LeavingTools {
  bus: Bus
  faces: Pick<Faces, 'jobs' | 'galleries'>
}

interface Leaving {
  id: number
  tenantId: number
  by: string | null
  reason: string | null
  at: number
}

/** False where the stay was over already. */
export async function moveOut(
  sql: Sql,
  { bus, faces }: LeavingTools,
  { id, tenantId, by, reason, at }: Leaving,
): Promise<boolean> {
  const ended = await firstOf(
    sql,
    tables
      .updateTable('occupancy')
      .set(({ eb }) => ({
        ...{
          state: 'ended',
          ended_at: at,
          ended_by: by,
          reason,
          updated_at: at,
          version: eb('version', '+', 1),
        },
      }))
      .where('id', '=', id)
      .where('state', '=', 'active')
      .returning('id'),
  )
  if (!ended) return false
  const cardDoors = await takeCards(sql, id, at)
  await rowsOf(
    sql,
    tables
      .updateTable('guest_code')
      .set({ removed_at: at, updated_at: at })
      .where('occupancy_id', '=', id)
      .where('removed_at', 'is', null)
      .returning('id'),
  )
  const faceDoors = await eraseFaces(sql, faces, { tenantId, occupancyId: id, at })
  const doors = [...new Set([...cardDoors, ...faceDoors])].sort((a, b) => a - b)
  await wantLists(sql, bus, tenantId, doors)
  await noteClosing(sql, { id, tenantId, doors, at })
  return true
}

/** Takes the rights of the stay and its cards; answers the doors whose list held one of them. */
async function takeCards(sql: Sql, id: number, at: number): Promise<number[]> {
  const cards = await rowsOf(
    sql,
    tables
      .updateTable('door_card')
      .set(({ eb }) => ({
        // Brought back later, it must not wait for a door unit that has long stopped waiting.
        state: raw<string>`case when state <> 'writing' then state when card_info is null then 'draft' else 'issued' end`,
        ...{ removed_at: at, updated_at: at, version: eb('version', '+', 1) },
      }))
      .where('occupancy_id', '=', id)
      .where('removed_at', 'is', null)
      .returning('id'),
  )
  const rights = await rowsOf(
    sql,
    tables
      .updateTable('door_right')
      .set(({ eb }) => ({ removed_at: at, updated_at: at, version: eb('version', '+', 1) }))
      .where('removed_at', 'is', null)
      .where(({ or, eb }) =>
        or([eb('occupancy_id', '=', id), eb('card_id', 'in', [...cards.map(card => card.id), 0])]),
      )
      .returning(['device_id as deviceId', 'card_id as cardId']),
  )
  return rights.flatMap(({ deviceId, cardId }) => (cardId === null ? [] : [deviceId]))
}

async function noteClosing(
  sql: Sql,
  { id, tenantId, doors, at }: { id: number; tenantId: number; doors: readonly number[]; at: number },
): Promise<void> {
  if (doors.length === 0) return
  const lists = await rowsOf(
    sql,
    tables
      .selectFrom('door_list')
      .select(['device_id', 'wanted'])
      .where('device_id', 'in', [...doors]),
  )
  await rowsOf(
    sql,
    tables
      .insertInto('occupancy_closing')
      .values(
        lists.map(({ device_id, wanted }) => ({
          ...{ tenant_id: tenantId, occupancy_id: id, device_id, list_version: wanted, at },
        })),
      )
      .returning('device_id'),
  )
}
