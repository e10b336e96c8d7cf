// What stands between a participant and the program that carries media, and forges: SRTP goes through it as it is, or is kept
// back, and what it makes out of it goes on in its place.
import { randomBytes } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { MediaEnd } from '../../../../server/simulator/conference/participant.ts'

const HOME = '127.0.0.1'
const HEADER = 12

/** RTP and neither STUN, DTLS nor RTCP (RFC 7983, RFC 5761). */
const isRtp = (packet: Buffer): boolean => {
  const [first = 0, second = 0] = packet
  const type = second & 0x7f
  return first >= 128 && first < 192 && !(type >= 64 && type < 96)
}

const flipped = (packet: Buffer, at: number): Buffer => {
  const copy = Buffer.from(packet)
  copy[at] = (copy[at] ?? 0) ^ 0x01
  return copy
}
const numbered = (packet: Buffer, ahead: number): Buffer => {
  const copy = Buffer.from(packet)
  copy.writeUInt16BE((copy.readUInt16BE(2) + ahead) & 0xffff, 2)
  return copy
}

/** Each is what the sender might have sent, and none proves itself. */
const FORGERIES: Readonly<Record<string, (packet: Buffer) => Buffer>> = {
  'another tag': packet => flipped(packet, packet.length - 1),
  'another payload under its tag': packet => flipped(packet, HEADER + 1),
  'another number under its tag': packet => numbered(packet, 50),
  'made up altogether': packet => Buffer.concat([packet.subarray(0, HEADER), randomBytes(80)]),
  'no tag': packet => packet.subarray(0, packet.length - 16),
}
export const forgeries = Object.keys(FORGERIES)

export interface ForgingRelay {
  /** The same end, with its media through here. */
  through(end: MediaEnd): MediaEnd
  /** From now on: its media as they are, or what is made of them and nothing else. */
  forge(on: boolean): void
  /** Sound that went on as it was sent, and forged packets of any kind, by how. */
  count(): { sound: number; forged: ReadonlyMap<string, number> }
  close(): void
}

async function opened(): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(0, HOME)
  await once(socket, 'listening')
  return socket
}

export async function openForgingRelay(): Promise<ForgingRelay> {
  // One end for the participant, one for the program, and one that nobody has agreed on.
  const [near, far, stranger] = [await opened(), await opened(), await opened()]
  let sender: RemoteInfo | undefined
  let program: number | undefined
  let soundType: number | undefined
  let forging = false
  let sound = 0
  const forged = new Map<string, number>()
  const note = (how: string) => forged.set(how, (forged.get(how) ?? 0) + 1)

  near.on('message', (packet, from) => {
    sender = from
    if (program === undefined) return
    if (!isRtp(packet)) return far.send(packet, program, HOME)
    if (!forging) {
      if (((packet[1] ?? 0) & 0x7f) === soundType) sound += 1
      return far.send(packet, program, HOME)
    }
    for (const [how, make] of Object.entries(FORGERIES)) {
      note(how)
      far.send(make(packet), program, HOME)
    }
    note('from elsewhere')
    stranger.send(packet, program, HOME)
  })
  far.on('message', packet => {
    if (sender) near.send(packet, sender.port, sender.address)
  })
  return {
    through: end => ({
      ...end,
      async offer() {
        const sdp = await end.offer()
        soundType = Number(/^m=audio \d+ \S+ (\d+)/m.exec(sdp)?.[1])
        // The program learns of no other way to the participant.
        return sdp.replace(/^a=(?:candidate:.*|end-of-candidates)\r?\n/gm, '')
      },
      answer(sdp) {
        program = Number(/^a=candidate:\S+ 1 udp \d+ \S+ (\d+)/im.exec(sdp)?.[1])
        const { port } = near.address()
        return end.answer(sdp.replace(/^(a=candidate:\S+ \d udp \d+ )\S+ \d+/gim, `$1${HOME} ${port}`))
      },
    }),
    forge: on => {
      forging = on
    },
    count: () => ({ sound, forged: new Map(forged) }),
    close: () => {
      for (const socket of [near, far, stranger]) socket.close()
    },
  }
}
