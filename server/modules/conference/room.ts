// A room in which somebody is now, and what everybody in it is told.
import type { WireEvent, WireFloor, WireRinging, WireRoom } from '../../../src/contract/conference-wire.ts'
import { channelOfRoom, MAX_RESOLUTION } from '../../../src/domain/conference/conference.ts'
import type { Floor } from '../../../src/domain/conference/floor.ts'
import { isHost, type Member, type RoomSettings, userNameOf, wireMember } from './members.ts'

/** A recording as its room knows it. */
export interface RoomRecorded {
  id: number
  folder: string
  fileName: string
  since: number
  imeis: Set<string>
  /** Since when each speaks. */
  speaking: Map<string, { displayName: string; since: number }>
  declined: Set<string>
  /** Who shows a screen: another layout. */
  showing: Set<string>
  ending: Promise<void> | undefined
  /** Somebody who agreed was there. */
  expected: boolean
}

export interface Room {
  tenantId: number
  roomId: string
  settings: RoomSettings
  since: number
  members: Map<string, Member>
  waiting: Map<string, Member>
  ringing: Map<string, WireRinging>
  admitted: Map<string, number>
  /** User names that a host has removed: they do not come back until they are called, or the room begins anew. */
  barred: Set<string>
  /** Who speaks, as it was told last. */
  speaking: string
  /** With push to talk: who speaks. */
  floor: Floor | undefined
  /** Told to hosts: as the first who knew it typed it. */
  password: string | null
  recording: RoomRecorded | null
}

export const keyOfRoom = ({ tenantId, roomId }: { tenantId: number; roomId: string }) =>
  `${tenantId}/${roomId}`

export const emptyRoom = ({
  tenantId,
  roomId,
  settings,
  since,
  floor,
}: Pick<Room, 'tenantId' | 'roomId' | 'settings' | 'since' | 'floor'>): Room => ({
  tenantId,
  roomId,
  settings,
  since,
  members: new Map(),
  waiting: new Map(),
  ringing: new Map(),
  admitted: new Map(),
  barred: new Set(),
  speaking: '',
  floor,
  password: null,
  recording: null,
})

export const byName = (room: Room, uri: string) => room.members.get(uri)

export const isFull = (room: Room, name: string) =>
  !room.members.has(name) && room.members.size >= room.settings.capacity

export const wireRoom = (room: Room, to: Member): WireRoom => ({
  roomId: room.roomId,
  displayName: room.settings.displayName,
  password: isHost(to) ? room.password : null,
  capacity: room.settings.capacity,
  maxResolution: MAX_RESOLUTION,
  channelId: channelOfRoom(room.roomId),
  recordingSince: room.recording?.since ?? null,
  record: room.settings.recordingAllowed,
})
export const tellOthers = (room: Room, besides: Member | undefined, event: WireEvent) => {
  for (const one of room.members.values()) if (one !== besides) one.mail.tell(event)
}
export const tellState = (room: Room) => {
  const waiting = [...room.waiting.values()].map(one => ({
    userName: userNameOf(one),
    displayName: one.displayName,
    is: one.claims.who.kind === 'guest' ? ('guest' as const) : ('person' as const),
    since: one.since,
  }))
  const ringing = [...room.ringing.values()]
  for (const one of room.members.values())
    one.mail.tell({
      event: 'onconfstate',
      room: wireRoom(room, one),
      waiting: isHost(one) ? waiting : [],
      ringing,
    })
}
export const tellMember = (room: Room, member: Member) => {
  member.mail.tell({ event: 'onselfstate', self: wireMember(member) })
  tellOthers(room, member, { event: 'onactorstate', member: wireMember(member) })
}

const wireFloor = ({ floor }: Room): WireFloor | null =>
  floor
    ? {
        holder: floor.holder?.key ?? null,
        since: floor.holder?.since ?? null,
        until: floor.holder?.until ?? null,
        queue: floor.queue.map(({ key }) => key),
      }
    : null
/** To everybody, or to one who has just come in. */
export const tellFloor = (room: Room, to: Iterable<Member> = room.members.values()) => {
  const floor = wireFloor(room)
  for (const one of to) one.mail.tell({ event: 'onfloor', floor })
}
