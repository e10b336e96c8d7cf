// How the server asks an identity provider: each connection is looked at once its name is resolved, redirects are not followed,
// and an answer is read to a limit and for a while only.
import { type IncomingMessage, request as sendPlain } from 'node:http'
import { request as sendSafe } from 'node:https'
import type { CustomFetch } from 'openid-client'
import type { Destinations } from '../webhooks/public.ts'

const TIMEOUT_MS = 10_000
/** A document of keys of the largest providers is a tenth of this. */
const MOST_BYTES = 524_288

/** Thrown for an answer that has no end. */
export const TOO_LARGE = 'ETOOLARGE'

/** The answers to whose body nothing can be added. */
const BODILESS = new Set([204, 205, 304])

export const createProviderFetch =
  ({ refuseHost, lookup }: Pick<Destinations, 'refuseHost' | 'lookup'>): CustomFetch =>
  async (address, { method, headers, body, signal }) => {
    refuseHost(address)
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const sent = body === null || body === undefined ? undefined : String(body)
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = address.startsWith('https:') ? sendSafe : sendPlain
      const going = send(
        address,
        {
          method,
          headers: {
            ...headers,
            ...(sent !== undefined && { 'content-length': String(Buffer.byteLength(sent)) }),
            'accept-encoding': 'identity',
            'user-agent': 'Gatehouse-Identity/1',
          },
          agent: false,
          lookup,
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        },
        resolve,
      )
      going.on('error', reject)
      going.end(sent)
    })
    const bytes = await readAll(answer)
    const status = answer.statusCode ?? 502
    return new Response(BODILESS.has(status) ? null : bytes, { status, headers: headersOf(answer) })
  }

async function readAll(answer: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer) {
    const bytes = Buffer.from(part)
    length += bytes.length
    if (length > MOST_BYTES) {
      answer.destroy()
      throw Object.assign(new Error('The answer is too large'), { code: TOO_LARGE })
    }
    parts.push(bytes)
  }
  return new Uint8Array(Buffer.concat(parts))
}

function headersOf({ headers }: IncomingMessage): Headers {
  const read = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) read.append(name, each)
  return read
}
