// Hands one encrypted message to a push service: the port, and its way over https.
import { Agent, request as send } from 'node:https'
import { publicLookup } from './push-address.ts'

export interface Parcel {
  address: string
  headers: Record<string, string>
  body: Buffer
  timeoutMs: number
}

/**
 * `accepted`: the service keeps it for the browser. `gone`: there is no such browser any more. `later`: it asks to wait.
 * `refused`: it does not want it. `noService`: nobody answered.
 */
export type PostOutcome =
  | { is: 'accepted' }
  | { is: 'gone' }
  | { is: 'later'; afterMs: number | undefined }
  | { is: 'refused'; status: number }
  | { is: 'noService' }

export type Post = (parcel: Parcel) => Promise<PostOutcome>

const MOST_SOCKETS = 32

/**
 * Over https, to public addresses only. `anywhere` lifts that for a service on this machine, and `ca` names who vouches
 * for it: tests alone pass them.
 */
export function createPost({ ca, anywhere = false }: { ca?: string; anywhere?: boolean } = {}): Post {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS, ...(ca === undefined ? {} : { ca }) })
  return ({ address, headers, body, timeoutMs }) =>
    new Promise(resolve => {
      const going = send(
        address,
        {
          method: 'POST',
          headers,
          agent,
          signal: AbortSignal.timeout(timeoutMs),
          ...(anywhere ? {} : { lookup: publicLookup }),
        },
        answer => {
          // The body is read and dropped, so that the connection can be used again.
          answer.resume()
          answer.on('error', () => {})
          resolve(outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after']))
        },
      )
      going.on('error', () => resolve({ is: 'noService' }))
      going.end(body)
    })
}

/** What the status of an answer means (RFC 8030). */
export function outcomeOf(status: number, retryAfter?: string): PostOutcome {
  if (status >= 200 && status < 300) return { is: 'accepted' }
  if (status === 404 || status === 410) return { is: 'gone' }
  if (status === 429 || status >= 500) return { is: 'later', afterMs: waitOf(retryAfter) }
  return { is: 'refused', status }
}

function waitOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter) * 1000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}
