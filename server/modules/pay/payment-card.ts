// Bank cards, through Stripe's own checkout page; its library signs nothing but checks what is called back.
import Stripe from 'stripe'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import {
  CALLBACK_WINDOW_MS,
  type CallbackReading,
  CURRENCY,
  type Outcome,
  type PaymentProvider,
  PROVIDER_TIMEOUT_MS,
  ProviderError,
  type RawCallback,
  type RefundOutcome,
} from './provider.ts'

export interface PaymentCardSettings {
  secretKey: string
  webhookSecret: string
  /** Address of the API. */
  host: string
}

/** A checkout page lives at least so long; ours may close it earlier. */
const LEAST_MS = 31 * MINUTE_MS
/** Stripe wants a page to come back to; its own stands in where the server does not know its public address. */
const NOWHERE = 'https://checkout.stripe.com/'

export function createPaymentCard(
  settings: PaymentCardSettings,
  now: () => number = Date.now,
): PaymentProvider {
  const host = new URL(settings.host)
  const stripe = new Stripe(settings.secretKey, {
    host: host.hostname,
    protocol: host.protocol === 'http:' ? 'http' : 'https',
    ...(host.port !== '' && { port: Number(host.port) }),
    timeout: PROVIDER_TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const live = settings.secretKey.includes('_live_')
  const sessionOf = (id: string | null) => {
    if (!id) throw new ProviderError('The checkout page is not known', { passing: false })
    return guarded(() => stripe.checkout.sessions.retrieve(id))
  }
  return {
    way: 'card',
    start: async order => {
      const session = await guarded(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: order.tradeNumber,
            metadata: { tradeNumber: order.tradeNumber },
            payment_intent_data: { metadata: { tradeNumber: order.tradeNumber } },
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: CURRENCY.toLowerCase(),
                  unit_amount: order.amount,
                  product_data: { name: order.title },
                },
              },
            ],
            expires_at: Math.floor(Math.max(order.expiresAt, now() + LEAST_MS) / 1000),
            success_url: order.returnUrl ?? NOWHERE,
            cancel_url: order.returnUrl ?? NOWHERE,
          },
          { idempotencyKey: order.tradeNumber },
        ),
      )
      if (!session.url) throw new ProviderError('There is no checkout page', { passing: false })
      return { show: { kind: 'redirect', url: session.url }, providerNumber: session.id }
    },
    query: async ({ providerNumber }) => outcomeOf(await sessionOf(providerNumber), now()),
    close: async ({ providerNumber }) => {
      const session = await sessionOf(providerNumber)
      const before = outcomeOf(session, now())
      if (session.status !== 'open') return before
      try {
        return outcomeOf(await guarded(() => stripe.checkout.sessions.expire(session.id)), now())
      } catch (error) {
        // Paid in the same moment: it can no longer be closed.
        if (error instanceof ProviderError && error.passing) throw error
        return outcomeOf(await sessionOf(providerNumber), now())
      }
    },
    refund: async order => {
      const session = await sessionOf(order.providerNumber)
      const intent =
        typeof session.payment_intent === 'string' ? session.payment_intent : session.payment_intent?.id
      if (!intent) return { state: 'declined', reason: 'There is no payment' }
      const known = await guarded(() => stripe.refunds.list({ payment_intent: intent, limit: 100 }))
      const before = known.data.find(each => each.metadata?.refundNumber === order.refundNumber)
      if (before) return refundOutcomeOf(before)
      try {
        return refundOutcomeOf(
          await guarded(() =>
            stripe.refunds.create(
              {
                payment_intent: intent,
                amount: order.refund,
                metadata: { refundNumber: order.refundNumber },
              },
              { idempotencyKey: order.refundNumber },
            ),
          ),
        )
      } catch (error) {
        if (error instanceof ProviderError && !error.passing)
          return { state: 'declined', reason: error.message }
        throw error
      }
    },
    readCallback: async callback => readCallback(stripe, settings.webhookSecret, live, callback),
    answer: accepted => ({
      status: accepted ? 200 : 400,
      type: 'application/json',
      body: JSON.stringify({ received: accepted }),
    }),
  }
}

function readCallback(
  stripe: Stripe,
  secret: string,
  live: boolean,
  { headers, body, now }: RawCallback,
): CallbackReading {
  const header = headers['stripe-signature']
  if (typeof header !== 'string') return { is: 'refused', why: 'forged' }
  // Two times are refused: the library could check the signature over one, and the age below be read from the other.
  const [sent, ...more] = header.split(',').filter(part => /^\s*t\s*=/.test(part))
  if (sent === undefined || more.length > 0) return { is: 'refused', why: 'forged' }
  let event: Stripe.Event
  try {
    // The time is checked below, in both directions; the library looks into the past only.
    event = stripe.webhooks.constructEvent(body, header, secret, Number.MAX_SAFE_INTEGER, undefined, now)
  } catch (error) {
    const signed = error instanceof Stripe.errors.StripeSignatureVerificationError
    return { is: 'refused', why: signed ? 'forged' : 'malformed' }
  }
  const eventId = event.id
  const sentAt = Number(/^t=(\d{1,12})$/.exec(sent)?.[1]) * 1000
  if (!(Math.abs(now - sentAt) <= CALLBACK_WINDOW_MS)) return { is: 'refused', why: 'stale', eventId }
  if (event.livemode !== live) return { is: 'refused', why: 'wrongApp', eventId }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = event.data.object
      const tradeNumber = session.client_reference_id ?? ''
      const outcome: Outcome =
        event.type === 'checkout.session.async_payment_failed'
          ? { state: 'failed', reason: 'declined' }
          : outcomeOf(session, event.created * 1000)
      return { is: 'payment', eventId, tradeNumber, outcome }
    }
    case 'refund.updated':
    case 'refund.failed': {
      const refundNumber = event.data.object.metadata?.refundNumber
      if (!refundNumber) return { is: 'ignored', eventId }
      return { is: 'refund', eventId, refundNumber, outcome: refundOutcomeOf(event.data.object) }
    }
    default:
      return { is: 'ignored', eventId }
  }
}

function outcomeOf(session: Stripe.Checkout.Session, at: number): Outcome {
  if (session.payment_status === 'paid')
    return {
      state: 'paid',
      amount: session.amount_total ?? 0,
      currency: (session.currency ?? '').toUpperCase(),
      providerNumber: session.id,
      paidAt: at,
    }
  return session.status === 'expired' ? { state: 'closed' } : { state: 'paying' }
}

function refundOutcomeOf({
  status,
  failure_reason,
}: Pick<Stripe.Refund, 'status' | 'failure_reason'>): RefundOutcome {
  if (status === 'succeeded') return { state: 'done' }
  if (status === 'failed' || status === 'canceled')
    return { state: 'declined', reason: failure_reason ?? status }
  return { state: 'waiting' }
}

async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const passing =
      !(cause instanceof Stripe.errors.StripeError) ||
      cause instanceof Stripe.errors.StripeConnectionError ||
      cause instanceof Stripe.errors.StripeRateLimitError ||
      (cause.statusCode ?? 500) >= 500
    throw new ProviderError(`Card: ${cause instanceof Error ? cause.message.slice(0, 200) : cause}`, {
      passing,
      cause,
    })
  }
}
