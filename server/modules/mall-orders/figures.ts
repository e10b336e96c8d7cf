// Orders, sales and refunds of each day of a zone.
import { sql as raw } from 'kysely'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'

interface Asked {
  tenantId: number
  from: string
  to: string
  zone: string
  merchantId: number | null
}

export interface DayFigures {
  day: string
  orders: number
  paidOrders: number
  sales: number
  refunds: number
}

export async function startOfDayAfter(sql: Sql, day: string, zone: string): Promise<number> {
  const row = await firstOf(
    sql,
    tables.selectNoFrom(
      raw<number>`(extract(epoch from ((${day}::date + 1)::timestamp at time zone ${zone})) * 1000)::bigint`.as(
        'at',
      ),
    ),
  )
  return row?.at ?? 0
}

export async function figuresOf(
  sql: Sql,
  { tenantId, from, to, zone, merchantId }: Asked,
): Promise<DayFigures[]> {
  const day = (column: string) => raw`(to_timestamp(${raw.ref(column)} / 1000.0) at time zone ${zone})::date`
  const start = raw`(extract(epoch from (${from}::date::timestamp at time zone ${zone})) * 1000)::bigint`
  const end = raw`(extract(epoch from ((${to}::date + 1)::timestamp at time zone ${zone})) * 1000)::bigint`
  return rowsOf(
    sql,
    tables
      .with('made', db =>
        db
          .selectFrom('mall_order as o')
          .select([
            raw<string>`${day('o.created_at')}`.as('day'),
            raw<number>`count(*)::int`.as('orders'),
            raw<number>`count(o.paid_at)::int`.as('paid_orders'),
            raw<number>`coalesce(sum(o.amount) filter (where o.paid_at is not null), 0)::bigint`.as('sales'),
          ])
          .where('o.tenant_id', '=', tenantId)
          .where('o.removed_at', 'is', null)
          .where(raw<boolean>`o.created_at >= ${start} and o.created_at < ${end}`)
          .where(raw<boolean>`(${merchantId}::bigint is null or o.merchant_id = ${merchantId})`)
          .groupBy('day'),
      )
      .with('back', db =>
        db
          .selectFrom('after_sale as a')
          .innerJoin('mall_order as o', 'o.id', 'a.order_id')
          .select([
            raw<string>`${day('a.refunded_at')}`.as('day'),
            raw<number>`coalesce(sum(a.amount), 0)::bigint`.as('refunds'),
          ])
          .where('a.tenant_id', '=', tenantId)
          .where('a.state', '=', 'done')
          .where(raw<boolean>`a.refunded_at >= ${start} and a.refunded_at < ${end}`)
          .where(raw<boolean>`(${merchantId}::bigint is null or o.merchant_id = ${merchantId})`)
          .groupBy('day'),
      )
      .selectFrom(
        raw<{
          day: string
        }>`(select x::date as day from generate_series(${from}::date, ${to}::date, interval '1 day') x)`.as(
          'd',
        ),
      )
      .leftJoin('made as m', join => join.on(raw<boolean>`m.day = d.day`))
      .leftJoin('back as b', join => join.on(raw<boolean>`b.day = d.day`))
      .select([
        raw<string>`to_char(d.day, 'YYYY-MM-DD')`.as('day'),
        raw<number>`coalesce(m.orders, 0)`.as('orders'),
        raw<number>`coalesce(m.paid_orders, 0)`.as('paidOrders'),
        raw<number>`coalesce(m.sales, 0)`.as('sales'),
        raw<number>`coalesce(b.refunds, 0)`.as('refunds'),
      ])
      .orderBy('d.day'),
  )
}
