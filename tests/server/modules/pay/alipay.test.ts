// Alipay: requests that its own library signs, notices that only Alipay's key can have signed.
import { createSign, createVerify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AlipaySettings, createAlipay, fenOf, yuanOf } from '../../../../server/modules/pay/alipay.ts'
import { CALLBACK_WINDOW_MS } from '../../../../server/modules/pay/provider.ts'
import { type FakeVendor, startVendor } from './fake-vendor.ts'
import { type Pair, privatePem, publicPem, rsaPair } from './keys.ts'

const application = rsaPair()
const alipay = rsaPair()
const NOW = Date.parse('2026-11-21T10:00:00Z')
let fake: FakeVendor
let settings: AlipaySettings

beforeAll(async () => {
  fake = await startVendor()
  settings = {
    appId: '2021000000000001',
    privateKey: privatePem(application, 'pkcs1'),
    publicKey: publicPem(alipay),
    gateway: `${fake.url}/gateway.do`,
    notifyUrl: 'https://console.example/api/pay/callback/alipay',
    show: 'code',
  }
})
afterAll(() => fake.stop())

const provider = (more: Partial<AlipaySettings> = {}) => createAlipay({ ...settings, ...more })
const sha256 = (text: string, key: Pair) =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(key.privateKey, 'base64')

/** Lets the gateway answer a method, signed over its exact text. */
function says(content: object, key = alipay): void {
  fake.answer = asked => {
    const method = new URL(asked.path, fake.url).searchParams.get('method') ?? ''
    const text = JSON.stringify(content)
    return { body: `{"${method.replaceAll('.', '_')}_response":${text},"sign":"${sha256(text, key)}"}` }
  }
}

const notice = (more: Record<string, string> = {}): Record<string, string> => ({
  notify_id: 'n1',
  notify_time: '2026-11-21 18:00:00',
  notify_type: 'trade_status_sync',
  app_id: '2021000000000001',
  charset: 'utf-8',
  version: '1.0',
  sign_type: 'RSA2',
  out_trade_no: 'GH1',
  trade_no: '2026112122001',
  trade_status: 'TRADE_SUCCESS',
  total_amount: '1.00',
  gmt_payment: '2026-11-21 17:59:00',
  ...more,
})

function signedForm(fields: Record<string, string>, key = alipay): string {
  const text = Object.entries(fields)
    .filter(([name]) => name !== 'sign_type')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return new URLSearchParams({ ...fields, sign: sha256(text, key) }).toString()
}

const read = (body: string, now = NOW) =>
  provider().readCallback({ headers: {}, body: Buffer.from(body), now })
const why = async (body: string, now = NOW) => {
  const reading = await read(body, now)
  return reading.is === 'refused' ? reading.why : reading.is
}

const order = {
  tradeNumber: 'GH1',
  amount: 12_345,
  title: 'Gatehouse 1',
  expiresAt: NOW + 60_000,
  returnUrl: 'https://console.example/paypal?payment=1',
  address: '203.0.113.7',
  phone: false,
}
const asked = { tradeNumber: 'GH1', providerNumber: null, amount: 100 }

describe('money as text', () => {
  test.each([
    [1, '0.01'],
    [10, '0.10'],
    [100, '1.00'],
    [12_345, '123.45'],
    [5_000_000, '50000.00'],
  ])('%i fen is %s yuan', (fen, yuan) => {
    expect(yuanOf(fen)).toBe(yuan)
    expect(fenOf(yuan)).toBe(fen)
  })
  test.each(['', '-1.00', '1.001', '1e3', '1,00', ' 1', '1.', 'NaN', '0x10'])('%s is no sum', text => {
    expect(fenOf(text)).toBeUndefined()
  })
})

describe('asking', () => {
  test('a desk gets a code; the request is signed by the application', async () => {
    says({ code: '10000', msg: 'Success', out_trade_no: 'GH1', qr_code: 'https://qr.alipay.com/x' })
    expect(await provider().start(order)).toEqual({ show: { kind: 'code', text: 'https://qr.alipay.com/x' } })
    const sent = fake.asked.at(-1)
    const query = new URL(sent?.path ?? '', fake.url).searchParams
    expect(query.get('method')).toBe('alipay.trade.precreate')
    expect(query.get('notify_url')).toBe(settings.notifyUrl)
    const fields = { ...Object.fromEntries(query), ...Object.fromEntries(new URLSearchParams(sent?.body)) }
    const { sign = '', ...rest } = fields
    const text = Object.entries(rest)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    expect(
      createVerify('RSA-SHA256').update(text, 'utf8').verify(application.publicKey, sign, 'base64'),
    ).toBe(true)
    expect(JSON.parse(rest.biz_content ?? '')).toMatchObject({ out_trade_no: 'GH1', total_amount: '123.45' })
  })
  test('phones, and desks where it is set so, get the page', async () => {
    for (const [started, method] of [
      [await provider({ show: 'page' }).start(order), 'alipay.trade.page.pay'],
      [await provider().start({ ...order, phone: true }), 'alipay.trade.wap.pay'],
    ] as const) {
      if (started.show.kind !== 'redirect') throw new Error('No address')
      const url = new URL(started.show.url)
      expect(url.searchParams.get('method')).toBe(method)
      expect(url.searchParams.get('return_url')).toBe(order.returnUrl)
      expect(url.searchParams.get('sign')).toBeTruthy()
    }
  })
  test.each([
    ['TRADE_SUCCESS', { state: 'paid', amount: 100, currency: 'CNY', providerNumber: 't', paidAt: NOW }],
    ['TRADE_FINISHED', { state: 'paid', amount: 100, currency: 'CNY', providerNumber: 't', paidAt: NOW }],
    ['WAIT_BUYER_PAY', { state: 'paying' }],
    ['TRADE_CLOSED', { state: 'closed' }],
  ])('%s', async (trade_status, outcome) => {
    says({
      code: '10000',
      out_trade_no: 'GH1',
      trade_no: 't',
      trade_status,
      total_amount: '1.00',
      send_pay_date: '2026-11-21 18:00:00',
    })
    expect(await provider().query(asked)).toEqual(outcome)
  })
  test('an answer that Alipay has not signed is refused', async () => {
    says(
      {
        code: '10000',
        out_trade_no: 'GH1',
        trade_no: 't',
        trade_status: 'TRADE_SUCCESS',
        total_amount: '1.00',
      },
      application,
    )
    await expect(provider().query(asked)).rejects.toThrow()
  })
  test('closing what nobody has scanned, and refunding', async () => {
    says({ code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' })
    expect(await provider().query(asked)).toEqual({ state: 'unknown' })
    expect(await provider().close(asked)).toEqual({ state: 'closed' })
    const refund = { ...asked, refundNumber: 'GR1', refund: 40, reason: 'r' }
    says({ code: '10000', fund_change: 'Y' })
    expect(await provider().refund(refund)).toEqual({ state: 'done' })
    says({ code: '40004', sub_code: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', sub_msg: 'no' })
    expect(await provider().refund(refund)).toEqual({ state: 'declined', reason: 'no' })
    says({ code: '20000', sub_code: 'isp.unknow-error' })
    await expect(provider().refund(refund)).rejects.toMatchObject({ passing: true })
  })
})

describe('notices', () => {
  test('a true one is read', async () => {
    expect(await read(signedForm(notice()))).toEqual({
      is: 'payment',
      eventId: 'n1',
      tradeNumber: 'GH1',
      outcome: {
        state: 'paid',
        amount: 100,
        currency: 'CNY',
        providerNumber: '2026112122001',
        paidAt: NOW - 60_000,
      },
    })
    expect(await why(signedForm(notice({ refund_fee: '1.00' })))).toBe('ignored')
  })
  test('a forged, a changed, a stale and a foreign one are not believed', async () => {
    expect(await why('')).toBe('forged')
    expect(await why(new URLSearchParams(notice()).toString())).toBe('forged')
    expect(await why(signedForm(notice(), application))).toBe('forged')
    for (const change of [
      { total_amount: '9.00' },
      { out_trade_no: 'GH2' },
      { trade_status: 'TRADE_CLOSED' },
    ]) {
      const form = new URLSearchParams(signedForm(notice()))
      for (const [name, value] of Object.entries(change)) form.set(name, value)
      expect(await why(form.toString())).toBe('forged')
    }
    expect(await why(`${signedForm(notice())}&total_amount=0.01`)).toBe('malformed')
    expect(await why(signedForm(notice({ app_id: '2021000000000002' })))).toBe('wrongApp')
    expect(await why(signedForm(notice()), NOW + CALLBACK_WINDOW_MS + 1000)).toBe('stale')
    expect(await why(signedForm(notice()), NOW - CALLBACK_WINDOW_MS - 1000)).toBe('stale')
  })
  test('the old signature of SHA-1 is not believed, whatever the notice says of itself', async () => {
    const fields = notice({ sign_type: 'RSA' })
    const text = Object.entries(fields)
      .filter(([name]) => name !== 'sign_type')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    const sign = createSign('RSA-SHA1').update(text, 'utf8').sign(alipay.privateKey, 'base64')
    expect(await why(new URLSearchParams({ ...fields, sign }).toString())).toBe('malformed')
  })
})
