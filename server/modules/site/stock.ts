// How the store is kept: each movement a line of the ledger and one conditional change of the balance, in one transaction.
import { randomInt } from 'node:crypto'
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { newLabelCode } from '../../../src/domain/label.ts'
import {
  type Balance,
  type Effect,
  effectOf,
  isShort,
  kilogramsOf,
  type Moving,
  plus,
  reversedEffect,
  type Short,
  tonsOf,
} from '../../../src/domain/site/stock.ts'
import { stockItem, stockMovement, stockReservation } from '../../../src/domain/site/stock-item.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding, Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { tellLowStock } from './low-stock.ts'
import { openReservation, takeFromReservation } from './reservations.ts'

const inTons = (column: string) => `(t.${column} / 1000.0)::float8`

export function stockStores(bus: Bus): Store[] {
  return [itemStore(bus), movementStore(bus), reservationStore]
}

/** Kilograms of an item `t` that are kept for plans. Whoever keeps more holds the item; whoever gives some free need not. */
const RESERVED = `(select coalesce(sum(r.kilograms - r.used_kg), 0) from stock_reservation r
  where r.item_id = t.id and r.released_at is null)`

const STATE = `case when t.remaining_kg = 0 then 'empty'
  when t.remaining_kg < t.warn_below_kg then 'low' else 'enough' end`

function itemStore(bus: Bus): Store {
  return {
    entity: stockItem,
    table: {
      name: 'stock_item',
      columns: {
        state: STATE,
        warnBelow: inTons('warn_below_kg'),
        received: inTons('received_kg'),
        used: inTons('used_kg'),
        unqualified: inTons('unqualified_kg'),
        remaining: inTons('remaining_kg'),
        reserved: `(${RESERVED} / 1000.0)::float8`,
      },
      apart: ['warnBelow'],
      unique: { stock_item_number: 'number' },
      beforeSave: async saving => itemColumns(saving),
      beforeRemove: async ({ context: { sql }, row }) => {
        const item = await lockedItem(sql, row.id)
        if (item.balance.remaining > 0 || item.balance.reserved > 0) throw new Refused('stock.notEmpty')
      },
      commands: {
        receive: commanding => move(bus, 'in', commanding),
        use: commanding => move(bus, 'use', commanding),
        setAside: commanding => move(bus, 'unqualified', commanding),
        count: commanding => move(bus, 'count', commanding),
      },
    },
  }
}

const warning = z.object({ warnBelow: z.optional(z.nullable(z.number())) })

function itemColumns({ input, before }: Saving): Record<string, unknown> {
  const { warnBelow } = z.parse(warning, input)
  return {
    ...(warnBelow !== undefined && { warn_below_kg: warnBelow === null ? null : kilogramsIn(warnBelow) }),
    ...(before ? {} : { label_code: newLabelCode(randomInt) }),
  }
}

export function kilogramsIn(tons: number, field = 'tons'): number {
  const kilograms = kilogramsOf(tons)
  if (kilograms === undefined) throw new Refused('field.tons', { field })
  return kilograms
}

interface Item {
  id: number
  tenantId: number
  name: string
  departmentId: number | null
  warnBelow: number | null
  balance: Balance
}

async function lockedItem(sql: Sql, id: number): Promise<Item> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('stock_item')
      .selectAll()
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .forUpdate(),
  )
  if (!row) throw new Refused('row.unknown')
  // Asked once the item is held: what others kept before is seen.
  const kept = await firstOf(
    sql,
    tables
      .selectFrom('stock_reservation')
      .select(raw<number>`coalesce(sum(kilograms - used_kg), 0)::bigint`.as('kilograms'))
      .where('item_id', '=', id)
      .where('released_at', 'is', null),
  )
  return {
    id,
    tenantId: row.tenant_id,
    name: row.name,
    departmentId: row.department_id,
    warnBelow: row.warn_below_kg,
    balance: {
      received: row.received_kg,
      used: row.used_kg,
      unqualified: row.unqualified_kg,
      remaining: row.remaining_kg,
      reserved: kept?.kilograms ?? 0,
    },
  }
}

const asked = z.object({
  tons: z.number(),
  planId: z.optional(z.nullable(z.number())),
  note: z.optional(z.string()),
})

async function move(
  bus: Bus,
  kind: Moving['kind'],
  { context, row, tenantId, input, at }: Commanding,
): Promise<void> {
  const { sql } = context
  const { tons, planId = null, note } = z.parse(asked, input)
  const kilograms = kilogramsIn(tons)
  if (planId !== null) await holdPlan(sql, tenantId, planId)
  const item = await lockedItem(sql, row.id)
  const reservation =
    kind === 'use' && planId !== null ? await openReservation(sql, item.id, planId) : undefined
  const effect = effectOf(item.balance, {
    kind,
    kilograms,
    ownReserved: reservation?.left ?? 0,
    movedSince: kind === 'count' ? await movedSince(sql, item.id, at) : 0,
  })
  if (isShort(effect)) throw shortOf(effect)
  await addMovement(context, item, effect, {
    kind,
    kilograms,
    plan_id: planId,
    reservation_id: reservation?.id ?? null,
    note: note ?? null,
    at,
    reverses_id: null,
  })
  if (reservation) await takeFromReservation(sql, reservation.id, 0 - effect.reserved)
  await tellLowStock(sql, bus, item, item.balance.remaining + effect.remaining)
}

const shortOf = ({ why, left }: Short) => new Refused(why, { field: 'tons', params: { left: tonsOf(left) } })

async function holdPlan(sql: Sql, tenantId: number, planId: number): Promise<void> {
  const plan = await firstOf(
    sql,
    tables
      .selectFrom('work_plan')
      .select('id')
      .where('id', '=', planId)
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null)
      .forKeyShare(),
  )
  if (!plan) throw new Refused('field.reference', { field: 'planId' })
}

/** By how much what remains has changed after a moment: who counted then did not see it. */
async function movedSince(sql: Sql, itemId: number, at: number): Promise<number> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('stock_movement')
      .select(raw<number>`coalesce(sum(remaining_kg), 0)::bigint`.as('moved'))
      .where('item_id', '=', itemId)
      .where('at', '>', at),
  )
  return row?.moved ?? 0
}

interface Line {
  kind: Moving['kind'] | 'reversal'
  kilograms: number
  plan_id: number | null
  reservation_id: number | null
  note: string | null
  at: number
  reverses_id: number | null
}

/** The one place that writes either: the balance changes under the condition that nothing of it goes below zero. */
async function addMovement(
  { sql, person }: Commanding['context'],
  item: Item,
  effect: Effect,
  line: Line,
): Promise<void> {
  const now = Date.now()
  const after = plus(item.balance, effect)
  const changed = await firstOf(
    sql,
    tables
      .updateTable('stock_item')
      .set({
        received_kg: raw`received_kg + ${effect.received}`,
        used_kg: raw`used_kg + ${effect.used}`,
        unqualified_kg: raw`unqualified_kg + ${effect.unqualified}`,
        remaining_kg: raw`remaining_kg + ${effect.remaining}`,
        last_moved_at: raw`greatest(last_moved_at, ${line.at}::bigint)`,
        updated_at: now,
        version: raw`version + 1`,
      })
      .where('id', '=', item.id)
      .where(raw<boolean>`remaining_kg + ${effect.remaining} >= 0`)
      .returning('id'),
  )
  if (!changed) throw shortOf({ why: 'stock.short', left: item.balance.remaining })
  await firstOf(
    sql,
    tables
      .insertInto('stock_movement')
      .values({
        tenant_id: item.tenantId,
        created_at: now,
        updated_at: now,
        item_id: item.id,
        ...line,
        received_kg: effect.received,
        used_kg: effect.used,
        unqualified_kg: effect.unqualified,
        remaining_kg: effect.remaining,
        reserved_kg: effect.reserved,
        left_kg: after.remaining,
        user_id: person.accountId,
        user_name: person.name,
      })
      .returning('id'),
  )
}

const ofItem = (column: string) => `(select i.${column} from stock_item i where i.id = t.item_id)`

function movementStore(bus: Bus): Store {
  return {
    entity: stockMovement,
    table: {
      name: 'stock_movement',
      department: ofItem('department_id'),
      columns: {
        itemName: ofItem('name'),
        itemNumber: ofItem('number'),
        tons: inTons('kilograms'),
        change: inTons('remaining_kg'),
        remaining: inTons('left_kg'),
        planName: '(select p.name from work_plan p where p.id = t.plan_id)',
        reversed: 'exists (select from stock_movement r where r.reverses_id = t.id)',
      },
      commands: { reverse: commanding => reverse(bus, commanding) },
    },
  }
}

async function reverse(bus: Bus, { context, row, at }: Commanding): Promise<void> {
  const { sql } = context
  const line = await firstOf(sql, tables.selectFrom('stock_movement').selectAll().where('id', '=', row.id))
  if (!line) throw new Refused('row.unknown')
  const item = await lockedItem(sql, line.item_id)
  // Of two who take it back at once, the second sees only now that the first has.
  const before = await firstOf(
    sql,
    tables.selectFrom('stock_movement').select('id').where('reverses_id', '=', line.id),
  )
  if (before) throw new Refused('state.transition')
  const effect = reversedEffect(item.balance, {
    received: line.received_kg,
    used: line.used_kg,
    unqualified: line.unqualified_kg,
    remaining: line.remaining_kg,
    reserved: line.reserved_kg,
  })
  if (isShort(effect)) throw shortOf(effect)
  // What was kept for a plan is kept again, unless it was given free meanwhile.
  const given = line.reservation_id === null ? 0 : effect.reserved
  const back =
    line.reservation_id === null || given === 0 ? 0 : await giveBack(sql, line.reservation_id, given)
  await addMovement(
    context,
    item,
    { ...effect, reserved: back },
    {
      kind: 'reversal',
      kilograms: line.kilograms,
      plan_id: line.plan_id,
      reservation_id: line.reservation_id,
      note: null,
      at,
      reverses_id: line.id,
    },
  )
  await tellLowStock(sql, bus, item, item.balance.remaining + effect.remaining)
}

/** Puts kilograms back into a reservation that is still there; answers how many. */
async function giveBack(sql: Sql, id: number, kilograms: number): Promise<number> {
  const row = await firstOf(
    sql,
    tables
      .updateTable('stock_reservation')
      .set({ used_kg: raw`used_kg - ${kilograms}`, updated_at: Date.now(), version: raw`version + 1` })
      .where('id', '=', id)
      .where('released_at', 'is', null)
      // Another one that is open for the same plan stands in its place.
      .where(
        raw<boolean>`(used_kg < kilograms or not exists (select from stock_reservation o where o.item_id = stock_reservation.item_id
          and o.plan_id = stock_reservation.plan_id and o.id <> stock_reservation.id and o.released_at is null
          and o.used_kg < o.kilograms))`,
      )
      .returning('id'),
  )
  return row ? kilograms : 0
}

const reservationInput = z.object({ itemId: z.number(), planId: z.number(), tons: z.number() })

const RESERVATION_STATE = `case when t.released_at is not null then 'released'
  when t.used_kg = t.kilograms then 'used' else 'open' end`

const reservationStore: Store = {
  entity: stockReservation,
  table: {
    name: 'stock_reservation',
    department: ofItem('department_id'),
    columns: {
      tons: inTons('kilograms'),
      used: inTons('used_kg'),
      state: RESERVATION_STATE,
    },
    apart: ['tons'],
    unique: { stock_reservation_plan: 'planId' },
    beforeSave: async ({ context: { sql }, input, before }) => {
      if (before) throw new Refused('state.transition')
      const { itemId, tons } = z.parse(reservationInput, input)
      const kilograms = kilogramsIn(tons)
      const { balance } = await lockedItem(sql, itemId)
      const free = balance.remaining - balance.reserved
      if (kilograms > free) throw shortOf({ why: 'stock.reserved', left: Math.max(0, free) })
      return { kilograms }
    },
    commands: {
      release: async ({ context: { sql }, row, at }) => {
        const line = await firstOf(
          sql,
          tables
            .updateTable('stock_reservation')
            .set({ released_at: at, updated_at: Date.now(), version: raw`version + 1` })
            .where('id', '=', row.id)
            .where('released_at', 'is', null)
            .returning('id'),
        )
        if (!line) throw new Refused('state.transition')
      },
    },
  },
}
