// Files that end where their writer was stopped.
import type { EncodedPacket } from 'mediabunny'

/** The packets up to where their file is cut off. */
export async function* untilCutOff(packets: AsyncGenerator<EncodedPacket>): AsyncGenerator<EncodedPacket> {
  for (;;) {
    const next = await packets.next().catch(() => undefined)
    if (!next || next.done) return
    yield next.value
  }
}
