// WeChat pay, API v3: a code to scan (Native), or the phone's own application (H5).
import type { KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
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
  type RefundOutcome,
  type Started,
} from './provider.ts'
import { authorizationOf, isSignedBy, type MerchantKey, openSealed } from './wechat-signing.ts'

export interface WechatSettings extends MerchantKey {
  appId: string
  /** 32 bytes. */
  apiKey: Buffer
  /** Keys of the platform by their serial number or id; several while one replaces another. */
  platformKeys: ReadonlyMap<string, KeyObject>
  /** Without a slash at the end. */
  host: string
  /** Where WeChat pay calls back. */
  notifyUrl: string
}

const amount = z.object({ total: z.int(), currency: z.optional(z.string()) })
const trade = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.optional(z.string()),
  trade_state: z.enum(['SUCCESS', 'REFUND', 'NOTPAY', 'CLOSED', 'REVOKED', 'USERPAYING', 'PAYERROR']),
  trade_state_desc: z.optional(z.string()),
  success_time: z.optional(z.string()),
  amount: z.optional(amount),
})
const refundAnswer = z.object({
  out_refund_no: z.string(),
  status: z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL']),
})
const refundEvent = z.object({
  mchid: z.string(),
  out_refund_no: z.string(),
  refund_status: z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL']),
})
const notice = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.optional(z.string()),
  }),
})
const failure = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })

type Send = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => Promise<{ status: number; data: unknown }>

export function createWechat(settings: WechatSettings, now: () => number = Date.now): PaymentProvider {
  const send = sender(settings, now)
  const one = (tradeNumber: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(tradeNumber)}`
  const query = async (tradeNumber: string): Promise<Outcome> => {
    const { status, data } = await send('GET', `${one(tradeNumber)}?mchid=${settings.merchantId}`)
    if (status === 404) return { state: 'unknown' }
    if (status !== 200) throw declined(status, data)
    const found = z.parse(trade, data)
    if (found.out_trade_no !== tradeNumber || found.mchid !== settings.merchantId)
      throw new ProviderError('WeChat pay answered about another payment', { passing: false })
    return outcomeOf(found)
  }
  return {
    way: 'wechat',
    start: order => start(settings, send, order),
    query: ({ tradeNumber }) => query(tradeNumber),
    close: async ({ tradeNumber }) => {
      const { status, data } = await send('POST', `${one(tradeNumber)}/close`, { mchid: settings.merchantId })
      if (status === 204 || status === 200) return { state: 'closed' }
      const { code } = z.parse(failure, data ?? {})
      if (status === 404) return { state: 'closed' }
      // It is paid or closed already: the query says which.
      if (code === 'ORDERPAID' || code === 'ORDER_CLOSED' || status === 400) return query(tradeNumber)
      throw declined(status, data)
    },
    refund: async ({ tradeNumber, refundNumber, refund, amount: total, reason }) => {
      const { status, data } = await send('POST', '/v3/refund/domestic/refunds', {
        out_trade_no: tradeNumber,
        out_refund_no: refundNumber,
        reason: reason.slice(0, 80),
        notify_url: settings.notifyUrl,
        amount: { refund, total, currency: CURRENCY },
      })
      if (status === 200) return refundOutcomeOf(z.parse(refundAnswer, data).status)
      const { code, message } = z.parse(failure, data ?? {})
      // Too little money in the merchant's account, too many requests, an error of theirs: it may work later.
      if (status >= 500 || status === 429 || code === 'NOT_ENOUGH' || code === 'FREQUENCY_LIMITED')
        throw new ProviderError(`WeChat pay: ${code} ${message}`, { passing: true })
      return { state: 'declined', reason: message ?? code ?? String(status) }
    },
    readCallback: async callback => readCallback(settings, callback),
    answer: accepted => ({
      status: accepted ? 200 : 500,
      type: 'application/json',
      body: JSON.stringify(accepted ? { code: 'SUCCESS' } : { code: 'FAIL', message: 'refused' }),
    }),
  }
}

async function start(settings: WechatSettings, send: Send, order: PaymentRequest): Promise<Started> {
  const { status, data } = await send('POST', `/v3/pay/transactions/${order.phone ? 'h5' : 'native'}`, {
    appid: settings.appId,
    mchid: settings.merchantId,
    description: order.title.slice(0, 120),
    out_trade_no: order.tradeNumber,
    time_expire: new Date(order.expiresAt).toISOString().replace(/\.\d+Z$/, '+00:00'),
    notify_url: settings.notifyUrl,
    amount: { total: order.amount, currency: CURRENCY },
    ...(order.phone && { scene_info: { payer_client_ip: order.address, h5_info: { type: 'Wap' } } }),
  })
  if (status !== 200) throw declined(status, data)
  if (!order.phone) {
    const { code_url } = z.parse(z.object({ code_url: z.string() }), data)
    return { show: { kind: 'code', text: code_url } }
  }
  const { h5_url } = z.parse(z.object({ h5_url: z.string() }), data)
  const back = order.returnUrl ? `&redirect_url=${encodeURIComponent(order.returnUrl)}` : ''
  return { show: { kind: 'redirect', url: `${h5_url}${back}` } }
}

function sender(settings: WechatSettings, now: () => number): Send {
  return async (method, path, content) => {
    const body = content === undefined ? '' : JSON.stringify(content)
    let answer: Response
    let text: string
    try {
      answer = await fetch(`${settings.host}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          'user-agent': 'gatehouse',
          authorization: authorizationOf(settings, { method, path, body, now: now() }),
          ...(body !== '' && { 'content-type': 'application/json' }),
        },
        ...(body !== '' && { body }),
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
        redirect: 'error',
      })
      text = await answer.text()
    } catch (cause) {
      throw new ProviderError('WeChat pay cannot be reached', { passing: true, cause })
    }
    // Success or failure, an answer must be signed; only errors of gateways (5xx) carry no signature.
    if (answer.status < 500 && verdictOf(settings, answer.headers.get.bind(answer.headers), text, now()))
      throw new ProviderError('The answer of WeChat pay is not signed by its key', { passing: false })
    return { status: answer.status, data: jsonOf(text) }
  }
}

/** Why something that claims to come from WeChat pay is not believed; undefined when it is. */
function verdictOf(
  { platformKeys }: WechatSettings,
  header: (name: string) => string | null,
  body: string,
  now: number,
): 'forged' | 'stale' | undefined {
  const timestamp = header('wechatpay-timestamp') ?? ''
  const nonce = header('wechatpay-nonce') ?? ''
  const signature = header('wechatpay-signature') ?? ''
  const key = platformKeys.get(header('wechatpay-serial')?.toUpperCase() ?? '')
  if (!key || nonce === '' || !/^\d{10}$/.test(timestamp)) return 'forged'
  if (!isSignedBy(key, { timestamp, nonce, signature, body })) return 'forged'
  return Math.abs(now - Number(timestamp) * 1000) > CALLBACK_WINDOW_MS ? 'stale' : undefined
}

function readCallback(settings: WechatSettings, { headers, body, now }: RawCallback): CallbackReading {
  const text = body.toString('utf8')
  const header = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : null
  }
  const refused = verdictOf(settings, header, text, now)
  if (refused) return { is: 'refused', why: refused }
  const parsed = z.safeParse(notice, jsonOf(text))
  if (!parsed.success) return { is: 'refused', why: 'malformed' }
  const { id: eventId, event_type, resource } = parsed.data
  let inner: unknown
  try {
    inner = jsonOf(openSealed(settings.apiKey, resource))
  } catch {
    return { is: 'refused', why: 'forged', eventId }
  }
  if (event_type.startsWith('REFUND.')) {
    const event = z.safeParse(refundEvent, inner)
    if (!event.success) return { is: 'refused', why: 'malformed', eventId }
    if (event.data.mchid !== settings.merchantId) return { is: 'refused', why: 'wrongApp', eventId }
    const outcome = refundOutcomeOf(event.data.refund_status)
    return { is: 'refund', eventId, refundNumber: event.data.out_refund_no, outcome }
  }
  if (!event_type.startsWith('TRANSACTION.')) return { is: 'ignored', eventId }
  const event = z.safeParse(trade, inner)
  if (!event.success) return { is: 'refused', why: 'malformed', eventId }
  const tradeNumber = event.data.out_trade_no
  if (event.data.mchid !== settings.merchantId || event.data.appid !== settings.appId)
    return { is: 'refused', why: 'wrongApp', eventId, tradeNumber }
  return { is: 'payment', eventId, tradeNumber, outcome: outcomeOf(event.data) }
}

function outcomeOf(found: z.output<typeof trade>): Outcome {
  switch (found.trade_state) {
    case 'SUCCESS':
    case 'REFUND':
      return {
        state: 'paid',
        // A success that does not say how much is none.
        amount: found.amount?.total ?? 0,
        currency: found.amount?.currency ?? CURRENCY,
        providerNumber: found.transaction_id ?? '',
        paidAt: Date.parse(found.success_time ?? '') || Date.now(),
      }
    case 'PAYERROR':
      return { state: 'failed', reason: found.trade_state_desc ?? 'declined' }
    case 'CLOSED':
    case 'REVOKED':
      return { state: 'closed' }
    default:
      return { state: 'paying' }
  }
}

function refundOutcomeOf(status: z.output<typeof refundAnswer>['status']): RefundOutcome {
  if (status === 'SUCCESS') return { state: 'done' }
  if (status === 'PROCESSING') return { state: 'waiting' }
  return { state: 'declined', reason: status }
}

function declined(status: number, data: unknown): ProviderError {
  const { code, message } = z.safeParse(failure, data).data ?? {}
  return new ProviderError(`WeChat pay answers ${status}: ${code ?? ''} ${message ?? ''}`, {
    passing: status >= 500 || status === 429,
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
