// What is kept for a plan, as using it up takes from it.
import { sql as raw } from 'kysely'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'

/** The open reservation of a plan, locked; `left` are the kilograms that were not used yet. */
export async function openReservation(
  sql: Sql,
  itemId: number,
  planId: number,
): Promise<{ id: number; left: number } | undefined> {
  return firstOf(
    sql,
    tables
      .selectFrom('stock_reservation')
      .select(['id', raw<number>`kilograms - used_kg`.as('left')])
      .where('item_id', '=', itemId)
      .where('plan_id', '=', planId)
      .where('released_at', 'is', null)
      .where(raw<boolean>`used_kg < kilograms`)
      .forUpdate(),
  )
}

export async function takeFromReservation(sql: Sql, id: number, kilograms: number): Promise<void> {
  if (kilograms === 0) return
  await firstOf(
    sql,
    tables
      .updateTable('stock_reservation')
      .set({ used_kg: raw`used_kg + ${kilograms}`, updated_at: Date.now(), version: raw`version + 1` })
      .where('id', '=', id)
      .returning('id'),
  )
}
