// Refunds in parts: never more than was paid, the last takes the remainder, spaced as the provider wants it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billHandlers } from '../../../../server/bill-handlers.ts'
import { refundBill, refundPart } from '../../../../server/modules/pay/refunds.ts'
import { type Bench, paidOutcome, startBench } from './payment-bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
beforeEach(() => {
  bench.wechat.refunds.clear()
  bench.alipay.refunds.clear()
  bench.wechat.asked.length = 0
  bench.alipay.asked.length = 0
})
afterAll(() => bench.stop())

const checkout = () => bench.server.app.pay.checkout
const ledger = () => ({ bus: bench.server.app.parts.bus, kinds: billHandlers })
const part = (billId: number, amount: number) =>
  checkout().books(sql => refundPart(sql, ledger(), billId, { amount, reason: null, now: bench.now() }))
/** How many refunds of a payment have reached the provider: others of the same server do not count. */
async function sentOf(paymentId: number, puppet: Bench['wechat']): Promise<number> {
  const rows = await bench.server.sql(sql =>
    sql.query<{ number: string }>(
      'select refund_number as number from payment_refund where payment_id = $1',
      [paymentId],
    ),
  )
  const numbers = new Set(rows.map(({ number }) => number))
  return puppet.asked.filter(({ what, number }) => what === 'refund' && numbers.has(number)).length
}

async function paid(way = 1): Promise<{ billId: number; paymentId: number }> {
  const { billId, paymentId, tradeNumber } = await bench.opened(way)
  const puppet = way === 1 ? bench.wechat : bench.alipay
  await bench.calledBack(paidOutcome(100, { paidAt: bench.now() }), tradeNumber, undefined, puppet)
  return { billId, paymentId }
}

test('parts go back until nothing is left, and the last one takes the remainder', async () => {
  const { billId, paymentId } = await paid()
  await part(billId, 33)
  await expect(part(billId, 68)).rejects.toMatchObject({ id: 'refund.nothingLeft' })
  expect(await bench.bill(billId)).toMatchObject({ state: 'refunding', refund_waiting: 33 })
  await checkout().refund()
  expect(await bench.bill(billId)).toMatchObject({ state: 'paid', refund_waiting: 0, refunded_amount: 33 })
  expect(await bench.payment(paymentId)).toMatchObject({ state: 'paid', refunded_amount: 33 })
  bench.pass(61_000)
  await checkout().books(sql => refundBill(sql, ledger(), billId, { reason: null, now: bench.now() }))
  await checkout().refund()
  expect(await bench.bill(billId)).toMatchObject({ state: 'refunded', refunded_amount: 100 })
  expect(await bench.payment(paymentId)).toMatchObject({ state: 'refunded', refunded_amount: 100 })
})

test('twenty people at once give back what was paid, and no fen more', async () => {
  const { billId } = await paid()
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => part(billId, 30)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await bench.bill(billId)).toMatchObject({ refund_waiting: 90 })
})

test('refunds of one payment wait for each other as long as the provider wants', async () => {
  const { billId, paymentId } = await paid()
  await part(billId, 10)
  await part(billId, 20)
  await Promise.all([checkout().refund(), checkout().refund()])
  expect(await sentOf(paymentId, bench.wechat)).toBe(1)
  bench.pass(59_000)
  await checkout().refund()
  expect(await sentOf(paymentId, bench.wechat)).toBe(1)
  bench.pass(2_000)
  await Promise.all([checkout().refund(), checkout().refund()])
  expect(await sentOf(paymentId, bench.wechat)).toBe(2)
  const other = await paid(2)
  await part(other.billId, 10)
  await part(other.billId, 20)
  await checkout().refund()
  expect(await sentOf(other.paymentId, bench.alipay)).toBe(1)
  bench.pass(3_000)
  await checkout().refund()
  expect(await sentOf(other.paymentId, bench.alipay)).toBe(2)
})

test('a part that the provider declines is money to give back again', async () => {
  const { billId, paymentId } = await paid()
  await part(billId, 40)
  bench.wechat.refunds.set('all', { state: 'declined', reason: 'no funds' })
  await checkout().refund()
  expect(await bench.bill(billId)).toMatchObject({
    state: 'paid',
    reason: 'refundDeclined',
    refund_waiting: 0,
    refunded_amount: 0,
  })
  expect(await bench.payment(paymentId)).toMatchObject({ state: 'paid', refund_waiting: 0 })
  await part(billId, 100)
})

test('WeChat takes fifty refunds of a payment, and none after a year', async () => {
  const { billId } = await paid()
  for (let at = 0; at < 50; at++) await part(billId, 1)
  await expect(part(billId, 1)).rejects.toMatchObject({ id: 'refund.tooMany' })
  const old = await paid()
  bench.pass(366 * 86_400_000)
  await expect(part(old.billId, 1)).rejects.toMatchObject({ id: 'refund.tooLate' })
})

test('the tables refuse more than was paid, whoever writes', async () => {
  const { billId } = await paid()
  const write = () =>
    bench.server.sql(sql => sql.change('update bill set refunded_amount = 101 where id = $1', [billId]))
  await expect(write()).rejects.toMatchObject({ code: '23514' })
})
