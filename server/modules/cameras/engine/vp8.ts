// VP8 in RTP packets (RFC 7741): what is before a packet's part of the frame, packets out of frames, the size of a picture.

/** Where a payload's part of the frame begins, and whether it is the first; undefined where it is cut short. */
export function readDescriptor(payload: Buffer): { from: number; begins: boolean } | undefined {
  const first = payload[0]
  if (first === undefined) return undefined
  let at = 1
  if (first & 0x80) {
    const more = payload[at++] ?? 0
    if (more & 0x80) at += (payload[at] ?? 0) & 0x80 ? 2 : 1
    if (more & 0x40) at++
    if (more & 0x30) at++
  }
  return at < payload.length ? { from: at, begins: (first & 0x17) === 0x10 } : undefined
}

/** Payloads of at most `most` bytes, each behind the shortest descriptor. */
export function packetizeVp8(frame: Buffer, most: number): Buffer[] {
  const payloads: Buffer[] = []
  for (let at = 0; at < frame.length; at += most - 1)
    payloads.push(Buffer.concat([Buffer.from([at === 0 ? 0x10 : 0]), frame.subarray(at, at + most - 1)]))
  return payloads
}

export const isKeyFrame = (frame: Buffer): boolean => ((frame[0] ?? 1) & 1) === 0

/** Of a key frame (RFC 6386, 9.1); undefined where it is damaged. */
export function sizeOfKeyFrame(frame: Buffer): { width: number; height: number } | undefined {
  if (frame.length < 10 || frame.readUIntBE(3, 3) !== 0x9d012a) return undefined
  return { width: frame.readUInt16LE(6) & 0x3fff, height: frame.readUInt16LE(8) & 0x3fff }
}
