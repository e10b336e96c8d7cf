// Each real provider the whole way: named by the environment, asked over HTTP, called back over HTTP, paid and refunded.
import { createSign } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Aes, Rsa } from 'wechatpay-axios-plugin'
import { startServer, type TestServer } from '../../start.ts'
import { type Asked, type FakeVendor, startVendor, type Told } from './fake-vendor.ts'
import { privatePem, publicPem, rsaPair } from './keys.ts'

const [ours, theirs] = [rsaPair(), rsaPair()]
const API_KEY = 'k'.repeat(32)
const WEBHOOK = 'whsec_of_the_walk_1234'
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-walk-'))
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content, { mode: 0o600 })
  return join(folder, name)
}

let vendor: FakeVendor
let server: TestServer
beforeAll(async () => {
  vendor = await startVendor(answer)
  server = await startServer(
    {
      PUBLIC_URL: 'https://console.example',
      WECHAT_PAY_APP_ID: 'wx1234567890',
      WECHAT_PAY_MERCHANT_ID: '1900000001',
      WECHAT_PAY_SERIAL: 'CAFE0123',
      WECHAT_PAY_KEY_FILE: file('key.pem', privatePem(ours)),
      WECHAT_PAY_API_KEY: API_KEY,
      WECHAT_PAY_PLATFORM_FILES: file('platform.pem', publicPem(theirs)),
      WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_0001',
      WECHAT_PAY_HOST: vendor.url,
      ALIPAY_APP_ID: '2021000000000001',
      ALIPAY_KEY_FILE: file('alipay.pem', privatePem(ours)),
      ALIPAY_PUBLIC_KEY_FILE: file('alipay.pub', publicPem(theirs)),
      ALIPAY_HOST: `${vendor.url}/gateway.do`,
      STRIPE_SECRET_KEY: 'sk_test_1234567890',
      STRIPE_WEBHOOK_SECRET: WEBHOOK,
      STRIPE_HOST: vendor.url,
    },
    { pay: { works: false } },
  )
})
afterAll(async () => {
  await server.stop()
  await vendor.stop()
})

function wechatHeaders(body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': 'n0123456789',
    'wechatpay-serial': 'PUB_KEY_ID_0001',
    'wechatpay-signature': Rsa.sign(`${timestamp}\nn0123456789\n${body}\n`, privatePem(theirs)),
  }
}
const rsa2 = (text: string) => createSign('RSA-SHA256').update(text, 'utf8').sign(theirs.privateKey, 'base64')

/** What the three vendors say: yes to everything. */
function answer({ path, method }: Asked): Told {
  if (path.startsWith('/v3/')) {
    const content = path.includes('refunds')
      ? { out_refund_no: 'x', status: 'SUCCESS' }
      : { code_url: 'weixin://wxpay/x' }
    const body = JSON.stringify(content)
    return { body, headers: wechatHeaders(body) }
  }
  if (path.startsWith('/gateway.do')) {
    const called = new URL(path, 'http://x').searchParams.get('method') ?? ''
    const text = JSON.stringify({ code: '10000', msg: 'Success', qr_code: 'https://qr.alipay.com/x' })
    return { body: `{"${called.replaceAll('.', '_')}_response":${text},"sign":"${rsa2(text)}"}` }
  }
  if (path.startsWith('/v1/refunds') && method === 'GET') return { body: '{"object":"list","data":[]}' }
  if (path.startsWith('/v1/refunds')) return { body: '{"id":"re_1","status":"succeeded"}' }
  return { body: JSON.stringify(session('open', 'unpaid')) }
}

const session = (status: string, payment_status: string, tradeNumber = '') => ({
  id: 'cs_1',
  object: 'checkout.session',
  url: 'https://checkout.example/cs_1',
  status,
  payment_status,
  client_reference_id: tradeNumber,
  amount_total: 1234,
  currency: 'cny',
  payment_intent: 'pi_1',
})

/** What each vendor posts when the money is there. */
const callbacks: Record<string, (tradeNumber: string) => { body: string; headers: Record<string, string> }> =
  {
    wechat: tradeNumber => {
      const trade = {
        appid: 'wx1234567890',
        mchid: '1900000001',
        out_trade_no: tradeNumber,
        transaction_id: '42',
        trade_state: 'SUCCESS',
        success_time: new Date().toISOString(),
        amount: { total: 1234, currency: 'CNY' },
      }
      const body = JSON.stringify({
        id: `event-${tradeNumber}`,
        event_type: 'TRANSACTION.SUCCESS',
        resource: {
          algorithm: 'AEAD_AES_256_GCM',
          nonce: 'abcdef012345',
          associated_data: 'transaction',
          ciphertext: Aes.AesGcm.encrypt(JSON.stringify(trade), API_KEY, 'abcdef012345', 'transaction'),
        },
      })
      return { body, headers: { 'content-type': 'application/json', ...wechatHeaders(body) } }
    },
    alipay: tradeNumber => {
      const beijing = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
      const fields: Record<string, string> = {
        app_id: '2021000000000001',
        notify_id: `n-${tradeNumber}`,
        notify_time: beijing,
        out_trade_no: tradeNumber,
        total_amount: '12.34',
        trade_no: '2026',
        trade_status: 'TRADE_SUCCESS',
      }
      const text = Object.entries(fields)
        .map(([name, value]) => `${name}=${value}`)
        .join('&')
      const body = new URLSearchParams({ ...fields, sign: rsa2(text), sign_type: 'RSA2' }).toString()
      return { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    },
    card: tradeNumber => {
      const body = JSON.stringify({
        id: `evt_${tradeNumber}`,
        object: 'event',
        created: Math.floor(Date.now() / 1000),
        livemode: false,
        type: 'checkout.session.completed',
        data: { object: session('complete', 'paid', tradeNumber) },
      })
      const header = new Stripe('sk_test_signer_1').webhooks.generateTestHeaderString({
        payload: body,
        secret: WEBHOOK,
      })
      return { body, headers: { 'content-type': 'application/json', 'stripe-signature': header } }
    },
  }

test('all three are offered beside the sandbox', async () => {
  const answered = await server.call('/api/pay/pay/ways', { token: server.tokens.admin })
  expect(answered.data).toEqual([1, 2, 3, 4])
})

test.each([
  ['wechat', 1, { kind: 'code', text: 'weixin://wxpay/x' }],
  ['alipay', 2, { kind: 'code', text: 'https://qr.alipay.com/x' }],
  ['card', 3, { kind: 'redirect', url: 'https://checkout.example/cs_1' }],
] as const)('%s: started, forged, paid, replayed, refunded', async (name, way, show) => {
  const { admin, root } = server.tokens
  const items = [{ subject: `1380000000${way}`, amount: 1234 }]
  const ordered = await server.call('/api/pay/pay/order', {
    token: admin,
    body: { kind: 'phoneTopUp', items },
  })
  const { billIds } = ordered.data as { billIds: number[] }
  const started = await server.call('/api/pay/pay/start', { token: admin, body: { billIds, way } })
  expect(started.data).toMatchObject({ show, amount: 1234 })
  const { tradeNumber } = started.data as { tradeNumber: string }
  const stateOf = () =>
    server.sql(async sql => {
      const row = await sql.first<{ state: string }>('select state from bill where id = $1', billIds)
      return row?.state
    })
  const post = (sent: { body: string; headers: Record<string, string> }) =>
    fetch(`${server.url}/api/pay/callback/${name}`, { method: 'POST', ...sent })
  const real = callbacks[name]?.(tradeNumber)
  if (!real) throw new Error('No callback')
  const forged = await post({
    ...real,
    body: real.body.replace(/[a-z]/, letter => (letter === 'x' ? 'y' : 'x')),
  })
  expect([await stateOf(), forged.ok && (await forged.text()) !== 'failure']).toEqual(['paying', false])
  const taken = await post(real)
  expect([taken.status, await stateOf()]).toEqual([200, 'paid'])
  if (name === 'alipay') expect(await taken.text()).toBe('success')
  expect((await post(real)).status).toBe(200)
  await server.call('/api/pay/bill/refund', { token: root, body: { ids: billIds } })
  expect(await stateOf()).toBe('refunding')
  await server.app.pay.checkout.refund()
  expect(await stateOf()).toBe('refunded')
  const verdicts = await server.sql(sql =>
    sql.query<{ verdict: string }>('select verdict from payment_callback where way = $1 order by id', [name]),
  )
  expect(verdicts.slice(1).map(({ verdict }) => verdict)).toEqual(['applied', 'repeated'])
  expect(['forged', 'malformed']).toContain(verdicts[0]?.verdict)
})
