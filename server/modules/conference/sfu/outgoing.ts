// One line to one receiver: carries one stream after another as if it were one, leaves layers in time out where there is no
// room for them, and keeps what was sent for a while.
import { type RtpView, readVp8, rewrite, sequenceStep, type Vp8View } from './rtp.ts'

/** Packets that can be sent again: about three seconds of a picture. */
const KEPT = 1024
const VIDEO_CLOCK = 90
const AUDIO_CLOCK = 48
/** The highest layer in time that there can be. */
export const ALL_TEMPORAL = 3
/** Two requests for one packet that cross its second copy ask for the same. */
const AGAIN_MS = 25
/** Copies of a packet that leave without being asked for. */
const MOST_UNASKED = 4
/** Places where something was left out, of which late packets still have to know. */
const SHIFTS = 128

/** From a number of the source on: what its numbers become here. */
interface Shift {
  from: number
  sequence: number
  picture: number
}

interface Offsets {
  shifts: Shift[]
  timestamp: number
  tl0: number
  /** The source's number with which it began here; what is older belongs to nobody. */
  first: number
  newest: number
}

interface Kept {
  packet: Buffer
  /** Its last copy; the first request is answered at once, however soon it comes. */
  againAt: number
  /** The number under which its last copy left. */
  number: number
  unasked: number
}

export interface Outgoing {
  readonly ssrc: number
  /** Another source from here on, or none. */
  turnTo(source: object | null): void
  /** Layers in time above this one are left out; more are let through where the picture allows it. */
  limit(temporal: number): void
  /** False: a frame that stands by itself is needed first. */
  forward(packet: Buffer, view: RtpView, now: number, known?: Vp8View): boolean
  /** A packet of the source that says nothing: what follows moves up. */
  skip(view: RtpView): void
  again(sequences: readonly number[], now: number): void
  /** The receiver has never seen this copy of a packet: browsers ask once, and that or its answer may be lost as well. */
  lost(sequence: number, number: number, now: number): void
  /** Sends so many bytes of what was sent before once more: the receiver drops them, but the line has to carry them. */
  repeat(bytes: number): number
  /** The receiver's time stamp for one of the source; undefined while nothing was carried. */
  timestampOf(timestamp: number): number | undefined
  sent(): { packets: number; octets: number }
}

/** `send` takes a packet, may write its count into it and answers it: the number of the line's packet. */
export function createOutgoing(options: {
  ssrc: number
  payloadType: number
  kind: 'audio' | 'video'
  /** Number of the extension that counts the line's packets. */
  transport?: number | undefined
  send(packet: Buffer): number
}): Outgoing {
  const { ssrc, payloadType, kind, transport, send } = options
  const clock = kind === 'video' ? VIDEO_CLOCK : AUDIO_CLOCK
  let source: object | null = null
  let offsets: Offsets | undefined
  let last = { sequence: Math.floor(Math.random() * 0x8000), timestamp: 0, picture: 0, tl0: 0, at: 0 }
  let carried = false
  let most = ALL_TEMPORAL
  let temporal = ALL_TEMPORAL
  /** What was decided of the newest frame. */
  let frame: { timestamp: number; passes: boolean } | undefined
  const kept: (Kept | undefined)[] = kind === 'video' ? new Array<Kept | undefined>(KEPT) : []
  const sums = { packets: 0, octets: 0 }

  const begin = (view: RtpView, vp8: Vp8View | undefined, now: number): Offsets => {
    // A pause of the line is a pause of the clock as well.
    const passed = carried ? Math.max(1, Math.round((now - last.at) * clock)) : 0
    frame = undefined
    // A key frame is where every layer in time may begin.
    temporal = most
    const from = view.sequence
    return {
      shifts: [
        {
          from,
          sequence: last.sequence + 1 - view.sequence,
          picture: last.picture + 1 - (vp8?.picture ?? 0),
        },
      ],
      timestamp: last.timestamp + passed - view.timestamp,
      tl0: last.tl0 + 1 - (vp8?.tl0 ?? 0),
      first: from,
      newest: (from - 1) & 0xffff,
    }
  }
  const shiftOf = ({ shifts }: Offsets, sequence: number): Shift | undefined =>
    shifts.findLast(({ from }) => sequenceStep(from, sequence) >= 0)
  /** Whether a frame of this layer in time is let through; decided with its first packet. */
  const passes = (view: RtpView, vp8: Vp8View): boolean => {
    if (frame?.timestamp === view.timestamp) return frame.passes
    if (vp8.temporal > temporal && vp8.temporal <= most && vp8.sync) temporal = vp8.temporal
    return vp8.temporal <= temporal
  }
  /** What comes after a packet that is left out moves up into its place. */
  const leaveOut = (at: Offsets, view: RtpView, began: boolean): void => {
    const newest = at.shifts.at(-1)
    at.newest = view.sequence
    if (!newest) return
    const next = {
      from: (view.sequence + 1) & 0xffff,
      sequence: newest.sequence - 1,
      picture: newest.picture - (began ? 1 : 0),
    }
    if (newest.from === view.sequence && at.shifts.length > 1) at.shifts[at.shifts.length - 1] = next
    else at.shifts.push(next)
    if (at.shifts.length <= SHIFTS) return
    at.shifts.shift()
    const [oldest] = at.shifts
    if (oldest) at.first = oldest.from
  }

  return {
    ssrc,
    turnTo(next) {
      if (next === source) return
      source = next
      offsets = undefined
    },
    limit(highest) {
      most = highest
      temporal = Math.min(temporal, highest)
    },
    forward(packet, view, now, known) {
      const vp8 = kind === 'video' ? (known ?? readVp8(packet, view)) : undefined
      if (!offsets) {
        if (kind === 'video' && !vp8?.keyFrame) return false
        offsets = begin(view, vp8, now)
      }
      if (sequenceStep(offsets.first, view.sequence) < 0) return true
      // The circle is half as wide as the offsets may get old: what has passed is no longer older.
      if (sequenceStep(offsets.first, view.sequence) > 0x4000) {
        const { shifts } = offsets
        offsets.first = (view.sequence - 0x2000) & 0xffff
        while (shifts[1] && sequenceStep(shifts[1].from, offsets.first) >= 0) shifts.shift()
        const [oldest] = shifts
        if (oldest && sequenceStep(oldest.from, offsets.first) > 0) oldest.from = offsets.first
      }
      const newer = sequenceStep(offsets.newest, view.sequence) > 0
      if (vp8 && !passes(view, vp8)) {
        if (newer) {
          leaveOut(offsets, view, frame?.timestamp !== view.timestamp)
          frame = { timestamp: view.timestamp, passes: false }
        }
        return true
      }
      if (newer) {
        offsets.newest = view.sequence
        frame = { timestamp: view.timestamp, passes: true }
      }
      const shift = shiftOf(offsets, view.sequence)
      if (!shift) return true
      const to = {
        payloadType,
        ssrc,
        transport,
        sequence: (view.sequence + shift.sequence) & 0xffff,
        timestamp: (view.timestamp + offsets.timestamp) >>> 0,
        picture: ((vp8?.picture ?? 0) + shift.picture) & 0x7fff,
        tl0: ((vp8?.tl0 ?? 0) + offsets.tl0) & 0xff,
      }
      const copy = rewrite(packet, view, vp8, to)
      if (!carried || sequenceStep(last.sequence & 0xffff, to.sequence) > 0) {
        last = { ...to, at: now, ...(vp8 ? {} : { picture: last.picture, tl0: last.tl0 }) }
        carried = true
      }
      sums.packets++
      sums.octets += view.payloadTo - view.payloadFrom
      const number = send(copy)
      if (kind === 'video')
        kept[to.sequence % KEPT] = { packet: copy, againAt: Number.NEGATIVE_INFINITY, number, unasked: 0 }
      return true
    },
    skip(view) {
      if (offsets && sequenceStep(offsets.newest, view.sequence) > 0) leaveOut(offsets, view, false)
    },
    again(sequences, now) {
      for (const sequence of sequences) {
        const one = kept[sequence % KEPT]
        if (one?.packet.readUInt16BE(2) !== sequence || now - one.againAt < AGAIN_MS) continue
        one.againAt = now
        one.number = send(one.packet)
      }
    },
    lost(sequence, number, now) {
      const one = kept[sequence % KEPT]
      if (one?.packet.readUInt16BE(2) !== sequence || one.number !== number || one.unasked >= MOST_UNASKED)
        return
      one.unasked++
      one.againAt = now
      one.number = send(one.packet)
    },
    repeat(bytes) {
      let left = bytes
      for (let back = 0; back < KEPT / 4 && left > 0; back++) {
        const one = kept[(last.sequence - back) & (KEPT - 1)]
        if (!one) break
        left -= one.packet.length
        send(one.packet)
      }
      return bytes - left
    },
    timestampOf: timestamp => (offsets ? (timestamp + offsets.timestamp) >>> 0 : undefined),
    sent: () => ({ ...sums }),
  }
}
