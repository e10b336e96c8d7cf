// Counts what arrives from the other end: packets, and frames that could be decoded.

export interface Arrived {
  packets: number
  /** Whole frames; of video only those whose chain back to a key frame is complete. */
  frames: number
}

export interface Packet {
  payload: Buffer
  sequenceNumber: number
  marker: boolean
}

export interface FrameCounter {
  take(packet: Packet): void
  readonly arrived: Readonly<Arrived>
}

/** Opus: a packet is a frame; an empty one is none. */
export function opusCounter(): FrameCounter {
  const arrived = { packets: 0, frames: 0 }
  return {
    arrived,
    take: ({ payload }) => {
      arrived.packets++
      // Browsers keep a muted line open with packets of one or two bytes.
      if (payload.length > 2) arrived.frames++
    },
  }
}

/** VP8: follows the order of the packets; after a gap it waits for the next key frame. `onGap` asks for one. */
export function vp8Counter(onGap: () => void): FrameCounter {
  const arrived = { packets: 0, frames: 0 }
  let last: number | undefined
  let whole = false
  let chained = false
  return {
    arrived,
    take: ({ payload, sequenceNumber, marker }) => {
      arrived.packets++
      const follows = last === undefined || sequenceNumber === ((last + 1) & 0xffff)
      last = sequenceNumber
      const frame = vp8Start(payload)
      if (!follows) {
        if (chained) onGap()
        chained = false
        whole = false
      }
      if (frame) {
        whole = true
        if (frame.key) chained = true
      }
      if (marker && whole && chained) arrived.frames++
      if (marker) whole = false
    },
  }
}

/** Undefined in the middle of a frame; else whether it is a key frame. Skips the descriptor of RFC 7741. */
function vp8Start(payload: Buffer): { key: boolean } | undefined {
  const first = payload[0] ?? 0
  if ((first & 0x10) === 0 || (first & 0x07) !== 0) return undefined
  let at = 1
  if (first & 0x80) {
    const more = payload[at++] ?? 0
    if (more & 0x80) at += (payload[at] ?? 0) & 0x80 ? 2 : 1
    if (more & 0x40) at++
    if (more & 0x30) at++
  }
  return { key: ((payload[at] ?? 1) & 1) === 0 }
}
