// The rooms in which somebody is now: who comes and who goes. They live in the memory of one process, as the media do.
import { randomBytes } from 'node:crypto'
import {
  type Command,
  GONE_MS,
  type LeaveReason,
  type Limit,
  type WireEvent,
  type WireRinging,
} from '../../../src/contract/conference-wire.ts'
import type { MemberKind } from '../../../src/domain/conference/conference.ts'
import { freeFloor } from '../../../src/domain/conference/floor.ts'
import type { Log } from '../../log.ts'
import type { RecordingBook } from '../recordings/public.ts'
import type { MediaConnection, MediaEngine } from './media-port.ts'
import {
  isHost,
  type Member,
  memberOf,
  type RoomSettings,
  setState,
  userNameOf,
  wireMember,
} from './members.ts'
import {
  emptyRoom,
  isFull,
  keyOfRoom,
  type Room,
  tellFloor,
  tellOthers,
  tellState,
  wireRoom,
} from './room.ts'
import { createPerformers } from './room-commands.ts'
import { createRoomFloor } from './room-floor.ts'
import { createRoomMedia } from './room-media.ts'
import { createRoomRecording } from './room-recording.ts'
import type { Claims } from './tickets.ts'

const SWEEP_MS = 1_000
/** Whoever was let in may come back within this time without being let in again. */
const ADMITTED_MS = 120_000

export interface RunningRoom {
  roomId: string
  displayName: string
  participants: number
  capacity: number
  since: number
  recordingSince: number | null
  locked: boolean
}

/** Who comes and goes, for the audit log. */
export interface RoomHappening {
  what: 'join' | 'leave' | 'remove' | 'end'
  tenantId: number
  roomId: string
  claims: Claims
  by: Claims | undefined
  reason: LeaveReason | 'gone' | undefined
}

interface Options {
  media: MediaEngine
  log: Log
  book: RecordingBook
  now?: () => number
  onHappening(happening: RoomHappening): void
  /** Somebody who was called has logged in, or goes without having come in. */
  onAnswer?(claims: Claims, answer: 'heard' | 'declined'): void
  /** A device whose call was taken back does not come in by it. */
  isCalledOff?(claims: Claims): boolean
}

export type Rooms = ReturnType<typeof createRooms>
export type Found = { member: Member } | { invalid: 'instanceId' | 'confNum' }

export function createRooms(options: Options) {
  const { media, log, book, now = Date.now, onHappening, onAnswer = () => {} } = options
  const { isCalledOff = () => false } = options
  const rooms = new Map<string, Room>()
  const byInstance = new Map<string, Member>()
  const roomOf = (member: Member) => rooms.get(keyOfRoom(member.claims))

  const roomMedia = createRoomMedia({
    media,
    log,
    roomOf,
    isStillIn: member => byInstance.get(member.instanceId) === member && member.phase === 'in',
    onRefused: member => leave(member, 'failed'),
  })
  const recording = createRoomRecording({ media, book, log, now })
  const { allow, askForOffer, rerouteAll, takeOffer } = roomMedia
  const roomFloor = createRoomFloor({ now, allow })
  /** Rung into rooms in which nobody is yet. */
  const early = new Map<string, readonly WireRinging[]>()

  // --- coming and going --------------------------------------------------------------------------------------------

  const forget = (member: Member) => {
    member.phase = 'over'
    member.mail.close()
    media.close(member.instanceId)
    const room = roomOf(member)
    const name = userNameOf(member)
    if (room?.members.get(name) === member) room.members.delete(name)
    if (room?.waiting.get(name) === member) room.waiting.delete(name)
    if (room && room.members.size === 0 && room.waiting.size === 0) rooms.delete(keyOfRoom(room))
    return room
  }
  /** Ends one's stay; who can still hear of it is told why. */
  const leave = (member: Member, reason: LeaveReason | 'gone', by?: Member) => {
    if (member.phase === 'over') return
    const wasIn = member.phase === 'in'
    if (wasIn || member.phase === 'waiting')
      member.mail.tell(
        reason === 'gone'
          ? { event: 'onconfdidleave' }
          : member.phase === 'waiting'
            ? { event: 'onconfjoinfail', reason }
            : { event: 'onconfdidleave', reason },
      )
    const { tenantId, roomId } = member.claims
    const room = forget(member)
    if (!room) return
    if (wasIn) {
      tellOthers(room, member, { event: 'onactorleave', userName: userNameOf(member) })
      roomFloor.gone(room, userNameOf(member))
      rerouteAll(room)
      recording.left(room, member)
      onHappening({
        what: reason === 'removed' ? 'remove' : 'leave',
        tenantId,
        roomId,
        claims: member.claims,
        by: by?.claims,
        reason,
      })
    } else tellState(room)
  }
  const enter = (room: Room, member: Member) => {
    const name = userNameOf(member)
    room.waiting.delete(name)
    // Who comes back is not there twice: the others hear of a change, not of a new one.
    const before = room.members.get(name)
    if (before && before !== member) {
      if (before.claims.id !== member.claims.id)
        before.mail.tell({ event: 'onconfdidleave', reason: 'elsewhere' })
      member.handSince ??= before.handSince
      member.consent ??= before.consent
      // The key that was held is on a page that is no more.
      roomFloor.gone(room, name)
      before.phase = 'over'
      before.mail.close()
      media.close(before.instanceId)
    }
    room.members.set(name, member)
    member.phase = 'in'
    room.admitted.set(member.claims.id, now() + ADMITTED_MS)
    if (isHost(member)) room.password ??= member.claims.roomPassword
    room.ringing.delete(name)
    member.mail.tell({
      event: 'onconfjoinok',
      room: wireRoom(room, member),
      members: [...room.members.values()].filter(one => one !== member).map(wireMember),
      self: wireMember(member),
    })
    tellFloor(room, [member])
    tellOthers(room, member, { event: 'onactorstate', member: wireMember(member) })
    rerouteAll(room)
    tellState(room)
    if (before) recording.returned(room, member)
    else recording.joined(room, member)
    if (!before)
      onHappening({
        what: 'join',
        tenantId: room.tenantId,
        roomId: room.roomId,
        claims: member.claims,
        by: undefined,
        reason: undefined,
      })
  }
  const mustWait = (room: Room, member: Member) =>
    !isHost(member) &&
    (member.kind === 'guest' || (room.settings.waitForHost && member.kind === 'person')) &&
    (room.admitted.get(member.claims.id) ?? 0) < now()

  const refuse = (member: Member, reason: LeaveReason) => {
    member.mail.tell({ event: 'onconfjoinfail', reason })
    member.phase = 'over'
    member.mail.close()
  }
  const join = (member: Member, wanted: Extract<Command, { cmd: 'joinroom' }>) => {
    if (member.phase !== 'loggedIn') return
    const { tenantId, roomId } = member.claims
    if (wanted.roomId !== roomId) return refuse(member, 'forbidden')
    if (isCalledOff(member.claims)) return refuse(member, 'refused')
    const key = keyOfRoom(member.claims)
    const { settings } = member
    const room =
      rooms.get(key) ??
      emptyRoom({
        tenantId,
        roomId,
        settings,
        since: now(),
        floor: wanted.pushToTalk ? freeFloor : undefined,
      })
    for (const one of early.get(key) ?? []) room.ringing.set(one.key, one)
    early.delete(key)
    room.settings = settings
    if (room.barred.has(userNameOf(member))) return refuse(member, 'removed')
    if (isFull(room, userNameOf(member))) return refuse(member, 'full')
    rooms.set(key, room)
    setState(member, wanted.state, false)
    member.consent = wanted.consent ?? null
    const waits = mustWait(room, member)
    member.mail.tell({ event: 'joinroom', ret: 0, waiting: waits })
    if (!waits) return enter(room, member)
    const before = room.waiting.get(userNameOf(member))
    if (before && before !== member) leave(before, 'elsewhere')
    rooms.set(key, room)
    member.phase = 'waiting'
    member.since = now()
    room.waiting.set(userNameOf(member), member)
    tellState(room)
  }
  const perform = createPerformers({
    media,
    roomMedia,
    recording,
    roomFloor,
    now,
    enter,
    leave,
    onEnd: ({ tenantId, roomId }, { claims }) =>
      onHappening({ what: 'end', tenantId, roomId, claims, by: claims, reason: 'ended' }),
  })
  const goOut = (member: Member) => {
    if (member.phase === 'loggedIn') {
      roomOf(member)?.ringing.delete(userNameOf(member))
      onAnswer(member.claims, 'declined')
    }
    leave(member, 'left')
  }
  const obey = (member: Member, wanted: Command) => {
    if (wanted.cmd === 'getrealm')
      return member.mail.tell({ event: 'ongetrealmok', realm: String(member.claims.tenantId) })
    if (wanted.cmd === 'joinroom') return join(member, wanted)
    if (wanted.cmd === 'leaveroom') return goOut(member)
    const room = roomOf(member)
    if (!room || member.phase !== 'in') return
    perform(member, wanted, room)
  }

  // --- time --------------------------------------------------------------------------------------------------------

  const sweep = () => {
    const at = now()
    for (const [id, member] of byInstance) {
      const silent = at - member.mail.askedAt() > GONE_MS
      if (silent && member.phase !== 'over') leave(member, 'gone')
      if (member.mail.isFull()) leave(member, 'failed')
      if (member.claims.expiresAt <= at) leave(member, 'expired')
      if (silent) byInstance.delete(id)
    }
    for (const room of rooms.values()) {
      const before = room.ringing.size
      for (const [key, { until }] of room.ringing) if (until <= at) room.ringing.delete(key)
      for (const [id, until] of room.admitted)
        if (until <= at && ![...room.members.values()].some(one => one.claims.id === id))
          room.admitted.delete(id)
      if (room.ringing.size !== before) tellState(room)
      roomFloor.tick(room)
    }
    for (const [key, called] of early) if (called.every(({ until }) => until <= at)) early.delete(key)
  }
  const timer = setInterval(sweep, SWEEP_MS)
  timer.unref()

  return {
    login(claims: Claims, kind: MemberKind, settings: RoomSettings): Member {
      const member = memberOf({
        claims,
        kind,
        settings,
        instanceId: randomBytes(24).toString('base64url'),
        now,
      })
      byInstance.set(member.instanceId, member)
      onAnswer(claims, 'heard')
      return member
    },
    find(confNum: string, instanceId: string): Found {
      const member = byInstance.get(instanceId)
      if (!member) return { invalid: 'instanceId' }
      return member.confNum === confNum ? { member } : { invalid: 'confNum' }
    },
    obey,
    offer: takeOffer,
    candidate: (member: Member, connection: MediaConnection, candidate: string, mid: string | null): void => {
      if (member.phase === 'in') media.candidate(member.instanceId, connection, candidate, mid)
    },
    running: (tenantId: number): RunningRoom[] =>
      [...rooms.values()]
        .filter(room => room.tenantId === tenantId && room.members.size > 0)
        .map(({ roomId, settings, since, members, recording: recorded }) => ({
          roomId,
          displayName: settings.displayName,
          participants: members.size,
          capacity: settings.capacity,
          since,
          recordingSince: recorded?.since ?? null,
          locked: settings.locked,
        })),
    /** Whether somebody of this name would be one too many. */
    isFull: (tenantId: number, roomId: string, name: string): boolean => {
      const room = rooms.get(keyOfRoom({ tenantId, roomId }))
      return room !== undefined && isFull(room, name)
    },
    /** Shows in the room whom it rings. */
    ring(tenantId: number, roomId: string, called: readonly WireRinging[]): void {
      const key = keyOfRoom({ tenantId, roomId })
      const room = rooms.get(key)
      if (!room) return void early.set(key, [...(early.get(key) ?? []), ...called])
      for (const one of called) {
        room.barred.delete(one.key)
        if (!room.members.has(one.key)) room.ringing.set(one.key, one)
      }
      tellState(room)
    },
    /** Somebody does not come: the room shows it no longer. */
    ringNot(tenantId: number, roomId: string, key: string): void {
      const room = rooms.get(keyOfRoom({ tenantId, roomId }))
      if (room?.ringing.delete(key)) tellState(room)
    },
    /** Called no more: nobody sees it ring, and who stands between login and room is told. */
    callOff(tenantId: number, roomId: string, key: string): void {
      const place = keyOfRoom({ tenantId, roomId })
      const rest = early.get(place)?.filter(one => one.key !== key)
      if (rest) early.set(place, rest)
      this.ringNot(tenantId, roomId, key)
      for (const member of byInstance.values())
        if (member.phase === 'loggedIn' && keyOfRoom(member.claims) === place && userNameOf(member) === key)
          if (member.claims.who.kind === 'device') refuse(member, 'refused')
    },
    isIn: (tenantId: number, roomId: string, name: string): boolean =>
      rooms.get(keyOfRoom({ tenantId, roomId }))?.members.has(name) ?? false,
    /** Everybody who is logged in, for who asks whether they still may. */
    everybody: (): Member[] => [...byInstance.values()].filter(({ phase }) => phase !== 'over'),
    leave,
    counts: () => ({
      rooms: rooms.size,
      participants: [...rooms.values()].reduce((sum, { members }) => sum + members.size, 0),
    }),
    onVolumes(volumes: { id: string; level: number }[], speaking: string[]): void {
      for (const room of rooms.values()) {
        const names = new Map([...room.members.values()].map(one => [one.instanceId, userNameOf(one)]))
        const heard = volumes.flatMap(({ id, level }) => {
          const userName = names.get(id)
          return userName === undefined ? [] : [{ userName, level }]
        })
        const turns = speaking.flatMap(id => names.get(id) ?? [])
        const news: WireEvent = { event: 'onvolumechanged', volumes: heard, speaking: turns }
        // A turn is told at once; how loud it is can wait for the next question.
        const turned = room.speaking !== turns.join()
        room.speaking = turns.join()
        recording.spoke(room, turns)
        for (const { mail } of room.members.values())
          if (turned) mail.tell(news)
          else mail.tellLatest(news)
      }
    },
    onLayers(id: string, layers: number): void {
      const member = byInstance.get(id)
      if (member?.phase === 'in') member.mail.tell({ event: 'onmedianotiy', layers })
    },
    onLimits(id: string, limits: { mid: string; by: Limit }[]): void {
      const member = byInstance.get(id)
      if (member?.phase === 'in') member.mail.tell({ event: 'onmedianotiy', limits })
    },
    onRestarted(): void {
      for (const member of byInstance.values()) askForOffer(member)
      recording.onRestarted()
    },
    onRecordingTrouble: recording.onTrouble,
    onBroken(id: string): void {
      const member = byInstance.get(id)
      if (!member) return
      // Nobody would hear them: the next one speaks.
      const room = roomOf(member)
      if (room) roomFloor.gone(room, userNameOf(member))
      askForOffer(member)
    },
    sweep,
    async stop(): Promise<void> {
      clearInterval(timer)
      await recording.stop()
      for (const member of [...byInstance.values()]) leave(member, 'failed')
    },
  }
}
