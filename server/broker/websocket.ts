// The broker's websocket on the console's own port: path, origin and subprotocol are checked before anything is read.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { callerOf, hostOf, type TrustProxy, trustsOf } from '../settings/proxies.ts'
import { MOST_PACKET_BYTES } from './packet-guard.ts'
import { type Link, WebsocketLink } from './streams.ts'
import type { UnsentWatch } from './unsent.ts'

export const WEBSOCKET_PATH = '/mqtt'
/** Header of an MQTT packet: its type and up to four length bytes. */
const HEADER_BYTES = 5

/** A page of another site must not talk to the broker; what is no browser sends no origin. */
export function originAllowed(
  request: IncomingMessage,
  { publicUrl, trustProxy }: { publicUrl: string | undefined; trustProxy: TrustProxy },
): boolean {
  const { origin } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  if (publicUrl !== undefined && new URL(publicUrl).origin === origin) return true
  return new URL(origin).host === hostOf(request, trustsOf(trustProxy))
}

/** Serves the broker on an HTTP server. Answers the function that closes it. */
export function serveWebsocket(options: {
  server: Server
  publicUrl: string | undefined
  trustProxy: TrustProxy
  unsent: UnsentWatch
  accept(link: Link, kind: 'websocket', address: string): void
}): () => void {
  const { server, accept, unsent } = options
  const trusts = trustsOf(options.trustProxy)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_PACKET_BYTES + HEADER_BYTES,
    perMessageDeflate: false,
    handleProtocols: protocols => (protocols.has('mqtt') ? 'mqtt' : false),
  })
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.split('?')[0] !== WEBSOCKET_PATH) return
    const refuse = (status: string) => {
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    }
    socket.on('error', () => socket.destroy())
    const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map(name => name.trim())
    if (!protocols.includes('mqtt')) return refuse('400 Bad Request')
    if (!originAllowed(request, options)) return refuse('403 Forbidden')
    const address = callerOf(request, trusts)
    sockets.handleUpgrade(request, socket, head, websocket =>
      accept(new WebsocketLink(websocket, unsent), 'websocket', address),
    )
  }
  server.on('upgrade', onUpgrade)
  return () => {
    server.off('upgrade', onUpgrade)
    for (const client of sockets.clients) client.terminate()
    sockets.close()
  }
}
