// Carries media between participants: each sends once, the server passes on to each what is of use to them.
import { randomInt } from 'node:crypto'
import type { PeerConnection, Track } from 'node-datachannel'
import type { MediaRoute, MediaSlots, MediaSource } from '../media-port.ts'
import { createIncoming, type Incoming } from './incoming.ts'
import { type OfferedLine, readOffer, withOneCodec } from './offer.ts'
import { createOutgoing, type Outgoing } from './outgoing.ts'
import { createArrivals, estimate, readRtcp, senderReport } from './rtcp.ts'
import { extensionOf, isRtcp, levelOf, type RtpView, readRtp, readVp8 } from './rtp.ts'
import { createSpeakers } from './speakers.ts'

type Library = typeof import('node-datachannel')
type SourceType = MediaSource['type']

/** Source of this end's feedback. */
const OWN = 1
const GATHER_MS = 3_000
const TEND_MS = 50
const ARRIVALS_MS = 100
const VOLUMES_MS = 200
const ESTIMATE_MS = 1_000

interface Up {
  type: SourceType
  line: OfferedLine
  track: Track
  ssrc: number | undefined
  incoming: Incoming | undefined
  receivers: Set<Slot>
}

interface Slot {
  mid: string
  kind: 'audio' | 'video'
  track: Track
  outgoing: Outgoing
  source: MediaSource | null
}

interface Peer {
  id: string
  connection: PeerConnection
  ups: Map<SourceType, Up>
  slots: Map<string, Slot>
  arrivals: ReturnType<typeof createArrivals>
  /** Sends no feedback about arrivals: it did not offer to read it. */
  plain: boolean
}

interface Allowed {
  audio: boolean
  video: boolean
  screen: boolean
}

export interface ForwarderOptions {
  library: Library
  ports: { first: number; last: number } | null
  address: string | null
  kilobits: number
  onBroken(id: string): void
  onVolumes(heard: ReturnType<ReturnType<typeof createSpeakers>['now']>): void
}

export type Forwarder = ReturnType<typeof createForwarder>

/** A description that is refused, for who sent it. */
export class OfferRefused extends Error {}

export function createForwarder(options: ForwarderOptions) {
  const { library, ports, address, kilobits, onBroken, onVolumes } = options
  const peers = new Map<string, Peer>()
  const allowed = new Map<string, Allowed>()
  /** What each line is to carry, also while its source or its receiver has yet to come. */
  const wanted = new Map<string, Map<string, MediaRoute>>()
  const speakers = createSpeakers()

  const upOf = ({ from, type }: MediaSource): Up | undefined => peers.get(from)?.ups.get(type)

  const takeMedia = (peer: Peer, up: Up, packet: Buffer) => {
    const view = readRtp(packet)
    if (!view || view.payloadType !== up.line.payloadType) return
    const now = Date.now()
    noteArrival(peer, up.line, packet, view)
    if (up.ssrc !== view.ssrc) begin(up, view.ssrc)
    up.incoming?.take(view.sequence, now)
    if (!allowed.get(peer.id)?.[up.type]) return
    if (up.type === 'audio') noteLevel(peer, up.line, packet, view, now)
    else if (readVp8(packet, view)?.keyFrame) up.incoming?.hadKeyFrame()
    for (const slot of up.receivers)
      if (!slot.outgoing.forward(packet, view, now)) up.incoming?.wantKeyFrame(now)
  }
  const begin = (up: Up, ssrc: number) => {
    up.ssrc = ssrc
    up.incoming = createIncoming({
      ssrc,
      own: OWN,
      repairs: up.type !== 'audio',
      send: packet => say(up.track, packet),
    })
    // Another stream from the same end: its numbers begin anew.
    for (const slot of up.receivers) restart(slot, up)
  }
  const noteArrival = (peer: Peer, line: OfferedLine, packet: Buffer, view: RtpView) => {
    if (line.transportNumber === undefined) return
    const number = extensionOf(packet, view, line.transportNumber)
    if (number && number.length >= 2)
      peer.arrivals.note(number.readUInt16BE(0), Math.round(performance.now() * 1000))
  }
  const noteLevel = (peer: Peer, line: OfferedLine, packet: Buffer, view: RtpView, now: number) => {
    const level = line.audioLevel === undefined ? undefined : extensionOf(packet, view, line.audioLevel)
    if (level) speakers.hear(peer.id, levelOf(level), now)
  }
  const say = (track: Track, packet: Buffer) => {
    if (track.isOpen()) track.sendMessageBinary(packet)
  }
  const restart = (slot: Slot, up: Up | undefined) => {
    slot.outgoing.turnTo(null)
    slot.outgoing.turnTo(up ?? null)
  }

  const takeReports = (up: Up, packet: Buffer) => {
    for (const report of readRtcp(packet)) {
      if (report.kind !== 'senderReport' || report.ssrc !== up.ssrc) continue
      for (const { outgoing, track } of up.receivers) {
        const timestamp = outgoing.timestampOf(report.timestamp)
        if (timestamp !== undefined)
          say(track, senderReport({ ...outgoing.sent(), ssrc: outgoing.ssrc, ntp: report.ntp, timestamp }))
      }
    }
  }
  const takeFeedback = (slot: Slot, packet: Buffer) => {
    // A compound packet comes by every line that it names: each takes what is about itself.
    for (const feedback of readRtcp(packet)) {
      if (!('ssrc' in feedback) || feedback.ssrc !== slot.outgoing.ssrc) continue
      if (feedback.kind === 'nack') slot.outgoing.again(feedback.sequences)
      if (feedback.kind === 'keyFrame' && slot.source) upOf(slot.source)?.incoming?.wantKeyFrame(Date.now())
    }
  }

  const connectSlot = (slot: Slot, source: MediaSource | null) => {
    const same = slot.source?.from === source?.from && slot.source?.type === source?.type
    if (slot.source && !same) upOf(slot.source)?.receivers.delete(slot)
    slot.source = source
    const up = source ? upOf(source) : undefined
    if (up?.receivers.has(slot)) return
    restart(slot, up)
    if (!up) return
    up.receivers.add(slot)
    if (slot.kind === 'video') up.incoming?.wantKeyFrame(Date.now())
  }
  /** Joins lines with a source that has just come. */
  const connectAll = (id: string) => {
    for (const peer of peers.values())
      for (const slot of peer.slots.values()) if (slot.source?.from === id) connectSlot(slot, slot.source)
  }

  const close = (id: string) => {
    const peer = peers.get(id)
    if (!peer) return
    peers.delete(id)
    speakers.forget(id)
    for (const slot of peer.slots.values()) if (slot.source) upOf(slot.source)?.receivers.delete(slot)
    for (const up of peer.ups.values()) for (const slot of up.receivers) slot.outgoing.turnTo(null)
    peer.connection.close()
  }

  const openSlot = (peer: Peer, line: OfferedLine) => {
    const { mid, kind, payloadType } = line
    const ssrc = randomInt(2, 0xffff_fffe)
    const media = kind === 'audio' ? new library.Audio(mid, 'SendOnly') : new library.Video(mid, 'SendOnly')
    if (media instanceof library.Audio) media.addOpusCodec(payloadType)
    else media.addVP8Codec(payloadType)
    media.addSSRC(ssrc, 'conference', `slot-${mid}`, `track-${mid}`)
    const track = peer.connection.addTrack(media)
    const outgoing = createOutgoing({ ssrc, payloadType, kind, send: packet => say(track, packet) })
    const slot: Slot = { mid, kind, track, outgoing, source: null }
    peer.slots.set(mid, slot)
    track.onMessage(packet => {
      if (isRtcp(packet)) takeFeedback(slot, packet)
    })
  }
  const openUp = (peer: Peer, lines: ReadonlyMap<string, [SourceType, OfferedLine]>, track: Track) => {
    const found = lines.get(track.mid())
    if (!found) return
    const [type, line] = found
    const up: Up = { type, line, track, ssrc: undefined, incoming: undefined, receivers: new Set() }
    peer.ups.set(type, up)
    track.onMessage(packet => (isRtcp(packet) ? takeReports(up, packet) : takeMedia(peer, up, packet)))
    connectAll(peer.id)
  }

  const timers = [
    setInterval(() => {
      const now = Date.now()
      for (const peer of peers.values()) for (const up of peer.ups.values()) up.incoming?.tend(now)
    }, TEND_MS),
    setInterval(() => {
      for (const peer of peers.values()) {
        const up = [...peer.ups.values()].find(one => one.ssrc !== undefined && one.track.isOpen())
        if (up?.ssrc === undefined) continue
        const feedback = peer.arrivals.feedback(OWN, up.ssrc)
        if (feedback) say(up.track, feedback)
      }
    }, ARRIVALS_MS),
    setInterval(() => {
      for (const peer of peers.values()) {
        const up = peer.ups.get('video')
        if (peer.plain && up?.ssrc !== undefined) say(up.track, estimate(OWN, [up.ssrc], kilobits * 1000))
      }
    }, ESTIMATE_MS),
    setInterval(() => onVolumes(speakers.now(Date.now())), VOLUMES_MS),
  ]

  return {
    async offer(id: string, sdp: string): Promise<{ sdp: string; slots: MediaSlots }> {
      const offer = readOffer(sdp)
      if (typeof offer === 'string') throw new OfferRefused(offer)
      close(id)
      const connection = new library.PeerConnection(id, {
        iceServers: [],
        disableAutoNegotiation: true,
        ...(address === null ? {} : { bindAddress: address }),
        ...(ports && { portRangeBegin: ports.first, portRangeEnd: ports.last }),
      })
      const peer: Peer = {
        id,
        connection,
        ups: new Map(),
        slots: new Map(),
        arrivals: createArrivals(),
        plain: offer.lines.every(({ transportNumber }) => transportNumber === undefined),
      }
      peers.set(id, peer)
      try {
        const lines = new Map<string, [SourceType, OfferedLine]>()
        for (const type of ['audio', 'video', 'screen'] as const) {
          const line = offer.up[type]
          if (line) lines.set(line.mid, [type, line])
        }
        connection.onTrack(track => openUp(peer, lines, track))
        connection.onStateChange(state => {
          if ((state === 'failed' || state === 'closed') && peers.get(id) === peer) {
            close(id)
            onBroken(id)
          }
        })
        const gathered = new Promise<void>(resolve => {
          connection.onGatheringStateChange(state => {
            if (state === 'complete') resolve()
          })
          setTimeout(resolve, GATHER_MS).unref()
        })
        for (const line of [...offer.down.audio, ...offer.down.video]) openSlot(peer, line)
        connection.setRemoteDescription(withOneCodec(offer.sdp, offer.lines), 'offer')
        connection.setLocalDescription('answer')
        await gathered
        const answer = connection.localDescription()
        if (!answer) throw new OfferRefused('no answer to this')
        for (const [mid, { source }] of wanted.get(id) ?? []) {
          const slot = peer.slots.get(mid)
          if (slot) connectSlot(slot, source)
        }
        const mids = (all: OfferedLine[]) => all.map(({ mid }) => mid)
        return {
          sdp: answer.sdp,
          slots: { audio: mids(offer.down.audio), video: mids(offer.down.video) },
        }
      } catch (error) {
        if (peers.get(id) === peer) close(id)
        throw error instanceof OfferRefused
          ? error
          : new OfferRefused(error instanceof Error ? error.message : String(error))
      }
    },
    candidate(id: string, candidate: string, mid: string | null) {
      // The last one is empty, and names that only their own network resolves are of no use here.
      if (candidate === '' || candidate.includes('.local')) return
      peers.get(id)?.connection.addRemoteCandidate(candidate, mid ?? '0')
    },
    allow(id: string, media: Allowed) {
      const before = allowed.get(id)
      allowed.set(id, media)
      for (const type of ['video', 'screen'] as const)
        if (media[type] && !before?.[type]) {
          const up = peers.get(id)?.ups.get(type)
          for (const slot of up?.receivers ?? []) restart(slot, up)
          up?.incoming?.wantKeyFrame(Date.now())
        }
      if (!media.audio) speakers.forget(id)
    },
    route(id: string, routes: readonly MediaRoute[]) {
      const all = wanted.get(id) ?? new Map<string, MediaRoute>()
      wanted.set(id, all)
      for (const route of routes) {
        all.set(route.mid, route)
        const slot = peers.get(id)?.slots.get(route.mid)
        if (slot) connectSlot(slot, route.source)
      }
    },
    refresh: (source: MediaSource) => upOf(source)?.incoming?.wantKeyFrame(Date.now()),
    close(id: string) {
      close(id)
      allowed.delete(id)
      wanted.delete(id)
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
      for (const id of [...peers.keys()]) close(id)
    },
  }
}
