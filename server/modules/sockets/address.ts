// The network address of whoever asks for a websocket.
import type { IncomingMessage } from 'node:http'

/** The first address that a trusted proxy names, otherwise the other end of the connection. */
export function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined
  const first = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',')[0]?.trim()
  return first || (request.socket.remoteAddress ?? '')
}
