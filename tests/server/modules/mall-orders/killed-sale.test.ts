// 200 buyers for 50 units over HTTP while the whole server is killed in the middle and started again, then 30 parcels the same
// way: nothing is sold twice, and what is there, what is kept and what was sent adds up.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addPeopleLike, openDatabase, tenantOf } from '../../../bench/database.ts'
import { addGoods, addSessions } from '../../../bench/mall-goods.ts'
import { type ConsoleProcess, startConsole } from '../../../console-process.ts'

const BUYERS = 200
const UNITS = 50
const SENT = 30
const PRICES = [1000, 2000]

const answered = z.object({
  code: z.number(),
  id: z.optional(z.string()),
  data: z.optional(z.unknown()),
})

test('a server that is killed sells nothing twice and loses nothing', { timeout: 300_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-sale-'))
  const environment = { DATA_DIR: dataDir }
  let running: ConsoleProcess = await startConsole(environment)
  const client = await openDatabase({ ...running, dataDir })
  let [kills, broken] = [0, 0]

  /** Asks whichever server is running until one has answered, always with the same key. */
  const ask = async (path: string, token: string, body: object) => {
    const key = randomUUID()
    for (;;)
      try {
        const response = await fetch(`${running.url}/api/mall/${path}`, {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify(body),
        })
        if (response.status < 500 && response.status !== 429) return z.parse(answered, await response.json())
        await wait(100)
      } catch (error) {
        if (error instanceof z.core.$ZodError) throw error
        broken++
        await wait(50)
      }
  }
  /** Kills the server once `count` says that it is in the middle, and starts another over the same data. */
  const killAfter = async (count: () => number, from: number) => {
    while (count() < from) await wait(2)
    process.kill(running.pid, 'SIGKILL')
    kills++
    const killed = running
    running = await startConsole(environment)
    await killed.stop()
  }
  try {
    const tenantId = await tenantOf(client, 'admin')
    const skuIds = await addGoods(client, { tenantId, onHand: UNITS, prices: PRICES })
    const tokens = await addSessions(
      client,
      await addPeopleLike(client, { like: 'admin', named: 'buyer', count: BUYERS }),
    )
    let [sold, refused] = [0, 0]
    const lines = skuIds.map((skuId, at) => ({ skuId, quantity: 1, price: PRICES[at] }))
    const buy = async (token: string, at: number) => {
      const answer = await ask('order/place', token, {
        lines: at % 2 === 0 ? lines : lines.toReversed(),
        ...{ name: `Buyer ${at}`, phone: '13900000000', regionCode: '330106', address: 'Green Garden' },
      })
      if (answer.code === 0) sold++
      else if (answer.id === 'mall.short') refused++
      else throw new Error(`Buyer ${at}: ${answer.id}`)
    }
    await Promise.all([killAfter(() => sold, 10), ...tokens.map(buy)])
    expect({ sold, refused, kills }).toEqual({ sold: UNITS, refused: BUYERS - UNITS, kills: 1 })
    expect(broken).toBeGreaterThan(0)
    expect(await figures(client, skuIds)).toEqual({
      ...{ orders: UNITS, buyers: UNITS, bills: UNITS, lines: 2 * UNITS, pieces: 2 * UNITS, shipments: 0 },
      ...{ onHand: [UNITS, UNITS], reserved: [UNITS, UNITS], moved: [UNITS, UNITS], taken: [0, 0] },
    })

    const orders = await paid(client, SENT)
    let sent = 0
    const send = async (id: number) => {
      const answer = await ask('mallOrder/ship', tokens[0] ?? '', {
        ids: [id],
        input: { carrier: 'SF', trackingNumber: `SF${id}` },
      })
      if (answer.code !== 0) throw new Error(`Order ${id}: ${answer.id}`)
      sent++
    }
    await Promise.all([killAfter(() => sent, 5), ...orders.map(send)])
    expect({ sent, kills }).toEqual({ sent: SENT, kills: 2 })
    const left = UNITS - SENT
    expect(await figures(client, skuIds)).toEqual({
      ...{ orders: UNITS, buyers: UNITS, bills: UNITS, lines: 2 * UNITS, pieces: 2 * UNITS, shipments: SENT },
      ...{ onHand: [left, left], reserved: [left, left], moved: [left, left], taken: [SENT, SENT] },
    })
  } finally {
    await client.end()
    await running.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** Orders whose money has come. */
async function paid(client: pg.Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `with chosen as (select id, bill_id from mall_order where buyer_name like 'Buyer %' order by id limit $1),
       settled as (update bill set state = 'paid', paid_at = $2 from chosen where bill.id = chosen.bill_id)
     update mall_order o set state = 'paid', paid_at = $2 from chosen where o.id = chosen.id returning o.id`,
    [count, Date.now()],
  )
  return rows.map(({ id }) => Number(id))
}

async function figures(client: pg.Client, skuIds: readonly number[]) {
  const { rows } = await client.query<Record<string, unknown>>(
    `with o as (select * from mall_order where buyer_name like 'Buyer %'),
       s as (select s.*,
           (select coalesce(sum(m.reserved_change), 0)::int from stock_move m where m.sku_id = s.id) as moved,
           (select coalesce(sum(l.shipped), 0)::int from mall_order_line l where l.sku_id = s.id) as taken
         from mall_sku s where s.id = any($1::bigint[]))
     select (select count(*)::int from o) as orders, (select count(distinct buyer_id)::int from o) as buyers,
       (select count(*)::int from bill b where b.kind = 'mallOrder' and b.subject = 'Bench') as bills,
       (select count(*)::int from mall_order_line l where l.sku_id = any($1::bigint[])) as lines,
       (select sum(quantity)::int from mall_order_line l where l.sku_id = any($1::bigint[])) as pieces,
       (select count(*)::int from shipment p where p.order_id in (select id from o)) as shipments,
       (select array_agg(on_hand order by id) from s) as "onHand", (select array_agg(reserved order by id) from s) as reserved,
       (select array_agg(moved order by id) from s) as moved, (select array_agg(taken order by id) from s) as taken`,
    [skuIds],
  )
  return rows[0]
}
