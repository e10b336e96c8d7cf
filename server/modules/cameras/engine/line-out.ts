// One stream to one viewer: packets with the viewer's numbers, kept for a while so that lost ones can be sent again.
import { randomInt } from 'node:crypto'
import { senderReport } from '../../conference/public.ts'

/** About three seconds of a large picture. */
const KEPT = 2048
/** So many at once, so far apart: a whole group of pictures would not fit the buffers of the way. */
const AT_ONCE = 60
const PAUSE_MS = 4
const HEADER = 12
const EPOCH_1900 = 2_208_988_800

export interface LineOut {
  readonly ssrc: number
  /** One picture, or one packet of sound. */
  send(payloads: readonly Buffer[], timestamp: number, at: number): void
  again(sequences: readonly number[]): void
  /** What the viewer keeps both clocks together by; undefined before anything was sent. */
  report(): Buffer | undefined
  stop(): void
}

export function createLineOut(options: { payloadType: number; send(packet: Buffer): void }): LineOut {
  const { payloadType, send } = options
  const ssrc = randomInt(2, 0xffff_fffe)
  let sequence = randomInt(0x8000)
  const kept = new Array<Buffer | undefined>(KEPT)
  let queue: Buffer[] = []
  let timer: NodeJS.Timeout | undefined
  let last: { timestamp: number; at: number } | undefined
  const sums = { packets: 0, octets: 0 }

  const pump = () => {
    timer = undefined
    for (const packet of queue.splice(0, AT_ONCE)) send(packet)
    if (queue.length > 0) timer = setTimeout(pump, PAUSE_MS)
  }
  return {
    ssrc,
    send(payloads, timestamp, at) {
      for (const [index, payload] of payloads.entries()) {
        const packet = Buffer.allocUnsafe(HEADER + payload.length)
        packet.writeUInt8(0x80, 0)
        packet.writeUInt8((index === payloads.length - 1 ? 0x80 : 0) | payloadType, 1)
        packet.writeUInt16BE(sequence, 2)
        packet.writeUInt32BE(timestamp >>> 0, 4)
        packet.writeUInt32BE(ssrc, 8)
        payload.copy(packet, HEADER)
        kept[sequence % KEPT] = packet
        sequence = (sequence + 1) & 0xffff
        sums.packets++
        sums.octets += payload.length
        queue.push(packet)
      }
      last = { timestamp: timestamp >>> 0, at }
      if (!timer) pump()
    },
    again(sequences) {
      for (const one of sequences) {
        const packet = kept[one % KEPT]
        if (packet?.readUInt16BE(2) === one) send(packet)
      }
    },
    report() {
      if (!last) return undefined
      const ntp = Buffer.alloc(8)
      ntp.writeUInt32BE(Math.floor(last.at / 1000) + EPOCH_1900, 0)
      ntp.writeUInt32BE(Math.floor(((last.at % 1000) / 1000) * 2 ** 32), 4)
      return senderReport({ ssrc, ntp, timestamp: last.timestamp, ...sums })
    },
    stop() {
      clearTimeout(timer)
      queue = []
    },
  }
}
