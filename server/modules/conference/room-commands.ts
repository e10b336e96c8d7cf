// What a participant may ask for while in a room.
import type { Command, LeaveReason } from '../../../src/contract/conference-wire.ts'
import type { MediaEngine } from './media-port.ts'
import { isHost, type Member, setState, sourceOf, wantKey } from './members.ts'
import { byName, isFull, type Room, tellMember } from './room.ts'
import type { RoomFloor } from './room-floor.ts'
import type { RoomMedia } from './room-media.ts'
import type { RoomRecording } from './room-recording.ts'

interface Options {
  media: Pick<MediaEngine, 'refresh'>
  roomMedia: RoomMedia
  recording: Pick<RoomRecording, 'sendText' | 'changed'>
  roomFloor: RoomFloor
  now(): number
  enter(room: Room, member: Member): void
  leave(member: Member, reason: LeaveReason, by?: Member): void
  /** The room was ended by a host, for everybody in it. */
  onEnd(room: Room, host: Member): void
}

/** What is asked for in a room. */
type Inside = Exclude<Command['cmd'], 'getrealm' | 'joinroom' | 'leaveroom'>
type Asked<Name extends Inside> = Extract<
  Exclude<Command, { cmd: 'getrealm' | 'joinroom' | 'leaveroom' }>,
  { cmd: Name }
>
type Perform<Name extends Inside> = (member: Member, wanted: Asked<Name>, room: Room) => void
/** As a host, of somebody else. */
const asHost =
  <Name extends 'ask' | 'admit' | 'remove' | 'pushtotalk'>(perform: Perform<Name>): Perform<Name> =>
  (member, wanted, room) => {
    if (isHost(member)) perform(member, wanted, room)
  }

export function createPerformers(options: Options) {
  const { media, roomMedia, roomFloor, recording, now, enter, leave, onEnd } = options
  const { allow, reroute, rerouteAll, tellSlots } = roomMedia
  const performers: { readonly [Name in Inside]: Perform<Name> } = {
    stopconf: (member, _wanted, room) => {
      if (!isHost(member)) return leave(member, 'left')
      onEnd(room, member)
      for (const one of [...room.waiting.values(), ...room.members.values()]) leave(one, 'ended')
    },
    subscribe: (member, { uri, subscribe }, room) => {
      if (subscribe) member.unsubscribed.delete(uri)
      else if (byName(room, uri)) member.unsubscribed.add(uri)
      reroute(room, member)
    },
    getmediainfo: member => tellSlots(member),
    setmediainfo: (member, { uri, type, ps, fps }, room) => {
      if (ps === 0) member.wants.delete(wantKey(uri, type))
      else if (byName(room, uri)) member.wants.set(wantKey(uri, type), { width: ps, framesPerSecond: fps })
      reroute(room, member)
    },
    sendtext: (member, { text }, room) => recording.sendText(room, member, text),
    setstate: (member, { state, screen }, room) => {
      setState(member, state, screen)
      allow(member)
      tellMember(room, member)
      rerouteAll(room)
      recording.changed(room, member)
    },
    hand: (member, { up }, room) => {
      member.handSince = up ? (member.handSince ?? now()) : null
      tellMember(room, member)
    },
    consent: (member, { yes }, room) => {
      member.consent = yes
      tellMember(room, member)
      recording.changed(room, member)
    },
    ask: asHost<'ask'>((_member, { uri, kind }, room) => {
      byName(room, uri)?.mail.tell({ event: 'onasked', kind })
    }),
    admit: asHost<'admit'>((_member, { uri, yes }, room) => {
      const guest = room.waiting.get(uri)
      if (!guest) return
      if (!yes) return leave(guest, 'refused')
      if (isFull(room, uri)) return leave(guest, 'full')
      enter(room, guest)
    }),
    remove: asHost<'remove'>((member, { uri }, room) => {
      const other = byName(room, uri)
      if (!other || other === member) return
      room.admitted.delete(other.claims.id)
      room.barred.add(uri)
      leave(other, 'removed', member)
    }),
    refresh: (member, { uri }, room) => {
      const other = byName(room, uri)
      if (!other) return
      for (const one of member.assigned.values())
        if (one.uri === uri && one.type !== 'audio') media.refresh(sourceOf(other, one.type))
    },
    floor: (member, { want }, room) => roomFloor.want(room, member, want),
    pushtotalk: asHost<'pushtotalk'>((_member, { on }, room) => roomFloor.turn(room, on)),
  }
  function perform<Name extends Inside>(
    member: Member,
    wanted: { cmd: Name } & Asked<Name>,
    room: Room,
  ): void {
    performers[wanted.cmd](member, wanted, room)
  }
  return perform
}
