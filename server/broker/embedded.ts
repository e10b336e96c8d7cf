// The broker inside the server: Aedes behind our own credentials, rules and storing.
import type { EventEmitter } from 'node:events'
import { createServer, type Server as TcpServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import { parseTopic, topics } from '../../src/contract/topics.ts'
import type { Log } from '../log.ts'
import type { Devices } from '../modules/ingest/devices.ts'
import type { Refusals } from '../modules/ingest/refusals.ts'
import type { Live } from '../modules/session/sessions.ts'
import { HEARS_STATES, isWellFormed, isWellFormedFilter, maySubscribe } from './access.ts'
import { createConnections } from './connections.ts'
import { CONNACK, createDoorkeeper, type Knock } from './credentials.ts'
import { createCrowd, MOST_OF_A_PERSON, MOST_WAITING_OF_AN_ADDRESS } from './crowd.ts'
import { createEnvelopes } from './envelopes.ts'
import type { Outlet } from './outlet.ts'
import { createPersonPublish, type PersonActions } from './person-publish.ts'
import { tcpStream } from './streams.ts'

export interface EmbeddedBroker {
  outlet: Outlet
  aedes: Aedes
  /** Takes a connection that is not TCP. */
  accept(stream: Duplex, address: string): void
  /** Answers the port it listens on. */
  listen(port: number, host: string): Promise<number>
  /** Closes the connections of these sessions. */
  endSessions(tokenHashes: readonly string[]): void
  /** Asks again who may stay: people by session, devices by permission to connect. */
  review(): Promise<void>
  reviewDevices(ids: readonly number[]): Promise<void>
  /** Their secret is void. */
  closeDevices(ids: readonly number[]): void
  /** Whether a device is connected and has subscribed to its orders. */
  listens(imei: string): boolean
  onDeviceListening(listener: (imei: string) => void): void
  /** Accounts of the people whose consoles are connected here. */
  connectedPeople(): ReadonlySet<number>
  counts(): { people: number; devices: number; toThemselves: number }
  stop(): Promise<void>
}

interface Options {
  log: Log
  now: () => number
  devices: Devices
  refusals: Refusals
  take(imei: string, payload: Uint8Array, topic: string): Promise<void>
  verifyTicket(ticket: string, userId: number): Promise<Live | undefined>
  findSession(tokenHash: string): Promise<Live | undefined>
  /** What the words of people lead to. */
  actions: PersonActions
}

const CONNECT_MS = 10_000
const MOST_CONNECTIONS = 20_000

const bytesOf = (payload: string | Buffer) => (typeof payload === 'string' ? Buffer.from(payload) : payload)

export async function createEmbeddedBroker(options: Options): Promise<EmbeddedBroker> {
  const { log, now, devices, refusals, take } = options
  const letIn = createDoorkeeper({ devices, verifyTicket: options.verifyTicket, now })
  const connections = createConnections()
  const { peerOf, listens } = connections
  const knocks = new WeakMap<Client, Knock>()
  const addresses = new WeakMap<object, string>()
  const envelopes = createEnvelopes()
  const peopleSay = createPersonPublish({ actions: options.actions, envelopes, now })
  const waiting = createCrowd<string>(MOST_WAITING_OF_AN_ADDRESS)
  const settled = new WeakMap<object, () => void>()
  const held = createCrowd<number>(MOST_OF_A_PERSON)
  const onListening: ((imei: string) => void)[] = []

  const refuse = (client: Client | null, reason: string, topic: string, sample?: Uint8Array) => {
    const peer = peerOf(client)
    refusals.add({
      imei: peer?.is === 'device' ? peer.imei : null,
      tenantId: peer?.is === 'person' ? peer.person.tenantId : null,
      topic,
      reason,
      ...(sample ? { sample } : {}),
    })
  }

  const publishAllowed = async (
    client: Client | null,
    packet: PublishPacket,
  ): Promise<string | undefined> => {
    const peer = peerOf(client)
    if (!client || !peer) return 'publish.unknown'
    if (!isWellFormed(packet.topic)) return 'publish.malformed'
    if (peer.is === 'device') {
      if (packet.topic !== topics.fromDevice(peer.imei)) return 'publish.topic'
      // Nobody but the server hears it; a broker that keeps it would only grow.
      packet.retain = false
      await take(peer.imei, bytesOf(packet.payload), packet.topic)
      return undefined
    }
    // Not what they were when they connected: a right that was just taken away opens no door.
    const live = await options.findSession(peer.tokenHash)
    if (!live) return 'publish.session'
    peer.person = live.person
    return peopleSay.publish({
      person: live.person,
      packet,
      payload: bytesOf(packet.payload),
      address: addresses.get(client.conn) ?? null,
      answer: (topic, payload) =>
        client.publish(
          { cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false },
          // The broker calls it without asking whether it is there.
          () => {},
        ),
    })
  }

  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_MS,
    concurrency: 1000,
    maxInflightInbound: 200,
    preConnect: (client, packet, done) => {
      const will = packet.will
      if (
        (packet.clientId !== '' && !isWellFormed(packet.clientId)) ||
        (packet.username !== undefined && !isWellFormed(packet.username)) ||
        (will && (!isWellFormed(will.topic) || will.retain))
      ) {
        refusals.add({ imei: null, tenantId: null, topic: will?.topic ?? '', reason: 'connect.malformed' })
        return done(new Error('malformed'), false)
      }
      knocks.set(client, {
        clientId: packet.clientId,
        clean: packet.clean ?? true,
        hasWill: will !== undefined,
        username: packet.username,
        password: packet.password?.toString(),
        address: addresses.get(client.conn) ?? '',
      })
      // Sessions are never kept: what a person missed and what a device is owed is in the database.
      packet.clean = true
      done(null, true)
    },
    authenticate: (client, _username, _password, done) => {
      const knock = knocks.get(client)
      const no = (returnCode: number) =>
        done(Object.assign(new Error('refused'), { returnCode }) as AuthenticateError, false)
      if (!knock) return no(5)
      letIn(knock).then(
        entry => {
          if ('refused' in entry) {
            refusals.add({
              imei: /^\d{10,20}$/.test(knock.username ?? '') ? (knock.username ?? null) : null,
              tenantId: null,
              reason: `connect.${entry.reason}`,
            })
            return no(entry.refused)
          }
          if (client.closed) return
          settled.get(client.conn)?.()
          if (entry.peer.is === 'person') {
            const leave = held.enter(entry.peer.person.accountId)
            if (!leave) {
              const { tenantId } = entry.peer.person
              refusals.add({ imei: null, tenantId, reason: 'connect.tooMany' })
              return no(CONNACK.unavailable)
            }
            client.conn.once('close', leave)
          }
          connections.add(client, entry.peer)
          done(null, true)
        },
        error => {
          log.warn({ err: error }, 'A connection could not be judged')
          no(3)
        },
      )
    },
    authorizePublish: (client, packet, done) => {
      const judge = () => publishAllowed(client, packet)
      // Devices have the order of their lane.
      const judged = client && peerOf(client)?.is === 'person' ? peopleSay.inTurn(client, judge) : judge()
      judged.then(
        reason => {
          if (reason === undefined) return done()
          refuse(client, reason, packet.topic, bytesOf(packet.payload))
          done(new Error(reason))
        },
        error => {
          log.warn({ err: error }, 'A message was not stored and is not acknowledged')
          done(error instanceof Error ? error : new Error(String(error)))
        },
      )
    },
    authorizeSubscribe: (client, subscription, done) => {
      const peer = peerOf(client)
      if (!peer || !isWellFormedFilter(subscription.topic)) {
        refuse(client, 'subscribe.malformed', subscription.topic)
        return done(new Error('malformed filter'))
      }
      const answer = (allowed: boolean) => {
        if (!allowed) refuse(client, 'subscribe.topic', subscription.topic)
        // null is the failure code 0x80 of 3.1.1; the connection stays.
        done(null, allowed ? subscription : null)
      }
      if (peer.is === 'device') return answer(subscription.topic === topics.toDevice(peer.imei))
      const parsed = parseTopic(subscription.topic)
      if (parsed?.to !== 'client') return answer(maySubscribe(peer.person, subscription.topic, undefined))
      devices.find([parsed.imei]).then(
        found => answer(maySubscribe(peer.person, subscription.topic, found.get(parsed.imei))),
        error => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
    authorizeForward: (client, packet) => {
      const peer = peerOf(client)
      if (!peer) return null
      if (peer.is === 'device') return packet.topic === topics.toDevice(peer.imei) ? packet : null
      const payload = envelopes.openFor(peer.person, bytesOf(packet.payload))
      if (!payload) return null
      if (payload !== packet.payload) packet.payload = payload
      return packet
    },
  })

  aedes.on('clientDisconnect', connections.remove)
  aedes.on('subscribe', (subscriptions, client) => {
    const peer = peerOf(client)
    if (peer?.is !== 'device' || !subscriptions.some(({ qos }) => Number(qos) < 128)) return
    connections.beginsToListen(client)
    for (const listener of onListening) listener(peer.imei)
  })
  aedes.on('clientError', (client, error) =>
    log.debug({ err: error, client: client.id }, 'A connection failed'),
  )
  aedes.on('connectionError', (_client, error) => log.debug({ err: error }, 'A connection failed'))
  const emitter: EventEmitter = aedes
  emitter.on('error', (error: unknown) => log.error({ err: error }, 'The broker reported an error'))

  const accept = (stream: Duplex, address: string) => {
    const settle = waiting.enter(address)
    if (!settle) {
      refusals.add({ imei: null, tenantId: null, reason: 'connect.crowd' })
      stream.destroy()
      return
    }
    settled.set(stream, settle)
    stream.once('close', settle)
    addresses.set(stream, address)
    aedes.handle(stream)
  }
  const send = (topic: string, payload: Buffer, qos: 0 | 1) =>
    new Promise<void>(resolve =>
      aedes.publish({ cmd: 'publish', topic, payload, qos, dup: false, retain: false }, error => {
        if (error) log.warn({ err: error, topic }, 'A message could not be sent')
        resolve()
      }),
    )

  const outlet: Outlet = {
    toDevice: async (imei, message, qos = 1) => {
      if (!listens(imei)) return false
      await send(topics.toDevice(imei), Buffer.from(JSON.stringify(message)), qos)
      return true
    },
    toAnswers: (imei, audience, message) =>
      void send(topics.deviceAnswers(imei), envelopes.wide(audience, message, HEARS_STATES), 1),
    toPerson: (userId, message) => void send(topics.person(userId), envelopes.direct(userId, message), 1),
    toAll: (audience, message, mark) => void send(topics.notice, envelopes.wide(audience, message, mark), 1),
    toTenant: (tenantId, head, items) =>
      void send(topics.tenantState(tenantId), envelopes.batch(tenantId, head, items), 0),
  }

  const tcp: TcpServer = createServer(socket => accept(tcpStream(socket), socket.remoteAddress ?? ''))
  tcp.maxConnections = MOST_CONNECTIONS

  return {
    outlet,
    aedes,
    accept,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        tcp.once('error', reject)
        tcp.listen(port, host, () => {
          tcp.off('error', reject)
          tcp.on('error', error => log.error({ err: error }, 'The broker port reported an error'))
          const address = tcp.address()
          resolve(typeof address === 'object' && address ? address.port : port)
        })
      }),
    endSessions: connections.endSessions,
    review: () => connections.reviewPeople(options.findSession),
    reviewDevices: ids =>
      connections.reviewDevices(ids, devices.fresh, client => refuse(client, 'connect.disabled', '')),
    closeDevices: connections.closeDevices,
    listens,
    onDeviceListening: listener => void onListening.push(listener),
    connectedPeople: connections.people,
    counts: () => ({ ...connections.counts(), toThemselves: peopleSay.count() }),
    stop: () =>
      new Promise(resolve => {
        tcp.close()
        aedes.close(() => resolve())
      }),
  }
}
