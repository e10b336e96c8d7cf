// Cards: the checkout page, and webhooks that only the vendor's secret can have signed.
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPaymentCard } from '../../../../server/modules/pay/payment-card.ts'
import { CALLBACK_WINDOW_MS } from '../../../../server/modules/pay/provider.ts'
import { type FakeVendor, startVendor } from './fake-vendor.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const SECRET = 'whsec_of_a_test_that_is_long'
let fake: FakeVendor
beforeAll(async () => {
  fake = await startVendor()
})
afterAll(() => fake.stop())

const provider = () =>
  createPaymentCard({ secretKey: 'sk_test_1234567890', webhookSecret: SECRET, host: fake.url }, () => NOW)
const signer = new Stripe('sk_test_of_the_signer')

const session = (more: object = {}) => ({
  id: 'cs_1',
  object: 'checkout.session',
  status: 'open',
  payment_status: 'unpaid',
  client_reference_id: 'GH1',
  amount_total: 100,
  currency: 'cny',
  payment_intent: 'pi_1',
  url: 'https://checkout.example/cs_1',
  ...more,
})
const paid = session({ status: 'complete', payment_status: 'paid' })

function webhook(event: object, { at = NOW, secret = SECRET } = {}) {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    created: NOW / 1000,
    livemode: false,
    type: 'checkout.session.completed',
    data: { object: paid },
    ...event,
  })
  const header = signer.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(at / 1000),
  })
  return { headers: { 'stripe-signature': header }, body: Buffer.from(payload), now: NOW }
}

const why = async (callback: ReturnType<typeof webhook>) => {
  const reading = await provider().readCallback(callback)
  return reading.is === 'refused' ? reading.why : reading.is
}
const says = (content: object, status = 200) => {
  fake.answer = () => ({ status, body: JSON.stringify(content) })
}
const asked = { tradeNumber: 'GH1', providerNumber: 'cs_1', amount: 100 }

describe('asking', () => {
  test('starts a checkout page over the sum in fen', async () => {
    says(session())
    const started = await provider().start({
      tradeNumber: 'GH1',
      amount: 100,
      title: 'Gatehouse 1',
      expiresAt: NOW + 60_000,
      returnUrl: 'https://console.example/paypal?payment=1',
      address: '203.0.113.7',
      phone: false,
    })
    expect(started).toEqual({
      show: { kind: 'redirect', url: 'https://checkout.example/cs_1' },
      providerNumber: 'cs_1',
    })
    const form = new URLSearchParams(fake.asked.at(-1)?.body)
    expect(form.get('line_items[0][price_data][unit_amount]')).toBe('100')
    expect(form.get('line_items[0][price_data][currency]')).toBe('cny')
    expect(fake.asked.at(-1)?.headers['idempotency-key']).toBe('GH1')
  })
  test('query and close', async () => {
    says(session())
    expect(await provider().query(asked)).toEqual({ state: 'paying' })
    says(paid)
    expect(await provider().query(asked)).toMatchObject({ state: 'paid', amount: 100, currency: 'CNY' })
    expect(await provider().close(asked)).toMatchObject({ state: 'paid' })
    fake.answer = ({ path }) => ({
      body: JSON.stringify(session(path.endsWith('/expire') ? { status: 'expired' } : {})),
    })
    expect(await provider().close(asked)).toEqual({ state: 'closed' })
  })
  test('a refund is ordered once and then asked about', async () => {
    const refund = { ...asked, refundNumber: 'GR1', refund: 40, reason: 'r' }
    const refunds: object[] = []
    fake.answer = ({ path, method }) => {
      if (path.startsWith('/v1/checkout')) return { body: JSON.stringify(paid) }
      if (method === 'GET') return { body: JSON.stringify({ object: 'list', data: refunds }) }
      refunds.push({ id: 're_1', status: 'pending', metadata: { refundNumber: 'GR1' } })
      return { body: JSON.stringify(refunds[0]) }
    }
    expect(await provider().refund(refund)).toEqual({ state: 'waiting' })
    refunds[0] = { ...refunds[0], status: 'succeeded' }
    expect(await provider().refund(refund)).toEqual({ state: 'done' })
    expect(refunds).toHaveLength(1)
  })
  test('its own trouble passes, our mistakes do not', async () => {
    says({ error: { type: 'api_error', message: 'x' } }, 500)
    await expect(provider().query(asked)).rejects.toMatchObject({ passing: true })
    says({ error: { type: 'invalid_request_error', message: 'x' } }, 400)
    await expect(provider().query(asked)).rejects.toMatchObject({ passing: false })
  })
})

describe('webhooks', () => {
  test('a true one is read', async () => {
    expect(await provider().readCallback(webhook({}))).toEqual({
      is: 'payment',
      eventId: 'evt_1',
      tradeNumber: 'GH1',
      outcome: { state: 'paid', amount: 100, currency: 'CNY', providerNumber: 'cs_1', paidAt: NOW },
    })
    const failed = webhook({ type: 'checkout.session.async_payment_failed', data: { object: session() } })
    expect(await provider().readCallback(failed)).toMatchObject({ outcome: { state: 'failed' } })
    const refund = { status: 'succeeded', metadata: { refundNumber: 'GR1' } }
    expect(
      await provider().readCallback(webhook({ type: 'refund.updated', data: { object: refund } })),
    ).toMatchObject({ is: 'refund', refundNumber: 'GR1', outcome: { state: 'done' } })
    expect(await why(webhook({ type: 'customer.created', data: { object: {} } }))).toBe('ignored')
  })
  test('a forged, a changed, a stale and a foreign one are not believed', async () => {
    const real = webhook({})
    expect(await why({ ...real, headers: { 'stripe-signature': 't=1,v1=00' } })).toBe('forged')
    expect(await why(webhook({}, { secret: 'whsec_of_somebody_else_entirely' }))).toBe('forged')
    const body = Buffer.from(real.body)
    body[20] = (body[20] ?? 0) ^ 1
    expect(await why({ ...real, body })).toBe('forged')
    expect(await why(webhook({}, { at: NOW - CALLBACK_WINDOW_MS - 1000 }))).toBe('stale')
    expect(await why(webhook({}, { at: NOW + CALLBACK_WINDOW_MS + 1000 }))).toBe('stale')
    expect(await why(webhook({ livemode: true }))).toBe('wrongApp')
    // An old one with a second, younger time in front of the one that was signed.
    const old = webhook({}, { at: NOW - 86_400_000 })
    for (const header of [
      `t=${NOW / 1000},${old.headers['stripe-signature']}`,
      `${real.headers['stripe-signature']},t=${NOW / 1000}`,
    ])
      expect(await why({ ...old, headers: { 'stripe-signature': header } })).toBe('forged')
  })
})
