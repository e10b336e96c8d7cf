// 200 buyers for 50 units, in baskets of two lines, while the connections of the server are cut again and again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../../../server/modules/mall-orders/place-order.ts'
import { insert } from '../../insert-row.ts'
import { type OrderBench, startOrders } from './order-bench.ts'

const BUYERS = 200
const UNITS = 50
const CUTS = 6

let bench: OrderBench
beforeAll(async () => {
  bench = await startOrders()
})
afterAll(() => bench.stop())

test('exactly 50 are sold, and no order, bill or reservation is without the others', {
  timeout: 120_000,
}, async () => {
  const { skuIds } = await bench.goods(UNITS, 1000, 2000)
  const [one = 0, other = 0] = skuIds
  const { tenantId } = bench.server.here
  const buyers = await bench.server.sql(async sql => {
    const ids: number[] = []
    for (let at = 0; at < BUYERS; at++)
      ids.push(
        await insert(sql, 'account', {
          ...{ tenant_id: tenantId, username: `buyer-${at}`, name: `Buyer ${at}`, password_hash: 'none' },
        }),
      )
    return ids
  })
  const basket = (at: number) => {
    const lines = [
      { skuId: one, quantity: 1, price: 1000 },
      { skuId: other, quantity: 1, price: 2000 },
    ]
    return at % 2 === 0 ? lines : lines.toReversed()
  }
  let [sold, refused, cut] = [0, 0, 0]
  const buy = async (accountId: number, at: number) => {
    for (;;) {
      try {
        await bench.server.sql(sql =>
          placeOrder(sql, {
            buyer: { tenantId, accountId, name: `Buyer ${at}`, phone: '13900000000' },
            lines: basket(at),
            ...{ regionCode: '330106', address: 'Green Garden', remark: null, now: Date.now() },
          }),
        )
        sold++
        return
      } catch (error) {
        if (error instanceof Error && 'id' in error && error.id === 'mall.short') {
          refused++
          return
        }
        // Cut in the middle: whether it was stored or not, the buyer looks, and asks again if it was not.
        cut++
        const mine = await look(accountId)
        if (mine) {
          sold++
          return
        }
      }
    }
  }
  const look = async (accountId: number): Promise<boolean> => {
    for (;;)
      try {
        return (
          (await bench.server.sql(sql =>
            sql.first('select id from mall_order where buyer_id = $1', [accountId]),
          )) !== undefined
        )
      } catch {
        cut++
      }
  }
  const cutting = (async () => {
    for (let at = 0; at < CUTS; at++) {
      await new Promise(resolve => setTimeout(resolve, 60))
      await bench.server
        .sql(sql =>
          sql.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and state <> 'idle'`,
          ),
        )
        .catch(() => undefined)
    }
  })()
  await Promise.all(buyers.map(buy))
  await cutting
  expect({ sold, refused }).toEqual({ sold: UNITS, refused: BUYERS - UNITS })
  expect(cut).toBeGreaterThan(0)
  expect(await bench.stock(one)).toEqual({ on_hand: UNITS, reserved: UNITS })
  expect(await bench.stock(other)).toEqual({ on_hand: UNITS, reserved: UNITS })
  const orphans = await bench.server.sql(sql =>
    sql.first(
      `select (select count(*)::int from mall_order o where buyer_name like 'Buyer %'
           and (select count(*) from mall_order_line l where l.order_id = o.id) <> 2) as orders,
         (select count(*)::int from bill b where kind = 'mallOrder'
           and not exists (select 1 from mall_order o where o.bill_id = b.id)) as bills,
         (select count(*)::int from stock_move m where kind = 'reserve'
           and not exists (select 1 from mall_order o where o.id = m.order_id)) as moves,
         (select count(*)::int from mall_order where buyer_name like 'Buyer %') as kept`,
    ),
  )
  expect(orphans).toEqual({ orders: 0, bills: 0, moves: 0, kept: UNITS })
})
