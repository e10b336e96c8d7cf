// Alipay: a code to scan or Alipay's page; its own library signs and checks.
import { AlipayRequestError, AlipaySdk } from 'alipay-sdk'
import * as z from 'zod/mini'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import {
  CALLBACK_WINDOW_MS,
  type CallbackReading,
  CURRENCY,
  type Outcome,
  type PaymentProvider,
  type PaymentRequest,
  PROVIDER_TIMEOUT_MS,
  ProviderError,
  type RawCallback,
  type Started,
} from './provider.ts'

export interface AlipaySettings {
  appId: string
  /** PEM, PKCS #1. */
  privateKey: string
  /** PEM, of Alipay. */
  publicKey: string
  /** Address of the gateway. */
  gateway: string
  notifyUrl: string
  /** What a browser on a computer shows: a code to scan, or Alipay's own page. Phones always get the page. */
  show: 'code' | 'page'
}

const OK = '10000'
/** Alipay speaks in the time of Beijing, without saying so. */
const ZONE = '+08:00'
const HOURS = 8

/** Yuan as text with two decimals, never through a floating number. */
export const yuanOf = (fen: number): string =>
  `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`

/** Fen of a text in yuan; undefined when it is none. */
export function fenOf(yuan: string): number | undefined {
  const parts = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(yuan)
  if (!parts) return undefined
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

const answer = z.looseObject({
  code: z.string(),
  subCode: z.optional(z.string()),
  subMsg: z.optional(z.string()),
})
const trade = z.object({
  outTradeNo: z.string(),
  tradeNo: z.string(),
  tradeStatus: z.string(),
  totalAmount: z.string(),
  sendPayDate: z.optional(z.string()),
})
const notice = z.object({
  notify_id: z.string().check(z.minLength(1), z.maxLength(128)),
  notify_time: z.string(),
  app_id: z.string(),
  sign_type: z.literal('RSA2'),
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: z.string(),
  gmt_payment: z.optional(z.string()),
  refund_fee: z.optional(z.string()),
  trans_currency: z.optional(z.string()),
})

export function createAlipay(settings: AlipaySettings): PaymentProvider {
  const { appId, privateKey, publicKey, gateway } = settings
  const sdk = new AlipaySdk({
    appId,
    privateKey,
    alipayPublicKey: publicKey,
    gateway,
    keyType: 'PKCS1',
    timeout: PROVIDER_TIMEOUT_MS,
  })
  const ask = async (method: string, bizContent: object, more: object = {}) => {
    try {
      return z.parse(answer, await sdk.exec(method, { bizContent, ...more }, { validateSign: true }))
    } catch (cause) {
      const passing = !(cause instanceof AlipayRequestError) || cause.responseDataRaw === undefined
      throw new ProviderError(`Alipay: ${cause instanceof Error ? cause.message.slice(0, 200) : cause}`, {
        passing,
        cause,
      })
    }
  }
  const query = async (tradeNumber: string): Promise<Outcome> => {
    const found = await ask('alipay.trade.query', { outTradeNo: tradeNumber })
    // Until somebody has scanned the code there is no trade.
    if (found.subCode === 'ACQ.TRADE_NOT_EXIST') return { state: 'unknown' }
    if (found.code !== OK) throw declined(found)
    const answer = z.parse(trade, found)
    if (answer.outTradeNo !== tradeNumber)
      throw new ProviderError('Alipay answered about another payment', { passing: false })
    return outcomeOf({
      status: answer.tradeStatus,
      amount: answer.totalAmount,
      number: answer.tradeNo,
      at: answer.sendPayDate,
    })
  }
  return {
    way: 'alipay',
    start: order => start(settings, sdk, ask, order),
    query: ({ tradeNumber }) => query(tradeNumber),
    close: async ({ tradeNumber }) => {
      // A payment that has ended is answered as it is; only one that is open, or was never scanned, is closed.
      const before = await query(tradeNumber)
      if (before.state === 'paid' || before.state === 'closed') return before
      const answer = await ask('alipay.trade.close', { outTradeNo: tradeNumber })
      if (answer.code === OK || answer.subCode === 'ACQ.TRADE_NOT_EXIST') return { state: 'closed' }
      if (answer.subCode === 'ACQ.TRADE_STATUS_ERROR' || answer.subCode === 'ACQ.REASON_TRADE_STATUS_INVALID')
        return query(tradeNumber)
      throw declined(answer)
    },
    refund: async ({ tradeNumber, refundNumber, refund, reason }) => {
      const answer = await ask('alipay.trade.refund', {
        outTradeNo: tradeNumber,
        outRequestNo: refundNumber,
        refundAmount: yuanOf(refund),
        refundReason: reason.slice(0, 80),
      })
      if (answer.code === OK) return { state: 'done' }
      if (
        answer.code === '20000' ||
        answer.subCode === 'ACQ.SYSTEM_ERROR' ||
        answer.subCode === 'ACQ.SELLER_BALANCE_NOT_ENOUGH'
      )
        throw new ProviderError(`Alipay: ${answer.subCode ?? answer.code}`, { passing: true })
      return { state: 'declined', reason: answer.subMsg ?? answer.subCode ?? answer.code }
    },
    readCallback: async callback => readCallback(settings, sdk, callback),
    // Anything but this one word makes Alipay call again, for a day.
    answer: accepted => ({ status: 200, type: 'text/plain', body: accepted ? 'success' : 'failure' }),
  }
}

async function start(
  { notifyUrl, show }: AlipaySettings,
  sdk: AlipaySdk,
  ask: (method: string, bizContent: object, more?: object) => Promise<z.output<typeof answer>>,
  order: PaymentRequest,
): Promise<Started> {
  const content = {
    outTradeNo: order.tradeNumber,
    totalAmount: yuanOf(order.amount),
    subject: order.title.slice(0, 120),
    timeExpire: beijing(order.expiresAt),
  }
  if (!order.phone && show === 'code') {
    const answer = await ask('alipay.trade.precreate', content, { notifyUrl })
    if (answer.code !== OK) throw declined(answer)
    const { qrCode } = z.parse(z.object({ qrCode: z.string() }), answer)
    return { show: { kind: 'code', text: qrCode } }
  }
  const url = sdk.pageExecute(order.phone ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay', 'GET', {
    notifyUrl,
    ...(order.returnUrl && { returnUrl: order.returnUrl }),
    bizContent: {
      ...content,
      productCode: order.phone ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
    },
  })
  return { show: { kind: 'redirect', url } }
}

function readCallback(
  { appId }: AlipaySettings,
  sdk: AlipaySdk,
  { body, now }: RawCallback,
): CallbackReading {
  const form: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    // A field that comes twice could be signed in one reading and believed in the other.
    if (name === '__proto__' || Object.hasOwn(form, name)) return { is: 'refused', why: 'malformed' }
    form[name] = value
  }
  const parsed = z.safeParse(notice, form)
  // The library would also take the old SHA-1 signature if the caller says so.
  if (!parsed.success) return { is: 'refused', why: form.sign ? 'malformed' : 'forged' }
  const { notify_id: eventId, out_trade_no: tradeNumber } = parsed.data
  if (!isSigned(sdk, form)) return { is: 'refused', why: 'forged', eventId, tradeNumber }
  if (parsed.data.app_id !== appId) return { is: 'refused', why: 'wrongApp', eventId, tradeNumber }
  const sentAt = momentOf(parsed.data.notify_time)
  if (sentAt === undefined || Math.abs(now - sentAt) > CALLBACK_WINDOW_MS)
    return { is: 'refused', why: 'stale', eventId, tradeNumber }
  // The callback of a refund looks like that of the payment. How a refund stands is asked for instead.
  if (parsed.data.refund_fee !== undefined) return { is: 'ignored', eventId }
  const outcome = outcomeOf({
    status: parsed.data.trade_status,
    amount: parsed.data.total_amount,
    number: parsed.data.trade_no,
    at: parsed.data.gmt_payment,
    currency: parsed.data.trans_currency,
  })
  return { is: 'payment', eventId, tradeNumber, outcome }
}

function isSigned(sdk: AlipaySdk, form: Record<string, string>): boolean {
  try {
    return sdk.checkNotifySignV2(form)
  } catch {
    return false
  }
}

function outcomeOf(answer: {
  status: string
  amount: string
  number: string
  at: string | undefined
  currency?: string | undefined
}): Outcome {
  switch (answer.status) {
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED':
      return {
        state: 'paid',
        amount: fenOf(answer.amount) ?? 0,
        currency: answer.currency ?? CURRENCY,
        providerNumber: answer.number,
        paidAt: (answer.at ? momentOf(answer.at) : undefined) ?? Date.now(),
      }
    case 'TRADE_CLOSED':
      return { state: 'closed' }
    default:
      return { state: 'paying' }
  }
}

const declined = ({ code, subCode, subMsg }: z.output<typeof answer>) =>
  new ProviderError(`Alipay answers ${code}: ${subCode ?? ''} ${subMsg ?? ''}`, { passing: code === '20000' })

function momentOf(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined
  const at = Date.parse(`${text.replace(' ', 'T')}${ZONE}`)
  return Number.isNaN(at) ? undefined : at
}

const beijing = (at: number) => new Date(at + HOURS * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')
