// A gateway that answers viewers itself (WHEP): the viewer's offer is passed on to it, pictures go from there to the browser.
import { MOST_VIEW_SDP } from '../../../src/contract/endpoints/cameras.ts'
import { PictureFault } from './media.ts'

const ANSWER_MS = 5_000

export interface Relayed {
  sdp: string
  leave(): void
}

/** Rejects with `PictureFault`. No redirects: the operator has said where the gateway is. */
export async function watchAtGateway(url: string, token: string | undefined, sdp: string): Promise<Relayed> {
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/sdp' },
    body: sdp,
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => undefined)
  if (!response) throw new PictureFault('gateway')
  if (response.status === 404) throw new PictureFault('noStream')
  if (response.status === 401 || response.status === 403) throw new PictureFault('account')
  const answer = response.ok ? await textOf(response) : undefined
  if (answer === undefined || !answer.startsWith('v=0')) throw new PictureFault('gateway')
  const place = response.headers.get('location')
  const session = place !== null && URL.canParse(place, url) ? new URL(place, url) : undefined
  return {
    sdp: answer,
    leave() {
      if (session?.origin !== new URL(url).origin) return
      fetch(session, {
        method: 'DELETE',
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      }).catch(() => undefined)
    },
  }
}

/** Undefined for more than an answer can be. */
async function textOf({ body }: Response): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > MOST_VIEW_SDP) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
