// Stock of the mall: never below zero however many order at once, nothing given back twice, a ledger that equals the balance.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '../../../../server/db/scoped.ts'
import { Refused } from '../../../../server/http/refusal.ts'
import {
  putBackStock,
  releaseStock,
  reserveStock,
  type StockLine,
  takeStock,
} from '../../../../server/modules/mall/public.ts'
import { startServer, type TestServer } from '../../start.ts'
import { list, newProduct, oneSku, post, type Row, refusal } from './mall.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

let order = 1000
const newSku = async (onHand: number): Promise<Row> => {
  const product = await newProduct(server, oneSku(onHand))
  const [sku] = await list(server, 'mallSku', { productId: String(product.id) })
  if (!sku) throw new Error('no SKU')
  return sku
}
type Step = typeof reserveStock
/** In a transaction of its own; answers the refusal. */
async function step(how: Step, orderId: number, lines: StockLine[]): Promise<string | undefined> {
  try {
    await server.sql((sql: Sql) =>
      how(sql, { tenantId: server.here.tenantId, orderId, at: Date.now() }, lines),
    )
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.id
    throw error
  }
}
const balance = async ({ id }: Row) => {
  const [sku] = (await list(server, 'mallSku')).filter(row => row.id === id)
  return [sku?.onHand, sku?.reserved]
}
const sums = ({ id }: Row) =>
  server.sql(sql =>
    sql.first<{ on_hand: number; reserved: number }>(
      `select sum(on_hand_change)::int as on_hand, sum(reserved_change)::int as reserved from stock_move where sku_id = $1`,
      [id],
    ),
  )

test('of fifty orders at once as many hold stock as there is, baskets named in any order', async () => {
  const [one, other] = [await newSku(40), await newSku(50)]
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      const lines = [
        { skuId: one.id, quantity: 1 },
        { skuId: other.id, quantity: 1 },
        { skuId: one.id, quantity: 1 },
      ]
      return step(reserveStock, ++order, n % 2 === 0 ? lines : lines.toReversed())
    }),
  )
  expect(answers.filter(id => id === undefined)).toHaveLength(20)
  expect(new Set(answers)).toEqual(new Set([undefined, 'mall.short']))
  expect(await balance(one)).toEqual([40, 40])
  expect(await balance(other)).toEqual([50, 20])
  expect(await sums(one)).toEqual({ on_hand: 40, reserved: 40 })
  expect(await sums(other)).toEqual({ on_hand: 50, reserved: 20 })
})

test('what an order holds is given free once, also by two who cancel at once', async () => {
  const sku = await newSku(10)
  const [mine, theirs] = [++order, ++order]
  await step(reserveStock, mine, [{ skuId: sku.id, quantity: 3 }])
  await step(reserveStock, theirs, [{ skuId: sku.id, quantity: 4 }])
  const release = () => step(releaseStock, mine, [{ skuId: sku.id, quantity: 3 }])
  expect((await Promise.all([release(), release()])).toSorted()).toEqual(['mall.beyondOrder', undefined])
  expect(await balance(sku)).toEqual([10, 4])
})

test('sent in parts, put back in parts, and no more than was taken', async () => {
  const sku = await newSku(10)
  const mine = ++order
  const pieces = (quantity: number) => [{ skuId: sku.id, quantity }]
  await step(reserveStock, mine, pieces(5))
  expect(await step(takeStock, mine, pieces(2))).toBeUndefined()
  expect(await step(putBackStock, mine, pieces(3))).toBe('mall.beyondOrder')
  expect(await step(takeStock, mine, pieces(4))).toBe('mall.beyondOrder')
  expect(await step(takeStock, mine, pieces(3))).toBeUndefined()
  expect(await balance(sku)).toEqual([5, 0])
  expect(await step(putBackStock, mine, pieces(1))).toBeUndefined()
  expect(await balance(sku)).toEqual([6, 0])
  expect(await step(reserveStock, ++order, pieces(0))).toBe('field.tooSmall')
})

test('people receive, write off and count; what orders hold is not written off', async () => {
  const sku = await newSku(0)
  const move = (how: string, input: object) => post(server, `mallSku/${how}`, { ids: [sku.id], input })
  expect(refusal(await move('receive', { quantity: 8, note: 'Delivery' }))).toBeUndefined()
  await step(reserveStock, ++order, [{ skuId: sku.id, quantity: 5 }])
  expect(refusal(await move('writeOff', { quantity: 4, note: 'Broken' }))).toBe('mall.short')
  expect((await move('writeOff', { quantity: 1 })).field).toBe('input.note')
  expect(refusal(await move('count', { onHand: 4 }))).toBe('mall.countBelowReserved')
  expect(refusal(await move('count', { onHand: 6 }))).toBeUndefined()
  expect(await balance(sku)).toEqual([6, 5])
  const moves = await list(server, 'stockMove', { skuId: String(sku.id), sort: 'createdAt' })
  expect(moves.map(({ kind, onHandChange, onHand }) => [kind, onHandChange, onHand])).toEqual([
    ['receive', 8, 8],
    ['reserve', 0, 8],
    ['count', -2, 6],
  ])
})

test('a line of the ledger is never changed', async () => {
  const sku = await newSku(1)
  await expect(
    server.sql(sql => sql.query('update stock_move set on_hand_change = 5 where sku_id = $1', [sku.id])),
  ).rejects.toThrow('never changed')
})
