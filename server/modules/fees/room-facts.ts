// What bills are made of, for many rooms at once: one question for each kind of fact.
import * as z from 'zod/mini'
import {
  lastOfMonth,
  meterKind,
  monthBefore,
  type RoomFacts,
  tariffKind,
} from '../../../src/domain/fees/month-bill.ts'
import type { Sql } from '../../db/scoped.ts'

export interface Asked {
  communityId: number
  month: string
  /** Readings and corrections that were stored later are left for the next month. */
  cutAt: number
  /** Only these; absent: all. */
  roomIds?: readonly number[]
}

const priceRow = z.object({ kind: tariffKind, fromDay: z.string(), microFen: z.int() })
const rateRow = z.object({ electricity: z.nullable(z.int()), water: z.nullable(z.int()) })

const roomRow = z.object({
  id: z.int(),
  name: z.string(),
  area: z.nullable(z.int()),
  served: z.boolean(),
  before: z.nullable(z.int()),
})

const meterRow = z.object({
  id: z.int(),
  roomId: z.int(),
  serial: z.string(),
  kind: meterKind,
  digits: z.int(),
  multiplier: z.int(),
  firstDay: z.string(),
  first: z.int(),
  removed: z.boolean(),
  readings: z.nullable(z.array(z.object({ day: z.string(), thousandths: z.int(), rollover: z.boolean() }))),
})

const adjustmentRow = z.object({
  id: z.int(),
  roomId: z.int(),
  kind: z.enum(['correction', 'carried']),
  amount: z.int(),
  note: z.nullable(z.string()),
})

export interface BilledRoom {
  id: number
  name: string
  /** What the month before came to; null without a bill. */
  before: number | null
  facts: RoomFacts
}

async function readPrices(sql: Sql, communityId: number): Promise<RoomFacts['prices']> {
  const rows = z.parse(
    z.array(priceRow),
    await sql.query(
      `select kind, from_day as "fromDay", price_micro_fen as "microFen" from tariff
       where community_id = $1 and removed_at is null order by from_day`,
      [communityId],
    ),
  )
  const of = (kind: z.output<typeof tariffKind>) => rows.filter(row => row.kind === kind)
  const rates = z.parse(
    rateRow,
    await sql.first(
      `select electricity_rate as electricity, water_rate as water from community where id = $1`,
      [communityId],
    ),
  )
  // What stands with the community holds where no tariff says since when: ten-thousandths of a yuan.
  const always = (rate: number | null) => (rate ? [{ fromDay: '0001-01-01', microFen: rate * 10_000 }] : [])
  const [electricity, water] = [of('electricity'), of('water')]
  return {
    electricity: electricity.length > 0 ? electricity : always(rates.electricity),
    water: water.length > 0 ? water : always(rates.water),
    service: of('service'),
  }
}

export async function readRooms(sql: Sql, asked: Asked): Promise<BilledRoom[]> {
  const { communityId, month, cutAt, roomIds } = asked
  const chosen = roomIds ? [...roomIds] : null
  const prices = await readPrices(sql, communityId)
  const rooms = z.parse(
    z.array(roomRow),
    await sql.query(
      `select r.id, concat_ws(' ', b.name, u.name, r.room_no) as name, r.area_hundredths as area,
         exists (select from occupancy o where o.room_id = r.id and o.state = 'active' and o.removed_at is null) as served,
         (select f.amount from fee_bill f where f.room_id = r.id and f.month = $3 and f.removed_at is null) as before
       from room r join unit u on u.id = r.unit_id join building b on b.id = r.building_id
       where r.community_id = $1 and r.removed_at is null and ($2::bigint[] is null or r.id = any($2)) order by r.id`,
      [communityId, chosen, monthBefore(month)],
    ),
  )
  const meters = z.parse(
    z.array(meterRow),
    await sql.query(
      `select m.id, m.room_id as "roomId", m.serial, m.kind, m.digits, m.multiplier,
         coalesce(m.billed_until, m.installed_on) as "firstDay",
         coalesce(m.billed_thousandths, m.start_thousandths) as first,
         coalesce(m.removed_on <= $3::date, false) as removed,
         (select json_agg(json_build_object('day', x.read_on, 'thousandths', x.thousandths, 'rollover', x.rollover)
            order by x.read_on)
          from meter_reading x where x.meter_id = m.id and x.removed_at is null and x.corrected_at is null
            and x.read_on > coalesce(m.billed_until, '-infinity') and x.read_on <= $3::date and x.created_at <= $4) as readings
       from meter m join room r on r.id = m.room_id
       where r.community_id = $1 and r.removed_at is null and ($2::bigint[] is null or r.id = any($2))
         and m.removed_at is null and m.installed_on <= $3::date
         and (m.removed_on is null or m.billed_until is null or m.billed_until < m.removed_on)
       order by m.installed_on, m.id`,
      [communityId, chosen, lastOfMonth(month), cutAt],
    ),
  )
  const adjustments = z.parse(
    z.array(adjustmentRow),
    await sql.query(
      `select a.id, a.room_id as "roomId", a.kind, a.amount, a.note from fee_adjustment a join room r on r.id = a.room_id
       where r.community_id = $1 and ($2::bigint[] is null or r.id = any($2)) and a.fee_bill_id is null
         and a.created_at <= $3 order by a.id`,
      [communityId, chosen, cutAt],
    ),
  )
  const metersOf = Map.groupBy(meters, each => each.roomId)
  const adjustmentsOf = Map.groupBy(adjustments, each => each.roomId)
  return rooms.map(({ id, name, area, served, before }) => ({
    ...{ id, name, before },
    facts: {
      areaHundredths: area,
      served,
      prices,
      adjustments: adjustmentsOf.get(id) ?? [],
      meters: (metersOf.get(id) ?? []).map(each => ({
        ...{ id: each.id, serial: each.serial, kind: each.kind, removed: each.removed },
        register: { digits: each.digits, multiplier: each.multiplier },
        first: { day: each.firstDay, thousandths: each.first },
        readings: each.readings ?? [],
      })),
    },
  }))
}
