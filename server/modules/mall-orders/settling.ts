// Settles with merchants: each completed order once, and each refund after that as a negative line of the next settlement.
import { sql as raw } from 'kysely'
import { refundSums, type SettledSums, saleSums } from '../../../src/domain/mall/order-sums.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'

export interface SettlementRun {
  tenantId: number
  /** The last day, YYYY-MM-DD, and the moment that it is over. */
  untilDay: string
  until: number
  now: number
}

type Line = SettledSums & { orderId: number; afterSaleId: number | null; kind: 'sale' | 'refund' }

/** Answers how many settlements were written; running it again for the same day writes none. */
export async function settleMerchants(sql: Sql, run: SettlementRun): Promise<number> {
  await sql.query(`select pg_advisory_xact_lock(hashtext('settlement'), ($1::bigint % 2147483647)::int)`, [
    run.tenantId,
  ])
  const merchants = await rowsOf(
    sql,
    tables
      .selectFrom('merchant as m')
      .select(['m.id', 'm.name', 'm.commission_permille'])
      .where('m.tenant_id', '=', run.tenantId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('settlement as s')
              .select('s.id')
              .whereRef('s.merchant_id', '=', 'm.id')
              .where('s.until_day', '=', run.untilDay),
          ),
        ),
      )
      .orderBy('m.id'),
  )
  let written = 0
  for (const merchant of merchants) {
    const permille = merchant.commission_permille
    const lines = [
      ...(await saleLines(sql, merchant.id, permille, run.until)),
      ...(await refundLines(sql, merchant.id, permille, run.until)),
    ]
    if (lines.length === 0) continue
    await write(sql, run, merchant, lines)
    written++
  }
  return written
}

async function saleLines(sql: Sql, merchantId: number, permille: number, until: number): Promise<Line[]> {
  const orders = await rowsOf(
    sql,
    tables
      .selectFrom('mall_order as o')
      .innerJoin('bill as b', 'b.id', 'o.bill_id')
      .select(['o.id', 'o.amount', 'o.freight_amount', 'o.freight_refunded', 'b.refunded_amount'])
      .where('o.merchant_id', '=', merchantId)
      .where('o.state', '=', 'completed')
      .where('o.completed_at', '<', until)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('settlement_line as l')
              .select('l.id')
              .whereRef('l.order_id', '=', 'o.id')
              .where('l.kind', '=', 'sale'),
          ),
        ),
      )
      .orderBy('o.id')
      .forUpdate('o'),
  )
  return orders.map(order => {
    const sale = {
      paid: order.amount,
      freight: order.freight_amount,
      refunded: order.refunded_amount,
      freightRefunded: order.freight_refunded,
    }
    return { orderId: order.id, afterSaleId: null, kind: 'sale' as const, ...saleSums(sale, permille) }
  })
}

/** Refunds that no line counts: neither the sale's, which was written before them, nor one of their own. */
async function refundLines(sql: Sql, merchantId: number, permille: number, until: number): Promise<Line[]> {
  const refunds = await rowsOf(
    sql,
    tables
      .selectFrom('after_sale as a')
      .innerJoin('mall_order as o', 'o.id', 'a.order_id')
      .innerJoin('settlement_line as sale', join =>
        join.onRef('sale.order_id', '=', 'o.id').on('sale.kind', '=', 'sale'),
      )
      .select(['a.id', 'a.amount', 'a.freight_amount as freight', 'o.id as orderId', 'o.amount as paid'])
      .select(['o.freight_amount as orderFreight'])
      .select([
        raw<number>`(select coalesce(sum(x.amount), 0)::bigint from after_sale x where x.order_id = o.id and x.state = 'done'
          and (x.refunded_at, x.id) < (a.refunded_at, a.id))`.as('before'),
        raw<number>`(select coalesce(sum(x.freight_amount), 0)::bigint from after_sale x where x.order_id = o.id and x.state = 'done'
          and (x.refunded_at, x.id) < (a.refunded_at, a.id))`.as('freightBefore'),
      ])
      .where('o.merchant_id', '=', merchantId)
      .where('a.state', '=', 'done')
      .where('a.refunded_at', '<', until)
      // What the sale's line says was back before it was written is counted there.
      .where(
        raw<boolean>`(select coalesce(sum(x.amount), 0) from after_sale x where x.order_id = o.id and x.state = 'done'
          and (x.refunded_at, x.id) < (a.refunded_at, a.id)) >= sale.refunded`,
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('settlement_line as l').select('l.id').whereRef('l.after_sale_id', '=', 'a.id')),
        ),
      )
      .orderBy('a.refunded_at')
      .orderBy('a.id'),
  )
  return refunds.map(refund => {
    const before = {
      paid: refund.paid,
      freight: refund.orderFreight,
      refunded: refund.before,
      freightRefunded: refund.freightBefore,
    }
    const sums = refundSums(before, { amount: refund.amount, freight: refund.freight }, permille)
    return { orderId: refund.orderId, afterSaleId: refund.id, kind: 'refund' as const, ...sums }
  })
}

async function write(
  sql: Sql,
  { tenantId, untilDay, now }: SettlementRun,
  merchant: { id: number; name: string },
  lines: readonly Line[],
): Promise<void> {
  const sum = (of: keyof SettledSums) => lines.reduce((all, line) => all + line[of], 0)
  const row = await firstOf(
    sql,
    tables
      .insertInto('settlement')
      .values({
        ...{
          tenant_id: tenantId,
          created_at: now,
          updated_at: now,
          until_day: untilDay,
          line_count: lines.length,
        },
        ...{
          number: `S-${untilDay.replaceAll('-', '')}`,
          merchant_id: merchant.id,
          merchant_name: merchant.name,
        },
        ...{
          paid: sum('paid'),
          refunded: sum('refunded'),
          commission: sum('commission'),
          fee: sum('fee'),
          net: sum('net'),
        },
      })
      .returning('id'),
  )
  if (!row) throw new Error('The settlement was not stored')
  await firstOf(
    sql,
    tables
      .insertInto('settlement_line')
      .values(
        lines.map(({ orderId, afterSaleId, ...line }) => ({
          ...{ tenant_id: tenantId, created_at: now, settlement_id: row.id, order_id: orderId },
          ...{ after_sale_id: afterSaleId, ...line },
        })),
      )
      .returning('id'),
  )
}
