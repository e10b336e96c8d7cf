// WeChat pay: signing and sealing as the vendor's own library does it, and nothing believed that is not signed.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Aes, Rsa } from 'wechatpay-axios-plugin'
import { CALLBACK_WINDOW_MS, ProviderError } from '../../../../server/modules/pay/provider.ts'
import { createWechat, type WechatSettings } from '../../../../server/modules/pay/wechat.ts'
import { authorizationOf, isSignedBy, openSealed } from '../../../../server/modules/pay/wechat-signing.ts'
import { type FakeVendor, startVendor, type Told } from './fake-vendor.ts'
import { privatePem, publicPem, rsaPair } from './keys.ts'

const merchant = rsaPair()
const platform = rsaPair()
const NOW = Date.parse('2026-11-21T10:00:00Z')
const API_KEY = 'k'.repeat(32)
const SERIAL = 'ABCDEF0123456789'
let fake: FakeVendor
let settings: WechatSettings

beforeAll(async () => {
  fake = await startVendor()
  settings = {
    appId: 'wx1234567890',
    merchantId: '1900000001',
    serial: 'CAFE01',
    privateKey: merchant.privateKey,
    apiKey: Buffer.from(API_KEY),
    platformKeys: new Map([[SERIAL, platform.publicKey]]),
    host: fake.url,
    notifyUrl: 'https://console.example/api/pay/callback/wechat',
  }
})
beforeEach(() => {
  fake.asked.length = 0
})
afterAll(() => fake.stop())

const provider = () => createWechat(settings, () => NOW)

/** Headers under which the platform sends a body. */
function signedHeaders(body: string, { at = NOW, key = platform, serial = SERIAL } = {}) {
  const timestamp = String(Math.floor(at / 1000))
  const nonce = 'nonce0123456789'
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': serial,
    'wechatpay-signature': Rsa.sign(`${timestamp}\n${nonce}\n${body}\n`, privatePem(key)),
  }
}

const says = (content: object | undefined, status = 200) => {
  fake.answer = (): Told => {
    const body = content === undefined ? '' : JSON.stringify(content)
    return { status, body, headers: signedHeaders(body) }
  }
}

const transaction = (more: object = {}) => ({
  appid: settings.appId,
  mchid: settings.merchantId,
  out_trade_no: 'GH1',
  transaction_id: '4200001',
  trade_state: 'SUCCESS',
  success_time: '2026-11-21T17:59:00+08:00',
  amount: { total: 100, currency: 'CNY' },
  ...more,
})

function callbackOf(
  inner: object,
  more: { event?: string; id?: string; at?: number; key?: typeof platform } = {},
) {
  const nonce = 'abcdef012345'
  const body = JSON.stringify({
    id: more.id ?? 'event-1',
    event_type: more.event ?? 'TRANSACTION.SUCCESS',
    resource: {
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: Aes.AesGcm.encrypt(JSON.stringify(inner), API_KEY, nonce, 'transaction'),
      nonce,
      associated_data: 'transaction',
    },
  })
  return { headers: signedHeaders(body, more), body: Buffer.from(body), now: NOW }
}

const order = {
  tradeNumber: 'GH1',
  amount: 100,
  title: 'Gatehouse 1',
  expiresAt: NOW + 60_000,
  returnUrl: 'https://console.example/paypal?payment=1',
  address: '203.0.113.7',
  phone: false,
}

describe('signing', () => {
  test('a request is signed as the vendor checks it', () => {
    const body = '{"a":1}'
    const header = authorizationOf(settings, {
      method: 'POST',
      path: '/v3/x?y=1',
      body,
      now: NOW,
      nonce: 'n1',
    })
    const [, signature = ''] = /signature="([^"]+)"/.exec(header) ?? []
    expect(header).toContain('WECHATPAY2-SHA256-RSA2048 mchid="1900000001",nonce_str="n1"')
    expect(header).toContain(`timestamp="${NOW / 1000}",serial_no="CAFE01"`)
    const message = `POST\n/v3/x?y=1\n${NOW / 1000}\nn1\n${body}\n`
    expect(Rsa.verify(message, signature, publicPem(merchant))).toBe(true)
  })
  test('what the vendor signed is recognised, and one changed byte is not', () => {
    const parts = { timestamp: '1', nonce: 'n', body: 'text' }
    const signature = Rsa.sign('1\nn\ntext\n', privatePem(platform))
    expect(isSignedBy(platform.publicKey, { ...parts, signature })).toBe(true)
    expect(isSignedBy(platform.publicKey, { ...parts, body: 'texu', signature })).toBe(false)
    expect(isSignedBy(platform.publicKey, { ...parts, nonce: 'm', signature })).toBe(false)
    expect(isSignedBy(platform.publicKey, { ...parts, signature: `${signature} ` })).toBe(false)
    expect(isSignedBy(merchant.publicKey, { ...parts, signature })).toBe(false)
  })
  test('what the vendor sealed opens, and one changed byte does not', () => {
    const ciphertext = Aes.AesGcm.encrypt('{"x":1}', API_KEY, 'abcdef012345', 'aad')
    const sealed = { ciphertext, nonce: 'abcdef012345', associated_data: 'aad' }
    expect(openSealed(settings.apiKey, sealed)).toBe('{"x":1}')
    const bytes = Buffer.from(ciphertext, 'base64')
    bytes[0] = (bytes[0] ?? 0) ^ 1
    expect(() => openSealed(settings.apiKey, { ...sealed, ciphertext: bytes.toString('base64') })).toThrow()
    expect(() => openSealed(settings.apiKey, { ...sealed, associated_data: 'aae' })).toThrow()
    expect(() => openSealed(settings.apiKey, { ...sealed, ciphertext: 'AAAA' })).toThrow()
    expect(() => openSealed(Buffer.from('x'.repeat(32)), sealed)).toThrow()
  })
})

describe('asking', () => {
  test('a desk gets a code, a phone the way into its application', async () => {
    says({ code_url: 'weixin://wxpay/1' })
    expect(await provider().start(order)).toEqual({ show: { kind: 'code', text: 'weixin://wxpay/1' } })
    expect(fake.asked[0]?.path).toBe('/v3/pay/transactions/native')
    expect(JSON.parse(fake.asked[0]?.body ?? '')).toMatchObject({
      out_trade_no: 'GH1',
      notify_url: settings.notifyUrl,
      amount: { total: 100, currency: 'CNY' },
      time_expire: '2026-11-21T10:01:00+00:00',
    })
    says({ h5_url: 'https://wx.example/pay?prepay=1' })
    const started = await provider().start({ ...order, phone: true })
    expect(started.show).toEqual({
      kind: 'redirect',
      url: `https://wx.example/pay?prepay=1&redirect_url=${encodeURIComponent(order.returnUrl)}`,
    })
    expect(JSON.parse(fake.asked[1]?.body ?? '')).toMatchObject({
      scene_info: { payer_client_ip: '203.0.113.7' },
    })
  })
  test.each([
    [
      'SUCCESS',
      { state: 'paid', amount: 100, currency: 'CNY', providerNumber: '4200001', paidAt: NOW - 60_000 },
    ],
    ['NOTPAY', { state: 'paying' }],
    ['USERPAYING', { state: 'paying' }],
    ['CLOSED', { state: 'closed' }],
    ['REVOKED', { state: 'closed' }],
    ['PAYERROR', { state: 'failed', reason: 'declined' }],
  ])('%s', async (trade_state, outcome) => {
    says(transaction({ trade_state }))
    expect(await provider().query({ tradeNumber: 'GH1', providerNumber: null, amount: 100 })).toEqual(outcome)
  })
  test('an unknown payment is unknown; an answer about another one is refused', async () => {
    says({ code: 'ORDER_NOT_EXIST' }, 404)
    expect(await provider().query({ tradeNumber: 'GH1', providerNumber: null, amount: 1 })).toEqual({
      state: 'unknown',
    })
    says(transaction({ out_trade_no: 'GH2' }))
    await expect(provider().query({ tradeNumber: 'GH1', providerNumber: null, amount: 1 })).rejects.toThrow(
      ProviderError,
    )
  })
  test('an answer that is not signed, signed by another, or old is refused', async () => {
    const asked = { tradeNumber: 'GH1', providerNumber: null, amount: 1 }
    const body = JSON.stringify(transaction())
    for (const headers of [
      {},
      signedHeaders(body, { key: merchant }),
      signedHeaders(body, { serial: 'FFFF' }),
      signedHeaders(body, { at: NOW - CALLBACK_WINDOW_MS - 1000 }),
      signedHeaders(`${body} `),
    ]) {
      fake.answer = () => ({ body, headers })
      await expect(provider().query(asked)).rejects.toThrow(/not signed/)
    }
  })
  test('closing: done, never taken up, or too late', async () => {
    const asked = { tradeNumber: 'GH1', providerNumber: null, amount: 1 }
    says(undefined, 204)
    expect(await provider().close(asked)).toEqual({ state: 'closed' })
    says({ code: 'ORDER_NOT_EXIST' }, 404)
    expect(await provider().close(asked)).toEqual({ state: 'closed' })
    fake.answer = ({ path }) => {
      const closing = path.endsWith('/close')
      const body = JSON.stringify(closing ? { code: 'ORDERPAID' } : transaction())
      return { status: closing ? 400 : 200, body, headers: signedHeaders(body) }
    }
    expect(await provider().close(asked)).toMatchObject({ state: 'paid', amount: 100 })
  })
  test('refunds: under way, done, declined, later', async () => {
    const refund = {
      tradeNumber: 'GH1',
      providerNumber: null,
      amount: 100,
      refundNumber: 'GR1',
      refund: 40,
      reason: 'r',
    }
    says({ out_refund_no: 'GR1', status: 'PROCESSING' })
    expect(await provider().refund(refund)).toEqual({ state: 'waiting' })
    expect(JSON.parse(fake.asked[0]?.body ?? '').amount).toEqual({ refund: 40, total: 100, currency: 'CNY' })
    says({ out_refund_no: 'GR1', status: 'SUCCESS' })
    expect(await provider().refund(refund)).toEqual({ state: 'done' })
    says({ code: 'INVALID_REQUEST', message: 'no' }, 400)
    expect(await provider().refund(refund)).toEqual({ state: 'declined', reason: 'no' })
    says({ code: 'NOT_ENOUGH' }, 403)
    await expect(provider().refund(refund)).rejects.toMatchObject({ passing: true })
  })
  test('one that cannot be reached is asked again later', async () => {
    const gone = createWechat({ ...settings, host: 'http://127.0.0.1:9' }, () => NOW)
    await expect(gone.start(order)).rejects.toMatchObject({ name: 'ProviderError', passing: true })
  })
})

describe('callbacks', () => {
  test('a true one is read', async () => {
    expect(await provider().readCallback(callbackOf(transaction()))).toEqual({
      is: 'payment',
      eventId: 'event-1',
      tradeNumber: 'GH1',
      outcome: {
        state: 'paid',
        amount: 100,
        currency: 'CNY',
        providerNumber: '4200001',
        paidAt: NOW - 60_000,
      },
    })
    const refund = { mchid: settings.merchantId, out_refund_no: 'GR1', refund_status: 'SUCCESS' }
    expect(await provider().readCallback(callbackOf(refund, { event: 'REFUND.SUCCESS' }))).toMatchObject({
      is: 'refund',
      refundNumber: 'GR1',
      outcome: { state: 'done' },
    })
  })
  test('a forged, a changed, a stale and a foreign one are not believed', async () => {
    const why = async (callback: Parameters<ReturnType<typeof provider>['readCallback']>[0]) => {
      const reading = await provider().readCallback(callback)
      return reading.is === 'refused' ? reading.why : reading.is
    }
    const real = callbackOf(transaction())
    expect(await why({ ...real, headers: {} })).toBe('forged')
    expect(await why(callbackOf(transaction(), { key: merchant }))).toBe('forged')
    for (let at = 0; at < real.body.length; at += 7) {
      const body = Buffer.from(real.body)
      body[at] = (body[at] ?? 0) ^ 1
      expect(await why({ ...real, body })).toBe('forged')
    }
    expect(await why({ ...real, headers: { ...real.headers, 'wechatpay-nonce': '' } })).toBe('forged')
    expect(await why(callbackOf(transaction(), { at: NOW - CALLBACK_WINDOW_MS - 1000 }))).toBe('stale')
    expect(await why(callbackOf(transaction(), { at: NOW + CALLBACK_WINDOW_MS + 1000 }))).toBe('stale')
    expect(await why(callbackOf(transaction(), { at: NOW - CALLBACK_WINDOW_MS + 1000 }))).toBe('payment')
    expect(await why(callbackOf(transaction({ appid: 'wx0000000000' })))).toBe('wrongApp')
    expect(await why(callbackOf(transaction({ mchid: '1900000002' })))).toBe('wrongApp')
    expect(await why(callbackOf({ nothing: true }))).toBe('malformed')
    for (const text of [
      '',
      'not json',
      '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
      '[]',
      'null',
    ])
      expect(await why({ headers: signedHeaders(text), body: Buffer.from(text), now: NOW })).toBe('malformed')
  })
})
