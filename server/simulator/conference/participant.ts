// A participant of a conference room without a browser: logs in, joins, offers its lines, plays the recorded visitor and
// counts what comes from the others.
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import {
  type Command,
  event,
  getAnswer,
  loginAnswer,
  type Message,
  message,
  POST_RETRIES_PAUSE_MS,
  SERVICE,
  type WireEvent,
  type WireMember,
} from '../../../src/contract/conference-wire.ts'
import {
  channelOfRoom,
  encodeState,
  FIXED_SETTINGS,
  MAX_RESOLUTION,
  POLL_MS,
  POST_RETRIES,
  ROOM_CAPACITY,
} from '../../../src/domain/conference/conference.ts'
import { type Arrived, type FrameCounter, opusCounter, vp8Counter } from '../door-unit/frame-counter.ts'
import type { Player } from '../door-unit/player.ts'
import { openPeer } from '../peer.ts'

export interface ParticipantTicket {
  /** Absolute. */
  service: string
  appKey: string
  accountName: string
  password: string
  displayName: string
  roomId: string
}

export interface ParticipantOptions {
  ticket: ParticipantTicket
  audio: boolean
  video: boolean
  /** A room that is begun so is one of push to talk. */
  pushToTalk?: boolean
  /** Lines for others. */
  room?: { audio: number; video: number }
  /** Its media; without it the recorded visitor is played. */
  openLine?: (room: { audio: number; video: number }) => Promise<MediaEnd>
  onEvent?(event: WireEvent): void
  onError?(error: unknown): void
}

/** One connection of a participant: what is sent, and lines over which others come. */
export interface MediaEnd {
  offer(): Promise<string>
  answer(sdp: string): Promise<void>
  carries(slots: readonly { mid: string; uri: string; type: string }[]): void
  arrived(userName: string, type: string): Arrived
  close(): void
}

export interface Participant {
  readonly place: { confNum: string; instanceId: string }
  /** By user name. */
  members(): ReadonlyMap<string, WireMember>
  /** Everything that was told, oldest first. */
  readonly told: readonly WireEvent[]
  command(command: Command): Promise<void>
  set(media: { audio: boolean; video: boolean }): Promise<void>
  /** What came of a member so far. */
  arrived(userName: string, type: 'audio' | 'video'): Arrived
  leave(): Promise<void>
  /** Goes without a word. */
  vanish(): void
}

/** Resolves when the service has confirmed the join; rejects with its reason. */
export async function joinConference(options: ParticipantOptions): Promise<Participant> {
  const { ticket, onEvent, onError } = options
  const state = { audio: options.audio, video: options.video }
  const { instanceId, confNum } = await logIn(ticket)
  const at = `${confNum}/${instanceId}`
  const told: WireEvent[] = []
  const members = new Map<string, WireMember>()
  let gone = false
  /** Newest last. What came over earlier ones counts too. */
  const lines: MediaEnd[] = []
  const line = () => lines.at(-1)
  let confirm: { resolve(): void; reject(error: Error): void } | undefined

  const post = (...messages: Omit<Message, 'from' | 'to'>[]) =>
    postWithRetries(`${ticket.service}/v1/set/${at}`, {
      data: messages.map(one => JSON.stringify({ from: ticket.accountName, to: SERVICE, ...one })),
    })
  const command = (wanted: Command) => post({ type: 'cmd', txt: JSON.stringify(wanted) })
  const offer = async () => {
    line()?.close()
    const opened = await (options.openLine ?? openLine)(
      options.room ?? { audio: ROOM_CAPACITY - 1, video: 6 },
    )
    lines.push(opened)
    const sdp = await opened.offer()
    await post({ type: 'sdp', sdp: { type: 'offer', sdp } })
  }
  const hear = async (happened: WireEvent) => {
    told.push(happened)
    onEvent?.(happened)
    if (happened.event === 'onconfjoinok') {
      for (const one of happened.members) members.set(one.userName, one)
      confirm?.resolve()
      await offer()
    } else if (happened.event === 'onconfjoinfail') {
      gone = true
      confirm?.reject(new Error(happened.reason ?? 'failed'))
    } else if (happened.event === 'onconfdidleave') stop()
    else if (happened.event === 'onactorstate') members.set(happened.member.userName, happened.member)
    else if (happened.event === 'onactorleave') members.delete(happened.userName)
    else if (happened.event === 'onmedianotiy') {
      if (happened.renew) await offer()
      else if (happened.slots) line()?.carries(happened.slots)
    }
  }
  const stop = () => {
    gone = true
    line()?.close()
  }
  const take = async (text: string) => {
    const read = z.safeParse(message, JSON.parse(text))
    if (!read.success) return
    if (read.data.type === 'sdp' && read.data.sdp) await line()?.answer(read.data.sdp.sdp)
    const happened = z.safeParse(event, JSON.parse(read.data.txt ?? 'null'))
    if (happened.success) await hear(happened.data)
  }
  const poll = async () => {
    while (!gone) {
      const began = Date.now()
      const answer = z.parse(getAnswer, await (await fetch(`${ticket.service}/v1/get/${at}`)).json())
      const texts = Array.isArray(answer) ? answer : (answer.data ?? [])
      if (!Array.isArray(answer) && answer.ret !== 0) return stop()
      for (const text of texts) await take(text)
      if (texts.length === 0) await sleep(Math.max(0, POLL_MS - (Date.now() - began)))
      else await sleep(50)
    }
  }

  const joined = new Promise<void>((resolve, reject) => {
    confirm = { resolve, reject }
  })
  poll().catch(error => {
    if (!gone) onError?.(error)
    confirm?.reject(error)
    stop()
  })
  await command({ cmd: 'getrealm' })
  await command({
    cmd: 'joinroom',
    roomId: ticket.roomId,
    channelId: channelOfRoom(ticket.roomId),
    displayName: ticket.displayName,
    capacity: ROOM_CAPACITY,
    maxResolution: MAX_RESOLUTION,
    compositeMode: FIXED_SETTINGS.compositeMode,
    state: encodeState(state),
    role: FIXED_SETTINGS.role,
    pushToTalk: options.pushToTalk ?? false,
  })
  await joined
  return {
    place: { confNum, instanceId },
    members: () => members,
    told,
    command,
    set: media => command({ cmd: 'setstate', state: encodeState(media), screen: false }),
    arrived(userName, type) {
      const sum: Arrived = { packets: 0, frames: 0 }
      for (const each of lines) {
        const { packets, frames } = each.arrived(userName, type)
        sum.packets += packets
        sum.frames += frames
      }
      return sum
    },
    async leave() {
      await command({ cmd: 'leaveroom' })
      stop()
    },
    vanish: stop,
  }
}

async function logIn(ticket: ParticipantTicket): Promise<{ confNum: string; instanceId: string }> {
  const { service, accountName, password, appKey } = ticket
  const response = await fetch(`${service}/v1/conference/1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountName, password, appKey, regionId: '0', roomType: 1, webrtcVersion: 1 }),
  })
  const { ret, msg, data } = z.parse(loginAnswer, await response.json())
  if (ret !== 0 || !data) throw new Error(msg ?? `login refused: ${ret}`)
  return { confNum: String(data.confNum), instanceId: String(data.instanceId) }
}

async function postWithRetries(url: string, body: unknown): Promise<void> {
  for (let left = POST_RETRIES; ; left--) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status === 200) return
    if (left === 0) throw new Error(`message refused: ${response.status}`)
    await sleep(POST_RETRIES_PAUSE_MS)
  }
}

/** Sends the recorded visitor over a real connection. */
export async function openLine(room: { audio: number; video: number }): Promise<MediaEnd> {
  const { peer, microphone, camera, play } = await openPeer()
  peer.addTransceiver(microphone, { direction: 'sendonly' })
  const sight = peer.addTransceiver(camera, { direction: 'sendonly' })
  const counters = new Map<string, FrameCounter>()
  let carried = new Map<string, { uri: string; type: string }>()
  /** What came of each member while it was on the line. */
  const sums = new Map<string, Arrived>()
  for (const kind of ['video', 'audio'] as const)
    for (let count = 0; count < room[kind]; count++) {
      const transceiver = peer.addTransceiver(kind, { direction: 'recvonly' })
      transceiver.onTrack.subscribe(track => {
        let source = 0
        const counter =
          kind === 'audio'
            ? opusCounter()
            : vp8Counter(() => void transceiver.receiver.sendRtcpPLI(source).catch(() => {}))
        counters.set(transceiver.mid ?? '', counter)
        track.onReceiveRtp.subscribe(({ header, payload }) => {
          source = header.ssrc
          const before = { ...counter.arrived }
          counter.take({ payload, sequenceNumber: header.sequenceNumber, marker: header.marker })
          const one = carried.get(transceiver.mid ?? '')
          if (!one) return
          const key = `${one.uri}|${one.type}`
          const sum = sums.get(key) ?? { packets: 0, frames: 0 }
          sum.packets += counter.arrived.packets - before.packets
          sum.frames += counter.arrived.frames - before.frames
          sums.set(key, sum)
        })
      })
    }
  let player: Player | undefined
  sight.sender.onPictureLossIndication.subscribe(() => player?.refresh())
  peer.connectionStateChange.subscribe(state => {
    if (state !== 'connected') return
    player ??= play()
  })
  return {
    async offer(): Promise<string> {
      await peer.setLocalDescription(await peer.createOffer())
      return peer.localDescription?.sdp ?? ''
    },
    async answer(sdp: string): Promise<void> {
      if (peer.signalingState === 'have-local-offer') await peer.setRemoteDescription({ type: 'answer', sdp })
    },
    carries(slots: readonly { mid: string; uri: string; type: string }[]): void {
      carried = new Map(slots.map(({ mid, ...one }) => [mid, one]))
    },
    arrived: (userName: string, type: string): Arrived =>
      sums.get(`${userName}|${type}`) ?? { packets: 0, frames: 0 },
    close(): void {
      player?.stop()
      peer.close().catch(() => {})
    },
  }
}
