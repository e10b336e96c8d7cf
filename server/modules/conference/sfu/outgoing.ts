// One line to one receiver: carries one source after another as if it were one stream, and keeps what was sent for a while.
import { type RtpView, readVp8, rewrite, sequenceStep } from './rtp.ts'

/** Packets that can be sent again: about three seconds of a picture. */
const KEPT = 1024
const VIDEO_CLOCK = 90
const AUDIO_CLOCK = 48

interface Offsets {
  sequence: number
  timestamp: number
  picture: number
  tl0: number
  /** The source's number with which it began here; what is older belongs to nobody. */
  first: number
}

export interface Outgoing {
  readonly ssrc: number
  /** Another source from here on, or none. */
  turnTo(source: object | null): void
  /** False: a frame that stands by itself is needed first. */
  forward(packet: Buffer, view: RtpView, now: number): boolean
  again(sequences: readonly number[]): void
  /** The receiver's time stamp for one of the source; undefined while nothing was carried. */
  timestampOf(timestamp: number): number | undefined
  sent(): { packets: number; octets: number }
}

/** `send` takes a packet; it is not changed afterwards. */
export function createOutgoing(options: {
  ssrc: number
  payloadType: number
  kind: 'audio' | 'video'
  send(packet: Buffer): void
}): Outgoing {
  const { ssrc, payloadType, kind, send } = options
  const clock = kind === 'video' ? VIDEO_CLOCK : AUDIO_CLOCK
  let source: object | null = null
  let offsets: Offsets | undefined
  let last = { sequence: Math.floor(Math.random() * 0x8000), timestamp: 0, picture: 0, tl0: 0, at: 0 }
  let carried = false
  const kept: (Buffer | undefined)[] = kind === 'video' ? new Array<Buffer | undefined>(KEPT) : []
  const sums = { packets: 0, octets: 0 }

  return {
    ssrc,
    turnTo(next) {
      if (next === source) return
      source = next
      offsets = undefined
    },
    forward(packet, view, now) {
      const vp8 = kind === 'video' ? readVp8(packet, view) : undefined
      if (!offsets) {
        if (kind === 'video' && !vp8?.keyFrame) return false
        // A pause of the line is a pause of the clock as well.
        const passed = carried ? Math.max(1, Math.round((now - last.at) * clock)) : 0
        offsets = {
          sequence: last.sequence + 1 - view.sequence,
          timestamp: last.timestamp + passed - view.timestamp,
          picture: last.picture + 1 - (vp8?.picture ?? 0),
          tl0: last.tl0 + 1 - (vp8?.tl0 ?? 0),
          first: view.sequence,
        }
      }
      if (sequenceStep(offsets.first, view.sequence) < 0) return true
      // The circle is half as wide as the offsets may get old: what has passed is no longer older.
      if (sequenceStep(offsets.first, view.sequence) > 0x4000)
        offsets.first = (view.sequence - 0x2000) & 0xffff
      const to = {
        payloadType,
        ssrc,
        sequence: (view.sequence + offsets.sequence) & 0xffff,
        timestamp: (view.timestamp + offsets.timestamp) >>> 0,
        picture: ((vp8?.picture ?? 0) + offsets.picture) & 0x7fff,
        tl0: ((vp8?.tl0 ?? 0) + offsets.tl0) & 0xff,
      }
      const copy = rewrite(packet, view, vp8, to)
      if (kind === 'video') kept[to.sequence % KEPT] = copy
      if (!carried || sequenceStep(last.sequence & 0xffff, to.sequence) > 0) {
        last = { ...to, at: now, ...(vp8 ? {} : { picture: last.picture, tl0: last.tl0 }) }
        carried = true
      }
      sums.packets++
      sums.octets += copy.length - 12
      send(copy)
      return true
    },
    again(sequences) {
      for (const sequence of sequences) {
        const packet = kept[sequence % KEPT]
        if (packet?.readUInt16BE(2) === sequence) send(packet)
      }
    },
    timestampOf: timestamp => (offsets ? (timestamp + offsets.timestamp) >>> 0 : undefined),
    sent: () => ({ ...sums }),
  }
}
