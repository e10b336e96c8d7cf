// The life of payments: first success wins, late money goes back, every callback is judged once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { billHandlers } from '../../../../server/bill-handlers.ts'
import { type Bench, createPuppet, paidOutcome, startBench } from './payment-bench.ts'

const MINUTE = 60_000
let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
beforeEach(async () => {
  await bench.server.sql(sql => sql.change('delete from payment_callback'))
  bench.wechat.says.clear()
  bench.alipay.says.clear()
  bench.wechat.refunds.clear()
  bench.wechat.asked.length = 0
})
afterAll(() => bench.stop())

const checkout = () => bench.server.app.pay.checkout
const stateOf = async (id: number) => (await bench.bill(id)).state
const paymentStateOf = async (id: number) => (await bench.payment(id)).state

describe('closing', () => {
  const close = async (token: string) => {
    const [id = 0] = await bench.bills(100)
    const answer = await bench.server.call('/api/pay/bill/close', { token, body: { ids: [id] } })
    expect(answer.code).toBe(0)
    return bench.bill(id)
  }

  test('by who ordered it is told apart from by somebody else', async () => {
    expect(await close(bench.server.tokens.admin)).toMatchObject({ state: 'closed', reason: 'closedByBuyer' })
    expect(await close(bench.server.tokens.root)).toMatchObject({ state: 'closed', reason: 'closedByPerson' })
  })
})

describe('paying', () => {
  test('a callback pays the bill, and what was paid for is delivered once', async () => {
    const { billId, paymentId, tradeNumber } = await bench.opened()
    expect(await stateOf(billId)).toBe('paying')
    expect(await bench.calledBack(paidOutcome(100), tradeNumber, 'e1')).toBe(true)
    expect(await bench.bill(billId)).toMatchObject({
      state: 'paid',
      platform_state: 'SUCCESS',
      way: 'wechat',
    })
    expect(await paymentStateOf(paymentId)).toBe('paid')
    await Promise.all([checkout().deliver(), checkout().deliver(), checkout().deliver()])
    await checkout().deliver()
    expect(bench.delivered.filter(id => id === billId)).toEqual([billId])
    expect((await bench.bill(billId)).delivered_at).toBe(bench.now())
    expect(await bench.calledBack(paidOutcome(100), tradeNumber, 'e1')).toBe(true)
    expect(await bench.calledBack(paidOutcome(100), tradeNumber, 'e2')).toBe(true)
    expect(await bench.verdicts()).toEqual(['applied', 'repeated', 'noChange'])
  })

  test('twenty callbacks at once pay once', async () => {
    const { billId, tradeNumber } = await bench.opened()
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        bench.calledBack(paidOutcome(100), tradeNumber, `many-${at % 4}`),
      ),
    )
    const verdicts = await bench.verdicts()
    expect(verdicts.filter(verdict => verdict === 'applied')).toHaveLength(1)
    expect(verdicts).toHaveLength(20)
    expect(await bench.bill(billId)).toMatchObject({ state: 'paid', version: 3 })
  })

  test.each([
    ['another sum', paidOutcome(99), 'wrongAmount'],
    ['a larger sum', paidOutcome(101), 'wrongAmount'],
    ['no sum', paidOutcome(0), 'wrongAmount'],
    ['another currency', paidOutcome(100, { currency: 'USD' }), 'wrongCurrency'],
  ])('%s changes nothing', async (_, outcome, verdict) => {
    const { billId, paymentId, tradeNumber } = await bench.opened()
    const before = [await bench.bill(billId), await bench.payment(paymentId)]
    expect(await bench.calledBack(outcome, tradeNumber)).toBe(false)
    expect([await bench.bill(billId), await bench.payment(paymentId)]).toEqual(before)
    expect(await bench.verdicts()).toEqual([verdict])
  })

  test('an unknown number, one of another way, and what is not believed change nothing', async () => {
    const { billId, tradeNumber } = await bench.opened()
    const before = await bench.bill(billId)
    expect(await bench.calledBack(paidOutcome(100), 'GH000')).toBe(false)
    expect(await bench.calledBack(paidOutcome(100), tradeNumber, 'x', bench.alipay)).toBe(false)
    bench.wechat.reading = undefined
    expect(await bench.server.call('/api/pay/callback/wechat', { body: '{}' })).toMatchObject({ status: 500 })
    expect(await bench.bill(billId)).toEqual(before)
    expect(await bench.verdicts()).toEqual(['unknownTrade', 'unknownTrade', 'forged'])
  })

  test('what comes out of order changes nothing', async () => {
    const { billId, tradeNumber } = await bench.opened()
    await bench.calledBack(paidOutcome(100), tradeNumber)
    await bench.calledBack({ state: 'failed', reason: 'x' }, tradeNumber)
    await bench.calledBack({ state: 'closed' }, tradeNumber)
    await bench.calledBack({ state: 'paying' }, tradeNumber)
    expect(await stateOf(billId)).toBe('paid')
    expect(await bench.verdicts()).toEqual(['applied', 'outOfOrder', 'outOfOrder', 'outOfOrder'])
  })

  test('a failure lets the bill be paid again; a success after it still counts', async () => {
    const first = await bench.opened()
    await bench.calledBack({ state: 'failed', reason: 'declined' }, first.tradeNumber)
    expect(await bench.bill(first.billId)).toMatchObject({ state: 'failed', reason: 'declined' })
    await bench.calledBack(paidOutcome(100), first.tradeNumber)
    expect(await stateOf(first.billId)).toBe('paid')
    const second = await bench.opened()
    await bench.calledBack({ state: 'failed', reason: 'declined' }, second.tradeNumber)
    expect((await bench.start([second.billId])).code).toBe(0)
    expect(await stateOf(second.billId)).toBe('paying')
  })

  test('several bills in one payment are paid together', async () => {
    const ids = await bench.bills(...Array.from({ length: 200 }, () => 100))
    const answer = await bench.start(ids)
    expect(answer.data).toMatchObject({ amount: 20_000 })
    const { tradeNumber } = answer.data as { tradeNumber: string }
    await bench.calledBack(paidOutcome(20_000), tradeNumber)
    const rows = await bench.server.sql(sql =>
      sql.query<{ n: number }>(`select count(*) as n from bill where id = any($1) and state = 'paid'`, [ids]),
    )
    expect(rows[0]?.n).toBe(200)
  })
})

describe('changing the way', () => {
  test('closes the old payment, here and at its provider, and starts a new one', async () => {
    const { billId, paymentId, tradeNumber } = await bench.opened(1)
    expect(await bench.start([billId], 1)).toMatchObject({ id: 'pay.wayNotChanged', field: 'way' })
    const answer = await bench.start([billId], 2)
    expect(answer.code).toBe(0)
    expect(await bench.payment(paymentId)).toMatchObject({
      state: 'closed',
      reason: 'wayChanged',
      show: null,
    })
    expect(await bench.bill(billId)).toMatchObject({ state: 'paying', way: 'alipay' })
    bench.pass(1)
    await checkout().ask()
    expect(bench.wechat.asked).toContainEqual({ what: 'close', number: tradeNumber })
    expect((await bench.payment(paymentId)).ask_at).toBeNull()
  })

  test('whichever of both comes through first pays; the other money goes back of itself', async () => {
    const { billId, paymentId, tradeNumber } = await bench.opened(1)
    const answer = await bench.start([billId], 2)
    const second = answer.data as { paymentId: number; tradeNumber: string }
    await bench.calledBack(paidOutcome(100), tradeNumber)
    expect(await bench.bill(billId)).toMatchObject({ state: 'paid', way: 'wechat', payment_id: paymentId })
    expect(await paymentStateOf(second.paymentId)).toBe('closed')
    await bench.calledBack(paidOutcome(100), second.tradeNumber, 'late', bench.alipay)
    expect(await paymentStateOf(second.paymentId)).toBe('refunding')
    await checkout().refund()
    expect(await paymentStateOf(second.paymentId)).toBe('refunded')
    expect(await bench.bill(billId)).toMatchObject({ state: 'paid', way: 'wechat' })
  })

  test('both at the same moment: one pays, the other goes back', async () => {
    for (let round = 0; round < 5; round++) {
      const { billId, paymentId, tradeNumber } = await bench.opened(1)
      const second = (await bench.start([billId], 2)).data as { paymentId: number; tradeNumber: string }
      await Promise.all([
        bench.calledBack(paidOutcome(100), tradeNumber),
        bench.calledBack(paidOutcome(100), second.tradeNumber, `both-${round}`, bench.alipay),
      ])
      const states = [await paymentStateOf(paymentId), await paymentStateOf(second.paymentId)].sort()
      expect(states).toEqual(['paid', 'refunding'])
      expect(await stateOf(billId)).toBe('paid')
      await checkout().refund()
    }
  })

  test('of two bills paid together, the one that was paid otherwise gets its share back', async () => {
    const [one = 0, two = 0] = await bench.bills(100, 250)
    const both = (await bench.start([one, two])).data as { paymentId: number; tradeNumber: string }
    const single = (await bench.start([one], 2)).data as { paymentId: number; tradeNumber: string }
    expect(await stateOf(two)).toBe('unpaid')
    await bench.calledBack(paidOutcome(100), single.tradeNumber, 's', bench.alipay)
    await bench.calledBack(paidOutcome(350), both.tradeNumber)
    expect([await stateOf(one), await stateOf(two)]).toEqual(['paid', 'paid'])
    await checkout().refund()
    expect(await paymentStateOf(both.paymentId)).toBe('paid')
    const refund = await bench.server.sql(sql =>
      sql.first<{ amount: number; bill_id: number | null }>(
        'select amount, bill_id from payment_refund where payment_id = $1',
        [both.paymentId],
      ),
    )
    expect(refund).toEqual({ amount: 100, bill_id: null })
  })

  test('two people who start at once: one payment is open', async () => {
    const [billId = 0] = await bench.bills(100)
    const answers = await Promise.all([
      bench.start([billId], 1),
      bench.start([billId], 2),
      bench.start([billId], 1),
    ])
    expect(answers.some(({ code }) => code === 0)).toBe(true)
    const open = await bench.server.sql(sql =>
      sql.query(
        `select p.id from payment p join payment_bill x on x.payment_id = p.id where x.bill_id = $1 and p.state = 'paying'`,
        [billId],
      ),
    )
    expect(open).toHaveLength(1)
  })
})

describe('closing and refunding', () => {
  const command = (name: string, id: number, token = bench.server.tokens.admin) =>
    bench.server.call(`/api/pay/bill/${name}`, { token, body: { ids: [id] } })

  test('money for a closed bill goes back of itself, and nothing is delivered', async () => {
    const { billId, tradeNumber } = await bench.opened()
    expect((await command('close', billId)).data).toMatchObject({ results: [{ ok: true }] })
    expect(await stateOf(billId)).toBe('closed')
    await bench.calledBack(paidOutcome(100), tradeNumber)
    expect(await bench.bill(billId)).toMatchObject({
      state: 'refunding',
      reason: 'late',
      platform_state: 'SUCCESS',
    })
    await checkout().deliver()
    expect(bench.delivered).not.toContain(billId)
    await checkout().refund()
    expect(await stateOf(billId)).toBe('refunded')
  })

  test('a refund goes to the provider, waits, and ends once', async () => {
    const { billId, paymentId, tradeNumber } = await bench.opened()
    const root = bench.server.tokens.root
    expect((await command('refund', billId, root)).data).toMatchObject({
      results: [{ ok: false, error: { id: 'state.transition' } }],
    })
    await bench.calledBack(paidOutcome(100), tradeNumber)
    expect(await command('refund', billId)).toMatchObject({ id: 'forbidden' })
    expect((await command('refund', billId, root)).data).toMatchObject({ results: [{ ok: true }] })
    expect((await command('refund', billId, root)).data).toMatchObject({
      results: [{ ok: false, error: { id: 'state.transition' } }],
    })
    bench.wechat.refunds.set('all', { state: 'waiting' })
    bench.pass(1000)
    await checkout().refund()
    expect([await stateOf(billId), await paymentStateOf(paymentId)]).toEqual(['refunding', 'refunding'])
    bench.wechat.refunds.set('all', { state: 'done' })
    await checkout().refund()
    expect(await stateOf(billId)).toBe('refunding')
    bench.pass(MINUTE)
    await checkout().refund()
    expect([await stateOf(billId), await paymentStateOf(paymentId)]).toEqual(['refunded', 'refunded'])
    bench.pass(10 * MINUTE)
    expect(await checkout().refund()).toBe(0)
    const numbers = bench.wechat.asked.filter(({ what }) => what === 'refund').map(({ number }) => number)
    expect(new Set(numbers).size).toBe(1)
  })

  test('a refund that is declined leaves the bill paid, with the reason', async () => {
    const { billId, paymentId, tradeNumber } = await bench.opened()
    await bench.calledBack(paidOutcome(100), tradeNumber)
    await command('refund', billId, bench.server.tokens.root)
    bench.wechat.refunds.set('all', { state: 'declined', reason: 'too old' })
    bench.pass(1000)
    await checkout().refund()
    expect(await bench.bill(billId)).toMatchObject({ state: 'paid', reason: 'refundDeclined' })
    expect(await paymentStateOf(paymentId)).toBe('paid')
  })

  test('paying what is paid, closed or refunded is no step', async () => {
    const { billId, tradeNumber } = await bench.opened()
    await bench.calledBack(paidOutcome(100), tradeNumber)
    expect(await bench.start([billId])).toMatchObject({ id: 'state.transition' })
    expect((await command('close', billId)).data).toMatchObject({
      results: [{ error: { id: 'state.transition' } }],
    })
    const [closed = 0] = await bench.bills(100)
    await command('close', closed)
    expect(await bench.start([closed])).toMatchObject({ id: 'state.transition' })
  })
})

describe('what the desk does by itself', () => {
  test('asks about what is open until it is known, slower and slower', async () => {
    const { billId, tradeNumber } = await bench.opened()
    bench.pass(6000)
    await checkout().ask()
    expect(
      bench.wechat.asked.filter(({ what, number }) => what === 'query' && number === tradeNumber),
    ).toHaveLength(1)
    expect(await checkout().ask()).toBe(0)
    bench.wechat.says.set(tradeNumber, paidOutcome(100))
    bench.pass(MINUTE)
    await checkout().ask()
    expect(await stateOf(billId)).toBe('paid')
  })

  test('what has run out is closed at the provider, and the bill can be paid anew', async () => {
    const { billId, paymentId, tradeNumber } = await bench.opened()
    bench.pass(31 * MINUTE)
    await checkout().ask()
    expect(bench.wechat.asked).toContainEqual({ what: 'close', number: tradeNumber })
    expect(await bench.payment(paymentId)).toMatchObject({ state: 'closed', reason: 'expired', ask_at: null })
    expect(await bench.bill(billId)).toMatchObject({ state: 'unpaid', reason: 'expired' })
  })

  test('one that was paid in the last moment counts although it was to be closed', async () => {
    const { billId, tradeNumber } = await bench.opened()
    bench.wechat.says.set(tradeNumber, paidOutcome(100))
    bench.pass(31 * MINUTE)
    await checkout().ask()
    expect(await stateOf(billId)).toBe('paid')
  })

  test('another process goes on where this one died', async () => {
    const { billId, tradeNumber } = await bench.opened()
    const { createCheckout } = await import('../../../../server/modules/pay/checkout.ts')
    const wechat = createPuppet('wechat')
    wechat.says.set(tradeNumber, paidOutcome(100))
    const other = createCheckout(bench.server.app.parts, {
      kinds: billHandlers,
      providers: new Map([['wechat', wechat]]),
      now: bench.now,
    })
    bench.pass(2 * MINUTE)
    await Promise.all([other.ask(), other.ask()])
    expect(await stateOf(billId)).toBe('paid')
    expect(wechat.asked.filter(({ number }) => number === tradeNumber)).toHaveLength(1)
  })

  test('bills that nobody pays are closed after a day, by one of several processes', async () => {
    const [billId = 0] = await bench.bills(100)
    expect(
      (await Promise.all([checkout().closeOverdue(), checkout().closeOverdue()])).reduce((a, b) => a + b),
    ).toBe(0)
    bench.pass(24 * 60 * MINUTE - 30_000)
    expect(await bench.start([billId])).toMatchObject({ id: 'state.transition' })
    bench.pass(30_000)
    await Promise.all([checkout().closeOverdue(), checkout().closeOverdue()])
    expect(await bench.bill(billId)).toMatchObject({ state: 'closed', reason: 'overdue', version: 2 })
  })

  test('a delivery that fails is tried again, and one that is impossible gives the money back', async () => {
    const { createCheckout } = await import('../../../../server/modules/pay/checkout.ts')
    while ((await checkout().deliver()) > 0);
    const { billId, tradeNumber } = await bench.opened()
    await bench.calledBack(paidOutcome(100), tradeNumber)
    let tries = 0
    const failing = createCheckout(bench.server.app.parts, {
      kinds: billHandlers,
      providers: checkout().providers,
      now: bench.now,
      deliver: async sql => {
        tries++
        await sql.change(`update bill set package_name = 'half done' where id = $1`, [billId])
        if (tries < 3) throw new Error('The carrier is away')
        return 'impossible'
      },
    })
    await failing.deliver()
    expect(await bench.bill(billId)).toMatchObject({ state: 'paid', deliver_tries: 1, package_name: null })
    expect(await failing.deliver()).toBe(0)
    bench.pass(MINUTE)
    await failing.deliver()
    bench.pass(MINUTE)
    await failing.deliver()
    expect(await bench.bill(billId)).toMatchObject({ state: 'refunding', reason: 'notDelivered' })
    bench.pass(1000)
    await checkout().refund()
    expect(await stateOf(billId)).toBe('refunded')
  })

  test('what failed after it was handed over goes back although nobody heard of it', async () => {
    const { createCheckout } = await import('../../../../server/modules/pay/checkout.ts')
    const { markUndelivered } = await import('../../../../server/modules/sim-cards/outcomes.ts')
    while ((await checkout().deliver()) > 0);
    const { billId, tradeNumber } = await bench.opened()
    await bench.calledBack(paidOutcome(100), tradeNumber)
    const handing = createCheckout(bench.server.app.parts, {
      kinds: billHandlers,
      providers: checkout().providers,
      now: bench.now,
      deliver: async () => 'underWay',
    })
    await handing.deliver()
    expect(await bench.bill(billId)).toMatchObject({ state: 'paid', deliver_at: null, delivered_at: null })
    // Nothing listens to the bus of this server: as if the process had died with the commit.
    const { parts } = bench.server.app
    const { tenantId } = bench.server.here
    await bench.server.sql(sql => markUndelivered(sql, parts.bus, tenantId, billId, bench.now()))
    expect(await stateOf(billId)).toBe('paid')
    await Promise.all([checkout().deliver(), handing.deliver()])
    expect(await bench.bill(billId)).toMatchObject({ state: 'refunding', reason: 'notDelivered' })
    expect(bench.delivered).not.toContain(billId)
    await checkout().refund()
    expect(await bench.bill(billId)).toMatchObject({ state: 'refunded', deliver_at: null })
    expect(await checkout().deliver()).toBe(0)
  })
})

describe('paying back from a bill', () => {
  const refund = (id: number, token: string) =>
    bench.server.call('/api/pay/bill/refund', { token, body: { ids: [id] } })

  test('is for who may, and for a bill that was paid', async () => {
    const { billId, tradeNumber } = await bench.opened()
    const { root, admin, patrol, visitor, stranger } = bench.server.tokens
    const early = (await refund(billId, root)).data
    expect(early).toMatchObject({ results: [{ ok: false, error: { id: 'state.transition' } }] })
    await bench.calledBack(paidOutcome(100), tradeNumber)
    for (const token of [admin, patrol, visitor, stranger])
      expect((await refund(billId, token)).id).toBe('forbidden')
    expect(await stateOf(billId)).toBe('paid')
    expect((await refund(billId, root)).data).toMatchObject({ results: [{ ok: true }] })
    expect(await stateOf(billId)).toBe('refunding')
  })
})
