// A conference room over a LiveKit server, behind the same port. What LiveKit has no word for goes as data between the
// participants: raised hands, the answer about recording, being asked by a host.
import {
  ConnectionQuality,
  ConnectionState,
  DisconnectReason,
  type Participant,
  type RemoteParticipant,
  type RemoteTrackPublication,
  Room,
  RoomEvent,
  setLogLevel,
  Track,
} from 'livekit-client'
import * as z from 'zod/mini'
import {
  channelOfRoom,
  encodeState,
  MAX_RESOLUTION,
  memberKind,
  ROOM_CAPACITY,
  roleOf,
} from '../../domain/conference/conference.ts'
import type { RoomEnd } from '../../domain/conference/session.ts'
import { createOwnRoomMedia } from './own-room-media.ts'
import { type MediaKind, type RoomLine, type RoomPort, SELF } from './port.ts'
import { RoomError } from './room-error.ts'
import { roomCounters, roomHealth } from './room-health.ts'
import { createRoomMembers } from './room-members.ts'

const HEALTH_MS = 2_000
const SOURCES: Record<MediaKind, Track.Source> = {
  audio: Track.Source.Microphone,
  video: Track.Source.Camera,
  screen: Track.Source.ScreenShare,
}
const KINDS = ['audio', 'video', 'screen'] as const

/** Who somebody is, signed into their ticket by the server. */
const facts = z.object({ kind: memberKind, imei: z.nullable(z.string()) })
const news = z.discriminatedUnion('say', [
  z.object({ say: z.literal('state'), handSince: z.nullable(z.int()), consent: z.nullable(z.boolean()) }),
  z.object({ say: z.literal('ask'), kind: z.enum(['audio', 'video']) }),
])
type News = z.output<typeof news>

function newsIn(bytes: Uint8Array): News | undefined {
  try {
    const read = z.safeParse(news, JSON.parse(new TextDecoder().decode(bytes)))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

const endOf = (reason: DisconnectReason | undefined): RoomEnd => {
  switch (reason) {
    case DisconnectReason.CLIENT_INITIATED:
      return 'left'
    case DisconnectReason.DUPLICATE_IDENTITY:
      return 'elsewhere'
    case DisconnectReason.PARTICIPANT_REMOVED:
      return 'removed'
    case DisconnectReason.ROOM_DELETED:
    case DisconnectReason.SERVER_SHUTDOWN:
      return 'ended'
    default:
      return 'network'
  }
}

export const openLiveKitRoom: RoomPort['open'] = async ({ ticket, events, voiceOnly, abort }) => {
  setLogLevel('warn')
  const room = new Room({ adaptiveStream: true, dynacast: true })
  const members = createRoomMembers({ voiceOnly })
  const own = createOwnRoomMedia({ onChange: () => void ownChanged(), onProblem: events.onProblem })
  /** What each has said of themselves, by name. */
  const said = new Map<string, { handSince: number | null; consent: boolean | null }>()
  const silentState = { handSince: null, consent: null }
  let mine: { handSince: number | null; consent: boolean | null } = silentState
  const published = new Map<MediaKind, MediaStreamTrack>()
  const places = new Map<string, { key: string; kind: 'video' | 'screen'; element: HTMLVideoElement }>()
  const sounds = new Map<string, HTMLMediaElement>()
  const away = new Set<string>()
  let volume = 1
  let counters: ReturnType<typeof roomCounters> | undefined
  let opened = false
  let ended = false

  // --- members -----------------------------------------------------------------------------------------------------

  const factsOf = ({ metadata }: Participant) => {
    try {
      const read = z.safeParse(facts, JSON.parse(metadata ?? ''))
      return read.success ? read.data : undefined
    } catch {
      return undefined
    }
  }
  const isHost = (one: Participant) => factsOf(one)?.kind === 'host'
  const wire = (one: Participant) => {
    const { kind = 'person', imei = null } = factsOf(one) ?? {}
    return {
      userName: one.identity,
      displayName: one.name || one.identity,
      role: roleOf(kind),
      state: encodeState({ audio: one.isMicrophoneEnabled, video: one.isCameraEnabled }),
      screen: one.isScreenShareEnabled,
      imei,
      ...(said.get(one.identity) ?? silentState),
    }
  }
  const showMembers = () => {
    const others = [...room.remoteParticipants.values()]
    members.become({ ...wire(room.localParticipant), ...mine }, others.map(wire))
    members.own(own.sends())
    members.volumes(
      new Map(others.map(({ identity, audioLevel }) => [identity, audioLevel])),
      new Set(others.filter(({ isSpeaking }) => isSpeaking).map(({ identity }) => identity)),
    )
    events.onMembers(members.list())
  }
  const showRoom = () =>
    events.onRoom({
      roomId: ticket.roomId,
      displayName: ticket.roomId,
      password: null,
      capacity: ROOM_CAPACITY,
      maxResolution: MAX_RESOLUTION,
      channelId: channelOfRoom(ticket.roomId),
      recordingSince: null,
      // It would take an egress service beside it.
      record: false,
      host: isHost(room.localParticipant),
    })
  const tell = (what: News, to?: string) =>
    room.localParticipant
      .publishData(new TextEncoder().encode(JSON.stringify(what)), {
        reliable: true,
        ...(to !== undefined && { destinationIdentities: [to] }),
      })
      .catch(() => {})
  const tellState = (to?: string) => tell({ say: 'state', ...mine }, to)
  const become = (part: Partial<typeof mine>) => {
    mine = { ...mine, ...part }
    void tellState()
    showMembers()
  }
  const hear = (bytes: Uint8Array, from: RemoteParticipant | undefined) => {
    if (!from) return
    const told = newsIn(bytes)
    if (!told) return
    if (told.say === 'ask') {
      if (isHost(from)) events.onAsked(told.kind)
      return
    }
    const { handSince, consent } = told
    said.set(from.identity, { handSince, consent })
    showMembers()
  }

  // --- media -------------------------------------------------------------------------------------------------------

  let sending: Promise<void> = Promise.resolve()
  /** One after the other: a track that is taken off while it is being put on would stay. */
  const send = () => {
    sending = sending.then(sendNow, sendNow).catch(() => events.onProblem('network'))
    return sending
  }
  const sendNow = async () => {
    const [tracks, sends] = [own.tracks(), own.sends()]
    for (const kind of KINDS) {
      const [before, now] = [published.get(kind), tracks[kind]]
      if (before && before !== now) {
        published.delete(kind)
        await room.localParticipant.unpublishTrack(before, false)
      }
      if (now && before !== now) {
        published.set(kind, now)
        await room.localParticipant.publishTrack(now, {
          source: SOURCES[kind],
          videoCodec: 'vp8',
          simulcast: kind === 'video',
        })
      }
    }
    // A muted microphone stays open; the others are told that it is muted.
    const microphone = room.localParticipant.getTrackPublication(Track.Source.Microphone)
    if (microphone) await (sends.audio ? microphone.unmute() : microphone.mute())
  }
  async function ownChanged(): Promise<void> {
    const tracks = own.tracks()
    for (const { key, kind, element } of places.values()) if (key === SELF) showOwn(element, tracks[kind])
    if (room.state !== ConnectionState.Connected) return
    await send()
    showMembers()
  }
  const showOwn = (element: HTMLVideoElement, track: MediaStreamTrack | null) => {
    const { srcObject } = element
    if (track && srcObject instanceof MediaStream && srcObject.getTracks()[0] === track) return
    element.srcObject = track ? new MediaStream([track]) : null
    element.muted = true
    if (track) element.play().catch(() => {})
  }
  const publicationOf = (key: string, kind: 'video' | 'screen') =>
    room.remoteParticipants.get(key)?.getTrackPublication(SOURCES[kind])
  const take = (publication: RemoteTrackPublication, from: RemoteParticipant) => {
    const isPicture = publication.kind === Track.Kind.Video
    publication.setSubscribed(!away.has(from.identity) && !(voiceOnly && isPicture))
  }
  const showAll = () => {
    for (const { key, kind, element } of places.values())
      if (key !== SELF) publicationOf(key, kind)?.track?.attach(element)
  }
  const health = setInterval(() => void tellHealth().catch(() => {}), HEALTH_MS)
  const tellHealth = async () => {
    const entries: [string, Record<string, unknown>][] = []
    const keys = new Map<string, string>()
    for (const [identity, { trackPublications }] of room.remoteParticipants)
      for (const { track } of trackPublications.values())
        for (const [id, entry] of (await track?.getRTCStatsReport()) ?? []) {
          entries.push([id, entry])
          if (entry.type === 'inbound-rtp' && entry.kind === 'video') keys.set(String(entry.mid), identity)
        }
    for (const { track } of room.localParticipant.trackPublications.values())
      for (const one of (await track?.getRTCStatsReport()) ?? []) entries.push(one)
    if (ended) return
    const now = roomCounters(new Map(entries), performance.now())
    if (counters) {
      const { line, pictures } = roomHealth(
        counters,
        now,
        mid => keys.get(mid),
        () => 'nothing',
      )
      const quality = room.localParticipant.connectionQuality
      const level =
        quality === ConnectionQuality.Poor || quality === ConnectionQuality.Lost ? 'poor' : line.level
      events.onHealth({ ...line, level }, pictures)
    }
    counters = now
  }

  // --- coming and going --------------------------------------------------------------------------------------------

  const finish = (why: RoomEnd) => {
    if (ended) return
    ended = true
    clearInterval(health)
    own.close()
    for (const element of sounds.values()) element.srcObject = null
    events.onState('ended', why)
  }
  /** Hosts alone: their ticket says so, and LiveKit asks for it. */
  const putOut = (identity: string) =>
    fetch(`${ticket.service.replace(/^ws/, 'http')}/twirp/livekit.RoomService/RemoveParticipant`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ticket.password}` },
      body: JSON.stringify({ room: ticket.channel ?? ticket.roomId, identity }),
    }).then(
      () => {},
      () => events.onProblem('network'),
    )
  room
    .on(RoomEvent.Reconnecting, () => events.onState('back'))
    .on(RoomEvent.Reconnected, () => events.onState('in'))
    .on(RoomEvent.Disconnected, reason => {
      // What fails before one is in is told by the rejection.
      if (opened) finish(endOf(reason))
    })
    .on(RoomEvent.ParticipantConnected, one => {
      showMembers()
      void tellState(one.identity)
    })
    .on(RoomEvent.ParticipantDisconnected, ({ identity }) => {
      said.delete(identity)
      showMembers()
    })
    .on(RoomEvent.TrackPublished, (publication, from) => {
      take(publication, from)
      showMembers()
    })
    .on(RoomEvent.TrackUnpublished, showMembers)
    .on(RoomEvent.TrackMuted, showMembers)
    .on(RoomEvent.TrackUnmuted, showMembers)
    .on(RoomEvent.ActiveSpeakersChanged, showMembers)
    .on(RoomEvent.TrackSubscribed, (track, _publication, from) => {
      if (track.kind === Track.Kind.Audio) {
        const element = track.attach()
        element.volume = volume
        sounds.set(`${from.identity}|${track.sid}`, element)
      } else showAll()
    })
    .on(RoomEvent.TrackUnsubscribed, (track, _publication, from) => {
      track.detach()
      sounds.delete(`${from.identity}|${track.sid}`)
    })
    .on(RoomEvent.DataReceived, hear)

  events.onState('connecting')
  abort?.addEventListener('abort', () => void room.disconnect(), { once: true })
  try {
    await room.connect(ticket.service, ticket.password, { autoSubscribe: false })
  } catch (error) {
    ended = true
    clearInterval(health)
    own.close()
    throw new RoomError('network', error)
  }
  opened = true
  for (const one of room.remoteParticipants.values())
    for (const publication of one.trackPublications.values()) take(publication, one)
  events.onState('in')
  showRoom()
  showMembers()
  events.onWaiting([])
  events.onRinging([])

  const line: RoomLine = {
    attach(key, kind, element) {
      const name = `${kind} ${key}`
      const before = places.get(name)
      if (before && before.element !== element) {
        if (key === SELF) before.element.srcObject = null
        else publicationOf(key, kind)?.track?.detach(before.element)
      }
      if (!element) return void places.delete(name)
      places.set(name, { key, kind, element })
      if (key === SELF) showOwn(element, own.tracks()[kind])
      else publicationOf(key, kind)?.track?.attach(element)
    },
    async set(kind, on) {
      if (voiceOnly && kind !== 'audio') return
      await own.set(kind, on)
    },
    setVolume(percent) {
      volume = Math.min(100, Math.max(0, percent)) / 100
      for (const element of sounds.values()) element.volume = volume
    },
    subscribe(key, on) {
      if (on) away.delete(key)
      else away.add(key)
      members.subscribe(key, on)
      const one = room.remoteParticipants.get(key)
      for (const publication of one?.trackPublications.values() ?? []) if (one) take(publication, one)
      showMembers()
    },
    refresh(key) {
      const one = room.remoteParticipants.get(key)
      for (const publication of one?.trackPublications.values() ?? []) {
        publication.setSubscribed(false)
        if (one) take(publication, one)
      }
    },
    raiseHand: up => become({ handSince: up ? (mine.handSince ?? Date.now()) : null }),
    consent: yes => become({ consent: yes }),
    ask: (key, kind) => void tell({ say: 'ask', kind }, key),
    // Nobody waits before the door of such a room.
    admit: () => {},
    remove: key => void putOut(key),
    // It would take an egress service beside it.
    record: () => Promise.reject(new RoomError('failed')),
    stopConference: () =>
      void Promise.all([...room.remoteParticipants.keys()].map(putOut)).then(() => room.disconnect()),
    async leave() {
      await room.disconnect()
      finish('left')
    },
  }
  return line
}
