// Frames out of packets, in their order: a packet that is late is waited for a little, one that never comes costs its frame
// and, in a picture, what builds on it.
import { type RtpView, readRtp, sequenceStep } from './rtp.ts'

/** A missing packet is asked for again for about half a second (`incoming.ts`); a sound is worth less patience. */
const HOLD_MS = { audio: 200, video: 600 } as const
/** Beyond this it is no loss but another beginning. */
const LEAP = 1_000

export interface Frame {
  data: Buffer
  key: boolean
  /** In units of the stream's clock, counted on beyond its 32 bits. */
  timestamp: number
  width: number
  height: number
}

export interface Frames {
  take(packet: Buffer, now: number): void
  /** Gives up waiting for what is overdue. */
  tend(now: number): void
}

interface Options {
  kind: 'audio' | 'video'
  onFrame(frame: Frame, now: number): void
  /** Nothing can be shown before a frame that stands by itself. */
  onKeyFrameNeeded(now: number): void
}

interface Waiting {
  packet: Buffer
  view: RtpView
  since: number
}

export function createFrames({ kind, onFrame, onKeyFrameNeeded }: Options): Frames {
  const waiting = new Map<number, Waiting>()
  const unwrap = unwrapper()
  let next: number | undefined
  let parts: Buffer[] = []
  let timestamp = 0
  let needsKey = kind === 'video'

  const take = ({ packet, view }: Waiting, now: number) => {
    if (kind === 'audio') {
      const data = packet.subarray(view.payloadFrom, view.payloadTo)
      if (data.length > 0)
        onFrame({ data, key: true, timestamp: unwrap(view.timestamp), width: 0, height: 0 }, now)
      return
    }
    const part = vp8Part(packet, view)
    if (!part) return
    if (part.begins) {
      parts = []
      timestamp = view.timestamp
    }
    // The rest of a frame whose beginning is lost.
    if (!part.begins && (parts.length === 0 || timestamp !== view.timestamp)) return
    parts.push(part.data)
    if (view.marker) end(now)
  }
  const end = (now: number) => {
    const data = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    parts = []
    const key = data.length > 9 && ((data[0] ?? 1) & 1) === 0
    if (needsKey && !key) return onKeyFrameNeeded(now)
    needsKey = false
    const width = key ? data.readUInt16LE(6) & 0x3fff : 0
    const height = key ? data.readUInt16LE(8) & 0x3fff : 0
    onFrame({ data, key, timestamp: unwrap(timestamp), width, height }, now)
  }
  const drain = (now: number) => {
    for (;;) {
      if (next === undefined) return
      const found = waiting.get(next)
      if (!found) return
      waiting.delete(next)
      next = (next + 1) & 0xffff
      take(found, now)
    }
  }
  /** Goes on behind what is missing. */
  const skip = (now: number) => {
    const from = next
    if (from === undefined || waiting.size === 0) return
    next = [...waiting.keys()].reduce((one, other) =>
      sequenceStep(from, other) < sequenceStep(from, one) ? other : one,
    )
    parts = []
    if (kind === 'video') {
      needsKey = true
      onKeyFrameNeeded(now)
    }
    drain(now)
  }
  const tend = (now: number) => {
    for (;;) {
      const [oldest] = [...waiting.values()].sort((one, other) => one.since - other.since)
      if (!oldest || now - oldest.since < HOLD_MS[kind]) return
      skip(now)
    }
  }
  return {
    take(packet, now) {
      const view = readRtp(packet)
      if (!view) return
      next ??= view.sequence
      const step = sequenceStep(next, view.sequence)
      if (Math.abs(step) > LEAP) {
        waiting.clear()
        next = view.sequence
        parts = []
        needsKey ||= kind === 'video'
      } else if (step < 0) return
      waiting.set(view.sequence, { packet, view, since: now })
      drain(now)
      if (waiting.size > 0) tend(now)
    },
    tend,
  }
}

/** What a packet has of a frame, without the descriptor before it (RFC 7741). */
function vp8Part(
  packet: Buffer,
  { payloadFrom, payloadTo }: RtpView,
): { data: Buffer; begins: boolean } | undefined {
  let at = payloadFrom
  const first = packet[at++]
  if (first === undefined || at >= payloadTo) return undefined
  if (first & 0x80) {
    const more = packet[at++] ?? 0
    if (more & 0x80) at += (packet[at] ?? 0) & 0x80 ? 2 : 1
    if (more & 0x40) at++
    if (more & 0x30) at++
  }
  if (at >= payloadTo) return undefined
  return { data: packet.subarray(at, payloadTo), begins: (first & 0x10) !== 0 && (first & 0x07) === 0 }
}

/** Goes on counting where 32 bits begin anew. */
function unwrapper(): (timestamp: number) => number {
  let last: number | undefined
  let whole = 0
  return timestamp => {
    if (last === undefined) whole = timestamp
    else whole += (timestamp - last) | 0
    last = timestamp
    return whole
  }
}
