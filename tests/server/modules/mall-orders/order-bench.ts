// What tests of orders share: a server with goods, whose time and provider they hold, and short ways to order and to pay.
import { handleCallback } from '../../../../server/modules/pay/callbacks.ts'
import { insert } from '../../insert-row.ts'
import { startServer, type TestServer } from '../../start.ts'
import { refusal } from '../mall/mall.ts'
import { createPuppet, type Puppet, paidOutcome } from '../pay/payment-bench.ts'

export interface Goods {
  merchantId: number
  productId: number
  skuIds: number[]
}

export interface Placed {
  orderId: number
  billId: number
  amount: number
}

export interface OrderBench {
  server: TestServer
  puppet: Puppet
  now(): number
  pass(ms: number): void
  /** Goods of a new merchant, one SKU a price. */
  goods(onHand: number, ...prices: number[]): Promise<Goods>
  place(
    lines: { skuId: number; quantity: number; price: number }[],
    token?: string,
  ): ReturnType<TestServer['call']>
  placed(lines: { skuId: number; quantity: number; price: number }[]): Promise<Placed>
  /** Starts to pay; answers the trade number. */
  start(billId: number): Promise<string>
  pay(placed: Placed): Promise<void>
  callBack(tradeNumber: string, amount: number): Promise<void>
  command(entity: string, name: string, id: number, input?: object): Promise<string | undefined>
  row(table: string, id: number): Promise<Record<string, unknown>>
  lines(
    orderId: number,
  ): Promise<{ id: number; sku_id: number; shipped: number; released: number; back_amount: number }[]>
  stock(skuId: number): Promise<{ on_hand: number; reserved: number }>
  stop(): Promise<void>
}

let events = 0
let names = 0

export async function startOrders(): Promise<OrderBench> {
  let passed = 0
  const now = () => Date.now() + passed
  const puppet = createPuppet('wechat')
  const server = await startServer({}, { pay: { providers: [puppet], now, works: false } })
  const { admin } = server.tokens
  const tenant_id = server.here.tenantId
  const row = (table: string, id: number) =>
    server.sql(async sql => (await sql.first(`select * from ${table} where id = $1`, [id])) ?? {})
  const place: OrderBench['place'] = (lines, token = admin) =>
    server.call('/api/mall/order/place', {
      token,
      body: {
        lines,
        name: 'Chen',
        phone: '13900000012',
        regionCode: '330106',
        address: 'Green Garden 3-2-501',
      },
    })
  const placed: OrderBench['placed'] = async lines => {
    const { code, data, id } = await place(lines)
    if (code !== 0) throw new Error(`refused: ${id}`)
    const order = data as Placed
    // Bills are made by the clock of the wall: what the tests have let pass counts for them too.
    await server.sql(sql =>
      sql.change('update bill set closes_at = closes_at + $2 where id = $1', [order.billId, passed]),
    )
    return order
  }
  const start = async (billId: number) => {
    const answer = await server.call('/api/pay/pay/start', {
      token: admin,
      body: { billIds: [billId], way: 1 },
    })
    return (answer.data as { tradeNumber: string }).tradeNumber
  }
  const callBack = async (tradeNumber: string, amount: number) => {
    const outcome = paidOutcome(amount, { paidAt: now() })
    puppet.reading = { is: 'payment', eventId: `order-${++events}`, tradeNumber, outcome }
    const raw = { headers: {}, body: Buffer.from('x'), address: '::1' }
    await handleCallback(server.app.pay.checkout, puppet, raw)
    await server.app.pay.checkout.deliver()
  }
  return {
    server,
    puppet,
    now,
    pass: ms => {
      passed += ms
    },
    goods: (onHand, ...prices) =>
      server.sql(async sql => {
        const name = `Goods ${++names}`
        const merchantId = await insert(sql, 'merchant', {
          ...{ tenant_id, name, phone: '13600000000', commission_permille: 50 },
        })
        const category_id = await insert(sql, 'mall_category', { tenant_id, name })
        const productId = await insert(sql, 'mall_product', {
          ...{ tenant_id, merchant_id: merchantId, category_id, name, shelf: 'on' },
        })
        const skuIds: number[] = []
        for (const [at, price] of prices.entries())
          skuIds.push(
            await insert(sql, 'mall_sku', {
              ...{ tenant_id, product_id: productId, price, on_hand: onHand, value_ids: [at] },
            }),
          )
        return { merchantId, productId, skuIds }
      }),
    place,
    placed,
    start,
    callBack,
    pay: async ({ billId, amount }) => callBack(await start(billId), amount),
    command: async (entity, name, id, input = {}) =>
      refusal(await server.call(`/api/mall/${entity}/${name}`, { token: admin, body: { ids: [id], input } })),
    row,
    lines: orderId =>
      server.sql(sql =>
        sql.query('select * from mall_order_line where order_id = $1 order by place', [orderId]),
      ),
    stock: async skuId =>
      (await server.sql(sql =>
        sql.first<{ on_hand: number; reserved: number }>(
          'select on_hand, reserved from mall_sku where id = $1',
          [skuId],
        ),
      )) ?? { on_hand: -1, reserved: -1 },
    stop: () => server.stop(),
  }
}
