// Looks at the lengths of incoming packets before anything collects their bytes.

/** Largest packet in bytes, its own header not counted. */
export const MOST_PACKET_BYTES = 65_536

/** What a chunk turned out to be: too much, or good; then where in it the very first packet ended, if it did. */
export type Judged = { good: false } | { good: true; firstEnds: number | undefined }

/**
 * A judge for one connection: give it each chunk in order. A chunk is bad when a packet announces more than the limit
 * or its length is no length, and the connection must go.
 */
export function createPacketGuard(most = MOST_PACKET_BYTES): (chunk: Uint8Array) => Judged {
  let rest = 0
  let inLength = false
  let length = 0
  let shift = 0
  let first = true
  return chunk => {
    let at = 0
    let firstEnds: number | undefined
    while (at < chunk.length) {
      if (rest > 0) {
        const step = Math.min(rest, chunk.length - at)
        rest -= step
        at += step
      } else if (inLength) {
        const byte = chunk[at++] ?? 0
        length += (byte & 0x7f) * 2 ** shift
        shift += 7
        if (length > most || (byte >= 0x80 && shift >= 28)) return { good: false }
        if (byte < 0x80) {
          rest = length
          inLength = false
        }
      } else {
        at++
        inLength = true
        length = 0
        shift = 0
      }
      if (first && rest === 0 && !inLength) {
        first = false
        firstEnds = at
      }
    }
    return { good: true, firstEnds }
  }
}
