// Sends one message and reads how the answer begins. Redirects are not followed: they would lead past what was checked.
import { type IncomingMessage, request as sendPlain } from 'node:http'
import { request as sendSafe } from 'node:https'
import type { DeliveryProblem } from '../../../src/domain/integration/webhook.ts'
import { type Destinations, PRIVATE } from './destination.ts'

const TIMEOUT_MS = 10_000
/** So much of an answer is kept. */
const MOST_ANSWER = 1024

export interface Outcome {
  delivered: boolean
  status: number | null
  tookMs: number
  problem: DeliveryProblem | null
  answer: string | null
  /** What the receiver asked to wait. */
  askedMs: number
}

interface Parcel {
  address: string
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

export async function sendParcel(destinations: Destinations, parcel: Parcel): Promise<Outcome> {
  const began = performance.now()
  const outcome = (more: Partial<Outcome>): Outcome => ({
    ...{ delivered: false, status: null, problem: null, answer: null, askedMs: 0, ...more },
    tookMs: Math.round(performance.now() - began),
  })
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    destinations.refuseHost(parcel.address)
    const { status, answer, retryAfter } = await exchange(destinations, parcel, timeout)
    const delivered = status >= 200 && status < 300
    const problem = delivered ? null : status >= 300 && status < 400 ? 'redirect' : 'status'
    return outcome({ delivered, status, problem, answer, askedMs: waitOf(retryAfter) })
  } catch (error) {
    return outcome({ problem: timeout.aborted ? 'timeout' : problemOf(error) })
  }
}

interface Answered {
  status: number
  answer: string
  retryAfter: string | undefined
}

function exchange(
  { lookup }: Destinations,
  { address, headers, body, signal }: Parcel,
  timeout: AbortSignal,
): Promise<Answered> {
  const send = address.startsWith('https:') ? sendSafe : sendPlain
  return new Promise((resolve, reject) => {
    const going = send(
      address,
      {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Gatehouse-Webhooks/1',
        },
        // Each connection is checked anew where it leads to.
        agent: false,
        lookup,
        signal: AbortSignal.any([signal, timeout]),
      },
      answer =>
        readBeginning(answer).then(text => {
          resolve({
            status: answer.statusCode ?? 0,
            answer: text,
            retryAfter: answer.headers['retry-after'],
          })
          answer.destroy()
        }, reject),
    )
    going.on('error', reject)
    going.end(body)
  })
}

/** As much as is kept, and no more: a receiver may answer without an end. */
async function readBeginning(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer) {
    const bytes = Buffer.from(part)
    parts.push(bytes)
    length += bytes.length
    if (length >= MOST_ANSWER) break
  }
  // What a database cannot store is left out.
  return Buffer.concat(parts).subarray(0, MOST_ANSWER).toString('utf8').replaceAll('\u0000', '')
}

function problemOf(error: unknown): DeliveryProblem {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === PRIVATE) return 'private'
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'name' : 'connection'
}

function waitOf(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter) * 1000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? 0 : Math.max(0, at - Date.now())
}
