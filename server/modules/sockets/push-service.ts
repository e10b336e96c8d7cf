// The push service: socket.io on the console's own port. It tells who is there and takes no orders from anybody.

import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server, type Socket } from 'socket.io'
import * as z from 'zod/mini'
import { personClientId, pushAuth, pushEvents } from '../../../src/contract/push-service.ts'
import { createPlaces, createWaitingRoom } from '../../broker/crowd.ts'
import { networkOf } from '../../broker/lookups.ts'
import { originAllowed } from '../../broker/websocket.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Live } from '../../person.ts'
import { callerOf, trustsOf } from '../../settings/proxies.ts'
import { createMembers, type Members } from './members.ts'
import type { SocketParts } from './parts.ts'
import { type Roster, sees } from './roster.ts'

export const PUSH_PATH = '/ws/push'

/** Nobody has anything to say but who they are. */
const MOST_BYTES = 4_096
const SIGN_IN_MS = 5_000
/** Notices that wait for somebody who does not read; who comes back gets the list as it is then. */
const MOST_UNREAD = 500
/** Handshakes of an address. A whole site comes back at once behind one. */
const HANDSHAKES = { perSecond: 50, atOnce: 1_000 }

export interface PushService {
  members: Members<Socket>
  stop(): void
}

interface Options extends SocketParts {
  server: HttpServer
  roster: Roster
  admit(address: string, ticket: string, userId: number): Promise<Live | undefined>
}

/** Serves the push service on an HTTP server: websocket and polling. */
export function servePush(options: Options): PushService {
  const { config, log, server, roster, admit } = options
  const bucket = createBucket(HANDSHAKES)
  const trusts = trustsOf(config.trustProxy)
  const waiting = createWaitingRoom()
  const places = createPlaces()
  const settled = new WeakMap<object, () => void>()
  const io = new Server({
    path: PUSH_PATH,
    transports: ['polling', 'websocket'],
    serveClient: false,
    maxHttpBufferSize: MOST_BYTES,
    connectTimeout: SIGN_IN_MS,
    perMessageDeflate: false,
    httpCompression: false,
    allowRequest: (request, decide) => {
      decide(null, originAllowed(request, config) && bucket(networkOf(callerOf(request, trusts))))
    },
  })
  // What is not for this path belongs to others.
  io.attach(server, { destroyUpgrade: false })
  // Polling is answered beside the HTTP server, which knows nothing of it.
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['x-content-type-options'] = 'nosniff'
    headers['content-security-policy'] = "default-src 'none'; frame-ancestors 'none'"
    headers['referrer-policy'] = 'no-referrer'
    headers['cache-control'] ??= 'no-store'
  })
  io.engine.on('connection', (connection: Socket['conn'] & { request: IncomingMessage }) => {
    const address = networkOf(callerOf(connection.request, trusts))
    const guest = waiting.enter(address, () => connection.close(true))
    if (!guest) return connection.close(true)
    // A page that asks for nothing is no sign of somebody: without a sign-in it goes.
    const patience = setTimeout(() => connection.close(true), SIGN_IN_MS)
    patience.unref()
    const settle = () => {
      clearTimeout(patience)
      guest.leave()
    }
    settled.set(connection, settle)
    connection.once('close', settle)
  })
  const members = createMembers<Socket>(
    options,
    // The connection and not the socket: one that is just signing in closes as well.
    socket => socket.conn.close(true),
    error => log.warn({ err: error }, 'Connections to the push service could not be reviewed'),
  )

  io.use((socket, next) => {
    signIn(socket).then(
      refusal => next(refusal === undefined ? undefined : new Error(refusal)),
      error => {
        log.warn({ err: error }, 'A connection to the push service could not be judged')
        next(new Error('unavailable'))
      },
    )
  })
  async function signIn(socket: Socket): Promise<string | undefined> {
    const auth = z.safeParse(pushAuth, socket.handshake.auth)
    const address = callerOf(socket.request, trusts)
    const live = auth.success ? await admit(address, auth.data.ticket, auth.data.userId) : undefined
    if (!live) return 'session.ended'
    const leave = places.enter({ ...live.person, tokenHash: live.tokenHash })
    if (!leave) return 'throttled'
    if (socket.conn.readyState !== 'open') {
      leave()
      return 'session.ended'
    }
    settled.get(socket.conn)?.()
    members.add(socket, live)
    socket.conn.once('close', () => {
      leave()
      members.remove(socket)
    })
    return undefined
  }

  io.on('connection', socket => {
    const live = members.of(socket)
    if (!live) return socket.conn.close(true)
    // Whatever a client sends is nothing that is known here.
    socket.use(() => socket.conn.close(true))
    socket.emit(pushEvents.signedIn, { id: personClientId(live.person.accountId) })
    const leave = roster.enter(live.person)
    socket.once('disconnect', () => {
      leave()
      socket.conn.close(true)
    })
  })
  function tell(socket: Socket, event: string, what: object): void {
    if (writeBufferOf(socket) > MOST_UNREAD) members.cut(socket)
    else socket.emit(event, what)
  }
  roster.onChange((change, client) => {
    const { id, name } = client
    for (const [socket, { person }] of members.entries())
      if (sees(person, client)) tell(socket, pushEvents[change], { id, name })
  })

  return {
    members,
    stop: () => {
      members.stop()
      // Not io.close(): the HTTP server is closed by whoever opened it.
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}

/** Packets that wait for a connection. */
const writeBufferOf = ({ conn }: Socket): number => {
  const buffer: unknown = Reflect.get(conn, 'writeBuffer')
  return Array.isArray(buffer) ? buffer.length : 0
}
