// Fees of the demo: half a year of readings and bills in one building of the community, most of them paid, and the month that runs.

import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import {
  firstOfMonth,
  lastOfMonth,
  monthAfter,
  monthBefore,
  monthBill,
} from '../../src/domain/fees/month-bill.ts'
import { addDays } from '../../src/domain/site/calendar-day.ts'
import type { Sql } from '../db/scoped.ts'
import { rowsOf, tables } from '../db/typed.ts'
import { isBilled, readRooms, writeBills } from '../modules/fees/public.ts'
import type { Staffed } from './accounts.ts'
import { type Chance, chanceOf } from './random.ts'
import { insertRows } from './rows.ts'
import { writtenDay } from './written-day.ts'

const MONTHS = 6
/** Bills are due in the middle of the month after. */
const DUE_DAY = '15'
/** Thousandths in a month: kilowatt-hours and cubic metres of a home. */
const USED = { electricity: [90_000, 320_000], water: [5_000, 16_000] } as const

interface Ground {
  sql: Sql
  tenantId: number
  by: { id: number; name: string }
  chance: Chance
  now: number
}

interface Metered {
  id: number
  kind: 'electricity' | 'water'
  shows: number
}

/** Does nothing where nobody lives. */
export async function seedFees(sql: Sql, { tenantId, people }: Staffed, now: number): Promise<void> {
  const [by] = people
  const rooms = await rowsOf(
    sql,
    tables
      .selectFrom('room')
      .select(['id', 'community_id as communityId'])
      .where(
        'building_id',
        '=',
        tables
          .selectFrom('building')
          .select('id')
          .where('tenant_id', '=', tenantId)
          .where('removed_at', 'is', null)
          .orderBy('id')
          .limit(1),
      )
      .where('removed_at', 'is', null)
      .orderBy('id'),
  )
  const communityId = rooms[0]?.communityId
  if (!by || communityId === undefined) return
  const ground: Ground = { sql, tenantId, by, chance: chanceOf(tenantId * 7919 + 120), now }
  const today = writtenDay(now)
  const thisMonth = today.slice(0, 7)
  let month = thisMonth
  for (let back = 0; back < MONTHS; back++) month = monthBefore(month)
  const begun = lastOfMonth(monthBefore(month))
  const base = { tenant_id: tenantId, version: 1, created_at: momentOf(begun), updated_at: momentOf(begun) }
  await insertRows(sql, 'tariff', [
    {
      ...base,
      community_id: communityId,
      kind: 'electricity',
      price_micro_fen: 53_800_000,
      from_day: '2024-01-01',
    },
    {
      ...base,
      community_id: communityId,
      kind: 'water',
      price_micro_fen: 290_000_000,
      from_day: '2024-01-01',
    },
    {
      ...{ ...base, community_id: communityId, kind: 'water', price_micro_fen: 320_000_000 },
      from_day: addDays(firstOfMonth(monthBefore(thisMonth)), 14),
    },
  ])
  const meters = await seedMeters(ground, rooms, begun)
  for (; month < thisMonth; month = monthAfter(month)) {
    await seedReadings(ground, meters, lastOfMonth(month), 1)
    await seedRun(ground, communityId, month)
  }
  // The month that runs: most is read, some is still to be.
  await seedReadings(ground, meters, today.endsWith('-01') ? today : addDays(today, -1), 0.86)
  const at = now - HOUR_MS
  await insertRows(sql, 'fee_run', [
    {
      ...{ ...base, created_at: at, updated_at: at, community_id: communityId, month: thisMonth },
      ...{ due_on: `${monthAfter(thisMonth)}-${DUE_DAY}`, state: 'draft', rooms: 0 },
    },
  ])
}

const momentOf = (day: string): number => Date.parse(`${day}T00:00:00+08:00`) + 18 * HOUR_MS

async function seedMeters(
  { sql, tenantId, chance }: Ground,
  rooms: readonly { id: number }[],
  installedOn: string,
): Promise<Metered[]> {
  const at = momentOf(installedOn)
  const planned = rooms.flatMap(({ id }, index) =>
    (['electricity', 'water'] as const).map(kind => ({
      room_id: id,
      kind,
      serial: `${kind === 'electricity' ? 'DB' : 'SB'}${String(260_000 + index)}`,
      shows: chance.whole(100, 9_000) * 1_000,
    })),
  )
  const ids = await insertRows(
    sql,
    'meter',
    planned.map(({ shows, ...meter }) => ({
      ...{ tenant_id: tenantId, version: 1, created_at: at, updated_at: at, ...meter },
      ...{ digits: 5, multiplier: 1, start_thousandths: shows, installed_on: installedOn },
    })),
    'id',
  )
  return planned.map(({ kind, shows }, index) => ({ id: ids[index] ?? 0, kind, shows }))
}

async function seedReadings(
  { sql, tenantId, by, chance, now }: Ground,
  meters: readonly Metered[],
  day: string,
  share: number,
): Promise<void> {
  const at = Math.min(now, momentOf(day) - 4 * HOUR_MS)
  const read = share === 1 ? meters : meters.filter(() => chance.happens(share))
  await insertRows(
    sql,
    'meter_reading',
    read.map(meter => {
      const [least, most] = USED[meter.kind]
      // Now and then somebody has guests, or a tap drips.
      meter.shows += chance.whole(least, most) * (chance.happens(0.015) ? 3 : 1)
      return {
        ...{
          tenant_id: tenantId,
          version: 1,
          created_at: at,
          updated_at: at,
          meter_id: meter.id,
          read_on: day,
        },
        ...{ thousandths: meter.shows, rollover: false, source: 'hand', photos: [], billed: false },
        ...{ user_id: by.id, user_name: by.name },
      }
    }),
  )
}

async function seedRun(
  { sql, tenantId, by, chance, now }: Ground,
  communityId: number,
  month: string,
): Promise<void> {
  const at = momentOf(addDays(lastOfMonth(month), 1))
  const dueOn = `${monthAfter(month)}-${DUE_DAY}`
  const [id = 0] = await insertRows(
    sql,
    'fee_run',
    [
      {
        ...{
          tenant_id: tenantId,
          version: 1,
          created_at: at,
          updated_at: at,
          community_id: communityId,
          month,
        },
        ...{ due_on: dueOn, state: 'issued', rooms: 0, cut_at: at, issued_at: at, issued_by: by.id },
        issued_by_name: by.name,
      },
    ],
    'id',
  )
  const rooms = await readRooms(sql, { communityId, month, cutAt: at })
  const bills = rooms.flatMap(({ id: roomId, name, facts }) => {
    const bill = monthBill(month, facts)
    return isBilled(bill) ? [{ roomId, roomName: name, bill }] : []
  })
  const run = { id, tenantId, communityId, month, dueOn }
  const written = await writeBills(sql, run, bills, { userId: by.id, userName: by.name }, at)
  await sql.change('update fee_run set rooms = $2 where id = $1', [id, written.size])
  const late = dueOn > writtenDay(now - 20 * DAY_MS)
  await payMost(
    sql,
    { tenantId, by, at, now },
    bills,
    written,
    () => chance.happens(late ? 0.45 : 0.965),
    chance,
  )
}

/** What was paid, and by which way. */
async function payMost(
  sql: Sql,
  { tenantId, by, at, now }: { tenantId: number; by: { id: number }; at: number; now: number },
  bills: readonly { roomId: number; bill: { amount: number } }[],
  written: ReadonlyMap<number, { billId: number | null }>,
  pays: () => boolean,
  chance: Chance,
): Promise<void> {
  const paid = bills.flatMap(({ roomId, bill: { amount } }) => {
    const billId = written.get(roomId)?.billId ?? null
    return billId !== null && pays()
      ? [
          {
            billId,
            amount,
            way: chance.pick(['wechat', 'alipay']),
            paidAt: Math.min(now - HOUR_MS, at + chance.whole(1, 12 * 24) * HOUR_MS),
          },
        ]
      : []
  })
  const payments = await insertRows(
    sql,
    'payment',
    paid.map(({ billId, amount, way, paidAt }) => ({
      ...{ tenant_id: tenantId, user_id: by.id, created_at: paidAt, updated_at: paidAt },
      ...{
        trade_number: `GHF${String(billId).padStart(12, '0')}`,
        way,
        amount,
        state: 'paid',
        paid_at: paidAt,
      },
      ...{ expires_at: paidAt + HOUR_MS, asks: 0 },
    })),
    'id',
  )
  const settled = paid.map((each, index) => ({ ...each, paymentId: payments[index] ?? 0 }))
  await insertRows(
    sql,
    'payment_bill',
    settled.map(({ billId, paymentId }) => ({ tenant_id: tenantId, payment_id: paymentId, bill_id: billId })),
  )
  await sql.change(
    `update bill b set state = 'paid', platform_state = 'SUCCESS', way = x.way, payment_id = x."paymentId", paid_at = x."paidAt",
       delivered_at = x."paidAt", updated_at = x."paidAt", version = 2
     from jsonb_to_recordset($1::jsonb) as x ("billId" bigint, way text, "paymentId" bigint, "paidAt" bigint)
     where b.id = x."billId"`,
    [JSON.stringify(settled)],
  )
}
