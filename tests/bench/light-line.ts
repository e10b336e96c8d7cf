// Media of a synthetic participant that costs next to nothing: packets of the recorded clip go out, packets that come are
// counted, those that are missing are asked for.
import type { Track } from 'node-datachannel'
import { createIncoming } from '../../server/modules/conference/sfu/incoming.ts'
import { readRtcp } from '../../server/modules/conference/sfu/rtcp.ts'
import { isRtcp, type RtpView, readRtp, sequenceStep } from '../../server/modules/conference/sfu/rtp.ts'
import type { MediaEnd } from '../../server/simulator/conference/participant.ts'
import type { Arrived } from '../../server/simulator/door-unit/frame-counter.ts'
import { visitorClip } from '../../server/simulator/door-unit/media-files.ts'
import { type Player, playClip, type RtpPart } from '../../server/simulator/door-unit/player.ts'

const LEVEL = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level'
const [OPUS, VP8] = [111, 96]
const TEND_MS = 50
/** Packets of about five seconds. */
const KEPT = 512
const [LOUD, SILENT] = [10, 127]

export interface LightEnd extends MediaEnd {
  /** Whether its sound is loud from now on. */
  speak(loud: boolean): void
  /** Of all that came: packets, and those that never did. */
  sums(): { packets: number; lost: number }
}

/** Follows the numbers of one line. */
function follow() {
  let first: number | undefined
  let highest = 0
  let packets = 0
  const missing = new Set<number>()
  return {
    take(sequence: number): void {
      packets++
      if (first === undefined) {
        first = highest = sequence
        return
      }
      const step = sequenceStep(highest, sequence)
      for (let ahead = 1; ahead < step; ahead++) missing.add((highest + ahead) & 0xffff)
      missing.delete(sequence)
      if (step > 0) highest = sequence
    },
    sums: () => ({ packets, lost: missing.size }),
  }
}

const LOOPBACK = '127.0.0.1'

async function openPeer(bindAddress: string) {
  const { default: library } = await import('node-datachannel')
  const peer = new library.PeerConnection('light', {
    iceServers: [],
    disableAutoNegotiation: true,
    bindAddress,
  })
  /** With all addresses that it has. */
  const describe = (type: 'offer' | 'answer') =>
    new Promise<string>(resolve => {
      peer.onGatheringStateChange(state => {
        if (state === 'complete') resolve(peer.localDescription()?.sdp ?? '')
      })
      peer.setLocalDescription(type)
    })
  return { library, peer, describe }
}

/** Counts what comes over a line, and asks for what is missing of a picture. */
function receive(track: Track, kind: 'audio' | 'video', onPacket: (view: RtpView) => void) {
  const numbers = follow()
  let incoming: ReturnType<typeof createIncoming> | undefined
  const timer = setInterval(() => incoming?.tend(Date.now()), TEND_MS)
  track.onMessage(packet => {
    const view = isRtcp(packet) ? undefined : readRtp(packet)
    if (!view) return
    incoming ??= createIncoming({
      ssrc: view.ssrc,
      own: 1,
      repairs: kind === 'video',
      keyFrameMs: 500,
      send: feedback => void (track.isOpen() && track.sendMessageBinary(feedback)),
    })
    incoming.take(view.sequence, Date.now())
    numbers.take(view.sequence)
    onPacket(view)
  })
  return { sums: numbers.sums, stop: () => clearInterval(timer) }
}
type Receiving = ReturnType<typeof receive>

const sumOf = (all: Iterable<Receiving>) => {
  let [packets, lost] = [0, 0]
  for (const one of all) {
    const { packets: came, lost: never } = one.sums()
    packets += came
    lost += never
  }
  return { packets, lost }
}

/** Takes all that is offered, and sends nothing. */
export async function openLightReceiver(offer: string, address: string) {
  const { peer, describe } = await openPeer(address)
  const lines: Receiving[] = []
  peer.onTrack(track => lines.push(receive(track, track.type() === 'audio' ? 'audio' : 'video', () => {})))
  peer.setRemoteDescription(offer, 'offer')
  return {
    answer: await describe('answer'),
    sums: () => sumOf(lines),
    close() {
      for (const one of lines) one.stop()
      peer.close()
    },
  }
}

export async function openLightLine(
  room: { audio: number; video: number },
  address = LOOPBACK,
): Promise<LightEnd> {
  const { library, peer, describe } = await openPeer(address)
  const ssrc = 1 + Math.floor(Math.random() * 0x7fff_0000)
  const media = (mid: string, kind: 'audio' | 'video', up: boolean) => {
    const made =
      kind === 'audio'
        ? new library.Audio(mid, up ? 'SendOnly' : 'RecvOnly')
        : new library.Video(mid, up ? 'SendOnly' : 'RecvOnly')
    if (made instanceof library.Audio) made.addOpusCodec(OPUS)
    else made.addVP8Codec(VP8)
    if (up) made.addSSRC(ssrc + Number(mid), 'light', 'light', mid)
    return peer.addTrack(made)
  }
  const [microphone, camera] = [media('0', 'audio', true), media('1', 'video', true)]
  const lines: Receiving[] = []
  let carried = new Map<string, { uri: string; type: string }>()
  const sums = new Map<string, Arrived>()
  let mid = 2
  for (const kind of ['video', 'audio'] as const)
    for (let count = 0; count < room[kind]; count++) {
      const name = String(mid++)
      const track = media(name, kind, false)
      const count = ({ marker }: RtpView) => {
        const one = carried.get(name)
        if (!one) return
        const key = `${one.uri}|${one.type}`
        const sum = sums.get(key) ?? { packets: 0, frames: 0 }
        sum.packets++
        if (marker || kind === 'audio') sum.frames++
        sums.set(key, sum)
      }
      lines.push(receive(track, kind, count))
    }
  let player: Player | undefined
  let level = SILENT
  const packet = (part: RtpPart, type: number, from: number, extension?: number): Buffer => {
    const head = Buffer.alloc(extension === undefined ? 12 : 20)
    head.writeUInt8(extension === undefined ? 0x80 : 0x90, 0)
    head.writeUInt8((part.marker ? 0x80 : 0) | type, 1)
    head.writeUInt16BE(part.sequenceNumber, 2)
    head.writeUInt32BE(part.timestamp, 4)
    head.writeUInt32BE(from, 8)
    if (extension !== undefined) {
      head.writeUInt32BE(0xbede0001, 12)
      head.writeUInt16BE(0x1000 | extension, 16)
    }
    return Buffer.concat([head, part.payload])
  }
  /** What left lately, by its number: the server asks for what it could not take. */
  const kept: Buffer[] = []
  const keep = (sent: Buffer): Buffer => {
    kept[sent.readUInt16BE(2) % KEPT] = sent
    return sent
  }
  camera.onMessage(feedback => {
    for (const one of isRtcp(feedback) ? readRtcp(feedback) : []) {
      if (one.kind === 'keyFrame') player?.refresh()
      for (const sequence of one.kind === 'nack' ? one.sequences : []) {
        const again = kept[sequence % KEPT]
        if (again?.readUInt16BE(2) === sequence && camera.isOpen()) camera.sendMessageBinary(again)
      }
    }
  })
  peer.onStateChange(state => {
    if (state !== 'connected') return
    player ??= playClip(visitorClip(), {
      onVideo: part => void (camera.isOpen() && camera.sendMessageBinary(keep(packet(part, VP8, ssrc + 1)))),
      onAudio: part =>
        void (microphone.isOpen() && microphone.sendMessageBinary(packet(part, OPUS, ssrc, level))),
    })
  })
  return {
    async offer() {
      const sdp = await describe('offer')
      // Addresses are left out, so that this end speaks first: one that is spoken to before it has read the whole answer takes
      // the other's certificate for a stranger's.
      return sdp
        .replace(/^a=(?:candidate:|end-of-candidates).*\r\n/gm, '')
        .replace(/^(m=audio [\s\S]*?a=mid:0\r\n)/m, `$1a=extmap:1 ${LEVEL}\r\n`)
    },
    async answer(sdp) {
      peer.setRemoteDescription(sdp, 'answer')
    },
    carries(slots) {
      carried = new Map(slots.map(({ mid: at, ...one }) => [at, one]))
    },
    arrived: (userName, type) => sums.get(`${userName}|${type}`) ?? { packets: 0, frames: 0 },
    speak(loud) {
      level = loud ? LOUD : SILENT
    },
    sums: () => sumOf(lines),
    close() {
      for (const one of lines) one.stop()
      player?.stop()
      peer.close()
    },
  }
}
