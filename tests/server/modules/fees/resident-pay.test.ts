// Residents pay the bills of their rooms: nobody else's, nothing twice, and money that comes late goes back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { entityEndpoints } from '../../../../src/contract/entity-endpoints.ts'
import { feeBill } from '../../../../src/domain/fees/fee-bill.ts'
import { residentToken } from '../../resident-token.ts'
import { insert } from '../../start.ts'
import { type Bench, paidOutcome, startBench } from '../pay/payment-bench.ts'
import { estate } from './fees.ts'

const [OWNER, WIFE, MOVED, STRANGER] = ['13955550001', '13955550002', '13955550003', '13955550004']

let bench: Bench
let roomId: number
let communityId: number
let runId: number
let account: number
let tokens: Record<'owner' | 'wife' | 'moved' | 'stranger', string>
beforeAll(async () => {
  bench = await startBench()
  const { server } = bench
  const place = await estate(server, 1)
  communityId = place.communityId
  roomId = place.roomIds[0] ?? 0
  const { tenantId: tenant_id } = server.here
  await server.sql(async sql => {
    const live = async (phone: string, state: string) => {
      const resident_id = await insert(sql, 'resident', { tenant_id, name: `Of ${phone}`, phone })
      await insert(sql, 'occupancy', {
        ...{ tenant_id, room_id: roomId, resident_id, role: 'owner', from_day: '2025-01-01', state },
      })
    }
    await live(OWNER, 'active')
    await live(WIFE, 'active')
    await live(MOVED, 'ended')
    const row = await sql.first<{ id: number }>(`select id from account where username = 'admin'`)
    account = row?.id ?? 0
    runId = await insert(sql, 'fee_run', {
      ...{ tenant_id, community_id: communityId, month: '2026-01', due_on: '2026-02-15', state: 'issued' },
      ...{ cut_at: 1, rooms: 1 },
    })
  })
  tokens = {
    owner: await residentToken(server, OWNER),
    wife: await residentToken(server, WIFE),
    moved: await residentToken(server, MOVED),
    stranger: await residentToken(server, STRANGER),
  }
})
afterAll(() => bench.stop())

let months = 0

/** A bill of the room over so many fen, of a month of its own. */
const owe = (amount: number, more: { room_id?: number; tenant_id?: number } = {}): Promise<number> =>
  bench.server.sql(async sql => {
    const { tenantId: tenant_id } = bench.server.here
    const month = `${2026 + Math.floor(months / 12)}-${String((months++ % 12) + 1).padStart(2, '0')}`
    const bill_id = await insert(sql, 'bill', {
      ...{ tenant_id, order_number: `R${Date.now()}${months}`, kind: 'fee', amount, subject: month },
      ...{ user_id: account, user_name: 'admin', closes_at: bench.now() + 1e9 },
    })
    await insert(sql, 'fee_bill', {
      ...{ tenant_id, run_id: runId, community_id: communityId, room_id: roomId, month, amount },
      ...{ due_on: '2026-02-15', bill_id, ...more },
    })
    return bill_id
  })

const home = (path: string, token: string, body?: object, query?: Record<string, string>) =>
  bench.server.call(`/api/pay/home/${path}`, { token, ...(body && { body }), ...(query && { query }) })
const pay = (billIds: number[], amount: number, as = tokens.owner, more: object = {}) =>
  home('pay', as, { billIds, way: 'wechat', amount, ...more })
const started = z.object({ paymentId: z.int() })
const paymentIn = (data: unknown) => z.parse(started, data).paymentId
const look = (id: number, as = tokens.owner) => home('payment', as, undefined, { id: String(id) })
const paymentsOf = (billId: number) =>
  bench.server.sql(sql =>
    sql.query<{ id: number; state: string; resident: string | null; trade: string }>(
      `select p.id, p.state, r.phone as resident, p.trade_number as trade from payment p
         join payment_bill x on x.payment_id = p.id left join resident r on r.id = p.resident_id
       where x.bill_id = $1 order by p.id`,
      [billId],
    ),
  )
const tradeOf = async (id: number) => String((await bench.payment(id)).trade_number)

test('several bills are paid in one payment by the providers that everybody pays with, and stand as paid for staff', async () => {
  const bills = [await owe(1200), await owe(3400)]
  expect((await home('payWays', tokens.owner)).data).toEqual(['wechat', 'alipay', 'sandbox'])
  const paymentId = paymentIn((await pay(bills, 4600)).data)
  expect((await look(paymentId)).data).toMatchObject({
    ...{ state: 'paying', amount: 4600, billIds: bills, show: { kind: 'code' } },
  })
  expect(await bench.calledBack(paidOutcome(4600), await tradeOf(paymentId))).toBe(true)
  expect((await look(paymentId)).data).toMatchObject({ state: 'paid', show: null })
  for (const id of bills) expect(await bench.bill(id)).toMatchObject({ state: 'paid', way: 'wechat' })
  const [entry] = await bench.server.sql(sql =>
    sql.query(`select user_id, user_name, detail from audit where action = 'bill.pay' and row_id = $1`, [
      bills[0],
    ]),
  )
  expect(entry).toMatchObject({ user_id: null, user_name: `Of ${OWNER}`, detail: { bills } })
  const { page } = entityEndpoints(feeBill)
  const listed = await bench.server.call('/api/pay/feeBill/page', {
    ...{ token: bench.server.tokens.admin, query: { roomId: String(roomId), size: '100' } },
  })
  const { list } = z.decode(page.response, listed.data)
  expect(list.filter(({ billId }) => bills.includes(Number(billId)))).toMatchObject([
    { state: 'paid', age: null },
    { state: 'paid', age: null },
  ])
  // Pressed once more it is paid already.
  expect(await pay(bills, 4600)).toMatchObject({ id: 'pay.settled', field: 'billIds' })
})

test('who never lived there, who has moved out and who lives with another tenant pays and sees nothing', async () => {
  const bill = await owe(500)
  const there = bench.server.there.tenantId
  const elsewhere = await bench.server.sql(async sql => {
    const resident_id = await insert(sql, 'resident', { tenant_id: there, name: 'Far', phone: STRANGER })
    return resident_id
  })
  expect(elsewhere).toBeGreaterThan(0)
  for (const as of [tokens.stranger, tokens.moved])
    expect(await pay([bill], 500, as)).toMatchObject({ id: 'row.unknown' })
  const paymentId = paymentIn((await pay([bill], 500)).data)
  for (const as of [tokens.stranger, tokens.moved]) {
    expect((await look(paymentId, as)).id).toBe('row.unknown')
    expect((await home('sandbox', as, { paymentId, act: 'pay' })).id).toBe('row.unknown')
    expect((await home('bills', as)).data).toEqual([])
  }
  // What is no bill of a room is nothing that a resident pays, whoever ordered it.
  const [topUp = 0] = await bench.bills(700)
  expect(await pay([topUp], 700)).toMatchObject({ id: 'row.unknown' })
  expect(await pay([bill, topUp], 1200)).toMatchObject({ id: 'row.unknown' })
  expect(await pay([bill, 999_999_999], 500)).toMatchObject({ id: 'row.unknown' })
  expect(await paymentsOf(bill)).toMatchObject([{ state: 'paying', resident: OWNER }])
  // A switched-off tenant collects nothing.
  await bench.server.sql(sql =>
    sql.change(`update tenant set status = 'disabled' where id = $1`, [bench.server.here.tenantId]),
  )
  expect(await pay([bill], 500)).toMatchObject({ id: 'row.unknown' })
  await bench.server.sql(sql =>
    sql.change(`update tenant set status = 'enabled' where id = $1`, [bench.server.here.tenantId]),
  )
})

test('two of a family at once, each pressing twice, have one payment that both see', async () => {
  const bill = await owe(900)
  const answers = await Promise.all(
    [tokens.owner, tokens.wife, tokens.owner, tokens.wife].map(as => pay([bill], 900, as)),
  )
  const ids = new Set(answers.map(({ data }) => paymentIn(data)))
  expect(ids.size).toBe(1)
  expect(await paymentsOf(bill)).toMatchObject([{ state: 'paying' }])
  const [paymentId = 0] = ids
  for (const as of [tokens.owner, tokens.wife])
    expect((await look(paymentId, as)).data).toMatchObject({ state: 'paying', show: { kind: 'code' } })
})

test('what somebody else pays is said, and taken over only when asked for', async () => {
  const bill = await owe(800)
  const first = paymentIn((await pay([bill], 800)).data)
  expect(await pay([bill], 800, tokens.wife, { way: 'alipay' })).toMatchObject({ id: 'pay.underWay' })
  const second = paymentIn((await pay([bill], 800, tokens.wife, { way: 'alipay', instead: true })).data)
  expect((await look(first)).data).toMatchObject({ state: 'closed', reason: 'wayChanged' })
  // The money of the first comes all the same, before that of the second: it pays, and the other is closed.
  expect(await bench.calledBack(paidOutcome(800), await tradeOf(first))).toBe(true)
  expect(await bench.bill(bill)).toMatchObject({ state: 'paid', payment_id: first })
  expect((await look(second, tokens.wife)).data).toMatchObject({ state: 'closed', reason: 'paidTwice' })
  // And late money of the second goes back.
  expect(await bench.calledBack(paidOutcome(800), await tradeOf(second), undefined, bench.alipay)).toBe(true)
  const refunds = await bench.server.sql(sql =>
    sql.query('select amount, reason from payment_refund where payment_id = $1', [second]),
  )
  expect(refunds).toEqual([{ amount: 800, reason: 'paidTwice' }])
  expect(await bench.bill(bill)).toMatchObject({ state: 'paid', payment_id: first })
})

test('staff who pay meanwhile come first, and a sum that is not what was shown is not taken', async () => {
  const bill = await owe(1000)
  expect(await pay([bill], 999)).toMatchObject({ id: 'pay.amountChanged', field: 'amount' })
  expect((await bench.start([bill])).code).toBe(0)
  expect(await pay([bill], 1000, tokens.owner, { way: 'alipay' })).toMatchObject({ id: 'pay.underWay' })
  const [{ trade } = { trade: '' }] = await paymentsOf(bill)
  expect(await bench.calledBack(paidOutcome(1000), trade)).toBe(true)
  expect(await pay([bill], 1000, tokens.owner, { instead: true })).toMatchObject({ id: 'pay.settled' })
  expect(await pay([await owe(10)], 10, tokens.owner, { way: 'card' })).toMatchObject({ id: 'pay.wayOff' })
})

test('a payment that fails or runs out leaves the bill to be paid, and a late callback still pays it once', async () => {
  const bill = await owe(600)
  const first = paymentIn((await pay([bill], 600)).data)
  expect(await bench.calledBack({ state: 'failed', reason: 'declined' }, await tradeOf(first))).toBe(true)
  expect((await look(first)).data).toMatchObject({ state: 'failed', reason: 'declined' })
  const second = paymentIn((await pay([bill], 600)).data)
  expect(await bench.calledBack({ state: 'closed' }, await tradeOf(second))).toBe(true)
  expect((await look(second)).data).toMatchObject({ state: 'closed', reason: 'expired' })
  expect(await bench.calledBack(paidOutcome(600), await tradeOf(second))).toBe(true)
  expect((await look(second)).data).toMatchObject({ state: 'paid' })
  expect(await bench.bill(bill)).toMatchObject({ state: 'paid' })
  const own = z.parse(z.array(z.looseObject({ billId: z.int() })), (await home('bills', tokens.wife)).data)
  expect(own.find(({ billId }) => billId === bill)).toMatchObject({ state: 'paid', paymentId: null })
})
