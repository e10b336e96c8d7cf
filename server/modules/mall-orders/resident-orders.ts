// The orders that a resident sees: of the malls of the tenants where their telephone lives now, which name that telephone.
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { MOST_OWN_ORDERS, residentOrders } from '../../../src/contract/endpoints/resident-page.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { livingNow } from '../community/public.ts'

export async function ordersOfPhone(
  sql: Sql,
  phone: string,
): Promise<z.output<typeof residentOrders.response>> {
  const orders = await rowsOf(
    sql,
    tables
      .selectFrom('mall_order as m')
      .innerJoin('tenant as t', 't.id', 'm.tenant_id')
      .select(['m.id', 'm.order_number as orderNumber', 'm.state', 'm.merchant_name as merchantName'])
      .select(['m.amount', 'm.created_at as at', 't.name as tenantName'])
      .where('m.buyer_phone', '=', phone)
      .where('m.removed_at', 'is', null)
      .where('t.removed_at', 'is', null)
      .where('t.status', '=', 'enabled')
      // A number that moved out, or that somebody else has now, sees nothing of the mall it left.
      .where(({ exists }) =>
        exists(
          livingNow()
            .select('o.id')
            .where('o.tenant_id', '=', raw.ref<number>('m.tenant_id'))
            .where('p.phone', '=', phone),
        ),
      )
      .orderBy('m.created_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(MOST_OWN_ORDERS),
  )
  const ids = [...orders.map(({ id }) => id), 0]
  const lines = await rowsOf(
    sql,
    tables
      .selectFrom('mall_order_line')
      .select(['order_id as orderId', 'name', 'option_text as optionText', 'quantity'])
      .where('order_id', 'in', ids)
      .orderBy('order_id')
      .orderBy('place'),
  )
  const parcels = await rowsOf(
    sql,
    tables
      .selectFrom('shipment')
      .select(['order_id as orderId', 'carrier', 'tracking_number as trackingNumber'])
      .where('order_id', 'in', ids)
      .orderBy('id'),
  )
  return z.parse(
    residentOrders.response,
    orders.map(order => ({
      ...order,
      lines: lines.filter(({ orderId }) => orderId === order.id),
      parcels: parcels.filter(({ orderId }) => orderId === order.id),
    })),
  )
}
