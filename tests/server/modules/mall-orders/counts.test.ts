// Numbers above the list of orders: kept beside the orders, equal to them whatever happens, also while they are folded.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldOrderCounts } from '../../../../server/modules/mall-orders/public.ts'
import { type OrderBench, startOrders } from './order-bench.ts'

let bench: OrderBench
beforeAll(async () => {
  bench = await startOrders()
})
afterAll(() => bench.stop())

const listed = async (query: Record<string, string> = {}) =>
  (await bench.server.call('/api/mall/mallOrder/page', { token: bench.server.tokens.admin, query })).data as {
    total: number
    counts?: Record<string, number>
  }
/** What stands in the rows themselves. */
const stored = async (merchantId?: number) => {
  const rows = await bench.server.sql(sql =>
    sql.query<{ state: string; n: number }>(
      `select state, count(*)::int as n from mall_order
       where tenant_id = $1 and removed_at is null and ($2::bigint is null or merchant_id = $2) group by 1`,
      [bench.server.here.tenantId, merchantId ?? null],
    ),
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}
const kept = () =>
  bench.server.sql(sql =>
    sql.query<{ n: number }>('select n from mall_order_count where tenant_id = $1', [
      bench.server.here.tenantId,
    ]),
  )
const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0)

test('they are what the rows are, by state and by merchant, before and after they are folded', async () => {
  const [here, there] = [await bench.goods(50, 1000), await bench.goods(50, 2000)]
  const order = ({ skuIds: [skuId = 0] }: typeof here, price: number) =>
    bench.placed([{ skuId, quantity: 1, price }])
  const [paid, closed] = [await order(here, 1000), await order(here, 1000)]
  await order(there, 2000)
  await bench.pay(paid)
  expect(await bench.command('mallOrder', 'close', closed.orderId, { reason: 'Twice' })).toBeUndefined()
  const check = async () => {
    const all = await stored()
    expect(await listed({ counts: 'true' })).toMatchObject({ total: sumOf(all), counts: all })
    const ours = await stored(here.merchantId)
    expect(ours).toEqual({ paid: 1, closed: 1 })
    expect(await listed({ counts: 'true', merchantId: String(here.merchantId) })).toMatchObject({
      total: 2,
      counts: ours,
    })
    expect(await listed({ merchantId: String(here.merchantId), state: 'paid' })).toMatchObject({ total: 1 })
    // Asked by anything else, the rows themselves are counted.
    expect(
      await listed({ merchantId: String(here.merchantId), createdAtFrom: String(Date.now() + 1000) }),
    ).toMatchObject({
      total: 0,
    })
  }
  await check()
  await foldOrderCounts(bench.server.app.parts.data)
  expect((await kept()).length).toBe(
    (
      await bench.server.sql(sql =>
        sql.query('select distinct merchant_id, state from mall_order where tenant_id = $1', [
          bench.server.here.tenantId,
        ]),
      )
    ).length,
  )
  await check()
})

test('nobody reads half of it while it is folded and others order', async () => {
  const goods = await bench.goods(100, 1000)
  const [skuId = 0] = goods.skuIds
  let placed = 0
  const ordering = (async () => {
    for (let each = 0; each < 4; each++) {
      const { orderId } = await bench.placed([{ skuId, quantity: 1, price: 1000 }])
      placed += 1
      // Nobody hoards more than a few.
      await bench.command('mallOrder', 'close', orderId, { reason: 'Again' })
    }
  })()
  let running = true
  const end = ordering.finally(() => {
    running = false
  })
  while (running) {
    const atLeast = placed
    await Promise.all([
      foldOrderCounts(bench.server.app.parts.data),
      foldOrderCounts(bench.server.app.parts.data),
    ])
    expect((await listed({ merchantId: String(goods.merchantId) })).total).toBeGreaterThanOrEqual(atLeast)
  }
  await end
  expect(await listed({ counts: 'true', merchantId: String(goods.merchantId) })).toMatchObject({
    total: 4,
    counts: { closed: 4 },
  })
})

test('another tenant sees no number of ours, and a change that is taken back counts nothing', async () => {
  const { stranger } = bench.server.tokens
  const other = await bench.server.call('/api/mall/mallOrder/page', {
    token: stranger,
    query: { counts: 'true' },
  })
  const theirs = await bench.server.sql(sql =>
    sql.first<{ n: number }>(
      `select count(*)::int as n from mall_order where tenant_id = $1 and removed_at is null`,
      [bench.server.there.tenantId],
    ),
  )
  expect((other.data as { total: number }).total).toBe(theirs?.n)
  expect(theirs?.n).toBeLessThan(sumOf(await stored()))
  const before = await listed()
  await expect(
    bench.server.sql(async sql => {
      await sql.change(`update mall_order set state = 'unpaid'`)
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  expect(await listed()).toEqual(before)
})
