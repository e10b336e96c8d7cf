// Every fen of an order: refunds that are declined, split and given back past after-sales; and goods that are freed in any order.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mallOrderHandler } from '../../../../server/modules/mall-orders/bill-handler.ts'
import { placeOrder } from '../../../../server/modules/mall-orders/place-order.ts'
import { settleMerchants } from '../../../../server/modules/mall-orders/settling.ts'
import { lockBills } from '../../../../server/modules/pay/public.ts'
import { insert } from '../../insert-row.ts'
import { refusal } from '../mall/mall.ts'
import { type OrderBench, type Placed, startOrders } from './order-bench.ts'

const MINUTE = 60_000
let bench: OrderBench
beforeAll(async () => {
  bench = await startOrders()
})
beforeEach(() => bench.puppet.refunds.clear())
afterAll(() => bench.stop())

const refunds = () => bench.server.app.pay.checkout.refund()
const step = (name: string, id: number, input = {}) => bench.command('afterSale', name, id, input)

/** One article in three pieces for 243.25, which no third of it divides. */
async function threePieces(): Promise<{ order: Placed; sku: number; merchantId: number; line: number }> {
  const { skuIds, merchantId } = await bench.goods(3, 8900)
  const [sku = 0] = skuIds
  const order = await bench.placed([{ skuId: sku, quantity: 3, price: 8900 }])
  await bench.command('mallOrder', 'discount', order.orderId, { amount: 2375, name: 'Autumn' })
  const paid = { ...order, amount: 24_325 }
  await bench.pay(paid)
  const [line] = await bench.lines(order.orderId)
  return { order: paid, sku, merchantId, line: line?.id ?? 0 }
}

async function ask(
  orderId: number,
  lineId: number,
  quantity: number,
): Promise<{ id: number; amount: number }> {
  const answer = await bench.server.call('/api/mall/order/afterSale', {
    token: bench.server.tokens.admin,
    body: { orderId, kind: 'refund', reason: 'Broken', lines: [{ lineId, quantity }] },
  })
  if (answer.code !== 0) throw new Error(`refused: ${answer.id}`)
  const { afterSaleId, amount } = answer.data as { afterSaleId: number; amount: number }
  return { id: afterSaleId, amount }
}

/** What the books say of an order, each from its own table. */
async function books({ orderId, billId }: Placed) {
  const row = await bench.server.sql(sql =>
    sql.first<Record<string, number>>(
      `select b.refund_waiting::int as "billWaiting", b.refunded_amount::int as "billBack",
         p.refund_waiting::int as "paymentWaiting", p.refunded_amount::int as "paymentBack",
         (select coalesce(sum(waiting_amount), 0)::int from mall_order_line where order_id = $1) as "linesWaiting",
         (select coalesce(sum(back_amount), 0)::int from mall_order_line where order_id = $1) as "linesBack",
         (select coalesce(sum(amount), 0)::int from after_sale where order_id = $1 and state = 'done') as "afterSalesBack",
         (select coalesce(sum(amount), 0)::int from payment_refund where bill_id = $2 and state = 'done') as "refundsBack"
       from bill b join payment p on p.id = b.payment_id where b.id = $2`,
      [orderId, billId],
    ),
  )
  return row
}
const all = (fen: number) => ({
  ...{ billWaiting: 0, paymentWaiting: 0, linesWaiting: 0 },
  ...{ billBack: fen, paymentBack: fen, linesBack: fen, afterSalesBack: fen, refundsBack: fen },
})

test('three thirds of a line give back what was paid, and not a fen more or less', async () => {
  const { order, sku, line } = await threePieces()
  const amounts: number[] = []
  for (let at = 0; at < 3; at++) {
    const asked = await ask(order.orderId, line, 1)
    amounts.push(asked.amount)
    await step('approve', asked.id)
    bench.pass(2 * MINUTE)
    expect(await step('refund', asked.id)).toBeUndefined()
    await refunds()
  }
  expect(amounts).toEqual([8108, 8108, 8109])
  expect(await books(order)).toEqual(all(24_325))
  expect(await bench.row('bill', order.billId)).toMatchObject({ state: 'refunded' })
  expect(await bench.row('mall_order', order.orderId)).toMatchObject({ state: 'closed' })
  expect(await bench.stock(sku)).toEqual({ on_hand: 3, reserved: 0 })
})

test('a declined refund moves nothing but itself, may be tried again, and the rest is still whole', async () => {
  const { order, sku, line } = await threePieces()
  const [first, second] = [await ask(order.orderId, line, 1), await ask(order.orderId, line, 2)]
  expect([first.amount, second.amount]).toEqual([8108, 16_217])
  for (const { id } of [first, second]) await step('approve', id)
  bench.puppet.refunds.set('all', { state: 'declined', reason: 'no funds' })
  await step('refund', first.id)
  await refunds()
  expect(await bench.row('after_sale', first.id)).toMatchObject({
    ...{ state: 'approved', declined: 'refundDeclined', refunded_at: null },
  })
  expect(await books(order)).toEqual({ ...all(0), linesWaiting: 24_325 })
  expect(await bench.row('bill', order.billId)).toMatchObject({ state: 'paid', reason: 'refundDeclined' })
  expect(await bench.stock(sku)).toEqual({ on_hand: 3, reserved: 3 })
  // The other one goes back, the declined one is tried again: both are there.
  bench.puppet.refunds.clear()
  for (const { id } of [second, first]) {
    bench.pass(2 * MINUTE)
    expect(await step('refund', id)).toBeUndefined()
    await refunds()
  }
  expect(await books(order)).toEqual(all(24_325))
  expect(await bench.stock(sku)).toEqual({ on_hand: 3, reserved: 0 })
})

test('what is withdrawn is asked back anew for the same fen', async () => {
  const { order, line } = await threePieces()
  const asked = [
    await ask(order.orderId, line, 1),
    await ask(order.orderId, line, 1),
    await ask(order.orderId, line, 1),
  ]
  for (const { id } of asked.slice(0, 2)) await step('withdraw', id)
  const again = await ask(order.orderId, line, 2)
  expect(again.amount + (asked[2]?.amount ?? 0)).toBe(24_325)
  expect(await books(order)).toEqual({ ...all(0), linesWaiting: 24_325 })
})

test('after the settlement a declined refund is no line, and one that went back is its own', async () => {
  const { order, line, merchantId } = await threePieces()
  const { tenantId } = bench.server.here
  const settle = (untilDay: string) =>
    bench.server.sql(sql =>
      settleMerchants(sql, { tenantId, untilDay, until: bench.now() + MINUTE, now: Date.now() }),
    )
  await bench.command('mallOrder', 'ship', order.orderId, { carrier: 'SF', trackingNumber: 'S1' })
  await bench.command('mallOrder', 'complete', order.orderId)
  expect(await settle('2026-10-15')).toBe(1)
  // Past after-sales no fen of an order goes back, which no settlement would count.
  expect(
    refusal(
      await bench.server.call('/api/pay/bill/refund', {
        token: bench.server.tokens.root,
        body: { ids: [order.billId], input: {} },
      }),
    ),
  ).toBe('state.transition')
  const asked = [await ask(order.orderId, line, 1), await ask(order.orderId, line, 2)]
  for (const { id } of asked) await step('approve', id)
  bench.puppet.refunds.set('all', { state: 'declined', reason: 'no funds' })
  await step('refund', asked[0]?.id ?? 0)
  await refunds()
  expect(await settle('2026-10-20')).toBe(0)
  bench.puppet.refunds.clear()
  for (const [at, { id }] of asked.entries()) {
    bench.pass(2 * MINUTE)
    expect(await step('refund', id)).toBeUndefined()
    await refunds()
    expect(await settle(`2026-11-0${at + 1}`)).toBe(1)
  }
  expect(await books(order)).toEqual(all(24_325))
  const sums = await bench.server.sql(sql =>
    sql.first(
      `select sum(paid)::int as paid, sum(refunded)::int as refunded, sum(commission)::int as commission, sum(fee)::int as fee,
         sum(net)::int as net, count(*)::int as settlements from settlement where merchant_id = $1`,
      [merchantId],
    ),
  )
  // All went back: the merchant is left with what the provider keeps of a payment.
  expect(sums).toEqual({
    ...{ paid: 24_325, refunded: 24_325, commission: 0, fee: 146, net: -146, settlements: 3 },
  })
})

test('orders of the same goods in opposite order are placed and freed at once without waiting in a circle', async () => {
  const AT_ONCE = 24
  const { skuIds } = await bench.goods(AT_ONCE, 1000, 1000, 1000, 1000, 1000, 1000)
  const { tenantId } = bench.server.here
  const now = Date.now()
  const { sql } = bench.server
  const buyers = await sql(async inner => {
    const ids: number[] = []
    for (let at = 0; at < AT_ONCE; at++)
      ids.push(
        await insert(inner, 'account', {
          ...{ tenant_id: tenantId, username: `circle-${at}`, name: `Circle ${at}`, password_hash: 'none' },
        }),
      )
    return ids
  })
  // Straight to the database: over HTTP the one that is ended would start again unseen.
  const placed = await Promise.all(
    buyers.map((accountId, at) =>
      sql(inner =>
        placeOrder(inner, {
          buyer: { tenantId, accountId, name: `Circle ${at}`, phone: '13900000000' },
          lines: (at % 2 === 0 ? skuIds : skuIds.toReversed()).map(skuId => ({
            ...{ skuId, quantity: 1, price: 1000 },
          })),
          ...{ regionCode: '330106', address: 'Green Garden', remark: null, now },
        }),
      ),
    ),
  )
  await sql(inner =>
    inner.change(`update mall_order set state = 'paid', paid_at = $1 where buyer_name like 'Circle %'`, [
      now,
    ]),
  )
  await Promise.all(
    placed.map(({ billId, amount }) =>
      sql(async inner => {
        const [bill] = await lockBills(inner, [billId])
        if (!bill) throw new Error('The bill is gone')
        const back = { refundId: null, amount, whole: true }
        await mallOrderHandler.givenBack(inner, bill, back, bench.server.app.parts.bus, now)
      }),
    ),
  )
  for (const sku of skuIds) expect(await bench.stock(sku)).toEqual({ on_hand: AT_ONCE, reserved: 0 })
})
