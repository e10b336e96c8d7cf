// RTP packets (RFC 3550, 8285) and the descriptor before a VP8 payload (RFC 7741): read, and written anew for a receiver.

export interface RtpView {
  payloadType: number
  marker: boolean
  sequence: number
  timestamp: number
  ssrc: number
  /** Where header extensions begin and end; equal where there are none. */
  extensionFrom: number
  extensionTo: number
  oneByteExtensions: boolean
  payloadFrom: number
  /** Before the padding. */
  payloadTo: number
}

const HEADER = 12
const LOWEST_RTCP = 192
const HIGHEST_RTCP = 223

/** Whether bytes are RTCP and not RTP (RFC 5761). */
export const isRtcp = (packet: Buffer): boolean => {
  const type = packet[1] ?? 0
  return type >= LOWEST_RTCP && type <= HIGHEST_RTCP
}

/** Undefined for what is no RTP packet, however it is cut short. */
export function readRtp(packet: Buffer): RtpView | undefined {
  const first = packet[0]
  if (packet.length < HEADER || first === undefined || first >> 6 !== 2) return undefined
  const second = packet.readUInt8(1)
  let at = HEADER + 4 * (first & 0x0f)
  const view = {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    extensionFrom: at,
    extensionTo: at,
    oneByteExtensions: true,
    payloadFrom: at,
    payloadTo: packet.length,
  }
  if (at > packet.length) return undefined
  if (first & 0x10) {
    if (at + 4 > packet.length) return undefined
    const profile = packet.readUInt16BE(at)
    const end = at + 4 + 4 * packet.readUInt16BE(at + 2)
    if (end > packet.length) return undefined
    view.extensionFrom = at + 4
    view.extensionTo = end
    view.oneByteExtensions = profile === 0xbede
    at = end
  }
  view.payloadFrom = at
  if (first & 0x20) {
    view.payloadTo = packet.length - (packet[packet.length - 1] ?? 0)
    if (view.payloadTo < at) return undefined
  }
  return view
}

/** Bytes of one header extension; undefined where the packet has none of this number. */
export function extensionOf(packet: Buffer, view: RtpView, id: number): Buffer | undefined {
  let at = view.extensionFrom
  while (at < view.extensionTo) {
    const byte = packet.readUInt8(at)
    if (byte === 0) {
      at++
      continue
    }
    let found: number
    let length: number
    if (view.oneByteExtensions) {
      found = byte >> 4
      length = (byte & 0x0f) + 1
      at += 1
      if (found === 15) return undefined
    } else {
      if (at + 1 >= view.extensionTo) return undefined
      found = byte
      length = packet.readUInt8(at + 1)
      at += 2
    }
    if (at + length > view.extensionTo) return undefined
    if (found === id) return packet.subarray(at, at + length)
    at += length
  }
  return undefined
}

/** How far `to` lies after `from` on the 16-bit circle: -32768 to 32767. */
export const sequenceStep = (from: number, to: number): number => ((to - from + 0x8000) & 0xffff) - 0x8000

export interface Vp8View {
  /** The packet begins a frame that stands by itself. */
  keyFrame: boolean
  pictureAt: number
  /** 7 or 15 bits; 0: there is no picture id. */
  pictureBits: 0 | 7 | 15
  picture: number
  /** Negative: there is none. */
  tl0At: number
  tl0: number
  /** Layer in time: 0 is needed by all above it. */
  temporal: number
  /** Leans on nothing above the lowest layer in time: from here on this layer can be watched. */
  sync: boolean
  /** Of a key frame, else 0. */
  width: number
}

/** The descriptor of a VP8 payload; undefined where it is cut short. */
export function readVp8(packet: Buffer, { payloadFrom, payloadTo }: RtpView): Vp8View | undefined {
  let at = payloadFrom
  if (at >= payloadTo) return undefined
  const first = packet.readUInt8(at++)
  const view: Vp8View = {
    keyFrame: false,
    pictureAt: -1,
    pictureBits: 0,
    picture: 0,
    tl0At: -1,
    tl0: 0,
    temporal: 0,
    sync: false,
    width: 0,
  }
  if (first & 0x80) {
    if (at >= payloadTo) return undefined
    const more = packet.readUInt8(at++)
    if (more & 0x80) {
      if (at >= payloadTo) return undefined
      view.pictureAt = at
      if (packet.readUInt8(at) & 0x80) {
        if (at + 1 >= payloadTo) return undefined
        view.pictureBits = 15
        view.picture = packet.readUInt16BE(at) & 0x7fff
        at += 2
      } else {
        view.pictureBits = 7
        view.picture = packet.readUInt8(at++)
      }
    }
    if (more & 0x40) {
      if (at >= payloadTo) return undefined
      view.tl0At = at
      view.tl0 = packet.readUInt8(at++)
    }
    if (more & 0x30) {
      if (at >= payloadTo) return undefined
      const layer = packet.readUInt8(at++)
      if (more & 0x20) {
        view.temporal = layer >> 6
        view.sync = (layer & 0x20) !== 0
      }
    }
  }
  if (at >= payloadTo) return undefined
  view.keyFrame = (first & 0x10) !== 0 && (first & 0x07) === 0 && (packet.readUInt8(at) & 0x01) === 0
  // Three bytes of the frame's head and three that begin a key frame stand before the size (RFC 6386, 9.1).
  if (view.keyFrame && at + 8 <= payloadTo) view.width = packet.readUInt16LE(at + 6) & 0x3fff
  return view
}

/** What a receiver's copy says in place of what the sender said. */
export interface Rewritten {
  payloadType: number
  sequence: number
  timestamp: number
  ssrc: number
  picture: number
  tl0: number
  /** Number of the extension that counts all packets of the line; undefined: the receiver knows none. */
  transport: number | undefined
}

const TRANSPORT_BYTES = 8
/** Where the count of the line stands in a copy that has one. */
const TRANSPORT_AT = HEADER + 5

/** A copy without the sender's extensions and sources, with the receiver's numbers. */
export function rewrite(
  packet: Buffer,
  view: RtpView,
  vp8: Vp8View | undefined,
  to: Rewritten,
): Buffer<ArrayBuffer> {
  const head = HEADER + (to.transport === undefined ? 0 : TRANSPORT_BYTES)
  const copy = Buffer.allocUnsafe(head + view.payloadTo - view.payloadFrom)
  copy.writeUInt8(to.transport === undefined ? 0x80 : 0x90, 0)
  copy.writeUInt8((view.marker ? 0x80 : 0) | to.payloadType, 1)
  copy.writeUInt16BE(to.sequence & 0xffff, 2)
  copy.writeUInt32BE(to.timestamp >>> 0, 4)
  copy.writeUInt32BE(to.ssrc, 8)
  if (to.transport !== undefined) {
    copy.writeUInt32BE(0xbede0001, HEADER)
    copy.writeUInt32BE(((to.transport << 4) | 1) * 0x1000000, HEADER + 4)
  }
  packet.copy(copy, head, view.payloadFrom, view.payloadTo)
  if (!vp8) return copy
  const shift = head - view.payloadFrom
  if (vp8.pictureBits === 15) copy.writeUInt16BE(0x8000 | (to.picture & 0x7fff), vp8.pictureAt + shift)
  if (vp8.pictureBits === 7) copy.writeUInt8(to.picture & 0x7f, vp8.pictureAt + shift)
  if (vp8.tl0At >= 0) copy.writeUInt8(to.tl0 & 0xff, vp8.tl0At + shift)
  return copy
}

/** Writes the line's count into a copy that has room for it. */
export const countPacket = (copy: Buffer, number: number): void =>
  void copy.writeUInt16BE(number & 0xffff, TRANSPORT_AT)

/** -0 to -127 dBov of an audio-level extension (RFC 6464), as 0 to 127: 0 is loudest. */
export const levelOf = (extension: Buffer): number => (extension[0] ?? 127) & 0x7f
