// Consoles of people on the push service and the spoken notices of a real server.
import { io, type Socket } from 'socket.io-client'
import { WebSocket } from 'ws'
import type { PushClient } from '../../../../src/contract/push-service.ts'
import type { TestServer } from '../../start.ts'

export interface Ticket {
  userId: number
  ticket: string
  spokenUrl: string
  pushPath: string
}

export async function ticketOf(server: TestServer, token: string): Promise<Ticket> {
  const answer = await server.call('/api/message/message/socketTicket', { token, body: {} })
  if (answer.code !== 0) throw new Error(`no ticket: ${answer.id}`)
  return answer.data as Ticket
}

export interface Push {
  socket: Socket
  /** Every event with its payload, in order. */
  heard: [event: string, payload: PushClient][]
  closed: Promise<string>
}

interface PushOptions {
  transports?: ('websocket' | 'polling')[]
  origin?: string
  auth?: object
}

/** Starts a connection to the push service; resolves when it is signed in, rejects with the reason of a refusal. */
export async function push(
  server: TestServer,
  token: string | undefined,
  { transports = ['websocket'], origin, auth }: PushOptions = {},
): Promise<Push> {
  const ticket = token === undefined ? undefined : await ticketOf(server, token)
  const socket = io(server.url, {
    path: '/ws/push',
    transports,
    reconnection: false,
    forceNew: true,
    timeout: 5000,
    auth: auth ?? { userId: ticket?.userId, ticket: ticket?.ticket },
    ...(origin && { extraHeaders: { origin } }),
  })
  const heard: Push['heard'] = []
  socket.onAny((event: string, payload: PushClient) => void heard.push([event, payload]))
  const closed = new Promise<string>(resolve => socket.once('disconnect', reason => resolve(reason)))
  await new Promise<void>((resolve, reject) => {
    socket.once('connectSuccess', () => resolve())
    socket.once('connect_error', reject)
  })
  return { socket, heard, closed }
}

export interface Spoken {
  socket: WebSocket
  heard: string[]
  closed: Promise<number>
}

/** Opens the spoken notices; rejects with the status of a refusal. */
export async function spoken(
  server: TestServer,
  token: string,
  { origin, query }: { origin?: string; query?: string } = {},
): Promise<Spoken> {
  const { userId, ticket, spokenUrl } = await ticketOf(server, token)
  const address = `${server.url.replace('http', 'ws')}${spokenUrl}?${query ?? `userId=${userId}&ticket=${ticket}`}`
  return openSpoken(address, origin)
}

export async function openSpoken(address: string, origin?: string): Promise<Spoken> {
  const socket = new WebSocket(address, origin === undefined ? {} : { origin })
  const heard: string[] = []
  socket.on('message', data => void heard.push(String(data)))
  const closed = new Promise<number>(resolve => socket.once('close', code => resolve(code)))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  return { socket, heard, closed }
}

/** Clients as `users.json` lists them, by name. */
export async function names(server: TestServer, token: string): Promise<string[]> {
  const answer = await server.call('/api/message/users.json', { token })
  return (answer.data as PushClient[]).map(({ name }) => name).sort()
}
