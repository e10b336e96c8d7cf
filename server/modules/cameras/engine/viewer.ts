// One viewer: takes the pictures of a source and sends them over a connection of its own to a browser.
import type { Track } from 'node-datachannel'
import { isRtcp, readRtcp, readRtp } from '../../conference/public.ts'
import type { CameraFrame, CameraSound, SoundCodec, VideoCodec } from '../frames.ts'
import { answerTo, type Carried, OfferRefused, openConnection, sayOver } from './connection.ts'
import { packetizeH264 } from './h264.ts'
import { createLineOut, type LineOut } from './line-out.ts'
import { type Chosen, type OfferedLine, offerText, readOffer } from './offer.ts'
import type { Sink } from './source.ts'
import { packetizeVp8 } from './vp8.ts'

/** Fits a packet of 1,200 bytes with its heads. */
const MOST_PAYLOAD = 1150
/** A picture that was lost is sent anew no more often. */
const ANEW_MS = 1_000
const REPORT_MS = 1_000
const VIDEO_CLOCK = 90_000
/** Ticks between pictures that are passed on the way to now. */
const HURRIED = 90

export interface ViewerOptions extends Carried {
  id: string
  sdp: string
  video: VideoCodec
  sound: { codec: SoundCodec; clockRate: number } | undefined
  /** What the camera takes of sound. */
  takes: SoundCodec | undefined
  /** The pictures since the last key frame. */
  group(): readonly CameraFrame[]
  /** The way is open: it may join. */
  onOpen(): void
  onOver(): void
  onSaid(payload: Buffer, timestamp: number): void
  /** A key frame is wanted that is not kept. */
  onRefresh(): void
}

export interface Viewer {
  sink: Sink
  sdp: string
  sound: boolean
  canTalk: boolean
  close(): void
}

/** Payloads of a picture, made once for all who see it. */
const made = new WeakMap<CameraFrame, readonly Buffer[]>()

function payloadsOf(frame: CameraFrame, codec: VideoCodec): readonly Buffer[] {
  const before = made.get(frame)
  if (before) return before
  const [first] = frame.units
  const payloads =
    codec === 'H264'
      ? packetizeH264(frame.units, MOST_PAYLOAD)
      : first
        ? packetizeVp8(first, MOST_PAYLOAD)
        : []
  made.set(frame, payloads)
  return payloads
}

/** Which line carries what. */
function choose({ sdp, video, sound, takes }: ViewerOptions) {
  const offer = readOffer(sdp)
  if (typeof offer === 'string') throw new OfferRefused(offer)
  const sight = offer.lines.find(line => line.kind === 'video' && line.takes && line.types.has(video))
  const sightType = sight?.types.get(video)
  if (!sight || sightType === undefined) throw new OfferRefused(`no line that takes ${video}`)
  const chosen: Chosen[] = [{ line: sight, payloadType: sightType, direction: 'recvonly' }]
  const hearing = offer.lines.find(({ kind }) => kind === 'audio')
  const codec = sound?.codec ?? takes
  const type = codec && hearing?.types.get(codec)
  const heard = Boolean(sound && type !== undefined && hearing?.takes)
  const canTalk = Boolean(takes && takes === codec && type !== undefined && hearing?.sends)
  if (hearing && codec && type !== undefined && (heard || canTalk))
    chosen.push({
      line: hearing,
      payloadType: type,
      direction: heard && canTalk ? 'sendrecv' : heard ? 'recvonly' : 'sendonly',
    })
  return {
    text: offerText(offer, chosen),
    sight: { line: sight, type: sightType },
    hearing:
      chosen.length > 1 && hearing && codec && type !== undefined
        ? { line: hearing, codec, type }
        : undefined,
    heard,
    canTalk,
  }
}

const fmtpOf = ({ rows }: OfferedLine, type: number) =>
  rows.find(row => row.startsWith(`a=fmtp:${type} `))?.slice(`a=fmtp:${type} `.length)

/** Resolves with the answer; rejects with `OfferRefused`. */
export async function openViewer(options: ViewerOptions): Promise<Viewer> {
  const { library, video, sound } = options
  const { text, sight, hearing, heard, canTalk } = choose(options)
  const connection = openConnection(options.id, options)
  const lines: { line: LineOut; track: Track }[] = []
  let over = false
  const timer = setInterval(() => {
    for (const { line, track } of lines) {
      const report = line.report()
      if (report) sayOver(track, report)
    }
  }, REPORT_MS)
  const end = () => {
    if (over) return
    over = true
    clearInterval(timer)
    for (const { line } of lines) line.stop()
    connection.close()
  }
  connection.onStateChange(state => {
    if (over || (state !== 'failed' && state !== 'closed')) return
    end()
    options.onOver()
  })

  try {
    const media = new library.Video(sight.line.mid, 'SendOnly')
    if (video === 'H264') media.addH264Codec(sight.type, fmtpOf(sight.line, sight.type))
    else media.addVP8Codec(sight.type)
    let sightTrack: Track | undefined
    const pictures = createLineOut({
      payloadType: sight.type,
      send: packet => sightTrack && sayOver(sightTrack, packet),
    })
    media.addSSRC(pictures.ssrc, 'camera', 'camera', 'picture')
    sightTrack = connection.addTrack(media)
    lines.push({ line: pictures, track: sightTrack })
    const show = createShow(pictures, video)
    let anewAt = 0
    const showAnew = () => {
      if (Date.now() - anewAt < ANEW_MS) return
      anewAt = Date.now()
      if (options.group().length > 0) show.group(options.group())
      else options.onRefresh()
    }
    sightTrack.onMessage(packet => {
      if (over || !isRtcp(packet)) return
      for (const feedback of readRtcp(packet)) {
        if (!('ssrc' in feedback) || feedback.ssrc !== pictures.ssrc) continue
        if (feedback.kind === 'nack') pictures.again(feedback.sequences)
        if (feedback.kind === 'keyFrame') showAnew()
      }
    })
    sightTrack.onOpen(() => {
      if (!over) options.onOpen()
    })

    let words: LineOut | undefined
    if (hearing) {
      const both = heard && canTalk ? 'SendRecv' : heard ? 'SendOnly' : 'RecvOnly'
      const audio = new library.Audio(hearing.line.mid, both)
      if (hearing.codec === 'OPUS') audio.addOpusCodec(hearing.type)
      else audio.addAudioCodec(hearing.type, hearing.codec)
      let track: Track | undefined
      const line = createLineOut({
        payloadType: hearing.type,
        send: packet => track && sayOver(track, packet),
      })
      audio.addSSRC(line.ssrc, 'camera', 'camera', 'sound')
      track = connection.addTrack(audio)
      track.onMessage(packet => {
        const view = over || !canTalk || isRtcp(packet) ? undefined : readRtp(packet)
        if (view) options.onSaid(packet.subarray(view.payloadFrom, view.payloadTo), view.timestamp)
      })
      if (heard) {
        words = line
        lines.push({ line, track })
      }
    }
    const clockRate = sound?.clockRate ?? 8000
    const sink: Sink = {
      onFormat: () => {},
      onGroup: show.group,
      onFrame: show.frame,
      onSound: ({ data, timestampUs, at }: CameraSound) =>
        words?.send([data], Math.round((timestampUs * clockRate) / 1_000_000), at),
      onGap: () => {},
      onEnd() {
        if (over) return
        end()
        options.onOver()
      },
    }
    const sdp = await answerTo(connection, text)
    return { sink, sdp, sound: heard, canTalk, close: end }
  } catch (error) {
    end()
    throw error
  }
}

/** Gives pictures their time at the viewer: those that are passed over come close together, so that now is reached at once. */
function createShow(line: LineOut, codec: VideoCodec) {
  let offset: number | undefined
  let sourceUs = 0
  let last = 0
  const timeOf = (timestampUs: number) => {
    // The camera came back with another clock.
    if (offset === undefined || timestampUs < sourceUs)
      offset = last + HURRIED - (timestampUs * VIDEO_CLOCK) / 1_000_000
    sourceUs = timestampUs
    return Math.round(offset + (timestampUs * VIDEO_CLOCK) / 1_000_000)
  }
  const send = (frame: CameraFrame, timestamp: number) => {
    last = Math.max(last + 1, timestamp)
    line.send(payloadsOf(frame, codec), last, frame.at)
  }
  return {
    frame: (frame: CameraFrame) => send(frame, timeOf(frame.timestampUs)),
    group(frames: readonly CameraFrame[]) {
      const now = frames.at(-1)
      if (!now) return
      const until = offset === undefined ? frames.length * HURRIED : timeOf(now.timestampUs)
      if (offset === undefined) {
        offset = until - (now.timestampUs * VIDEO_CLOCK) / 1_000_000
        sourceUs = now.timestampUs
      }
      const step = Math.max(1, Math.min(HURRIED, Math.floor((until - last) / frames.length)))
      for (const [index, frame] of frames.entries())
        send(frame, index === frames.length - 1 ? until : last + step)
    },
  }
}
