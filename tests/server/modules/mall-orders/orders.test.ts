// Orders: goods, order and bill in one, what is cancelled is free again, what goes back is counted once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settleMerchants } from '../../../../server/modules/mall-orders/settling.ts'
import { type OrderBench, startOrders } from './order-bench.ts'

const MINUTE = 60_000
let bench: OrderBench
beforeAll(async () => {
  bench = await startOrders()
})
beforeEach(async () => {
  bench.puppet.refunds.clear()
  bench.puppet.says.clear()
  // Orders of other tests do not count as hoarded.
  await bench.server.sql(sql =>
    sql.change(`update mall_order set state = 'closed', held = false where state = 'unpaid'`),
  )
})
afterAll(() => bench.stop())

const one = (skuId: number, quantity: number, price: number) => ({ skuId, quantity, price })
const checkout = () => bench.server.app.pay.checkout

test('two lines are ordered, paid, sent in parts and one is returned', async () => {
  const { skuIds } = await bench.goods(10, 8900, 6800)
  const [smoke = 0, fire = 0] = skuIds
  const order = await bench.placed([one(smoke, 3, 8900), one(fire, 2, 6800)])
  expect(order.amount).toBe(40_300)
  expect(await bench.stock(smoke)).toEqual({ on_hand: 10, reserved: 3 })
  await bench.command('mallOrder', 'discount', order.orderId, { amount: 1000, name: 'Autumn' })
  await bench.pay({ ...order, amount: 39_300 })
  expect(await bench.row('mall_order', order.orderId)).toMatchObject({ state: 'paid', amount: 39_300 })
  const [first, second] = await bench.lines(order.orderId)
  const parcel = { carrier: 'SF', trackingNumber: 'SF1' }
  const send = (lines: object[], trackingNumber: string) =>
    bench.command('mallOrder', 'ship', order.orderId, { ...parcel, trackingNumber, lines })
  expect(await send([{ lineId: first?.id, quantity: 4 }], 'SF1')).toBe('mall.beyondOrder')
  expect(await send([{ lineId: first?.id, quantity: 3 }], 'SF1')).toBeUndefined()
  expect(await bench.row('mall_order', order.orderId)).toMatchObject({ state: 'paid' })
  expect(await send([{ lineId: second?.id, quantity: 2 }], 'SF2')).toBeUndefined()
  expect(await bench.row('mall_order', order.orderId)).toMatchObject({ state: 'shipped' })
  expect(await bench.stock(smoke)).toEqual({ on_hand: 7, reserved: 0 })
  const asked = await bench.server.call('/api/mall/order/afterSale', {
    token: bench.server.tokens.admin,
    body: {
      orderId: order.orderId,
      kind: 'return',
      reason: 'The button fails',
      lines: [{ lineId: first?.id, quantity: 1 }],
    },
  })
  const { afterSaleId, amount } = asked.data as { afterSaleId: number; amount: number }
  const share = 663 // 1000 × 26700 / 40300 = 662.53: the larger remainder
  expect(amount).toBe(Math.floor((26_700 - share) / 3))
  const step = (name: string, input = {}) => bench.command('afterSale', name, afterSaleId, input)
  expect(await step('refund')).toBe('state.transition')
  expect(await step('approve')).toBeUndefined()
  expect(await step('sendBack', { carrier: 'YT', trackingNumber: 'YT1' })).toBeUndefined()
  expect(await step('receive', { restock: true })).toBeUndefined()
  expect(await bench.stock(smoke)).toEqual({ on_hand: 8, reserved: 0 })
  bench.puppet.refunds.set('all', { state: 'declined', reason: 'no funds' })
  expect(await step('refund')).toBeUndefined()
  await checkout().refund()
  expect(await bench.row('after_sale', afterSaleId)).toMatchObject({
    state: 'received',
    declined: 'refundDeclined',
  })
  bench.puppet.refunds.clear()
  bench.pass(2 * MINUTE)
  expect(await step('refund')).toBeUndefined()
  await checkout().refund()
  expect(await bench.row('after_sale', afterSaleId)).toMatchObject({ state: 'done', declined: null })
  expect(await bench.lines(order.orderId)).toMatchObject([{ back_amount: amount }, { back_amount: 0 }])
  expect(await bench.row('bill', order.billId)).toMatchObject({ state: 'paid', refunded_amount: amount })
})

test('what is cancelled while somebody pays is free once the provider has closed it', async () => {
  const { skuIds } = await bench.goods(5, 1000)
  const [sku = 0] = skuIds
  const order = await bench.placed([one(sku, 5, 1000)])
  await bench.start(order.billId)
  expect(
    await bench.command('mallOrder', 'close', order.orderId, { reason: 'Changed my mind' }),
  ).toBeUndefined()
  expect(await bench.row('mall_order', order.orderId)).toMatchObject({ state: 'closed' })
  expect(await bench.stock(sku)).toEqual({ on_hand: 5, reserved: 5 })
  await checkout().ask()
  expect(await bench.stock(sku)).toEqual({ on_hand: 5, reserved: 0 })
})

test('an order that nobody pays is closed; late money takes what is left, or goes back', async () => {
  const { skuIds } = await bench.goods(5, 1000)
  const [sku = 0] = skuIds
  const late = await bench.placed([one(sku, 3, 1000)])
  const trade = await bench.start(late.billId)
  bench.pass(31 * MINUTE)
  await checkout().ask()
  await checkout().closeOverdue()
  expect(await bench.row('mall_order', late.orderId)).toMatchObject({
    state: 'closed',
    close_reason: 'overdue',
  })
  expect(await bench.stock(sku)).toEqual({ on_hand: 5, reserved: 0 })
  await bench.callBack(trade, late.amount)
  expect(await bench.row('mall_order', late.orderId)).toMatchObject({ state: 'paid' })
  expect(await bench.stock(sku)).toEqual({ on_hand: 5, reserved: 3 })
  const other = await bench.placed([one(sku, 2, 1000)])
  const second = await bench.start(other.billId)
  bench.pass(31 * MINUTE)
  await checkout().ask()
  await checkout().closeOverdue()
  await bench.pay(await bench.placed([one(sku, 2, 1000)]))
  await bench.callBack(second, other.amount)
  expect(await bench.row('bill', other.billId)).toMatchObject({ state: 'refunding', reason: 'late' })
  expect(await bench.stock(sku)).toEqual({ on_hand: 5, reserved: 5 })
})

test('a paid order that goes back whole before it is sent is closed, and its goods are free', async () => {
  const { skuIds } = await bench.goods(4, 1000, 2000)
  const [sku = 0, dear = 0] = skuIds
  const order = await bench.placed([one(sku, 2, 1000), one(dear, 1, 2000)])
  await bench.pay(order)
  const lines = await bench.lines(order.orderId)
  const asked = await bench.server.call('/api/mall/order/afterSale', {
    token: bench.server.tokens.admin,
    body: {
      orderId: order.orderId,
      kind: 'refund',
      reason: 'Too late',
      lines: [
        { lineId: lines[0]?.id, quantity: 2 },
        { lineId: lines[1]?.id, quantity: 1 },
      ],
    },
  })
  const { afterSaleId } = asked.data as { afterSaleId: number }
  expect(
    await bench.command('mallOrder', 'ship', order.orderId, { carrier: 'SF', trackingNumber: '1' }),
  ).toBe('nothingSelected')
  await bench.command('afterSale', 'approve', afterSaleId)
  await bench.command('afterSale', 'refund', afterSaleId)
  await checkout().refund()
  expect(await bench.row('mall_order', order.orderId)).toMatchObject({
    state: 'closed',
    close_reason: 'refunded',
  })
  expect(await bench.row('bill', order.billId)).toMatchObject({ state: 'refunded' })
  expect(await bench.stock(sku)).toEqual({ on_hand: 4, reserved: 0 })
  expect(await bench.stock(dear)).toEqual({ on_hand: 4, reserved: 0 })
})

test('a changed price is said, goods of two merchants are two orders, and nobody hoards', async () => {
  const { skuIds } = await bench.goods(50, 1000)
  const other = await bench.goods(50, 1000)
  const [sku = 0] = skuIds
  expect(await bench.place([one(sku, 1, 900)])).toMatchObject({ id: 'mall.priceChanged' })
  expect(await bench.place([one(sku, 1, 1000), one(other.skuIds[0] ?? 0, 1, 1000)])).toMatchObject({
    id: 'mall.oneMerchant',
  })
  const answers = await Promise.all(Array.from({ length: 12 }, () => bench.place([one(sku, 1, 1000)])))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(5)
  expect(answers.filter(({ id }) => id === 'mall.tooManyUnpaid')).toHaveLength(7)
  expect(await bench.stock(sku)).toEqual({ on_hand: 50, reserved: 5 })
})

test('a sale is settled once, and what comes back later is a negative line of the next period', async () => {
  const { skuIds, merchantId } = await bench.goods(5, 10_000)
  const order = await bench.placed([one(skuIds[0] ?? 0, 2, 10_000)])
  await bench.pay(order)
  await bench.command('mallOrder', 'ship', order.orderId, { carrier: 'SF', trackingNumber: '9' })
  await bench.command('mallOrder', 'complete', order.orderId)
  const tenantId = bench.server.here.tenantId
  const settle = (untilDay: string) =>
    bench.server.sql(sql =>
      settleMerchants(sql, { tenantId, untilDay, until: Date.now() + 1, now: Date.now() }),
    )
  expect(await settle('2026-11-15')).toBe(1)
  expect(await settle('2026-11-15')).toBe(0)
  const [line] = await bench.lines(order.orderId)
  const asked = await bench.server.call('/api/mall/order/afterSale', {
    token: bench.server.tokens.admin,
    body: {
      orderId: order.orderId,
      kind: 'refund',
      reason: 'Broken',
      lines: [{ lineId: line?.id, quantity: 1 }],
    },
  })
  const { afterSaleId } = asked.data as { afterSaleId: number }
  await bench.command('afterSale', 'approve', afterSaleId)
  await bench.command('afterSale', 'refund', afterSaleId)
  await checkout().refund()
  await bench.server.sql(sql =>
    sql.change('update after_sale set refunded_at = $2 where id = $1', [afterSaleId, Date.now()]),
  )
  expect(await settle('2026-11-30')).toBe(1)
  const settled = await bench.server.sql(sql =>
    sql.query('select number, net from settlement where merchant_id = $1 order by id', [merchantId]),
  )
  expect(settled).toEqual([
    { number: 'S-20261115', net: 20_000 - 1000 - 120 },
    { number: 'S-20261130', net: -10_000 + 500 },
  ])
  await expect(
    bench.server.sql(sql =>
      sql.change('update settlement_line set net = 0 where order_id = $1', [order.orderId]),
    ),
  ).rejects.toThrow('never changed')
})

test('phone and address are masked in lists, found by the whole number, and opened one by one with a trace', async () => {
  const { skuIds } = await bench.goods(5, 1000)
  const { orderId } = await bench.placed([one(skuIds[0] ?? 0, 1, 1000)])
  const { admin, patrol } = bench.server.tokens
  const masked = { id: orderId, buyerPhone: '139****0012', address: 'Green Gard****' }
  const listed = async (query: Record<string, string>) => {
    const { data } = await bench.server.call('/api/mall/mallOrder/page', { token: admin, query })
    return (data as { list: { id: number }[] }).list.find(({ id }) => id === orderId)
  }
  expect(await listed({ buyerPhone: '13900000012' })).toMatchObject(masked)
  expect(await listed({ buyerPhone: '0012' })).toMatchObject(masked)
  expect(await listed({ buyerPhone: '00000012' })).toBeUndefined()
  const opened = await bench.server.call('/api/mall/mallOrder/get', {
    token: admin,
    query: { id: String(orderId) },
  })
  expect(opened.data).toMatchObject(masked)
  const look = (token: string) =>
    bench.server.call('/api/mall/order/receiver', { token, body: { id: orderId } })
  expect((await look(patrol)).code).not.toBe(0)
  expect((await look(admin)).data).toEqual({ phone: '13900000012', address: 'Green Garden 3-2-501' })
  const looks = await bench.server.sql(sql =>
    sql.query(`select row_id from audit where action = 'mallOrder.receiver'`),
  )
  expect(looks).toHaveLength(1)
})
