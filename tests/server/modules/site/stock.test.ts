// The store: nothing below zero however many take at once, a ledger that equals the balance, exact tons, one reversal each.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { command, list, made, type Row, read, refusal, save } from './site.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

let count = 0
const newItem = (more: object = {}) =>
  made(save(server, 'stockItem', { number: `N${++count}`, name: `Cement ${count}`, ...more }))
const newPlan = () =>
  made(save(server, 'workPlan', { name: `Plan ${++count}`, startOn: '2026-05-01', periodDays: 10 }))
const move = (item: Row, how: string, input: object, key?: string) =>
  command(server, `stockItem/${how}`, { ids: [item.id], input }, key ? { key } : {})
const figures = async ({ id }: Row) => {
  const { received, used, unqualified, remaining, reserved, state } = await read(server, 'stockItem', id)
  return { received, used, unqualified, remaining, reserved, state }
}

test('fifty who take at once never take more than there is, and the ledger equals the balance', async () => {
  const item = await newItem()
  expect(refusal(await move(item, 'receive', { tons: 10 }))).toBeUndefined()
  const answers = await Promise.all(Array.from({ length: 50 }, () => move(item, 'use', { tons: 0.33 })))
  const refused = answers.map(refusal).filter(id => id !== undefined)
  expect(refused).toEqual(Array.from({ length: 20 }, () => 'stock.short'))
  expect(await figures(item)).toMatchObject({ received: 10, used: 9.9, remaining: 0.1 })
  const ledger = await list(server, 'stockMovement', { itemId: String(item.id) })
  expect(ledger).toHaveLength(31)
  const sum = await server.sql(sql =>
    sql.first<{ kg: number }>('select sum(remaining_kg)::int as kg from stock_movement where item_id = $1', [
      item.id,
    ]),
  )
  expect(sum?.kg).toBe(100)
})

test.each([
  [1.005, 'field.tons'],
  [-1, 'field.tooSmall'],
  [0, 'field.tooSmall'],
  ['NaN', 'field.type'],
  [null, 'field.type'],
])('%s t are refused and the field is named', async (tons, id) => {
  const item = await newItem()
  const answer = await move(item, 'receive', { tons })
  expect([answer.id, answer.field]).toEqual([id, 'input.tons'])
  expect(await figures(item)).toMatchObject({ received: 0, remaining: 0 })
})

test('a movement that is sent again counts once', async () => {
  const item = await newItem()
  await move(item, 'receive', { tons: 5 }, 'the-same-key-of-this-movement')
  await move(item, 'receive', { tons: 5 }, 'the-same-key-of-this-movement')
  expect(await figures(item)).toMatchObject({ received: 5 })
})

test('a movement is taken back once, and not when what came in is used up', async () => {
  const item = await newItem()
  await move(item, 'receive', { tons: 5 })
  await move(item, 'use', { tons: 3 })
  const [used, received] = await list(server, 'stockMovement', {
    itemId: String(item.id),
    sort: '-createdAt',
  })
  const reverse = (line: Row | undefined) =>
    command(server, 'stockMovement/reverse', { ids: [line?.id ?? 0] })
  expect(refusal(await reverse(received))).toBe('stock.short')
  const twice = await Promise.all([reverse(used), reverse(used)])
  expect(twice.map(refusal).toSorted()).toEqual(['state.transition', undefined])
  expect(await figures(item)).toMatchObject({ used: 0, remaining: 5 })
  expect(refusal(await reverse(received))).toBeUndefined()
  expect(await figures(item)).toMatchObject({ received: 0, remaining: 0, state: 'empty' })
  const lines = await list(server, 'stockMovement', { itemId: String(item.id), kind: 'reversal' })
  expect(lines).toHaveLength(2)
  expect(refusal(await reverse(lines[0]))).toBe('state.transition')
})

test('what is kept for a plan is used by that plan only', async () => {
  const [item, plan, other] = [await newItem(), await newPlan(), await newPlan()]
  await move(item, 'receive', { tons: 10 })
  const keep = (tons: number, planId = plan.id) =>
    save(server, 'stockReservation', { itemId: item.id, planId, tons, neededOn: '2026-05-02' })
  const kept = await made(keep(6))
  expect((await keep(1)).id).toBe('field.duplicate')
  expect((await keep(5, other.id)).id).toBe('stock.reserved')
  expect(refusal(await move(item, 'use', { tons: 5 }))).toBe('stock.reserved')
  expect(refusal(await move(item, 'use', { tons: 4 }))).toBeUndefined()
  expect(refusal(await move(item, 'use', { tons: 2, planId: plan.id }))).toBeUndefined()
  expect(await figures(item)).toMatchObject({ remaining: 4, reserved: 4 })
  const [use] = await list(server, 'stockMovement', { planId: String(plan.id) })
  expect(refusal(await command(server, 'stockMovement/reverse', { ids: [use?.id ?? 0] }))).toBeUndefined()
  expect(await figures(item)).toMatchObject({ remaining: 6, reserved: 6 })
  expect(refusal(await command(server, 'stockReservation/release', { ids: [kept.id] }))).toBeUndefined()
  expect(await figures(item)).toMatchObject({ remaining: 6, reserved: 0 })
  expect(refusal(await move(item, 'use', { tons: 6 }))).toBeUndefined()
})

test('a count that arrives late does not undo what was used meanwhile', async () => {
  const item = await newItem()
  await move(item, 'receive', { tons: 10 })
  const counted = Date.now()
  await new Promise(over => setTimeout(over, 20))
  await move(item, 'use', { tons: 2 })
  const late = { ids: [item.id], input: { tons: 9 }, at: counted }
  expect(refusal(await command(server, 'stockItem/count', late))).toBeUndefined()
  expect(await figures(item)).toMatchObject({ received: 10, used: 2, remaining: 7 })
})

test('who keeps the store is told once when little is left, and again after it was filled up', async () => {
  const item = await newItem({ warnBelow: 2 })
  const told = async () =>
    (
      await server.sql(sql =>
        sql.query<{ times: number }>(
          `select times from notice where kind = 'stockLow' and subject_id = $1 and removed_at is null`,
          [item.id],
        ),
      )
    ).map(({ times }) => times)
  await move(item, 'receive', { tons: 3 })
  await move(item, 'use', { tons: 1.5 })
  await move(item, 'use', { tons: 0.5 })
  expect(await figures(item)).toMatchObject({ state: 'low' })
  expect(new Set(await told())).toEqual(new Set([1]))
  await move(item, 'receive', { tons: 3 })
  await move(item, 'use', { tons: 3 })
  expect(new Set(await told())).toEqual(new Set([2]))
})

test('what is left of something keeps it from being deleted', async () => {
  const item = await newItem()
  await move(item, 'receive', { tons: 1 })
  const remove = () => command(server, 'stockItem/remove', { ids: [item.id] })
  expect(refusal(await remove())).toBe('stock.notEmpty')
  await move(item, 'count', { tons: 0 })
  expect(refusal(await remove())).toBeUndefined()
})

test('a plan of another tenant is no plan', async () => {
  const item = await newItem()
  await move(item, 'receive', { tons: 1 })
  const [foreign] = await list(server, 'workPlan', {}, server.tokens.stranger)
  expect(refusal(await move(item, 'use', { tons: 1, planId: foreign?.id }))).toBe('field.reference')
})
