// Reports and feedback about RTP (RFC 3550, 4585, 5104 and the transport-wide feedback of congestion control).

/** What of a compound packet matters here. */
export type Feedback =
  | { kind: 'senderReport'; ssrc: number; ntp: Buffer; timestamp: number; packets: number; octets: number }
  | { kind: 'nack'; ssrc: number; sequences: number[] }
  | { kind: 'keyFrame'; ssrc: number }
  /** Bits a second that the receiver believes in. */
  | { kind: 'estimate'; bitsPerSecond: number }
  /** Share of packets that were lost since the last report, 0 to 1. */
  | { kind: 'loss'; ssrc: number; share: number }
  /** When packets came, by the numbers of the line; undefined: not yet, or never. */
  | { kind: 'arrivals'; packets: { number: number; atMs: number | undefined }[] }

const SENDER_REPORT = 200
const RECEIVER_REPORT = 201
const TRANSPORT = 205
const PAYLOAD = 206

const TICK_US = 250
const REFERENCE_US = 64_000
const MOST_STATUSES = 7 * 64
const [NOT_RECEIVED, SMALL, LARGE] = [0, 1, 2]

/** Reads a compound packet; what is cut short or unknown is left out. */
export function readRtcp(packet: Buffer): Feedback[] {
  const found: Feedback[] = []
  let at = 0
  while (at + 8 <= packet.length) {
    const end = at + 4 + 4 * packet.readUInt16BE(at + 2)
    if (end > packet.length) break
    const one = readOne(packet.subarray(at, end))
    if (one) found.push(...one)
    at = end
  }
  return found
}

function readOne(packet: Buffer): Feedback[] | undefined {
  const [format, type] = [packet.readUInt8(0) & 0x1f, packet.readUInt8(1)]
  if (type === SENDER_REPORT && packet.length >= 28)
    return [
      {
        kind: 'senderReport',
        ssrc: packet.readUInt32BE(4),
        ntp: Buffer.from(packet.subarray(8, 16)),
        timestamp: packet.readUInt32BE(16),
        packets: packet.readUInt32BE(20),
        octets: packet.readUInt32BE(24),
      },
    ]
  if (type === RECEIVER_REPORT) {
    const found: Feedback[] = []
    for (let at = 8; at + 24 <= packet.length && found.length < format; at += 24)
      found.push({ kind: 'loss', ssrc: packet.readUInt32BE(at), share: packet.readUInt8(at + 4) / 256 })
    return found
  }
  if (packet.length < 12) return undefined
  const ssrc = packet.readUInt32BE(8)
  if (type === TRANSPORT && format === 15) return readArrivals(packet)
  if (type === TRANSPORT && format === 1) {
    const sequences: number[] = []
    for (let at = 12; at + 4 <= packet.length; at += 4) {
      const first = packet.readUInt16BE(at)
      const more = packet.readUInt16BE(at + 2)
      sequences.push(first)
      for (let bit = 0; bit < 16; bit++) if (more & (1 << bit)) sequences.push((first + bit + 1) & 0xffff)
    }
    return [{ kind: 'nack', ssrc, sequences }]
  }
  if (type === PAYLOAD && format === 1) return [{ kind: 'keyFrame', ssrc }]
  if (type === PAYLOAD && format === 4 && packet.length >= 20)
    return [{ kind: 'keyFrame', ssrc: packet.readUInt32BE(12) }]
  if (
    type === PAYLOAD &&
    format === 15 &&
    packet.length >= 20 &&
    packet.toString('latin1', 12, 16) === 'REMB'
  ) {
    const bits = packet.readUIntBE(17, 3)
    return [{ kind: 'estimate', bitsPerSecond: (bits & 0x3ffff) * 2 ** (bits >> 18) }]
  }
  return undefined
}

/** What `createArrivals` writes, as a receiver writes it; undefined where it is cut short or contradicts itself. */
function readArrivals(packet: Buffer): Feedback[] | undefined {
  if (packet.length < 20) return undefined
  const base = packet.readUInt16BE(12)
  const count = packet.readUInt16BE(14)
  let clock = packet.readIntBE(16, 3) * REFERENCE_US
  const statuses: number[] = []
  let at = 20
  while (statuses.length < count) {
    if (at + 2 > packet.length) return undefined
    const chunk = packet.readUInt16BE(at)
    at += 2
    if ((chunk & 0x8000) === 0) {
      const run = Math.min(chunk & 0x1fff, count - statuses.length)
      for (let one = 0; one < run; one++) statuses.push((chunk >> 13) & 0x03)
      if (run === 0) return undefined
    } else if (chunk & 0x4000)
      for (let place = 0; place < 7; place++) statuses.push((chunk >> (12 - 2 * place)) & 0x03)
    else for (let place = 0; place < 14; place++) statuses.push((chunk >> (13 - place)) & 0x01)
  }
  const packets: { number: number; atMs: number | undefined }[] = []
  for (let index = 0; index < count; index++) {
    const status = statuses[index]
    const number = (base + index) & 0xffff
    if (status === SMALL || status === LARGE) {
      const bytes = status === SMALL ? 1 : 2
      if (at + bytes > packet.length) return undefined
      clock += (status === SMALL ? packet.readUInt8(at) : packet.readInt16BE(at)) * TICK_US
      at += bytes
      packets.push({ number, atMs: clock / 1000 })
    } else packets.push({ number, atMs: undefined })
  }
  return [{ kind: 'arrivals', packets }]
}

function begin(type: number, format: number, words: number): Buffer {
  const packet = Buffer.alloc(4 * (words + 1))
  packet.writeUInt8(0x80 | format, 0)
  packet.writeUInt8(type, 1)
  packet.writeUInt16BE(words, 2)
  return packet
}

/** Asks a sender for a frame that stands by itself. */
export function pictureLoss(own: number, ssrc: number): Buffer {
  const packet = begin(PAYLOAD, 1, 2)
  packet.writeUInt32BE(own, 4)
  packet.writeUInt32BE(ssrc, 8)
  return packet
}

/** Asks a sender for packets that did not come; `sequences` in rising order. */
export function nack(own: number, ssrc: number, sequences: readonly number[]): Buffer {
  const pairs: [number, number][] = []
  for (const sequence of sequences) {
    const last = pairs.at(-1)
    const ahead = last ? (sequence - last[0]) & 0xffff : 0
    if (last && ahead >= 1 && ahead <= 16) last[1] |= 1 << (ahead - 1)
    else pairs.push([sequence, 0])
  }
  const packet = begin(TRANSPORT, 1, 2 + pairs.length)
  packet.writeUInt32BE(own, 4)
  packet.writeUInt32BE(ssrc, 8)
  for (const [index, [first, more]] of pairs.entries()) {
    packet.writeUInt16BE(first, 12 + 4 * index)
    packet.writeUInt16BE(more, 14 + 4 * index)
  }
  return packet
}

/** Tells a sender how many bits a second are wanted of it. */
export function estimate(own: number, ssrcs: readonly number[], bitsPerSecond: number): Buffer {
  const packet = begin(PAYLOAD, 15, 4 + ssrcs.length)
  packet.writeUInt32BE(own, 4)
  packet.write('REMB', 12, 'latin1')
  let [mantissa, exponent] = [Math.floor(bitsPerSecond), 0]
  while (mantissa > 0x3ffff) {
    mantissa = Math.floor(mantissa / 2)
    exponent++
  }
  packet.writeUInt8(ssrcs.length, 16)
  packet.writeUIntBE(exponent * 2 ** 18 + mantissa, 17, 3)
  for (const [index, ssrc] of ssrcs.entries()) packet.writeUInt32BE(ssrc, 20 + 4 * index)
  return packet
}

/** A sender's report as a receiver must hear it: its clock stays, source and time stamp are the receiver's. */
export function senderReport(report: {
  ssrc: number
  ntp: Buffer
  timestamp: number
  packets: number
  octets: number
}): Buffer {
  const packet = begin(SENDER_REPORT, 0, 6)
  packet.writeUInt32BE(report.ssrc, 4)
  report.ntp.copy(packet, 8)
  packet.writeUInt32BE(report.timestamp >>> 0, 16)
  packet.writeUInt32BE(report.packets >>> 0, 20)
  packet.writeUInt32BE(report.octets >>> 0, 24)
  return packet
}

/** Collects when packets of one line came and tells their sender (draft-holmer-rmcat-transport-wide-cc-extensions-01). */
export function createArrivals() {
  /** By number unwrapped; the next feedback begins at `from`. */
  const arrived = new Map<number, number>()
  let from: number | undefined
  let highest = 0
  let count = 0

  const unwrap = (sequence: number): number => {
    const step = ((sequence - (highest & 0xffff) + 0x8000) & 0xffff) - 0x8000
    return highest + step
  }
  return {
    note: (sequence: number, atUs: number): void => {
      if (from === undefined) {
        // Far from zero: what comes before the first one must not be negative.
        highest = sequence + 0x10000
        from = highest
      }
      const number = unwrap(sequence)
      if (number < from) return
      if (number > highest) highest = number
      if (!arrived.has(number)) arrived.set(number, atUs)
    },
    /** The feedback that is due; undefined when nothing came since the last. */
    feedback: (own: number, ssrc: number): Buffer | undefined => {
      if (from === undefined || arrived.size === 0) return undefined
      const base = Math.max(from, highest - MOST_STATUSES + 1)
      const statuses: number[] = []
      const deltas: { large: boolean; ticks: number }[] = []
      const startUs = Math.min(...[...arrived].filter(([number]) => number >= base).map(([, at]) => at))
      const reference = Math.floor(startUs / REFERENCE_US)
      let clock = reference * REFERENCE_US
      for (let number = base; number <= highest; number++) {
        const at = arrived.get(number)
        if (at === undefined) {
          statuses.push(NOT_RECEIVED)
          continue
        }
        const ticks = Math.max(-0x8000, Math.min(0x7fff, Math.round((at - clock) / TICK_US)))
        clock += ticks * TICK_US
        const large = ticks < 0 || ticks > 0xff
        statuses.push(large ? LARGE : SMALL)
        deltas.push({ large, ticks })
      }
      arrived.clear()
      from = highest + 1
      const chunks: number[] = []
      for (let index = 0; index < statuses.length; index += 7) {
        let chunk = 0xc000
        for (let place = 0; place < 7; place++) chunk |= (statuses[index + place] ?? 0) << (12 - 2 * place)
        chunks.push(chunk)
      }
      const deltaBytes = deltas.reduce((sum, { large }) => sum + (large ? 2 : 1), 0)
      const bytes = 20 + 2 * chunks.length + deltaBytes
      const padded = Math.ceil(bytes / 4) * 4
      const packet = begin(TRANSPORT, 15, padded / 4 - 1)
      packet.writeUInt32BE(own, 4)
      packet.writeUInt32BE(ssrc, 8)
      packet.writeUInt16BE(base & 0xffff, 12)
      packet.writeUInt16BE(statuses.length, 14)
      packet.writeUIntBE(reference & 0xffffff, 16, 3)
      packet.writeUInt8(count++ & 0xff, 19)
      let at = 20
      for (const chunk of chunks) at = packet.writeUInt16BE(chunk, at)
      for (const { large, ticks } of deltas)
        at = large ? packet.writeInt16BE(ticks, at) : packet.writeUInt8(ticks, at)
      if (padded > bytes) {
        packet.writeUInt8((packet[0] ?? 0) | 0x20, 0)
        packet.writeUInt8(padded - bytes, padded - 1)
      }
      return packet
    },
  }
}
