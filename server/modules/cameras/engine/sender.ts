// A device that sends by itself (WHIP, RFC 9725): what comes over its connection becomes the feed of its camera.
import type { Track } from 'node-datachannel'
import { createIncoming, type Incoming, isRtcp, type RtpView, readRtp } from '../../conference/public.ts'
import type { SoundCodec, VideoCodec } from '../frames.ts'
import { answerTo, type Carried, OfferRefused, openConnection, sayOver } from './connection.ts'
import type { Feed, FeedEvents } from './feeds.ts'
import { createLineOut } from './line-out.ts'
import { type Chosen, type OfferedLine, offerText, readOffer } from './offer.ts'

/** Of this end, in feedback. */
const OWN = 1
const TEND_MS = 50
/** Silence after which it counts as gone. */
const SILENT_MS = 5_000
const WAIT_MS = 250
/** A key frame is asked for no more often. */
const KEY_FRAME_MS = 1_000
const VIDEO: readonly VideoCodec[] = ['H264', 'VP8']
const SOUND: readonly SoundCodec[] = ['OPUS', 'PCMA', 'PCMU']

export interface SenderOptions extends Carried {
  id: string
  sdp: string
  /** It has begun to send. */
  onSending(): void
  onOver(): void
}

export interface Sender {
  sdp: string
  sending(): boolean
  /** Hands what comes to the events, in place of who had it before. */
  attach(events: FeedEvents): Feed
  close(): void
}

const typeOf = <Codec extends VideoCodec | SoundCodec>(
  line: OfferedLine | undefined,
  codecs: readonly Codec[],
) => {
  const codec = codecs.find(one => line?.types.has(one))
  const payloadType = codec && line?.types.get(codec)
  return line && codec && payloadType !== undefined ? { line, codec, payloadType } : undefined
}

export async function openSender(options: SenderOptions): Promise<Sender> {
  const { library } = options
  const offer = readOffer(options.sdp)
  if (typeof offer === 'string') throw new OfferRefused(offer)
  const sight = typeOf(
    offer.lines.find(({ kind, sends }) => kind === 'video' && sends),
    VIDEO,
  )
  if (!sight) throw new OfferRefused('no line that sends H.264 or VP8')
  const words = typeOf(
    offer.lines.find(({ kind, sends }) => kind === 'audio' && sends),
    SOUND,
  )
  const chosen: Chosen[] = [{ ...sight, direction: 'sendonly' }]
  if (words) chosen.push({ ...words, direction: words.line.takes ? 'sendrecv' : 'sendonly' })

  const connection = openConnection(options.id, options)
  let over = false
  let incoming: Incoming | undefined
  let source: number | undefined
  let sightTrack: Track | undefined
  let events: FeedEvents | undefined
  let heardAt = 0
  let begun = false
  const timer = setInterval(() => {
    const now = Date.now()
    incoming?.tend(now)
    if (begun && now - heardAt > SILENT_MS) end()
  }, TEND_MS)
  const end = () => {
    if (over) return
    over = true
    clearInterval(timer)
    connection.close()
    events?.onEnd('notSending')
    options.onOver()
  }
  connection.onStateChange(state => {
    if (state === 'failed' || state === 'closed') end()
  })
  const take = (track: Track, packet: Buffer, view: RtpView) => {
    heardAt = Date.now()
    if (source !== view.ssrc) {
      source = view.ssrc
      incoming = createIncoming({
        ssrc: view.ssrc,
        own: OWN,
        repairs: true,
        keyFrameMs: KEY_FRAME_MS,
        send: rtcp => sayOver(track, rtcp),
      })
    }
    incoming?.take(view.sequence, heardAt)
    if (!begun) {
      begun = true
      options.onSending()
    }
    events?.onVideo(packet)
  }
  let said: ReturnType<typeof createLineOut> | undefined
  connection.onTrack(track => {
    if (track.mid() === sight.line.mid) {
      sightTrack = track
      track.onMessage(packet => {
        const view = over || isRtcp(packet) ? undefined : readRtp(packet)
        if (view && view.payloadType === sight.payloadType) take(track, packet, view)
      })
    } else if (track.mid() === words?.line.mid)
      track.onMessage(packet => {
        if (!over && !isRtcp(packet)) events?.onSound(packet)
      })
  })
  try {
    const takesSound = words?.line.takes === true
    if (words && takesSound) {
      const audio = new library.Audio(words.line.mid, 'SendRecv')
      if (words.codec === 'OPUS') audio.addOpusCodec(words.payloadType)
      else audio.addAudioCodec(words.payloadType, words.codec)
      let track: Track | undefined
      said = createLineOut({
        payloadType: words.payloadType,
        send: packet => track && sayOver(track, packet),
      })
      audio.addSSRC(said.ssrc, 'console', 'console', 'words')
      track = connection.addTrack(audio)
      track.onMessage(packet => {
        if (!over && !isRtcp(packet)) events?.onSound(packet)
      })
    }
    const sdp = await answerTo(connection, offerText(offer, chosen))
    return {
      sdp,
      sending: () => begun && !over,
      attach(next) {
        events = next
        const refresh = () => sightTrack && incoming?.wantKeyFrame(Date.now())
        refresh()
        return {
          video: sight.codec,
          sound: words && { codec: words.codec, clockRate: words.codec === 'OPUS' ? 48_000 : 8_000 },
          takes: takesSound ? words?.codec : undefined,
          parameters: [],
          waitMs: WAIT_MS,
          say: (payload, timestamp) => said?.send([payload], timestamp, Date.now()),
          refresh,
          stop() {
            if (events === next) events = undefined
          },
        }
      },
      close: end,
    }
  } catch (error) {
    over = true
    clearInterval(timer)
    connection.close()
    throw error
  }
}
