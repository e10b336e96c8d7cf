// Connections of the media library, as viewers and senders are carried over them.
import type { PeerConnection, Track } from 'node-datachannel'

const GATHER_MS = 2_000

export interface Carried {
  library: typeof import('node-datachannel')
  ports: { first: number; last: number } | null
  address: string | null
}

/** A description that is refused, for who sent it. */
export class OfferRefused extends Error {}

export function openConnection(name: string, { library, ports, address }: Carried): PeerConnection {
  return new library.PeerConnection(name, {
    iceServers: [],
    disableAutoNegotiation: true,
    ...(address === null ? {} : { bindAddress: address }),
    ...(ports && { portRangeBegin: ports.first, portRangeEnd: ports.last }),
  })
}

/** The answer with its candidates. */
export async function answerTo(connection: PeerConnection, offer: string): Promise<string> {
  const gathered = new Promise<void>(resolve => {
    connection.onGatheringStateChange(state => {
      if (state === 'complete') resolve()
    })
    setTimeout(resolve, GATHER_MS).unref()
  })
  try {
    connection.setRemoteDescription(offer, 'offer')
    connection.setLocalDescription('answer')
  } catch (error) {
    throw new OfferRefused(error instanceof Error ? error.message : String(error))
  }
  await gathered
  const answer = connection.localDescription()
  if (!answer) throw new OfferRefused('no answer to this')
  return answer.sdp
}

export const sayOver = (track: Track, packet: Buffer): void => {
  if (track.isOpen()) track.sendMessageBinary(packet)
}
