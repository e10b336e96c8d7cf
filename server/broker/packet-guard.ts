// Looks at the lengths of incoming packets before anything collects their bytes.

/** Largest packet in bytes, its own header not counted. */
export const MOST_PACKET_BYTES = 65_536

/**
 * A judge for one connection: give it each chunk in order; false means that a packet announces more than the limit or
 * that its length is no length, and the connection must go.
 */
export function createPacketGuard(most = MOST_PACKET_BYTES): (chunk: Uint8Array) => boolean {
  let rest = 0
  let inLength = false
  let length = 0
  let shift = 0
  return chunk => {
    let at = 0
    while (at < chunk.length) {
      if (rest > 0) {
        const step = Math.min(rest, chunk.length - at)
        rest -= step
        at += step
      } else if (inLength) {
        const byte = chunk[at++] ?? 0
        length += (byte & 0x7f) * 2 ** shift
        shift += 7
        if (length > most || (byte >= 0x80 && shift >= 28)) return false
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
    }
    return true
  }
}
