// The addresses that providers call back on, and the sandbox that calls them the whole way.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MOST_CALLBACK_BYTES } from '../../../../server/modules/pay/callbacks.ts'
import { LATE_MS, REFUND_MS, type SandboxAct, SETTLES_MS } from '../../../../server/modules/pay/sandbox.ts'
import { type Bench, startBench } from './payment-bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
beforeEach(() => bench.server.sql(sql => sql.change('delete from payment_callback')))
afterAll(() => bench.stop())

const checkout = () => bench.server.app.pay.checkout
const stateOf = async (id: number) => (await bench.bill(id)).state
const post = (way: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${bench.server.url}/api/pay/callback/${way}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(Buffer.from(body)),
  })

/** A payment by the sandbox, and what somebody does on its page. */
async function acted(act: SandboxAct) {
  const opened = await bench.opened(4)
  const answer = await bench.server.call('/api/pay/pay/sandbox', {
    token: bench.server.tokens.admin,
    body: { paymentId: opened.paymentId, act },
  })
  expect(answer.code).toBe(0)
  return opened
}
const calls = () => bench.server.app.pay.sandbox?.callBack()

describe('the sandbox', () => {
  test('pay: it calls back over HTTP, signed, and the bill is paid', async () => {
    const { billId } = await acted('pay')
    expect(await stateOf(billId)).toBe('paying')
    await calls()
    expect(await bench.bill(billId)).toMatchObject({ state: 'paid', way: 'sandbox' })
    expect(await bench.verdicts()).toEqual(['applied'])
  })
  test('payTwice: the second callback changes nothing', async () => {
    const { billId } = await acted('payTwice')
    await calls()
    const paid = await bench.bill(billId)
    bench.pass(2000)
    await calls()
    expect(await bench.bill(billId)).toEqual(paid)
    expect(await bench.verdicts()).toEqual(['applied', 'repeated'])
  })
  test('fail, then paid anew', async () => {
    const { billId } = await acted('fail')
    await calls()
    expect(await bench.bill(billId)).toMatchObject({ state: 'failed', reason: 'declined' })
    expect((await bench.start([billId], 4)).code).toBe(0)
  })
  test('close: the bill can be paid by another payment', async () => {
    const { billId, paymentId } = await acted('close')
    await calls()
    expect(await stateOf(billId)).toBe('unpaid')
    expect((await bench.payment(paymentId)).state).toBe('closed')
  })
  test('delay: paying until the bank has made up its mind', async () => {
    const { billId, paymentId } = await acted('delay')
    await calls()
    bench.pass(6000)
    await checkout().ask()
    expect(await stateOf(billId)).toBe('paying')
    bench.pass(SETTLES_MS)
    const state = await bench.server.call('/api/pay/pay/state', {
      token: bench.server.tokens.admin,
      query: { id: String(paymentId) },
    })
    expect(state.data).toMatchObject({ state: 1 })
    await calls()
    expect(await bench.verdicts()).toEqual(['noChange'])
  })
  test('payLate: closed first, and then the money is there', async () => {
    const { billId, paymentId } = await acted('payLate')
    await calls()
    expect([await stateOf(billId), (await bench.payment(paymentId)).state]).toEqual(['unpaid', 'closed'])
    bench.pass(LATE_MS)
    await calls()
    expect(await stateOf(billId)).toBe('paid')
  })
  test('a late payment of a bill that was closed goes back, and the refund ends by a callback', async () => {
    const { billId } = await acted('delay')
    await bench.server.call('/api/pay/bill/close', {
      token: bench.server.tokens.admin,
      body: { ids: [billId] },
    })
    expect(await stateOf(billId)).toBe('closed')
    bench.pass(SETTLES_MS)
    await calls()
    expect(await stateOf(billId)).toBe('refunding')
    await checkout().refund()
    expect(await stateOf(billId)).toBe('refunding')
    bench.pass(REFUND_MS)
    await calls()
    expect(await stateOf(billId)).toBe('refunded')
  })
  test('acts once, on its own payments only, and for who may see them', async () => {
    const { paymentId } = await acted('pay')
    const act = (id: number, token = bench.server.tokens.admin) =>
      bench.server.call('/api/pay/pay/sandbox', { token, body: { paymentId: id, act: 'pay' } })
    expect(await act(paymentId)).toMatchObject({ id: 'state.transition' })
    expect(await act(paymentId, bench.server.tokens.stranger)).toMatchObject({ id: 'row.unknown' })
    expect(await act(999_999)).toMatchObject({ id: 'row.unknown' })
    const other = await bench.opened(1)
    expect(await act(other.paymentId)).toMatchObject({ id: 'pay.wayOff' })
  })
})

describe('what anybody may post', () => {
  test('is refused and written down, and changes no bill', async () => {
    const { billId, tradeNumber } = await bench.opened(4)
    const before = await bench.bill(billId)
    const forged = JSON.stringify({
      id: 'x',
      app: 'gatehouse-sandbox',
      type: 'payment',
      tradeNumber,
      state: 'paid',
    })
    for (const body of [
      forged,
      '',
      'not json',
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
      '\u0000\u0001',
      `${'['.repeat(100_000)}`,
    ])
      expect((await post('sandbox', body)).status).toBe(500)
    expect(
      (
        await post('sandbox', forged, {
          'sandbox-signature': `t=${Date.now()},n=${'0'.repeat(24)},s=${'A'.repeat(86)}==`,
        })
      ).status,
    ).toBe(500)
    expect(await bench.bill(billId)).toEqual(before)
    expect(new Set(await bench.verdicts())).toEqual(new Set(['forged']))
  })
  test('a body of 1 MB is cut off at 256 KB and noted', async () => {
    const answer = await post('sandbox', Buffer.alloc(1_048_576, 65)).catch(() => undefined)
    if (answer) expect(answer.status).toBe(413)
    expect(await bench.verdicts()).toEqual(['tooLarge'])
    expect((await post('sandbox', Buffer.alloc(MOST_CALLBACK_BYTES, 65))).status).toBe(500)
  })
  test('a way that is not set up has no address, and neither has any other word', async () => {
    for (const way of ['card', 'paypal', '__proto__', 'constructor', '..%2fbill'])
      expect((await post(way, '{}')).status).toBe(404)
    expect((await fetch(`${bench.server.url}/api/pay/callback/sandbox`)).status).toBe(404)
  })
  test('what a stranger says of a signature is bounded', async () => {
    expect((await post('sandbox', '{}', { 'sandbox-signature': 'x'.repeat(8000) })).status).toBe(500)
  })
})
