// Orders of two lines over HTTP, many buyers at once, on few SKUs that all of them want: how many are taken in a second, and
// whether the stock is right afterwards.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { MOST_UNPAID_ORDERS } from '../../src/domain/mall/mall-order.ts'
import { startConsole } from '../console-process.ts'
import { addPeopleLike, openDatabase, tenantOf } from './database.ts'
import { type Bench, type Figure, quantile } from './figures.ts'
import { addGoods, addSessions } from './mall-goods.ts'

const ORDERS = 4_000
const AT_ONCE = 32
const PRICES = [1000, 2000, 1500, 2500, 900, 1900, 3000, 1200]
const ON_HAND = 1_000_000

const answered = z.object({ code: z.number(), id: z.optional(z.string()) })

const bench: Bench = {
  name: `${ORDERS.toLocaleString('en')} orders of two lines, ${AT_ONCE} at once, on ${PRICES.length} SKUs`,
  async run() {
    const server = await startConsole()
    const client = await openDatabase(server)
    try {
      const tenantId = await tenantOf(client, 'admin')
      const skuIds = await addGoods(client, { tenantId, onHand: ON_HAND, prices: PRICES })
      // Nobody holds more unpaid orders than that.
      const buyers = Math.ceil(ORDERS / MOST_UNPAID_ORDERS)
      const named = await addPeopleLike(client, { like: 'admin', named: 'buyer', count: buyers })
      const tokens = await addSessions(client, named)
      const times: number[] = []
      let next = 0
      const line = (at: number) => {
        const place = at % skuIds.length
        return { skuId: skuIds[place], price: PRICES[place], quantity: 1 }
      }
      const buy = async () => {
        for (let at = next++; at < ORDERS; at = next++) {
          const began = performance.now()
          const response = await fetch(`${server.url}/api/mall/order/place`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              authorization: tokens[at % buyers] ?? '',
              'idempotency-key': randomUUID(),
            },
            body: JSON.stringify({
              lines: [line(at), line(at * 3 + 1)],
              ...{ name: 'Buyer', phone: '13900000000', regionCode: '330106', address: 'Green Garden' },
            }),
          })
          const { code, id } = z.parse(answered, await response.json())
          if (code !== 0) throw new Error(`Order ${at}: ${code} ${id}`)
          times.push(performance.now() - began)
        }
      }
      const began = performance.now()
      await Promise.all(Array.from({ length: AT_ONCE }, buy))
      const seconds = (performance.now() - began) / 1000
      const { rows } = await client.query<{ reserved: number; lines: number; orders: number; wrong: number }>(
        `select (select sum(reserved)::int from mall_sku where id = any($1::bigint[])) as reserved,
           (select sum(quantity)::int from mall_order_line where sku_id = any($1::bigint[])) as lines,
           (select count(*)::int from mall_order where buyer_name = 'Buyer') as orders,
           (select count(*)::int from mall_sku s where s.id = any($1::bigint[]) and s.reserved <>
             (select coalesce(sum(l.quantity), 0) from mall_order_line l where l.sku_id = s.id)) as wrong`,
        [skuIds],
      )
      const kept = rows[0]
      const figures: Figure[] = [
        {
          label: 'orders taken',
          value: times.length / seconds,
          unit: 'orders/s',
          target: { atLeast: 200 },
        },
        { label: 'half of them within', value: quantile(times, 0.5), unit: 'ms' },
        { label: '95 of 100 within', value: quantile(times, 0.95), unit: 'ms' },
        { label: 'orders stored', value: kept?.orders ?? 0, unit: 'orders', target: { atLeast: ORDERS } },
        {
          label: 'pieces reserved beside pieces ordered',
          value: Math.abs((kept?.reserved ?? 0) - (kept?.lines ?? 0)),
          unit: 'pieces off',
          target: { atMost: 0 },
        },
        { label: 'SKUs whose stock is wrong', value: kept?.wrong ?? 0, unit: 'SKUs', target: { atMost: 0 } },
      ]
      return { figures }
    } finally {
      await client.end()
      await server.stop()
    }
  },
}
export default bench
