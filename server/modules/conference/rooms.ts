// The rooms in which somebody is now: who is in, who waits, what each is told and whose media go to whom. Lives in the memory
// of one process, as the media do.
import { randomBytes } from 'node:crypto'
import {
  type Command,
  GONE_MS,
  type LeaveReason,
  type MediaType,
  type WireEvent,
  type WireRinging,
  type WireRoom,
} from '../../../src/contract/conference-wire.ts'
import {
  channelOfRoom,
  decodeState,
  MAX_RESOLUTION,
  type MemberKind,
} from '../../../src/domain/conference/conference.ts'
import type { Log } from '../../log.ts'
import { type MediaEngine, MediaRefused, type MediaRoute } from './media-port.ts'
import {
  isHost,
  type Member,
  memberOf,
  type RoomSettings,
  sourceOf,
  userNameOf,
  wantKey,
  wireMember,
} from './members.ts'
import type { Claims } from './tickets.ts'

const SWEEP_MS = 1_000
/** Whoever was let in may come back within this time without being let in again. */
const ADMITTED_MS = 120_000

interface Room {
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
  /** Told to hosts: as the first who knew it typed it. */
  password: string | null
}

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
  now?: () => number
  onHappening(happening: RoomHappening): void
}

export type Rooms = ReturnType<typeof createRooms>
export type Found = { member: Member } | { invalid: 'instanceId' | 'confNum' }

export function createRooms({ media, log, now = Date.now, onHappening }: Options) {
  const rooms = new Map<string, Room>()
  const byInstance = new Map<string, Member>()
  const keyOf = ({ tenantId, roomId }: { tenantId: number; roomId: string }) => `${tenantId}/${roomId}`
  const roomOf = (member: Member) => rooms.get(keyOf(member.claims))

  const wireRoom = (room: Room, to: Member): WireRoom => ({
    roomId: room.roomId,
    displayName: room.settings.displayName,
    password: isHost(to) ? room.password : null,
    capacity: room.settings.capacity,
    maxResolution: MAX_RESOLUTION,
    channelId: channelOfRoom(room.roomId),
    recordingSince: null,
  })
  const tellOthers = (room: Room, besides: Member | undefined, event: WireEvent) => {
    for (const one of room.members.values()) if (one !== besides) one.mail.tell(event)
  }
  const tellState = (room: Room) => {
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
  const tellMember = (room: Room, member: Member) => {
    member.mail.tell({ event: 'onselfstate', self: wireMember(member) })
    tellOthers(room, member, { event: 'onactorstate', member: wireMember(member) })
  }

  // --- media -------------------------------------------------------------------------------------------------------

  const byName = (room: Room, uri: string) => room.members.get(uri)
  /** What a participant should be sent: everybody's sound, and the pictures that they asked for. */
  const wantedOf = (room: Room, member: Member): { uri: string; type: MediaType; width: number }[] => {
    const others = [...room.members.values()].filter(
      one => one !== member && !member.unsubscribed.has(userNameOf(one)),
    )
    const sounds = others.map(one => ({ uri: userNameOf(one), type: 'audio' as const, width: 0 }))
    const pictures = others.flatMap(one =>
      (['screen', 'video'] as const).flatMap(type => {
        const uri = userNameOf(one)
        const wanted = member.wants.get(wantKey(uri, type))
        return wanted && one[type] ? [{ uri, type, width: wanted.width }] : []
      }),
    )
    return [...sounds, ...pictures.sort((one, other) => other.width - one.width)]
  }
  /** Gives what is wanted a line, keeps what has one, and tells both the media and the participant. */
  const reroute = (room: Room, member: Member) => {
    const { slots, assigned } = member
    if (!slots) return
    const wanted = wantedOf(room, member)
    const isWanted = (one: { uri: string; type: MediaType }) =>
      wanted.some(other => other.uri === one.uri && other.type === one.type)
    let changed = false
    for (const [mid, one] of assigned)
      if (!isWanted(one)) {
        assigned.delete(mid)
        changed = true
      }
    const carried = new Set([...assigned.values()].map(one => wantKey(one.uri, one.type)))
    for (const one of wanted) {
      if (carried.has(wantKey(one.uri, one.type))) continue
      const lines = one.type === 'audio' ? slots.audio : slots.video
      const free = lines.find(mid => !assigned.has(mid))
      if (free === undefined) continue
      assigned.set(free, { uri: one.uri, type: one.type })
      changed = true
    }
    const routes = [...slots.audio, ...slots.video].map((mid): MediaRoute => {
      const one = assigned.get(mid)
      const from = one && byName(room, one.uri)
      const width = one ? (member.wants.get(wantKey(one.uri, one.type))?.width ?? 0) : 0
      return { mid, source: one && from ? sourceOf(from, one.type) : null, width }
    })
    media.route(member.instanceId, routes)
    if (changed) tellSlots(member)
  }
  const tellSlots = (member: Member, more: { renew?: boolean; missing?: boolean } = {}) =>
    member.mail.tell({
      event: 'onmedianotiy',
      slots: [...member.assigned].map(([mid, one]) => ({ mid, ...one })),
      ...more,
    })
  const rerouteAll = (room: Room) => {
    for (const one of room.members.values()) reroute(room, one)
  }
  const allow = ({ instanceId, audio, video, screen }: Member) =>
    media.allow(instanceId, { audio, video, screen })
  const askForOffer = (member: Member) => {
    member.slots = undefined
    member.assigned.clear()
    if (member.phase === 'in') tellSlots(member, { renew: true })
  }
  const takeOffer = async (member: Member, sdp: string) => {
    const room = roomOf(member)
    if (!room || member.phase !== 'in') return
    member.slots = undefined
    member.assigned.clear()
    try {
      const answer = await media.offer(member.instanceId, keyOf(room), sdp)
      if (byInstance.get(member.instanceId) !== member || member.phase !== 'in') return
      member.slots = answer.slots
      allow(member)
      member.mail.describe('answer', answer.sdp)
      reroute(room, member)
    } catch (error) {
      if (error instanceof MediaRefused) {
        log.info({ why: error.message }, 'A description was refused by the conference')
        leave(member, 'failed')
      } else if (media.state() === 'missing') tellSlots(member, { missing: true })
      // While it is down nothing helps: everybody is asked for an offer once it is up.
      else if (media.state() === 'up') tellSlots(member, { renew: true })
    }
  }

  // --- coming and going --------------------------------------------------------------------------------------------

  const forget = (member: Member) => {
    member.phase = 'over'
    member.mail.close()
    media.close(member.instanceId)
    const room = roomOf(member)
    const name = userNameOf(member)
    if (room?.members.get(name) === member) room.members.delete(name)
    if (room?.waiting.get(name) === member) room.waiting.delete(name)
    if (room && room.members.size === 0 && room.waiting.size === 0) rooms.delete(keyOf(room))
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
      rerouteAll(room)
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
    tellOthers(room, member, { event: 'onactorstate', member: wireMember(member) })
    rerouteAll(room)
    tellState(room)
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

  const join = (member: Member, wanted: Extract<Command, { cmd: 'joinroom' }>) => {
    if (member.phase !== 'loggedIn') return
    const { tenantId, roomId } = member.claims
    const refuse = (reason: LeaveReason) => {
      member.mail.tell({ event: 'onconfjoinfail', reason })
      member.phase = 'over'
      member.mail.close()
    }
    if (wanted.roomId !== roomId) return refuse('forbidden')
    const key = keyOf(member.claims)
    const { settings } = member
    const room: Room = rooms.get(key) ?? {
      tenantId,
      roomId,
      settings,
      since: now(),
      members: new Map(),
      waiting: new Map(),
      ringing: new Map(),
      admitted: new Map(),
      barred: new Set(),
      speaking: '',
      password: null,
    }
    room.settings = settings
    if (room.barred.has(userNameOf(member))) return refuse('removed')
    if (isFull(room, userNameOf(member))) return refuse('full')
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
  const isFull = (room: Room, name: string) =>
    !room.members.has(name) && room.members.size >= room.settings.capacity

  const setState = (member: Member, state: number, screen: boolean) => {
    const read = decodeState(state)
    member.audio = read.isAudio
    member.video = read.isVideo
    member.screen = screen
    member.customState = read.customState
  }

  // --- commands ----------------------------------------------------------------------------------------------------

  /** What is asked for in a room. */
  type Inside = Exclude<Command['cmd'], 'getrealm' | 'joinroom' | 'leaveroom'>
  type Asked<Name extends Inside> = Extract<
    Exclude<Command, { cmd: 'getrealm' | 'joinroom' | 'leaveroom' }>,
    { cmd: Name }
  >
  type Perform<Name extends Inside> = (member: Member, wanted: Asked<Name>, room: Room) => void
  /** As a host, of somebody else. */
  const asHost =
    <Name extends 'ask' | 'admit' | 'remove'>(perform: Perform<Name>): Perform<Name> =>
    (member, wanted, room) => {
      if (isHost(member)) perform(member, wanted, room)
    }
  const performers: { readonly [Name in Inside]: Perform<Name> } = {
    stopconf: (member, _wanted, room) => {
      if (!isHost(member)) return leave(member, 'left')
      onHappening({
        what: 'end',
        tenantId: room.tenantId,
        roomId: room.roomId,
        claims: member.claims,
        by: member.claims,
        reason: 'ended',
      })
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
    // Recording is asked for by text; whoever cannot record says so to who asked.
    sendtext: member =>
      member.mail.tell({
        event: 'sendtext',
        from: userNameOf(member),
        text: Buffer.from(JSON.stringify({ Ret: 1, Msg: 'recording is not available' })).toString('base64'),
      }),
    setstate: (member, { state, screen }, room) => {
      setState(member, state, screen)
      allow(member)
      tellMember(room, member)
      rerouteAll(room)
    },
    hand: (member, { up }, room) => {
      member.handSince = up ? (member.handSince ?? now()) : null
      tellMember(room, member)
    },
    consent: (member, { yes }, room) => {
      member.consent = yes
      tellMember(room, member)
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
  }
  function perform<Name extends Inside>(
    member: Member,
    wanted: { cmd: Name } & Asked<Name>,
    room: Room,
  ): void {
    performers[wanted.cmd](member, wanted, room)
  }
  const obey = (member: Member, wanted: Command) => {
    if (wanted.cmd === 'getrealm')
      return member.mail.tell({ event: 'ongetrealmok', realm: String(member.claims.tenantId) })
    if (wanted.cmd === 'joinroom') return join(member, wanted)
    if (wanted.cmd === 'leaveroom') return leave(member, 'left')
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
    }
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
      return member
    },
    find(confNum: string, instanceId: string): Found {
      const member = byInstance.get(instanceId)
      if (!member) return { invalid: 'instanceId' }
      return member.confNum === confNum ? { member } : { invalid: 'confNum' }
    },
    obey,
    offer: takeOffer,
    candidate: (member: Member, candidate: string, mid: string | null) => {
      if (member.phase === 'in') media.candidate(member.instanceId, candidate, mid)
    },
    running: (tenantId: number): RunningRoom[] =>
      [...rooms.values()]
        .filter(room => room.tenantId === tenantId && room.members.size > 0)
        .map(({ roomId, settings, since, members }) => ({
          roomId,
          displayName: settings.displayName,
          participants: members.size,
          capacity: settings.capacity,
          since,
          recordingSince: null,
          locked: settings.locked,
        })),
    /** Whether somebody of this name would be one too many. */
    isFull: (tenantId: number, roomId: string, name: string): boolean => {
      const room = rooms.get(keyOf({ tenantId, roomId }))
      return room !== undefined && isFull(room, name)
    },
    /** Shows in the room whom it rings. */
    ring(tenantId: number, roomId: string, called: readonly WireRinging[]): void {
      const room = rooms.get(keyOf({ tenantId, roomId }))
      if (!room) return
      for (const one of called) {
        room.barred.delete(one.key)
        if (!room.members.has(one.key)) room.ringing.set(one.key, one)
      }
      tellState(room)
    },
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
        for (const { mail } of room.members.values())
          if (turned) mail.tell(news)
          else mail.tellLatest(news)
      }
    },
    onRestarted(): void {
      for (const member of byInstance.values()) askForOffer(member)
    },
    onBroken(id: string): void {
      const member = byInstance.get(id)
      if (member) askForOffer(member)
    },
    sweep,
    stop(): void {
      clearInterval(timer)
      for (const member of [...byInstance.values()]) leave(member, 'failed')
    },
  }
}
