// Packets of one stream in order: what comes early waits a little for what is missing.
import { type RtpView, readRtp, sequenceStep } from '../../conference/public.ts'
import type { MediaPacket } from './pictures.ts'

/** Beyond this it is no loss but another beginning. */
const LEAP = 3000
const MOST_WAITING = 512

export interface Counts {
  received: number
  lost: number
  bytes: number
  /** Milliseconds (RFC 3550, 6.4.1). */
  jitterMs: number
}

export interface InOrder {
  take(packet: Buffer): RtpView | undefined
  /** Gives up what has been missing for too long; called every few hundredths of a second. */
  tend(now: number): void
  /** Since the last question. */
  counts(): Counts
}

/** `waitMs` 0: the way keeps the order, so what is missing never comes. */
export function createInOrder(options: {
  clockRate: number
  waitMs: number
  onPacket(packet: MediaPacket): void
  now?: () => number
}): InOrder {
  const { clockRate, waitMs, onPacket, now = Date.now } = options
  const waiting = new Map<number, { packet: MediaPacket; at: number }>()
  let next: number | undefined
  let source: number | undefined
  let gap = false
  let transit: number | undefined
  let jitter = 0
  let sums = { received: 0, lost: 0, bytes: 0 }

  const hand = (packet: MediaPacket) => {
    onPacket({ ...packet, afterGap: gap || packet.afterGap })
    gap = false
  }
  const drain = () => {
    for (let found = waiting.get(next ?? 0); found; found = waiting.get(next ?? 0)) {
      waiting.delete(next ?? 0)
      next = ((next ?? 0) + 1) & 0xffff
      hand(found.packet)
    }
  }
  /** Goes on with the first that waits. */
  const skip = () => {
    let nearest = Number.POSITIVE_INFINITY
    for (const sequence of waiting.keys()) nearest = Math.min(nearest, sequenceStep(next ?? 0, sequence))
    if (nearest === Number.POSITIVE_INFINITY) return
    sums.lost += nearest
    next = ((next ?? 0) + nearest) & 0xffff
    gap = true
    drain()
  }
  const note = (timestamp: number, at: number) => {
    const passed = at - (timestamp / clockRate) * 1000
    if (transit !== undefined && Math.abs(passed - transit) < 10_000)
      jitter += (Math.abs(passed - transit) - jitter) / 16
    transit = passed
  }

  return {
    take(bytes) {
      const view = readRtp(bytes)
      if (!view) return undefined
      const at = now()
      sums.received++
      sums.bytes += bytes.length
      note(view.timestamp, at)
      const packet = {
        payload: bytes.subarray(view.payloadFrom, view.payloadTo),
        timestamp: view.timestamp,
        marker: view.marker,
        afterGap: false,
      }
      const step = next === undefined ? 0 : sequenceStep(next, view.sequence)
      if (source !== view.ssrc || Math.abs(step) > LEAP) {
        gap = source !== undefined
        source = view.ssrc
        waiting.clear()
        next = view.sequence
      } else if (step < 0) return view
      if (view.sequence === next) {
        next = (view.sequence + 1) & 0xffff
        hand(packet)
        drain()
        return view
      }
      waiting.set(view.sequence, { packet: { ...packet, payload: Buffer.from(packet.payload) }, at })
      if (waitMs === 0 || waiting.size > MOST_WAITING) skip()
      return view
    },
    tend(at) {
      const [oldest] = waiting.values()
      if (oldest && at - oldest.at > waitMs) skip()
    },
    counts() {
      const counted = { ...sums, jitterMs: jitter }
      sums = { received: 0, lost: 0, bytes: 0 }
      return counted
    },
  }
}
