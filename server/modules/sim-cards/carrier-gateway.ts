// A real carrier's platform for IoT SIM cards, reached over HTTPS: signed requests, checked answers, batches.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { SimState } from '../../../src/domain/billing/sim-card.ts'
import {
  type CarrierPort,
  CarrierProblem,
  type CarrierState,
  type CarrierUsage,
  type Outcome,
  type Taking,
} from './carrier.ts'

export interface GatewaySettings {
  /** Base address; the paths below follow it. */
  url: string
  appId: string
  secret: string
  timeoutMs?: number
  now?: () => number
}

const TIMEOUT_MS = 10_000
const MOST = 100
const MOST_BYTES = 2_000_000

/** Codes of card states as such platforms number them; what is not listed is an exception. */
const stateCodes: Record<string, SimState> = {
  1: 'activatable',
  2: 'testActive',
  4: 'liveActive',
  5: 'stopped',
  7: 'disassembled',
  8: 'resuming',
  9: 'shutdownInProgress',
}

const code = z.pipe(z.union([z.string(), z.int()]), z.transform(String))
const time = z.nullable(z.int().check(z.nonnegative()))
const envelope = z.object({ code, msg: z.optional(z.string()), data: z.optional(z.unknown()) })
const answers = {
  states: z.array(z.object({ iccid: z.string(), status: code, activatedAt: z.optional(time) })),
  usage: z.array(
    z.object({
      iccid: z.string(),
      totalMegabytes: z.number().check(z.nonnegative()),
      lastUsedAt: z.optional(time),
    }),
  ),
  order: z.array(z.object({ number: z.string(), accepted: z.boolean(), reason: z.optional(z.string()) })),
  outcomes: z.array(
    z.object({
      number: z.string(),
      state: z.enum(['processing', 'success', 'failed', 'unknown']),
      reason: z.optional(z.string()),
    }),
  ),
}

const sha256 = (body: string) => createHash('sha256').update(body).digest('hex')

/** Signature of a request: HMAC-SHA256 over method, path, time, nonce and the digest of the body, a line each. */
export function signRequest(
  secret: string,
  parts: { path: string; timestamp: string; nonce: string; body: string },
): string {
  const text = ['POST', parts.path, parts.timestamp, parts.nonce, sha256(parts.body)].join('\n')
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** Signature of an answer, bound to the nonce of its request, so that an old answer does not fit a new question. */
export function signAnswer(secret: string, { nonce, body }: { nonce: string; body: string }): string {
  return createHmac('sha256', secret)
    .update(`${nonce}\n${sha256(body)}`)
    .digest('hex')
}

export function createGatewayCarrier(settings: GatewaySettings): CarrierPort {
  const ask = <Schema extends z.ZodMiniType>(path: string, schema: Schema, request: unknown) =>
    exchange(settings, path, schema, request)
  return {
    most: MOST,
    states: async iccids => {
      const list = await ask('cards/states', answers.states, { iccids })
      return new Map(
        list.map(({ iccid, status, activatedAt }): [string, CarrierState] => [
          iccid.toUpperCase(),
          { state: stateCodes[status] ?? 'exception', activatedAt: activatedAt ?? null },
        ]),
      )
    },
    usage: async iccids => {
      const list = await ask('cards/usage', answers.usage, { iccids })
      return new Map(
        list.map(({ iccid, totalMegabytes, lastUsedAt }): [string, CarrierUsage] => [
          iccid.toUpperCase(),
          { totalMegabytes, lastUsedAt: lastUsedAt ?? null },
        ]),
      )
    },
    order: async orders => {
      const list = await ask('orders/create', answers.order, { orders })
      return new Map(
        list.map(({ number, accepted, reason }): [string, Taking] => [
          number,
          accepted ? { taken: true } : { taken: false, reason: shortened(reason) },
        ]),
      )
    },
    outcomes: async numbers => {
      const list = await ask('orders/query', answers.outcomes, { numbers })
      return new Map(list.map(({ number, state, reason }) => [number, outcomeOf(state, reason)]))
    },
  }
}

/** What a person can read of a carrier's own words. */
const shortened = (reason: string | undefined) =>
  (reason ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .slice(0, 200)

function outcomeOf(
  state: 'processing' | 'success' | 'failed' | 'unknown',
  reason: string | undefined,
): Outcome {
  if (state === 'success') return { state: 'done' }
  if (state === 'failed') return { state: 'refused', reason: shortened(reason) }
  return { state: state === 'processing' ? 'working' : 'unknown' }
}

async function exchange<Schema extends z.ZodMiniType>(
  { url, appId, secret, timeoutMs = TIMEOUT_MS, now = Date.now }: GatewaySettings,
  path: string,
  schema: Schema,
  request: unknown,
): Promise<z.output<Schema>> {
  const address = new URL(path, url.endsWith('/') ? url : `${url}/`)
  const body = JSON.stringify(request)
  const timestamp = String(now())
  const nonce = randomBytes(16).toString('hex')
  const { status, signature, text } = await send(address, timeoutMs, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'x-app-id': appId,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signRequest(secret, { path: address.pathname, timestamp, nonce, body }),
    },
    body,
  })
  if (status !== 200) throw new CarrierProblem('http', `${path} answered ${status}`)
  if (!sameText(signature, signAnswer(secret, { nonce, body: text })))
    throw new CarrierProblem('signature', `the answer of ${path} is not signed by the carrier`)
  const answer = z.safeParse(envelope, parsed(text, path))
  if (!answer.success) throw new CarrierProblem('answer', `${path} did not answer in the agreed form`)
  if (answer.data.code !== '0')
    throw new CarrierProblem('refused', `${path}: ${answer.data.code} ${shortened(answer.data.msg)}`)
  const content = z.safeParse(schema, answer.data.data)
  if (!content.success) throw new CarrierProblem('answer', `${path} did not answer in the agreed form`)
  return content.data
}

async function send(
  address: URL,
  timeoutMs: number,
  init: RequestInit,
): Promise<{ status: number; signature: string; text: string }> {
  try {
    // The time is for the whole answer: a body that trickles in is no answer either.
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    return {
      status: response.status,
      signature: response.headers.get('x-signature') ?? '',
      text: await limitedText(response),
    }
  } catch (error) {
    if (error instanceof CarrierProblem) throw error
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    throw new CarrierProblem(timedOut ? 'timeout' : 'unreachable', String(error))
  }
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new CarrierProblem('answer', 'the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CarrierProblem('answer', `${path} did not answer in JSON`)
  }
}

const sameText = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
