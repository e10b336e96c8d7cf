// The port to whoever moves the money: start, query, close, refund, read what it calls back with.
import type { IncomingHttpHeaders } from 'node:http'
import type { PaymentShow } from '../../../src/contract/payment.ts'
import type { PayWay } from '../../../src/domain/billing/pay-way.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'

/** The only currency there is; what a provider says in another one is refused. */
export const CURRENCY = 'CNY'

/** Thrown when a provider cannot be reached or declines; nothing is known of the money then. */
export class ProviderError extends Error {
  /** True when asking again later makes sense: it could not be reached, or it is overloaded. */
  readonly passing: boolean
  constructor(message: string, options: { passing: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'ProviderError'
    this.passing = options.passing
  }
}

/** What is to be paid. */
export interface PaymentRequest {
  /** Our number of the payment: at most 32 letters and digits. */
  tradeNumber: string
  /** Fen. */
  amount: number
  /** What the provider's page says it is for. */
  title: string
  expiresAt: number
  /** Where the browser comes back to; undefined where the server does not know its own address. */
  returnUrl: string | undefined
  /** IP address of the person's device. */
  address: string
  /** A phone pays in its own application or browser, everybody else by a code. */
  phone: boolean
}

export interface Started {
  show: PaymentShow
  /** What the provider calls it, where it says so at once. */
  providerNumber?: string
}

/** What a provider is given to find a payment. */
export interface Asked {
  tradeNumber: string
  providerNumber: string | null
  amount: number
}

/** What a provider says of a payment. `unknown`: it has never heard of it. */
export type Outcome =
  | { state: 'paid'; amount: number; currency: string; providerNumber: string; paidAt: number }
  | { state: 'failed'; reason: string }
  | { state: 'closed' }
  | { state: 'paying' }
  | { state: 'unknown' }

export interface RefundRequest extends Asked {
  /** Our number of the refund; a provider that gets it twice refunds once. */
  refundNumber: string
  /** Fen, at most what was paid. */
  refund: number
  reason: string
}

/** What became of a refund. `declined` is final. */
export type RefundOutcome = { state: 'done' } | { state: 'waiting' } | { state: 'declined'; reason: string }

/** Why a callback is not believed, in the word that is kept with it. */
export type Disbelief = 'forged' | 'stale' | 'malformed' | 'wrongApp'

/** A callback, read and checked. `ignored`: it is true, but about nothing that matters here. */
export type CallbackReading =
  | { is: 'payment'; eventId: string; tradeNumber: string; outcome: Outcome }
  | { is: 'refund'; eventId: string; refundNumber: string; outcome: RefundOutcome }
  | { is: 'ignored'; eventId: string }
  | { is: 'refused'; why: Disbelief; eventId?: string; tradeNumber?: string }

export interface RawCallback {
  headers: IncomingHttpHeaders
  body: Buffer
  now: number
}

/** An answer to a callback, as the vendor wants it. */
export interface CallbackAnswer {
  status: number
  type: string
  body: string
}

export interface PaymentProvider {
  readonly way: PayWay
  /** Makes the payment known to the provider; answers what the person is shown. */
  start(order: PaymentRequest): Promise<Started>
  query(payment: Asked): Promise<Outcome>
  /** Makes sure that nobody can pay it any more. Answers `paid` if it was paid before that. */
  close(payment: Asked): Promise<Outcome>
  /** Asks for a refund or, asked again under the same number, asks how it stands. */
  refund(order: RefundRequest): Promise<RefundOutcome>
  readCallback(callback: RawCallback): Promise<CallbackReading>
  /** `accepted`: it was understood, so it need not come again. */
  answer(accepted: boolean): CallbackAnswer
}

/** A callback older or newer than this is not believed. */
export const CALLBACK_WINDOW_MS = 5 * MINUTE_MS
/** So long a provider may take to answer. */
export const PROVIDER_TIMEOUT_MS = 10_000
