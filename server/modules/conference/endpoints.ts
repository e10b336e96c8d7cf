// Conferences over HTTP: what lets one into a room, which rooms run, who is called in, links for guests.
import { randomBytes, randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  makeGuestLink,
  openAsGuest,
  openConference,
  recordOverCloud,
  runningConferences,
} from '../../../src/contract/endpoints/conference.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Kernel } from '../../kernel.ts'
import type { Lines } from '../../lines.ts'
import type { Person } from '../../person.ts'
import type { Secrets } from '../../secrets.ts'
import { type CallConfig, iceServersFor } from '../intercom/public.ts'
import type { RecordingBook } from '../recordings/public.ts'
import { beginAttempt, type Sessions, verifyPassword } from '../session/public.ts'
import { createCalled } from './called.ts'
import { mountCalling, nameOfPerson, ringOver } from './calling.ts'
import { createCloudRecorder } from './cloud-recording.ts'
import { createEntrance, hashOfCode, kindOfPerson, readLink, readRoom } from './entrance.ts'
import { createMediaProcess, type MediaProcess } from './media-process.ts'
import { createOtherTickets } from './other-service.ts'
import { createRooms, type RoomHappening, type Rooms } from './rooms.ts'
import { APP_KEY, mountConferenceService, SERVICE_PATH } from './service.ts'
import type { ConferenceConfig } from './settings.ts'
import { type Claims, createTickets } from './tickets.ts'

const ICE_SECONDS = (12 * HOUR_MS) / 1000
/** Guests have no account whose failures could be counted. */
const GUESTS = { perSecond: 0.2, atOnce: 20 }
const REVIEW_MS = 30_000
const FIRST_GUEST = 1e9

export interface ConferenceParts extends Pick<Kernel, 'data' | 'bus' | 'log'> {
  sessions: Sessions
  lines: Lines
  recordings: RecordingBook
  config: CallConfig & { secrets: Secrets; conference: ConferenceConfig }
}

export interface Conferences {
  rooms: Rooms
  media: MediaProcess
  /** For operators. */
  health(): { media: ReturnType<MediaProcess['state']> } & ReturnType<Rooms['counts']>
  stop(): Promise<void>
}

export function mountConferences(
  handlers: Handlers,
  http: FastifyInstance,
  parts: ConferenceParts,
): Conferences {
  const { data, bus, log, sessions, lines, config } = parts
  const tickets = createTickets(config.secrets)
  const entrance = createEntrance(data, sessions, Date.now)
  const media = createMediaProcess(config.conference, log, {
    onVolumes: (volumes, speaking) => rooms.onVolumes(volumes, speaking),
    onLayers: (id, layers) => rooms.onLayers(id, layers),
    onLimits: (id, limits) => rooms.onLimits(id, limits),
    onRestarted: () => rooms.onRestarted(),
    onBroken: id => rooms.onBroken(id),
    onRecordingTrouble: (id, trouble) => rooms.onRecordingTrouble(id, trouble),
  })
  const called = createCalled()
  const rooms = createRooms({
    media,
    log,
    book: parts.recordings,
    onHappening(happening) {
      const { what, claims } = happening
      if (what === 'join') answered(claims, 'in')
      if (what === 'leave' || what === 'remove') answered(claims, 'left')
      writeDown(happening)
    },
    onAnswer: (claims, answer) => answered(claims, answer),
    isCalledOff: ({ tenantId, roomId, accountName, who }) =>
      who.kind === 'device' && called.isCalledOff({ tenantId, roomId, key: accountName }),
  })
  const answered = (
    { tenantId, roomId, accountName, who }: Claims,
    answer: 'heard' | 'declined' | 'in' | 'left',
  ) => {
    const call = called.tell({ tenantId, roomId, key: accountName }, answer)
    // Their other consoles ring no more.
    if (call?.ringId === undefined || who.kind !== 'person' || answer === 'heard') return
    bus.emit('conference.rung', ringOver(who.accountId, call))
  }
  const iceServers = (who: string) => iceServersFor(config, who, { now: Date.now(), seconds: ICE_SECONDS })
  mountConferenceService(http, { rooms, tickets, entrance, media, iceServers })

  const writeDown = ({ what, tenantId, roomId, claims, by: host }: RoomHappening) => {
    const who = (host ?? claims).who
    data
      .scoped(WHOLE, async sql =>
        sql.audit({
          tenantId,
          userId: who.kind === 'person' ? who.accountId : null,
          userName: (host ?? claims).displayName,
          address: null,
          action: `conference.${what}`,
          entity: 'conferenceRoom',
          rowId: null,
          detail: { room: roomId, participant: claims.displayName, kind: claims.who.kind },
        }),
      )
      .catch(error => log.warn({ err: error }, 'Who came into a conference could not be written down'))
  }

  const service = { provider: 'builtIn' as const, service: SERVICE_PATH, appKey: APP_KEY }
  const { other } = config.conference
  const otherTickets = other && createOtherTickets(other, config.secrets)
  const cloudRecorder =
    other?.is === 'cloud' && other.storage
      ? createCloudRecorder({ ...other, storage: other.storage })
      : undefined
  /** Good for this room, this person and the name that they have at the cloud service. */
  const handleOf = (
    { tenantId, accountId }: Person,
    tokenHash: string,
    roomId: string,
    { accountName, displayName }: { accountName: string; displayName: string },
  ) =>
    tickets.make({
      tenantId,
      roomId,
      accountName,
      displayName,
      who: { kind: 'person', accountId, tokenHash },
      roomPassword: null,
    })
  const refuseWithoutMedia = async () => {
    if (other) return
    if ((await media.warm()) === 'missing') throw new Refused('conference.unavailable')
  }

  handlers.handleApart(
    openConference,
    async ({ roomId, password }, { person, tokenHash, address, scoped }) => {
      await refuseWithoutMedia()
      const { tenantId, accountId } = person
      const room = await scoped(sql => readRoom(sql, tenantId, roomId))
      if (room.passwordHash !== null)
        await checkPassword(room.passwordHash, { person, roomId, password, address })
      const accountName = nameOfPerson(accountId)
      const kind = kindOfPerson(person)
      if (otherTickets) {
        // Only the built-in service has a door to wait at.
        if (room.waitForHost && kind !== 'host') throw new Refused('conference.unavailable')
        const { name: displayName, phone } = person
        const joining = {
          tenantId,
          roomId,
          userId: accountId,
          accountName,
          displayName,
          phone,
          kind,
          capacity: room.capacity,
          imei: null,
        }
        const ticket = await otherTickets.ticket(joining)
        if (!cloudRecorder || kind !== 'host' || !room.recordingAllowed) return ticket
        return { ...ticket, recording: handleOf(person, tokenHash, roomId, ticket) }
      }
      if (rooms.isFull(tenantId, roomId, accountName)) throw new Refused('conference.full')
      const ticket = tickets.make({
        tenantId,
        roomId,
        accountName,
        displayName: person.name,
        who: { kind: 'person', accountId, tokenHash },
        roomPassword: room.passwordHash === null ? null : (password ?? null),
      })
      return {
        ...service,
        userId: accountId,
        accountName,
        displayName: person.name,
        password: ticket,
        roomId,
        iceServers: iceServers(accountName),
      }
    },
  )
  /** A wrong one counts against the person, the room and the address. */
  const checkPassword = async (
    hash: string,
    {
      person,
      roomId,
      password,
      address,
    }: { person: Person; roomId: string; password: string | undefined; address: string },
  ) => {
    if (password === undefined || password === '')
      throw new Refused('conference.password', { field: 'password' })
    // With its blanks no user name can be the same.
    const attempt = await beginAttempt(data, `room ${person.tenantId} ${roomId} ${person.accountId}`, address)
    if (!(await verifyPassword(password, hash)))
      throw new Refused('conference.password', { field: 'password' })
    await attempt.succeeded()
  }

  handlers.handleApart(recordOverCloud, async ({ handle, ...asked }, { person, address, scoped }) => {
    if (!cloudRecorder) throw new Refused('conference.unavailable')
    const { tenantId, accountId } = person
    const claims = tickets.read(handle, asked.accountName)
    if (claims?.tenantId !== tenantId || claims.who.kind !== 'person' || claims.who.accountId !== accountId)
      throw new Refused('field.reference', { field: 'handle' })
    const { roomId } = claims
    const room = await scoped(sql => readRoom(sql, tenantId, roomId))
    if (!room.recordingAllowed) throw new Refused('conference.unavailable')
    try {
      await cloudRecorder.say({ ...asked, name: room.displayName })
    } catch (error) {
      log.warn({ err: error }, 'The conference service could not be told to record')
      throw new Refused('conference.unavailable')
    }
    await scoped(async sql =>
      sql.audit({
        tenantId,
        userId: accountId,
        userName: person.name,
        address,
        action: asked.on ? 'conference.record' : 'conference.recordEnd',
        entity: 'conferenceRoom',
        rowId: null,
        detail: { room: roomId, file: asked.fileName },
      }),
    )
    return null
  })
  handlers.handle(runningConferences, async (_request, { person }) => rooms.running(person.tenantId))

  mountCalling(handlers, {
    bus,
    lines,
    rooms,
    called,
    tickets,
    service,
    other: otherTickets,
    refuseWithoutMedia,
  })

  handlers.handle(makeGuestLink, async ({ roomId, minutes }, context) => {
    if (other) throw new Refused('conference.unavailable')
    const { sql, person } = context
    const now = Date.now()
    const code = randomBytes(24).toString('base64url')
    const expiresAt = now + minutes * MINUTE_MS
    await rowsOf(sql, tables.deleteFrom('conference_guest_link').where('expires_at', '<', now))
    await rowsOf(
      sql,
      tables.insertInto('conference_guest_link').values({
        code_hash: hashOfCode(code),
        tenant_id: person.tenantId,
        room_number: roomId,
        account_id: person.accountId,
        created_at: now,
        expires_at: expiresAt,
      }),
    )
    sql.audit({
      ...by(context, person.tenantId),
      action: 'conference.guestLink',
      entity: 'conferenceRoom',
      rowId: null,
      detail: { room: roomId, minutes },
    })
    return { code, expiresAt }
  })

  const mayOpen = createBucket(GUESTS)
  handlers.handleOpen(openAsGuest, async ({ code, displayName }, { address }) => {
    if (!mayOpen(address)) throw new Refused('throttled', { status: 429 })
    if (other) throw new Refused('conference.unavailable')
    await refuseWithoutMedia()
    const hash = hashOfCode(code)
    const found = await data.scoped(WHOLE, async sql => {
      const link = await readLink(sql, hash, Date.now())
      return link && { link, room: await readRoom(sql, link.tenant_id, link.room_number) }
    })
    if (!found) throw new Refused('conference.guestCode')
    const { link, room } = found
    const [tenantId, roomId] = [link.tenant_id, link.room_number]
    const userId = FIRST_GUEST + randomInt(FIRST_GUEST)
    const accountName = `g${userId}`
    if (rooms.isFull(tenantId, roomId, accountName)) throw new Refused('conference.full')
    const password = tickets.make({
      tenantId,
      roomId,
      accountName,
      displayName,
      who: { kind: 'guest', link: hash.toString('base64url') },
      roomPassword: null,
    })
    return {
      ...service,
      userId,
      accountName,
      displayName,
      password,
      roomId,
      iceServers: iceServers(accountName),
      roomName: room.displayName,
      expiresAt: link.expires_at,
    }
  })

  // Whoever may not be in any more is put out: rights and sessions change, links end.
  const review = async () => {
    for (const member of rooms.everybody())
      if ((await entrance.kindOf(member.claims)) === undefined)
        rooms.leave(member, member.claims.who.kind === 'person' ? 'forbidden' : 'expired')
  }
  let reviewing = false
  let again = false
  const reviewSoon = () => {
    // What changes while it is looking is looked at once more.
    again = reviewing
    if (reviewing) return
    reviewing = true
    review()
      .catch(error => log.warn({ err: error }, 'Participants of conferences could not be reviewed'))
      .finally(() => {
        reviewing = false
        if (again) reviewSoon()
      })
  }
  const timer = setInterval(reviewSoon, REVIEW_MS)
  timer.unref()
  const stops = [bus.on('session.ended', reviewSoon), bus.on('rights.changed', reviewSoon)]

  return {
    rooms,
    media,
    health: () => ({ media: media.state(), ...rooms.counts() }),
    async stop() {
      clearInterval(timer)
      for (const stop of stops) stop()
      await rooms.stop()
      await media.stop()
    },
  }
}
