// The push service's client: who is there, kept by events, with a fresh ticket for every attempt.
import * as z from 'zod/mini'
import { type PushClient, pushClient, pushEvents } from '../contract/push-service.ts'

/** How long a transport may take (real-time specification, section 9). */
export const CONNECT_TIMEOUT_MS = 5_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 32_000

/** `waiting`: the connection is lost and comes again by itself. */
export type PushState = 'off' | 'connecting' | 'connected' | 'waiting'

export interface Presence {
  state: PushState
  /** Id of the own client; undefined before the first connection. */
  ownId: string | undefined
  /** Clients by name, the own one included. Without a connection: those that were there last. */
  clients: readonly PushClient[]
}

/** Answer of the request for a ticket: one ticket is good for one attempt. */
export interface PushTicket {
  userId: number
  ticket: string
  pushPath: string
}

export interface PushConnection {
  end: () => void
}

/** What a connection tells. `lost` comes once, also when it never came about. */
export interface PushHearing {
  connected: () => void
  event: (name: string, payload: unknown) => void
  lost: (reason: string) => void
}

export interface PushPorts {
  ticket: () => Promise<PushTicket>
  /** Loads the client library and starts one connection that does not reconnect by itself. */
  connect: (ticket: PushTicket, hearing: PushHearing) => Promise<PushConnection>
  /** GET users.json, on every connect (real-time specification, section 4). */
  fetchUsers: () => Promise<readonly PushClient[]>
  after: (milliseconds: number, run: () => void) => () => void
  /** 0 to below 1. */
  random: () => number
  /** Calls back when waiting makes no sense any more. */
  onWake: (run: () => void) => () => void
}

export interface PushSocket {
  start: () => void
  /** Ends the connection and forgets who was there. */
  stop: () => void
  read: () => Presence
  subscribe: (listener: () => void) => () => void
}

const nobody: Presence = { state: 'off', ownId: undefined, clients: [] }
const ownClient = z.object({ id: z.string() })

type Change = { came: PushClient } | { left: string }

/** Makes the client; nothing happens before `start`. */
export function createPushSocket(ports: PushPorts): PushSocket {
  let presence = nobody
  let clients = new Map<string, PushClient>()
  let attempts = 0
  // Each attempt has a number; events of an older one are ignored.
  let turn = 0
  let connection: PushConnection | undefined
  let stopWaiting = () => {}
  let stopWaking = () => {}
  /** Changes that came while the list was on its way; undefined once it is here. */
  let early: Change[] | undefined
  const listeners = new Set<() => void>()

  const become = (change: Partial<Presence>) => {
    presence = { ...presence, ...change }
    for (const listener of listeners) listener()
  }
  const letGo = () => {
    turn += 1
    stopWaiting()
    connection?.end()
    connection = undefined
  }
  const apply = (change: Change) => {
    if ('came' in change) clients.set(change.came.id, change.came)
    else clients.delete(change.left)
  }
  const show = () =>
    become({
      clients: [...clients.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
    })

  function lost(): void {
    letGo()
    const full = Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS)
    attempts += 1
    become({ state: 'waiting' })
    stopWaiting = ports.after(Math.round(full * (0.5 + ports.random() / 2)), () => void attempt())
  }

  async function attempt(): Promise<void> {
    letGo()
    const mine = turn
    early = []
    become({ state: 'connecting' })
    try {
      const ticket = await ports.ticket()
      if (mine !== turn) return
      const made = await ports.connect(ticket, {
        connected: () => void (mine === turn && list(mine)),
        event: (name, payload) => void (mine === turn && hear(name, payload)),
        lost: () => void (mine === turn && lost()),
      })
      if (mine === turn) connection = made
      else made.end()
    } catch {
      // Why does not matter here: the next attempt fetches a new ticket, and an ended session ends everything.
      if (mine === turn) lost()
    }
  }

  async function list(mine: number): Promise<void> {
    try {
      const users = await ports.fetchUsers()
      if (mine !== turn) return
      clients = new Map(users.map(client => [client.id, client]))
      // Whether the list already knew them or not: afterwards it is right.
      for (const change of early ?? []) apply(change)
      early = undefined
      attempts = 0
      presence = { ...presence, state: 'connected' }
      show()
    } catch {
      if (mine === turn) lost()
    }
  }

  function hear(name: string, payload: unknown): void {
    if (name === pushEvents.signedIn) {
      const own = ownClient.safeParse(payload)
      if (own.success) become({ ownId: own.data.id })
      return
    }
    if (name !== pushEvents.came && name !== pushEvents.left) return
    const client = pushClient.safeParse(payload)
    if (!client.success) return
    const change = name === pushEvents.came ? { came: client.data } : { left: client.data.id }
    if (early) return void early.push(change)
    apply(change)
    show()
  }

  return {
    start() {
      if (presence.state !== 'off') return
      attempts = 0
      stopWaking = ports.onWake(() => {
        if (presence.state === 'waiting') void attempt()
      })
      void attempt()
    },
    stop() {
      if (presence.state === 'off') return
      letGo()
      stopWaking()
      clients = new Map()
      become(nobody)
    },
    read: () => presence,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** One connection of socket.io: websocket, then polling. */
export async function connectPush(
  { userId, ticket, pushPath }: PushTicket,
  hearing: PushHearing,
): Promise<PushConnection> {
  const { io } = await import('socket.io-client')
  const socket = io(location.origin, {
    path: pushPath,
    transports: ['websocket', 'polling'],
    // Without it a proxy that knows no websockets would end the attempt at the first transport.
    tryAllTransports: true,
    timeout: CONNECT_TIMEOUT_MS,
    // Each attempt needs a ticket of its own.
    reconnection: false,
    forceNew: true,
    auth: { userId, ticket },
  })
  let over = false
  const lost = (reason: string) => {
    if (over) return
    over = true
    socket.disconnect()
    hearing.lost(reason)
  }
  socket.on('connect', hearing.connected)
  socket.on('disconnect', lost)
  socket.on('connect_error', error => lost(error.message))
  socket.onAny((name: string, payload: unknown) => hearing.event(name, payload))
  return {
    end() {
      over = true
      socket.disconnect()
    },
  }
}
