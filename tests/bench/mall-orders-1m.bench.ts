// The list of orders over HTTP, as the console asks it (with counts), in a tenant of a million orders.
import * as z from 'zod/mini'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { entityEndpoints, type PageQuery } from '../../src/contract/entity-endpoints.ts'
import { mallOrder } from '../../src/domain/mall/mall-order.ts'
import { startConsole } from '../console-process.ts'
import { openDatabase, tenantOf } from './database.ts'
import { type Bench, type Figure, median } from './figures.ts'
import { addGoods } from './mall-goods.ts'
import { tokenOf } from './people-at-work.ts'

const ORDERS = 1_000_000
const ROUNDS = 15
const LIMIT_MS = 150
const DAY_MS = 86_400_000
const DAYS = 365

/** Orders of a year with their bills, numbered by time and chance as real ones are: most are completed, some are on their way, a few are to be paid. */
const year = `
  with b as (
    insert into bill (tenant_id, created_at, updated_at, order_number, kind, state, subject, amount, user_id, user_name, closes_at)
    select $1::bigint, at, at,
      to_char(to_timestamp(at / 1000), 'YYYYMMDDHH24MISS') || lpad((n::bigint * 48271 % 100000000)::text, 8, '0'), 'mallOrder',
      case when n % 200 = 0 then 'unpaid' when n % 10 = 1 then 'closed' else 'paid' end, 'Bench', 2000, $2::bigint, 'Buyer', at
    from (select n, $4::bigint - (n::bigint * $5::bigint / $3::int) as at from generate_series(1, $3::int) n) each
    returning id, created_at, order_number, state
  )
  insert into mall_order (tenant_id, created_at, updated_at, order_number, state, merchant_id, merchant_name, buyer_id, buyer_name,
    buyer_phone, region_code, address, bill_id, line_count, piece_count, first_name, weight_grams, goods_amount, freight_amount,
    amount, expires_at, held)
  select $1::bigint, created_at, created_at, order_number,
    case when state = 'unpaid' then 'unpaid' when state = 'closed' then 'closed' when id % 40 = 0 then 'paid'
      when id % 40 = 1 then 'shipped' else 'completed' end,
    merchants.ids[1 + b.id % 3], 'Bench', $2::bigint,
    (array['王','李','张','刘','陈','杨','赵','黄','周','吴'])[1 + id % 10] ||
      (array['伟','芳','娜','敏','静','丽','强','磊','军','洋','勇','艳','杰','娟','涛','明'])[1 + (id / 10) % 16],
    '139' || lpad((id * 7919 % 100000000)::text, 8, '0'), '330106', 'Green Garden', id, 1, 1, 'Bench', 500, 2000, 0, 2000,
    created_at, false
  from b, (select array_agg(id order by id) as ids from merchant where tenant_id = $1 and name like 'Bench %') merchants`

const bench: Bench = {
  name: `Order list query over ${ORDERS.toLocaleString('en')} orders, with counts (median of ${ROUNDS})`,
  async run() {
    const server = await startConsole()
    try {
      const client = await openDatabase(server)
      const tenantId = await tenantOf(client, 'admin')
      for (let at = 0; at < 3; at++) await addGoods(client, { tenantId, onHand: 1, prices: [2000] })
      const now = Date.now()
      const { rows } = await client.query<{ id: string; merchant: string }>(
        `select (select id from account where username = 'admin' and removed_at is null) as id,
           (select min(id) from merchant where tenant_id = $1 and name like 'Bench %') as merchant`,
        [tenantId],
      )
      await client.query(year, [tenantId, Number(rows[0]?.id), ORDERS, now, DAYS * DAY_MS])
      await client.query('vacuum analyze mall_order, bill')
      const { rows: some } = await client.query<{ number: string }>(
        `select order_number as number from mall_order where merchant_name = 'Bench' limit 1`,
      )
      await client.end()
      const token = await tokenOf(server.url, 'admin')
      const ask = async (path: string, wire: unknown): Promise<unknown> => {
        const search = new URLSearchParams(
          z.parse(z.record(z.string(), z.pipe(z.unknown(), z.transform(String))), wire),
        )
        const answer = await fetch(`${server.url}${path}?${search}`, { headers: { authorization: token } })
        return z.parse(z.object({ code: z.literal(0), data: z.unknown() }), await answer.json()).data
      }
      const { page } = entityEndpoints(mallOrder)
      const figures: Figure[] = []
      for (const [label, query] of Object.entries({
        all: {},
        'to be paid': { state: ['unpaid'] },
        'to be sent': { state: ['paid'] },
        completed: { state: ['completed'] },
        'to be sent or sent': { state: ['paid', 'shipped'] },
        'of one merchant': { merchantId: Number(rows[0]?.merchant) },
        'the last 7 days': { createdAtFrom: now - 7 * DAY_MS },
        'to be sent, of the last 30 days': { state: ['paid'], createdAtFrom: now - 30 * DAY_MS },
        'one order number': { orderNumber: some[0]?.number ?? '' },
        'text: a buyer': { q: '王伟' },
        'highest amount first': { sort: '-amount' },
        'page 2,500': { page: 2500 },
      } satisfies Record<string, PageQuery>)) {
        const wire = z.encode(page.request, {
          page: 1,
          size: 20,
          counts: true,
          sort: mallOrder.defaultSort,
          ...query,
        })
        const times: number[] = []
        let total = 0
        for (let round = -2; round < ROUNDS; round++) {
          const began = performance.now()
          const answer = await ask(defaultPath(page), wire)
          if (round >= 0) times.push(performance.now() - began)
          total = z.parse(z.object({ total: z.int() }), answer).total
        }
        figures.push({
          label: `${label} (${total.toLocaleString('en')})`,
          value: median(times),
          unit: 'ms',
          target: { atMost: LIMIT_MS },
        })
      }
      return { figures }
    } finally {
      await server.stop()
    }
  },
}
export default bench
