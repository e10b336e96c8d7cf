// Calling devices and colleagues into rooms: who can be called, who hears it, and what came of it.
import { randomInt } from 'node:crypto'
import {
  callDevicesIntoRoom,
  calledIntoRoom,
  callOff,
  declineRoomRing,
  peopleForRoom,
  ringPeopleIn,
} from '../../../src/contract/endpoints/conference.ts'
import { conferencePermissions, ROOM_RING_SECONDS } from '../../../src/domain/conference/conference.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Events } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Kernel } from '../../kernel.ts'
import type { Lines } from '../../lines.ts'
import type { Person } from '../../person.ts'
import { colleagues } from '../intercom/public.ts'
import type { Called } from './called.ts'
import { readRoom } from './entrance.ts'
import type { OtherTickets } from './other-service.ts'
import type { Rooms } from './rooms.ts'
import type { Tickets } from './tickets.ts'

const RING_MS = ROOM_RING_SECONDS * 1000
/** Calls of one person: each may ring fifteen phones or helmets. */
const CALLS = { perSecond: 0.2, atOnce: 10 }
const MOST_RING_ID = 2 ** 47

export const nameOfPerson = (accountId: number) => `u${accountId}`
const nameOfDevice = (imei: string) => `d${imei}`

interface Parts extends Pick<Kernel, 'bus'> {
  lines: Lines
  rooms: Rooms
  called: Called
  tickets: Tickets
  service: { provider: 'builtIn'; service: string; appKey: string }
  /** Of another service that carries the rooms. */
  other: OtherTickets | undefined
  refuseWithoutMedia(): Promise<void>
}

/** What tells a person's consoles that a ring is over. */
export const ringOver = (
  accountId: number,
  { roomId, ringId, until }: { roomId: string; ringId: number | undefined; until: number },
): Events['conference.rung'] => ({
  rings: ringId === undefined ? [] : [{ accountId, ringId }],
  over: true,
  roomId,
  roomName: '',
  by: '',
  until,
})

export function mountCalling(
  handlers: Handlers,
  { bus, lines, rooms, called, tickets, service, other, refuseWithoutMedia }: Parts,
): void {
  const mayCall = createBucket(CALLS)
  handlers.handle(callDevicesIntoRoom, async ({ imeis, hide, roomId, video }, context) => {
    const { sql, person } = context
    // Devices speak the protocol of the built-in service, which the cloud speaks too.
    if (other?.is === 'livekit') throw new Refused('conference.unavailable')
    await refuseWithoutMedia()
    const devices = await seenDevices(context, imeis)
    const unknown = imeis.find(imei => !devices.some(one => one.imei === imei))
    if (unknown !== undefined)
      throw new Refused('field.reference', { field: `imeis.${imeis.indexOf(unknown)}` })
    if (!mayCall(String(person.accountId))) throw new Refused('throttled', { status: 429 })
    const here = devices.filter(({ state }) => state === 'online' || state === 'abnormal')
    const expiresAt = Date.now() + RING_MS
    const { displayName: roomName, capacity } = await readRoom(sql, person.tenantId, roomId)
    const facts = { roomId, roomName, hide, video, by: person.name, expiresAt }
    const overOther = async (tickets: OtherTickets, { id, imei, name }: (typeof here)[number]) => {
      const { service, appKey, accountName, password, displayName, channel } = await tickets.ticket({
        tenantId: person.tenantId,
        roomId,
        userId: id,
        accountName: nameOfDevice(imei),
        displayName: name,
        phone: imei,
        kind: 'device',
        capacity,
        imei,
      })
      const way = { service, appKey, accountName, password, displayName, roomId: channel ?? roomId }
      return { imei, message: { code: '5096' as const, ...facts, ...way } }
    }
    const overOwn = ({ id, imei, name }: (typeof here)[number]) => {
      const accountName = nameOfDevice(imei)
      const password = tickets.make({
        tenantId: person.tenantId,
        roomId,
        accountName,
        displayName: name,
        who: { kind: 'device', imei, deviceId: id },
        roomPassword: null,
      })
      const { provider: _, ...way } = service
      return {
        imei,
        message: { code: '5096' as const, ...facts, ...way, accountName, password, displayName: name },
      }
    }
    const calls = other
      ? await Promise.all(here.map(one => overOther(other, one)))
      : here.map(one => overOwn(one))
    for (const { id, imei } of here)
      sql.audit({
        ...by(context, person.tenantId),
        action: 'conference.call',
        entity: 'device',
        rowId: id,
        detail: { room: roomId, imei, hide: String(hide), video: String(video) },
      })
    sql.afterCommit(() => {
      for (const { imei } of here)
        called.begin({
          tenantId: person.tenantId,
          roomId,
          key: nameOfDevice(imei),
          imei,
          accountId: null,
          byId: person.accountId,
          until: expiresAt,
          ringId: undefined,
        })
      bus.emit('conference.called', { calls })
      rooms.ring(
        person.tenantId,
        roomId,
        here.map(({ imei, name }) => ({
          key: nameOfDevice(imei),
          displayName: name,
          imei,
          until: expiresAt,
        })),
      )
    })
    const heard = here.map(({ imei }) => imei)
    return { called: heard, offline: imeis.filter(imei => !heard.includes(imei)) }
  })

  handlers.handle(ringPeopleIn, async ({ roomId, userIds }, { sql, person }) => {
    const others = userIds.filter(one => one !== person.accountId)
    const people = await colleagues(sql, person, conferencePermissions.join, { ids: others })
    const unknown = others.find(one => !people.some(({ id }) => id === one))
    if (unknown !== undefined)
      throw new Refused('field.reference', { field: `userIds.${userIds.indexOf(unknown)}` })
    if (!mayCall(String(person.accountId))) throw new Refused('throttled', { status: 429 })
    const inside = (id: number) => rooms.isIn(person.tenantId, roomId, nameOfPerson(id))
    const here = people.filter(({ id }) => lines.isReachable(id) && !inside(id))
    const until = Date.now() + RING_MS
    const { displayName: roomName } = await readRoom(sql, person.tenantId, roomId)
    const ringing = here.map(({ id }) => id)
    const rings = here.map(({ id }) => ({ accountId: id, ringId: randomInt(MOST_RING_ID) }))
    sql.afterCommit(() => {
      for (const { accountId, ringId } of rings)
        called.begin({
          tenantId: person.tenantId,
          roomId,
          key: nameOfPerson(accountId),
          imei: null,
          accountId,
          byId: person.accountId,
          until,
          ringId,
        })
      bus.emit('conference.rung', { rings, over: false, roomId, roomName, by: person.name, until })
      rooms.ring(
        person.tenantId,
        roomId,
        here.map(({ id, name }) => ({ key: nameOfPerson(id), displayName: name, imei: null, until })),
      )
    })
    return { ringing, offline: userIds.filter(id => !ringing.includes(id) && !inside(id)) }
  })

  handlers.handle(calledIntoRoom, async ({ roomId }, { person: { tenantId, accountId } }) =>
    called.of({ tenantId, roomId }, accountId),
  )

  handlers.handle(callOff, async ({ roomId, keys }, context) => {
    const { tenantId, accountId, permissions } = context.person
    const host = holds(permissions, conferencePermissions.host)
    const over = keys.flatMap(
      key => called.callOff({ tenantId, roomId, key }, byId => host || byId === accountId) ?? [],
    )
    for (const { key, imei } of over)
      context.sql.audit({
        ...by(context, tenantId),
        action: 'conference.callOff',
        entity: 'conferenceRoom',
        rowId: null,
        detail: { room: roomId, participant: imei ?? key },
      })
    context.sql.afterCommit(() => {
      for (const call of over) {
        rooms.callOff(tenantId, roomId, call.key)
        if (call.accountId !== null) bus.emit('conference.rung', ringOver(call.accountId, call))
      }
      const imeis = over.flatMap(({ imei }) => imei ?? [])
      if (imeis.length > 0) bus.emit('conference.calledOff', { imeis, roomId })
    })
    return { calledOff: over.map(({ key }) => key) }
  })

  handlers.handle(peopleForRoom, async ({ search }, { sql, person }) => {
    const here = lines.connectedPeople()
    const people = await colleagues(sql, person, conferencePermissions.join, { search })
    return people.map(one => ({ ...one, online: here.has(one.id) }))
  })

  handlers.handle(declineRoomRing, async ({ roomId }, { person: { tenantId, accountId } }) => {
    const key = nameOfPerson(accountId)
    const call = called.tell({ tenantId, roomId, key }, 'declined')
    if (!call) return null
    rooms.ringNot(tenantId, roomId, key)
    bus.emit('conference.rung', ringOver(accountId, call))
    return null
  })
}

/** Devices of the person's own tenant that they may see. */
function seenDevices({ sql, person }: { sql: Sql; person: Person }, imeis: string[]) {
  let devices = tables
    .selectFrom('device')
    .innerJoin('device_state', 'device_state.device_id', 'device.id')
    .select(['device.id', 'device.imei', 'device.name', 'device_state.state'])
    .where('device.tenant_id', '=', person.tenantId)
    .where('device.imei', 'in', imeis)
    .where('device.lifecycle', '<>', 'recycled')
    .where('device.removed_at', 'is', null)
  if (person.departments !== null)
    devices = devices.where('device.department_id', 'in', [-1, ...person.departments])
  return rowsOf(sql, devices)
}
