// The spoken notices: a plain websocket. It says what is to be said aloud and hears nothing but pings.

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import { PONG, spokenPing } from '../../../src/contract/spoken-notices.ts'
import { WRITTEN_ID } from '../../../src/domain/limits.ts'
import { createCrowd, createPlaces, MOST_WAITING_OF_AN_ADDRESS } from '../../broker/crowd.ts'
import { networkOf } from '../../broker/lookups.ts'
import { originAllowed } from '../../broker/websocket.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Live, Person } from '../../person.ts'
import { callerOf, trustsOf } from '../../settings/proxies.ts'
import { createMembers, type Members } from './members.ts'
import type { SocketParts } from './parts.ts'

export const SPOKEN_PATH = '/ws/spoken'

const MOST_BYTES = 256
/** Of one connection, which needs one in 25 s. */
const PINGS = { perSecond: 1, atOnce: 10 }
/** What nobody reads is not piled up. */
const MOST_UNREAD_BYTES = 65_536
const ALIVE_MS = 30_000

/** Codes of RFC 6455: what is not allowed here, and too many. */
const NOT_ALLOWED = 1008
const TRY_LATER = 1013

export interface SpokenService {
  members: Members<WebSocket>
  /** Takes an upgrade to the path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Sends a text to everybody whom `hears` lets through. */
  send(text: string, hears: (person: Person) => boolean): void
  stop(): void
}

interface Options extends SocketParts {
  admit(address: string, ticket: string, userId: number): Promise<Live | undefined>
}

export function createSpokenService(options: Options): SpokenService {
  const { config, log, admit } = options
  const waiting = createCrowd<string>(MOST_WAITING_OF_AN_ADDRESS)
  const places = createPlaces()
  const trusts = trustsOf(config.trustProxy)
  const alive = new WeakSet<WebSocket>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_BYTES, perMessageDeflate: false })
  const members = createMembers<WebSocket>(
    options,
    socket => socket.terminate(),
    error => log.warn({ err: error }, 'Connections to the spoken notices could not be reviewed'),
  )

  // A line that is dead without having been closed answers no ping of the protocol.
  const timer = setInterval(() => {
    for (const [socket] of members.entries()) {
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, ALIVE_MS)
  timer.unref()

  function open(socket: WebSocket, live: Live): void {
    const leave = places.enter({ ...live.person, tokenHash: live.tokenHash })
    const mayGoOn = createBucket(PINGS)
    socket.on('error', () => socket.terminate())
    if (!leave) {
      socket.close(TRY_LATER)
      return
    }
    members.add(socket, live)
    alive.add(socket)
    socket.on('pong', () => alive.add(socket))
    socket.on('close', () => {
      leave()
      members.remove(socket)
    })
    socket.on('message', (data, binary) => {
      if (binary || !isPing(String(data)) || !mayGoOn('')) return socket.close(NOT_ALLOWED)
      alive.add(socket)
      socket.send(PONG)
    })
  }

  return {
    members,
    upgrade: (request, socket, head) => {
      const refuse = (status: string) => {
        socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      }
      socket.on('error', () => socket.destroy())
      if (!originAllowed(request, config)) return refuse('403 Forbidden')
      const address = callerOf(request, trusts)
      const settle = waiting.enter(networkOf(address))
      if (!settle) return refuse('503 Service Unavailable')
      socket.once('close', settle)
      const asked = readTicket(request.url ?? '')
      const admitted = asked ? admit(address, asked.ticket, asked.userId) : Promise.resolve(undefined)
      admitted.then(
        live => {
          settle()
          if (socket.destroyed) return
          if (!live) return refuse('401 Unauthorized')
          // What colleagues say to each other is nothing for somebody without an account.
          if (live.person.visitor) return refuse('403 Forbidden')
          sockets.handleUpgrade(request, socket, head, websocket => open(websocket, live))
        },
        error => {
          log.warn({ err: error }, 'A connection to the spoken notices could not be judged')
          refuse('503 Service Unavailable')
        },
      )
    },
    send: (text, hears) => {
      for (const [socket, { person }] of members.entries()) {
        if (!hears(person) || socket.readyState !== WebSocket.OPEN) continue
        if (socket.bufferedAmount > MOST_UNREAD_BYTES) members.cut(socket)
        else socket.send(text)
      }
    },
    stop: () => {
      clearInterval(timer)
      members.stop()
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}

function isPing(text: string): boolean {
  try {
    return z.safeParse(spokenPing, JSON.parse(text)).success
  } catch {
    return false
  }
}

/** Person and ticket from the query; a parameter that comes twice is no answer. */
function readTicket(url: string): { userId: number; ticket: string } | undefined {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  const [userId, secondUser] = query.getAll('userId')
  const [ticket, secondTicket] = query.getAll('ticket')
  if (secondUser !== undefined || secondTicket !== undefined) return undefined
  if (ticket === undefined || !WRITTEN_ID.test(userId ?? '')) return undefined
  return { userId: Number(userId), ticket }
}
