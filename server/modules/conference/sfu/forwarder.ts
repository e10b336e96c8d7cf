// Carries media between participants: each sends once, the server passes on to each what is of use to them.
import { randomInt } from 'node:crypto'
import type { Track } from 'node-datachannel'
import type { Limit } from '../../../../src/contract/conference-wire.ts'
import type { MediaConnection, MediaRoute, MediaSlots, MediaSource } from '../media-port.ts'
import { createDownlink } from './downlink.ts'
import { completeAnswer, type Offer, type OfferedLine, readOffer, withOneCodec } from './offer.ts'
import { createOutgoing } from './outgoing.ts'
import { type Allowed, createPeers, type Line, type Peer, type Slot, type Up } from './peers.ts'
import { createPressure } from './pressure.ts'
import { type Connected, createRecorder, type RecordedLine } from './recorder.ts'
import { createArrivals, estimate, type Feedback, readRtcp, senderReport } from './rtcp.ts'
import { countPacket, extensionOf, isRtcp, levelOf, type RtpView, readRtp, readVp8 } from './rtp.ts'
import { createSharing } from './sharing.ts'
import { createSpeakers } from './speakers.ts'
import { createUpstream, type Stream } from './upstream.ts'

type Library = typeof import('node-datachannel')

/** Source of this end's feedback. */
const OWN = 1
const GATHER_MS = 3_000
const TEND_MS = 50
const ARRIVALS_MS = 100
const SPEAKERS_MS = 100
/** Between two tellings of how loud they are; whose turn it is is told at once. */
const VOLUMES_MS = 150
const SHARE_MS = 200
const TRIAL_MS = 10
const ESTIMATE_MS = 1_000
const RECORDED_MS = 200
/** Pixels that a recorded picture may be wide. */
const RECORDED_WIDTH = 1_280

export interface ForwarderOptions {
  library: Library
  ports: { first: number; last: number } | null
  address: string | null
  kilobits: number
  onBroken(id: string): void
  onRecordingTrouble: Parameters<typeof createRecorder>[0]['onTrouble']
  onVolumes(heard: ReturnType<ReturnType<typeof createSpeakers>['now']>): void
  onLayers(id: string, layers: number): void
  onLimits(id: string, limits: { mid: string; by: Limit }[]): void
}

export type Forwarder = ReturnType<typeof createForwarder>

/** A description that is refused, for who sent it. */
export class OfferRefused extends Error {}

const msNow = () => performance.now()

export function createForwarder(options: ForwarderOptions) {
  const { library, ports, address, kilobits, onBroken, onVolumes, onLayers, onLimits } = options
  const { onRecordingTrouble } = options
  const { peers, peerOf, upOf, upsOf } = createPeers()
  const allowed = new Map<string, Allowed>()
  /** What each line is to carry, also while its source or its receiver has yet to come. */
  const wanted = new Map<string, Map<string, MediaRoute>>()
  const speakers = createSpeakers()
  /** When each spoke last: whoever spoke stays the one to be seen until somebody else does. */
  const spoke = new Map<string, number>()
  /** Lines into files. */
  const recorded = new Set<Slot>()
  const { askForKeyFrame, shareOne, askForLayers, shareRecorded, shareAll } = createSharing({
    peers,
    upOf,
    allowed,
    spoke,
    recorded,
    onLayers,
    onLimits,
  })

  // --- what comes in ---------------------------------------------------------------------------------------------------

  const pressure = createPressure()
  const takeMedia = (peer: Peer, line: Line, up: Up, packet: Buffer) => {
    const now = Date.now()
    if (pressure.refuses(up.type === 'audio' ? 'audio' : 'video', now)) return
    const view = readRtp(packet)
    if (!view || view.payloadType !== up.line.payloadType) return
    noteArrival(line, up.line, packet, view)
    const found = up.upstream.streamOf(packet, view)
    if (!found) return
    const { stream, isNew } = found
    // Another stream from the same end: its numbers begin anew.
    if (isNew) for (const slot of up.receivers) restart(slot, up)
    stream.incoming.take(view.sequence, now)
    // Padding, by which a sender tries how much its line carries.
    if (view.payloadTo === view.payloadFrom && up.type !== 'audio') return skipPadding(up, stream, view)
    const vp8 = up.type === 'audio' ? undefined : readVp8(packet, view)
    up.upstream.noteSize(stream, packet.length, vp8, now)
    if (!allowed.get(peer.id)?.[up.type]) return
    if (up.type === 'audio') noteLevel(peer, up.line, packet, view, now)
    else if (vp8?.keyFrame) stream.incoming.hadKeyFrame()
    for (const slot of up.receivers) {
      if (!slot.isOpen()) continue
      if (slot.stream !== stream && !turn(slot, up, stream, vp8?.keyFrame === true, now)) continue
      if (!slot.outgoing.forward(packet, view, now, vp8)) stream.incoming.wantKeyFrame(now)
    }
  }
  const skipPadding = (up: Up, stream: Stream, view: RtpView) => {
    for (const slot of up.receivers) if (slot.stream === stream) slot.outgoing.skip(view)
  }
  /** Whether a slot goes over to this stream with this packet. */
  const turn = (slot: Slot, up: Up, stream: Stream, keyFrame: boolean, now: number): boolean => {
    if (slot.kind === 'audio') {
      slot.stream = stream
      slot.outgoing.turnTo(stream)
      return true
    }
    const target = slot.share?.choice?.layer
    if (target === undefined || !keyFrame) return false
    const { stream: before } = slot
    const isBetter =
      before === undefined || !up.upstream.isLive(before.index, now)
        ? stream.index <= target
        : Math.abs(stream.index - target) < Math.abs(before.index - target) &&
          (stream.index <= target || before.index > target)
    if (!isBetter) return false
    slot.stream = stream
    slot.outgoing.turnTo(stream)
    return true
  }
  const noteArrival = (line: Line, offered: OfferedLine, packet: Buffer, view: RtpView) => {
    if (offered.transportNumber === undefined) return
    const number = extensionOf(packet, view, offered.transportNumber)
    if (number && number.length >= 2) line.arrivals.note(number.readUInt16BE(0), Math.round(msNow() * 1000))
  }
  const noteLevel = (peer: Peer, line: OfferedLine, packet: Buffer, view: RtpView, now: number) => {
    const level = line.audioLevel === undefined ? undefined : extensionOf(packet, view, line.audioLevel)
    if (level) speakers.hear(peer.id, levelOf(level), now)
  }
  const say = (track: Track, packet: Buffer) => {
    if (track.isOpen()) track.sendMessageBinary(packet)
  }
  const restart = (slot: Slot, up: Up | undefined) => {
    slot.stream = undefined
    slot.outgoing.turnTo(null)
    if (up && slot.kind === 'video') askForKeyFrame(slot, up)
  }
  const takeReports = (up: Up, packet: Buffer) => {
    for (const report of readRtcp(packet)) {
      if (report.kind !== 'senderReport') continue
      const stream = up.upstream.bySsrc(report.ssrc)
      for (const slot of up.receivers) {
        const carries = stream && slot.stream === stream
        const timestamp = carries ? slot.outgoing.timestampOf(report.timestamp) : undefined
        if (timestamp !== undefined) slot.report(report.ntp, timestamp)
      }
    }
  }

  // --- what receivers say ----------------------------------------------------------------------------------------------

  const takeFeedback = (peer: Peer, slot: Slot, packet: Buffer) => {
    for (const feedback of readRtcp(packet)) {
      // It names no line, and comes over any: it is about all of them.
      if (feedback.kind === 'arrivals') takeArrivals(peer, feedback.packets)
      // A compound packet comes by every line that it names: each takes what is about itself.
      else if ('ssrc' in feedback && feedback.ssrc === slot.outgoing.ssrc) takeOwn(peer, slot, feedback)
    }
  }
  const takeArrivals = (peer: Peer, packets: Extract<Feedback, { kind: 'arrivals' }>['packets']) => {
    const [now, ms] = [Date.now(), msNow()]
    peer.downlink.arrivals(packets, ms)
    // A line that is full loses more of what is sent once more.
    if (peer.downlink.isFull(ms)) return
    for (const { number, atMs } of packets) {
      const lost = atMs === undefined ? peer.copies.find(number) : undefined
      lost?.of.lost(lost.sequence, number, now)
    }
  }
  const takeOwn = (peer: Peer, slot: Slot, feedback: Feedback) => {
    if (feedback.kind === 'nack') slot.outgoing.again(feedback.sequences, Date.now())
    if (feedback.kind === 'keyFrame' && slot.stream) slot.stream.incoming.wantKeyFrame(Date.now())
    if (feedback.kind === 'loss' && !peer.counts && slot.kind === 'video')
      peer.downlink.loss(feedback.share, msNow())
  }

  // --- who gets what ---------------------------------------------------------------------------------------------------

  const connectSlot = (slot: Slot, source: MediaSource | null) => {
    const same = slot.source?.from === source?.from && slot.source?.type === source?.type
    if (slot.source && !same) upOf(slot.source)?.receivers.delete(slot)
    slot.source = source
    const up = source ? upOf(source) : undefined
    if (up?.receivers.has(slot)) return
    if (!same) slot.share = undefined
    restart(slot, up)
    up?.receivers.add(slot)
  }
  /** Joins lines with a source that has just come. */
  const connectAll = (id: string) => {
    for (const peer of peers.values())
      for (const slot of peer.slots.values()) if (slot.source?.from === id) connectSlot(slot, slot.source)
    for (const slot of recorded) if (slot.source?.from === id) connectSlot(slot, slot.source)
    shareAll()
  }
  const closeLine = (peer: Peer, name: MediaConnection) => {
    const line = peer.lines.get(name)
    if (!line) return
    peer.lines.delete(name)
    for (const up of line.ups.values()) for (const slot of up.receivers) restart(slot, undefined)
    if (name === 'main') {
      for (const slot of peer.slots.values()) if (slot.source) upOf(slot.source)?.receivers.delete(slot)
      peer.slots.clear()
      peer.limits = ''
    }
    line.connection.close()
  }
  const close = (id: string) => {
    const peer = peers.get(id)
    if (!peer) return
    closeLine(peer, 'layers')
    closeLine(peer, 'main')
    peers.delete(id)
    speakers.forget(id)
    spoke.delete(id)
  }

  const openSlot = (peer: Peer, line: Line, offered: OfferedLine) => {
    const { mid, kind, payloadType, transportNumber } = offered
    const ssrc = randomInt(2, 0xffff_fffe)
    const media = kind === 'audio' ? new library.Audio(mid, 'SendOnly') : new library.Video(mid, 'SendOnly')
    if (media instanceof library.Audio) media.addOpusCodec(payloadType)
    else media.addVP8Codec(payloadType)
    media.addSSRC(ssrc, 'conference', `slot-${mid}`, `track-${mid}`)
    const track = line.connection.addTrack(media)
    const transport = transportNumber !== undefined && transportNumber < 15 ? transportNumber : undefined
    const send = (packet: Buffer) => {
      if (kind === 'audio') peer.sound.note(packet.length, 0, Date.now())
      const number = peer.downlink.sent(packet.length, msNow())
      if (transport !== undefined) {
        countPacket(packet, number)
        if (kind === 'video') peer.copies.note(number, outgoing, packet.readUInt16BE(2))
      }
      say(track, packet)
      return number
    }
    const outgoing = createOutgoing({ ssrc, payloadType, kind, transport, send })
    const slot: Slot = {
      mid,
      kind,
      isOpen: () => track.isOpen(),
      report: (ntp, timestamp) => say(track, senderReport({ ...outgoing.sent(), ssrc, ntp, timestamp })),
      outgoing,
      source: null,
      width: 0,
      share: undefined,
      stream: undefined,
      climbedAt: Number.NEGATIVE_INFINITY,
    }
    peer.slots.set(mid, slot)
    track.onOpen(() => restart(slot, slot.source ? upOf(slot.source) : undefined))
    track.onMessage(packet => {
      if (isRtcp(packet)) takeFeedback(peer, slot, packet)
    })
  }
  const openUp = (peer: Peer, line: Line, { up: offered }: Offer, track: Track) => {
    const type = (['audio', 'video', 'screen'] as const).find(one => offered[one]?.mid === track.mid())
    const way = type && offered[type]
    if (!type || !way) return
    const upstream = createUpstream({
      line: way,
      own: OWN,
      repairs: type !== 'audio',
      send: packet => say(track, packet),
    })
    const up: Up = { type, line: way, track, upstream, receivers: new Set() }
    line.ups.set(type, up)
    track.onMessage(packet => (isRtcp(packet) ? takeReports(up, packet) : takeMedia(peer, line, up, packet)))
    connectAll(peer.id)
  }

  // --- recording -------------------------------------------------------------------------------------------------------

  /** One more receiver of a source, who keeps it. */
  const connectRecorded = (source: MediaSource, { take, report }: RecordedLine): Connected => {
    const kind = source.type === 'audio' ? 'audio' : 'video'
    const slot: Slot = {
      mid: '',
      kind,
      isOpen: () => true,
      report,
      outgoing: createOutgoing({
        ssrc: OWN,
        payloadType: 0,
        kind,
        send(packet) {
          take(packet)
          return 0
        },
      }),
      source: null,
      width: RECORDED_WIDTH,
      share: undefined,
      stream: undefined,
      climbedAt: Number.NEGATIVE_INFINITY,
    }
    recorded.add(slot)
    connectSlot(slot, source)
    shareRecorded()
    return {
      wantKeyFrame: () => slot.stream?.incoming.wantKeyFrame(Date.now()),
      disconnect() {
        connectSlot(slot, null)
        recorded.delete(slot)
      },
    }
  }
  const recorder = createRecorder({ connect: connectRecorded, onTrouble: onRecordingTrouble })

  // --- time ------------------------------------------------------------------------------------------------------------

  const tryMore = () => {
    const now = msNow()
    for (const peer of peers.values()) {
      if (!peer.wantsMore || !peer.counts) continue
      let bytes = peer.downlink.tryMore(now)
      for (const { outgoing, kind } of peer.slots.values()) {
        if (bytes <= 0) break
        if (kind === 'video') bytes -= outgoing.repeat(bytes)
      }
    }
  }
  const tellArrivals = () => {
    for (const peer of peers.values())
      for (const line of peer.lines.values())
        for (const up of line.ups.values()) {
          const ssrc = up.track.isOpen() ? up.upstream.anySsrc() : undefined
          if (ssrc === undefined) continue
          const feedback = line.arrivals.feedback(OWN, ssrc)
          if (feedback) say(up.track, feedback)
          break
        }
  }
  const tellEstimates = () => {
    for (const peer of peers.values())
      for (const line of peer.lines.values()) {
        const up = line.ups.get('video')
        const ssrc = up?.upstream.anySsrc()
        if (up && line.plain && ssrc !== undefined) say(up.track, estimate(OWN, [ssrc], kilobits * 1000))
      }
  }
  let turns = ''
  let toldAt = 0
  const tellVolumes = () => {
    const now = Date.now()
    const heard = speakers.now(now)
    for (const id of heard.speaking) spoke.set(id, now)
    const same = turns === heard.speaking.join()
    if (same && now - toldAt < VOLUMES_MS) return
    turns = heard.speaking.join()
    toldAt = now
    onVolumes(heard)
  }
  const tend = () => {
    const now = Date.now()
    for (const peer of peers.values()) for (const up of upsOf(peer)) up.upstream.tend(now)
  }
  const timers = [
    setInterval(recorder.tend, RECORDED_MS),
    setInterval(tend, TEND_MS),
    setInterval(tellArrivals, ARRIVALS_MS),
    setInterval(tellEstimates, ESTIMATE_MS),
    setInterval(tellVolumes, SPEAKERS_MS),
    setInterval(shareAll, SHARE_MS),
    setInterval(tryMore, TRIAL_MS),
  ]

  const describe = async (peer: Peer, name: MediaConnection, offer: Offer): Promise<string> => {
    const { id } = peer
    const connection = new library.PeerConnection(id, {
      iceServers: [],
      disableAutoNegotiation: true,
      ...(address === null ? {} : { bindAddress: address }),
      ...(ports && { portRangeBegin: ports.first, portRangeEnd: ports.last }),
    })
    const line: Line = {
      connection,
      ups: new Map(),
      arrivals: createArrivals(),
      plain: offer.lines.every(({ transportNumber }) => transportNumber === undefined),
    }
    peer.lines.set(name, line)
    const isHere = () => peers.get(id) === peer && peer.lines.get(name) === line
    try {
      connection.onTrack(track => openUp(peer, line, offer, track))
      connection.onStateChange(state => {
        if ((state === 'failed' || state === 'closed') && isHere()) {
          closeLine(peer, name)
          onBroken(id)
        }
      })
      const gathered = new Promise<void>(resolve => {
        connection.onGatheringStateChange(state => {
          if (state === 'complete') resolve()
        })
        setTimeout(resolve, GATHER_MS).unref()
      })
      const down = [...offer.down.audio, ...offer.down.video]
      if (name === 'main') {
        peer.counts = down.some(({ transportNumber }) => transportNumber !== undefined)
        peer.downlink = createDownlink({ counts: peer.counts })
      }
      for (const one of down) openSlot(peer, line, one)
      connection.setRemoteDescription(withOneCodec(offer.sdp, offer.lines), 'offer')
      connection.setLocalDescription('answer')
      await gathered
      const answer = connection.localDescription()
      if (!answer) throw new OfferRefused('no answer to this')
      return completeAnswer(answer.sdp, offer.lines)
    } catch (error) {
      if (isHere()) closeLine(peer, name)
      throw error instanceof OfferRefused
        ? error
        : new OfferRefused(error instanceof Error ? error.message : String(error))
    }
  }

  return {
    async offer(id: string, name: MediaConnection, sdp: string): Promise<{ sdp: string; slots: MediaSlots }> {
      const offer = readOffer(sdp)
      if (typeof offer === 'string') throw new OfferRefused(offer)
      if (name === 'layers' && (!offer.up.video || offer.lines.length > 1))
        throw new OfferRefused('one picture alone')
      const peer = peerOf(id)
      closeLine(peer, name)
      const answer = await describe(peer, name, offer)
      for (const [mid, { source, width }] of wanted.get(id) ?? []) {
        const slot = peer.slots.get(mid)
        if (!slot) continue
        slot.width = width
        connectSlot(slot, source)
      }
      const mids = (all: OfferedLine[]) => all.map(({ mid }) => mid)
      return { sdp: answer, slots: { audio: mids(offer.down.audio), video: mids(offer.down.video) } }
    },
    candidate(id: string, name: MediaConnection, candidate: string, mid: string | null) {
      // The last one is empty, and names that only their own network resolves are of no use here.
      if (candidate === '' || candidate.includes('.local')) return
      peers
        .get(id)
        ?.lines.get(name)
        ?.connection.addRemoteCandidate(candidate, mid ?? '0')
    },
    allow(id: string, media: Allowed) {
      const before = allowed.get(id)
      allowed.set(id, media)
      for (const type of ['video', 'screen'] as const)
        if (media[type] && !before?.[type]) {
          const up = upOf({ from: id, type })
          for (const slot of up?.receivers ?? []) restart(slot, up)
        }
      if (!media.audio) speakers.forget(id)
      shareAll()
    },
    route(id: string, routes: readonly MediaRoute[]) {
      const all = wanted.get(id) ?? new Map<string, MediaRoute>()
      wanted.set(id, all)
      const peer = peers.get(id)
      for (const route of routes) {
        all.set(route.mid, route)
        const slot = peer?.slots.get(route.mid)
        if (!slot) continue
        slot.width = route.width
        connectSlot(slot, route.source)
      }
      if (peer) shareOne(peer)
      askForLayers()
    },
    refresh(source: MediaSource) {
      const up = upOf(source)
      const now = Date.now()
      for (const slot of up?.receivers ?? []) slot.stream?.incoming.wantKeyFrame(now)
    },
    record: recorder.record,
    endRecording: recorder.end,
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
