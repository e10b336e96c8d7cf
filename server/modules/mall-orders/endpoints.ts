// Who may place, open, ask back, settle and count orders.
import {
  requestAfterSale as afterSaleEndpoint,
  mallFigures,
  mallOrderById,
  orderReceiver,
  placeMallOrder,
  runSettlement,
} from '../../../src/contract/endpoints/mall-order.ts'
import { residentOrders } from '../../../src/contract/endpoints/resident-page.ts'
import { isZone } from '../../../src/domain/report/zone-time.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { readRow } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { requestAfterSale } from './after-sales.ts'
import { figuresOf, startOfDayAfter } from './figures.ts'
import { openOrder } from './opened-order.ts'
import { placeOrder } from './place-order.ts'
import { ordersOfPhone } from './resident-orders.ts'
import { settleMerchants } from './settling.ts'

export function mountMallOrders(
  handlers: Handlers,
  { orders, merchants }: { orders: Store; merchants: Store },
): void {
  handlers.handle(placeMallOrder, async (request, context) => {
    const { sql, person } = context
    const { tenantId, accountId } = person
    const placed = await placeOrder(sql, {
      buyer: { tenantId, accountId, name: request.name, phone: request.phone },
      lines: request.lines,
      regionCode: request.regionCode,
      address: request.address,
      remark: request.remark ?? null,
      now: Date.now(),
    })
    sql.audit({
      ...by(context, tenantId),
      action: 'mallOrder.place',
      entity: 'mallOrder',
      rowId: placed.orderId,
      detail: { orderNumber: placed.orderNumber, amount: placed.amount },
    })
    return placed
  })
  handlers.handle(afterSaleEndpoint, async (request, context) => {
    await readRow(orders, request.orderId, context)
    return requestAfterSale(request, context, Date.now())
  })
  handlers.handle(mallOrderById, async ({ id }, context) => {
    await readRow(orders, id, context)
    return openOrder(context.sql, id)
  })
  handlers.handleResident(residentOrders, (_, { scoped, phone }) => scoped(sql => ordersOfPhone(sql, phone)))
  handlers.handle(orderReceiver, async ({ id }, context) => {
    await readRow(orders, id, context)
    const found = await firstOf(
      context.sql,
      tables.selectFrom('mall_order').select(['tenant_id', 'buyer_phone', 'address']).where('id', '=', id),
    )
    if (!found) throw new Refused('row.unknown')
    context.sql.audit({
      ...by(context, found.tenant_id),
      action: 'mallOrder.receiver',
      entity: 'mallOrder',
      rowId: id,
      detail: {},
    })
    return { phone: found.buyer_phone, address: found.address }
  })
  handlers.handle(mallFigures, async (request, context) => {
    const { sql, person } = context
    if (!isZone(request.zone)) throw new Refused('field.zone', { field: 'zone' })
    if (request.merchantId) await readRow(merchants, request.merchantId, context)
    return {
      days: await figuresOf(sql, {
        ...request,
        tenantId: person.tenantId,
        merchantId: request.merchantId ?? null,
      }),
    }
  })
  handlers.handle(runSettlement, async ({ untilDay, zone }, context) => {
    const { sql, person } = context
    if (!isZone(zone)) throw new Refused('field.zone', { field: 'zone' })
    const until = await startOfDayAfter(sql, untilDay, zone)
    const now = Date.now()
    if (until > now) throw new Refused('field.tooBig', { field: 'untilDay' })
    const { tenantId } = person
    const settlements = await settleMerchants(sql, { tenantId, untilDay, until, now })
    // Where nothing was to be settled, nothing has happened.
    if (settlements > 0)
      sql.audit({
        ...by(context, tenantId),
        action: 'settlement.run',
        entity: 'settlement',
        rowId: null,
        detail: { untilDay, settlements },
      })
    return { settlements }
  })
}
