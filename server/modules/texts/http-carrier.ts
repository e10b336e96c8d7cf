// Text messages through any carrier that speaks a small signed HTTP interface (docs/text-messages.md).
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { signAnswer, signRequest } from '../sim-cards/public.ts'
import { readable, TextProblem, type TextProvider, textOf } from './provider.ts'
import { failureOf } from './text-failure.ts'

export interface HttpCarrierSettings {
  url: string
  appId: string
  secret: string
  timeoutMs?: number
  now?: () => number
}

const TIMEOUT_MS = 10_000
const MOST_BYTES = 65_536
/** A receipt that was signed longer ago is not believed. */
const FRESH_MS = 5 * MINUTE_MS

const taking = z.object({
  accepted: z.boolean(),
  number: z.optional(z.string().check(z.maxLength(100))),
  reason: z.optional(z.string()),
})

export function createHttpCarrier(settings: HttpCarrierSettings): TextProvider {
  const { url, appId, secret, timeoutMs = TIMEOUT_MS, now = Date.now } = settings
  return {
    way: 'http',
    send: async ({ id, phone, message }) => {
      const { about, ...fields } = message
      const body = JSON.stringify({ id: String(id), phone, about, text: textOf(message), fields })
      const timestamp = String(now())
      const nonce = randomBytes(16).toString('hex')
      const path = new URL(url).pathname
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'content-type': 'application/json',
          'x-app-id': appId,
          'x-timestamp': timestamp,
          'x-nonce': nonce,
          'x-signature': signRequest(secret, { path, timestamp, nonce, body }),
        },
        body,
      }).catch(error => {
        throw new TextProblem('the carrier cannot be reached', {
          passing: true,
          failure: 'unreachable',
          cause: error,
        })
      })
      const text = (await answer.text()).slice(0, MOST_BYTES)
      if (answer.status !== 200) {
        const passing = answer.status >= 500 || answer.status === 429
        throw new TextProblem(`the carrier answered ${answer.status}`, {
          passing,
          failure: passing ? 'overloaded' : 'account',
        })
      }
      if (!sameText(answer.headers.get('x-signature') ?? '', signAnswer(secret, { nonce, body: text })))
        throw new TextProblem('the answer is not signed by the carrier', {
          passing: false,
          failure: 'unreadable',
        })
      const read = taking.safeParse(parsed(text))
      if (!read.success)
        throw new TextProblem('the carrier’s answer cannot be read', {
          passing: false,
          failure: 'unreadable',
        })
      if (!read.data.accepted) {
        const reason = readable(read.data.reason)
        throw new TextProblem(reason, { passing: false, failure: failureOf(reason) })
      }
      return { number: read.data.number ?? String(id) }
    },
  }
}

const receipts = z.object({
  receipts: z
    .array(
      z.object({
        id: z.string().check(z.regex(/^\d{1,15}$/)),
        state: z.enum(['delivered', 'failed']),
        reason: z.optional(z.string()),
      }),
    )
    .check(z.maxLength(500)),
})
export type Receipt = z.output<typeof receipts>['receipts'][number]

interface RawReceipts {
  path: string
  timestamp: string
  nonce: string
  signature: string
  body: string
}

/** Receipts that the carrier called back with; a word that says why they are not believed. */
export function readReceipts(
  secret: string,
  { signature, ...raw }: RawReceipts,
  now: number,
): Receipt[] | 'forged' | 'stale' | 'malformed' {
  if (!sameText(signature, signRequest(secret, raw))) return 'forged'
  if (!(Math.abs(Number(raw.timestamp) - now) <= FRESH_MS)) return 'stale'
  const read = receipts.safeParse(parsed(raw.body))
  return read.success ? read.data.receipts : 'malformed'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Compares in a time that tells nothing of where they differ. */
function sameText(given: string, right: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(digest(given), digest(right))
}
