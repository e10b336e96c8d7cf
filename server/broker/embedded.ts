// The broker inside the server: Aedes behind our own credentials, rules and storing.
import type { EventEmitter } from 'node:events'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import { parseTopic, topics } from '../../src/contract/topics.ts'
import { IMEI } from '../../src/domain/limits.ts'
import type { Refusals } from '../http/refused-requests.ts'
import { createBucket } from '../http/throttle.ts'
import { type Log, printable } from '../log.ts'
import type { Outlet } from '../outlet.ts'
import type { Live } from '../person.ts'
import { HEARS_STATES, isBroken, isWellFormed, isWellFormedFilter, maySubscribe } from './access.ts'
import { mendRegister } from './aedes-register.ts'
import type { Presented } from './certificates.ts'
import { type Connections, createConnections } from './connections.ts'
import { CONNACK, createDoorkeeper, type Knock, USER_ID } from './credentials.ts'
import { createPlaces } from './crowd.ts'
import type { DeviceBudget } from './device-budget.ts'
import { createDoorway, type LinkKind } from './doorway.ts'
import { createEnvelopes } from './envelopes.ts'
import type { FollowedTenants } from './followed-tenants.ts'
import type { Lookups } from './lookups.ts'
import { keepPacketLengths } from './packet-lengths.ts'
import { createPersonPublish } from './person-publish.ts'
import type { DeviceDirectory, Intake, Peek, PersonActions, RefusedMessages } from './ports.ts'
import type { Link } from './streams.ts'
import { createUnsentWatch, NotReading, type UnsentLimits, type UnsentWatch } from './unsent.ts'

export interface EmbeddedBroker {
  outlet: Outlet
  aedes: Aedes
  /** Takes a connection. */
  accept(link: Link, kind: LinkKind, address: string, presented?: Presented): void
  /** Watches what was written to a connection and has not left. */
  unsent: UnsentWatch
  /** Closes the connections of these sessions. */
  endSessions(tokenHashes: readonly string[]): void
  /** Asks again who may stay: people by session, devices by permission to connect. */
  review(): Promise<void>
  reviewDevices(ids: readonly number[]): Promise<void>
  /** Their secret is void. */
  closeDevices(ids: readonly number[]): void
  /** They come back by themselves, and ask for what they missed. */
  closePeople(): void
  /** Closes connections of devices whose certificate ends by then; they come back if another one lets them in. */
  closeCertified(until: number): void
  /** Counts a connection that was not taken. */
  turnedAway(reason: string): void
  /** Whether a device is connected and has subscribed to its orders. */
  listens(imei: string): boolean
  onDeviceListening(listener: (imei: string) => void): void
  /** Calls back when some device has begun or ceased to listen. Answers the function that stops it. */
  onListening(listener: () => void): () => void
  /** What the other processes are told of who is connected here. */
  here: Pick<Connections, 'onHere' | 'closeGhost'>
  /** Accounts of the people whose consoles are connected here. */
  connectedPeople(): ReadonlySet<number>
  /** `published`: messages to consoles and devices since the start; `unpublished`: those that could not be sent. */
  counts(): { people: number; devices: number; toThemselves: number; published: number; unpublished: number }
  stop(): Promise<void>
}

interface Options {
  log: Log
  now: () => number
  devices: DeviceDirectory
  refusals: RefusedMessages
  /** What of it is somebody's try to be or hear what they may not. */
  audit: Pick<Refusals, 'note'>
  take: Intake
  peek: Peek
  verifyTicket(ticket: string, userId: number): Promise<Live | undefined>
  findSession(tokenHash: string): Promise<Live | undefined>
  /** What the words of people lead to. */
  actions: PersonActions
  /** Whether a device is connected to another process. */
  isElsewhere?(imei: string): boolean
  /** Whose words the other processes send here; absent where there are none. */
  followed?: FollowedTenants<Client>
  /** For those of whom nothing is known here. */
  lookups: Lookups
  budget: Pick<DeviceBudget, 'spend'>
  unsent?: UnsentLimits
}

/** So long the library waits for a CONNECT, and for room in a connection, which it never lacks here. */
const CONNECT_MS = 10_000
const DRAIN_MS = 10_000
/** Nothing is queued before somebody is known: the connection holds it. */
const MOST_QUEUED = 1_000
const GOODBYE = '1003'
/** Lines of the log about who was cut for not reading; the health counts the rest. */
const CUTS_LOGGED = { perSecond: 0.1, atOnce: 20 }

/** CONNACK of MQTT 5: unsupported protocol version, with the reason as a text. */
const NOT_THIS_VERSION = (() => {
  const reason = Buffer.from('This broker speaks MQTT 3.1.1')
  const properties = Buffer.concat([Buffer.from([0x1f, 0, reason.length]), reason])
  return Buffer.concat([Buffer.from([0x20, properties.length + 3, 0, 0x84, properties.length]), properties])
})()
const certifiedName = ({ presented }: Knock) => (presented && 'imei' in presented ? presented.imei : '')
const bytesOf = (payload: string | Buffer) => (typeof payload === 'string' ? Buffer.from(payload) : payload)

export async function createEmbeddedBroker(options: Options): Promise<EmbeddedBroker> {
  const { log, now, devices, refusals, take, peek, budget } = options
  const { verifyTicket, lookups } = options
  const letIn = createDoorkeeper({ devices, verifyTicket, lookups, now })
  const connections = createConnections()
  const { peerOf, isHere, listens } = connections
  const doorway = createDoorway(kind =>
    refusals.add({ imei: null, tenantId: null, reason: 'connect.crowd', topic: kind }),
  )
  const unsent = createUnsentWatch(options.unsent)
  const mayTellCut = createBucket(CUTS_LOGGED)
  const knocks = new WeakMap<Client, Knock>()
  const wills = new WeakMap<Client, object>()
  const presentedOn = new WeakMap<object, Presented>()
  const envelopes = createEnvelopes()
  const peopleSay = createPersonPublish({ actions: options.actions, envelopes, now })
  const places = createPlaces()
  const onDeviceListening: ((imei: string) => void)[] = []

  const refuse = (client: Client | null, reason: string, topic: string, sample?: Uint8Array) => {
    const peer = peerOf(client)
    const imei = peer?.is === 'device' ? peer.imei : undefined
    const person = peer?.is === 'person' ? peer.person : undefined
    refusals.add({
      imei: imei ?? null,
      tenantId: person?.tenantId ?? null,
      topic,
      reason,
      ...(sample ? { sample } : {}),
    })
    options.audit.note({
      person,
      imei,
      address: (client && doorway.addressOf(client.conn)) ?? '',
      endpoint: `MQTT ${reason.split('.')[0]?.toUpperCase()}`,
      refusal: reason,
      ...(topic !== '' && { topic: printable(topic) }),
    })
  }
  /** Nobody knows them yet: what stands here is who they wanted to be. */
  const refuseEntry = (client: Client, reason: string, name: string, topic?: string) => {
    const imei = IMEI.test(name) ? name : undefined
    refusals.add({ imei: imei ?? null, tenantId: null, reason, ...(topic !== undefined && { topic }) })
    options.audit.note({
      imei,
      account: USER_ID.test(name) ? { id: Number(name) } : undefined,
      address: doorway.addressOf(client.conn) ?? '',
      endpoint: 'MQTT CONNECT',
      refusal: reason,
    })
  }

  /** Apart from where somebody is let in: what is known there of a knock is not kept as long as the connection. */
  const forgetOnceGone = (client: Client) => {
    client.conn.once('close', () => {
      connections.remove(client)
      options.followed?.forget(client)
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
      const payload = bytesOf(packet.payload)
      const { topic, qos } = packet
      // The device is here: whatever ended, it has not gone.
      const isWill = wills.get(client) === packet
      const isHere = connections.hasAnother(client) || options.isElsewhere?.(peer.imei)
      if (isWill && isHere && peek(payload).code === GOODBYE) return undefined
      const fate = await budget.spend(
        { imei: peer.imei, topic, payload, qos, close: () => client.close() },
        () => take(peer.imei, payload, topic, isWill ? 'will' : 'device'),
      )
      // Who gets no acknowledgement still has it.
      if (fate === 'dropped') packet.qos = 0
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
      address: doorway.addressOf(client.conn) ?? null,
      answer: (topic, payload) =>
        client.publish(
          { cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false },
          // The broker calls it without asking whether it is there.
          () => {},
        ),
    })
  }

  keepPacketLengths()
  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_MS,
    drainTimeout: DRAIN_MS,
    queueLimit: MOST_QUEUED,
    concurrency: 1000,
    maxInflightInbound: 200,
    preConnect: (client, packet, done) => {
      const { will, username = '', clientId } = packet
      doorway.speaks(client.conn)
      // The library knows it as 4, or not at all.
      if (Number(packet.protocolVersion) === 5) {
        refuseEntry(client, 'connect.version', username)
        client.conn.write(NOT_THIS_VERSION)
        client.close()
        return done(null, false)
      }
      if ([clientId, username, will?.topic ?? ''].some(isBroken)) {
        refuseEntry(client, 'connect.malformed', username, will?.topic ?? '')
        return done(new Error('malformed'), false)
      }
      if (will) wills.set(client, will)
      knocks.set(client, {
        clientId,
        clean: packet.clean ?? true,
        will: will && { topic: will.topic, retain: will.retain ?? false },
        username: packet.username,
        password: packet.password?.toString(),
        address: doorway.addressOf(client.conn) ?? '',
        presented: presentedOn.get(client.conn),
      })
      // The library keeps the packet as long as the connection: no secret, nor the chunk it was read in, stays with it.
      packet.password = undefined
      // Sessions are never kept: what a person missed and what a device is owed is in the database.
      packet.clean = true
      done(null, true)
    },
    authenticate: (client, _username, _password, done) => {
      const knock = knocks.get(client)
      // Nobody's secret is kept.
      knocks.delete(client)
      const no = (returnCode: number) =>
        done(Object.assign(new Error('refused'), { returnCode }) as AuthenticateError, false)
      if (!knock) return no(5)
      letIn(knock).then(
        entry => {
          if ('refused' in entry) {
            refuseEntry(client, `connect.${entry.reason}`, knock.username || certifiedName(knock))
            return no(entry.refused)
          }
          if (client.closed) return
          doorway.known(client.conn)
          if (entry.peer.is === 'person') {
            const { person, tokenHash } = entry.peer
            const leave = places.enter({ ...person, tokenHash })
            if (!leave) {
              refusals.add({ imei: null, tenantId: person.tenantId, reason: 'connect.tooMany' })
              return no(CONNACK.unavailable)
            }
            client.conn.once('close', leave)
          }
          forgetOnceGone(client)
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
      if (parsed?.to !== 'client') {
        const allowed = maySubscribe(peer.person, subscription.topic, undefined)
        if (!allowed || parsed?.to !== 'tenantState' || !options.followed) return answer(allowed)
        // Who is gone by now would never be forgotten.
        if (!isHere(client)) return done(new Error('gone'))
        return void options.followed.add(client, parsed.tenantId).finally(() => answer(true))
      }
      devices.find([parsed.imei]).then(
        found => answer(maySubscribe(peer.person, subscription.topic, found.get(parsed.imei))),
        error => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
    authorizeForward: (client, packet) => {
      const peer = peerOf(client)
      if (!peer || !isHere(client)) return null
      if (peer.is === 'device') return packet.topic === topics.toDevice(peer.imei) ? packet : null
      const payload = envelopes.openFor(peer.person, bytesOf(packet.payload))
      if (!payload) return null
      if (payload !== packet.payload) packet.payload = payload
      return packet
    },
  })

  mendRegister(aedes)
  aedes.on('clientReady', client => doorway.admit(client.conn))
  aedes.on('clientDisconnect', connections.remove)
  aedes.on('subscribe', (subscriptions, client) => {
    const peer = peerOf(client)
    if (peer?.is !== 'device' || !subscriptions.some(({ qos }) => Number(qos) < 128)) return
    if (!connections.beginsToListen(client)) return
    for (const listener of onDeviceListening) listener(peer.imei)
  })
  aedes.on('unsubscribe', (filters, client) => {
    const peer = peerOf(client)
    if (peer?.is === 'device' && filters.includes(topics.toDevice(peer.imei)))
      connections.stopsListening(client)
    for (const filter of peer?.is === 'person' ? filters : []) {
      const parsed = parseTopic(filter)
      if (parsed?.to === 'tenantState') options.followed?.remove(client, parsed.tenantId)
    }
  })
  aedes.on('clientError', (client, error) => {
    if (error instanceof NotReading && mayTellCut(''))
      log.warn({ client: client.id, reason: error.message, ...unsent.counts() }, 'A connection was cut')
    else log.debug({ err: error, client: client.id }, 'A connection failed')
  })
  aedes.on('connectionError', (_client, error) => log.debug({ err: error }, 'A connection failed'))
  const emitter: EventEmitter = aedes
  emitter.on('error', (error: unknown) => log.error({ err: error }, 'The broker reported an error'))

  const accept = (link: Link, kind: LinkKind, address: string, presented?: Presented) => {
    if (presented) presentedOn.set(link, presented)
    if (doorway.enter(link, kind, address)) aedes.handle(link)
  }
  let published = 0
  let unpublished = 0
  const send = (topic: string, payload: Buffer, qos: 0 | 1) =>
    new Promise<void>(resolve =>
      aedes.publish({ cmd: 'publish', topic, payload, qos, dup: false, retain: false }, error => {
        published++
        if (error) {
          unpublished++
          log.warn({ err: error, topic }, 'A message could not be sent')
        }
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
    toAll: (audience, message, permission) =>
      void send(topics.notice, envelopes.wide(audience, message, permission), 1),
    toTenant: (tenantId, head, items) =>
      void send(topics.tenantState(tenantId), envelopes.batch(tenantId, head, items), 0),
  }

  return {
    outlet,
    aedes,
    accept,
    unsent,
    endSessions: connections.endSessions,
    review: () => connections.reviewPeople(options.findSession),
    reviewDevices: ids =>
      connections.reviewDevices(ids, devices.fresh, client => refuse(client, 'connect.disabled', '')),
    closeDevices: connections.closeDevices,
    closePeople: connections.closePeople,
    closeCertified: connections.closeCertified,
    turnedAway: reason => refusals.add({ imei: null, tenantId: null, reason }),
    listens,
    onDeviceListening: listener => void onDeviceListening.push(listener),
    onListening: connections.onListening,
    here: connections,
    connectedPeople: connections.people,
    counts: () => ({
      ...connections.counts(),
      ...{ toThemselves: peopleSay.count(), published, unpublished },
    }),
    stop: () =>
      new Promise(resolve => {
        aedes.close(() => resolve())
      }),
  }
}
