// Packets as they come from participants and go to others: read, rewritten, asked for again.
import { describe, expect, test } from 'vitest'
import { createCopies } from '../../../../server/modules/conference/sfu/copies.ts'
import { createIncoming } from '../../../../server/modules/conference/sfu/incoming.ts'
import { createOutgoing } from '../../../../server/modules/conference/sfu/outgoing.ts'
import {
  createArrivals,
  estimate,
  nack,
  pictureLoss,
  readRtcp,
  senderReport,
} from '../../../../server/modules/conference/sfu/rtcp.ts'
import {
  countPacket,
  extensionOf,
  isRtcp,
  levelOf,
  readRtp,
  readVp8,
  sequenceStep,
} from '../../../../server/modules/conference/sfu/rtp.ts'
import { createSpeakers } from '../../../../server/modules/conference/sfu/speakers.ts'

interface Made {
  sequence?: number
  timestamp?: number
  ssrc?: number
  payloadType?: number
  payload?: number[]
  extensions?: number[]
}
const packetOf = (made: Made = {}) => {
  const { sequence = 1, timestamp = 1, ssrc = 7, payloadType = 96, payload = [], extensions } = made
  const head = Buffer.alloc(12)
  head.writeUInt8(extensions ? 0x90 : 0x80, 0)
  head.writeUInt8(payloadType, 1)
  head.writeUInt16BE(sequence, 2)
  head.writeUInt32BE(timestamp, 4)
  head.writeUInt32BE(ssrc, 8)
  if (!extensions) return Buffer.concat([head, Buffer.from(payload)])
  const words = Math.ceil(extensions.length / 4)
  const between = Buffer.alloc(4 + 4 * words)
  between.writeUInt16BE(0xbede, 0)
  between.writeUInt16BE(words, 2)
  Buffer.from(extensions).copy(between, 4)
  return Buffer.concat([head, between, Buffer.from(payload)])
}
const viewOf = (packet: Buffer) => {
  const view = readRtp(packet)
  if (!view) throw new Error('no packet')
  return view
}
/** A frame of VP8 with a 15-bit picture id and a base-layer number. */
const vp8 = (picture: number, tl0: number, key: boolean) => [
  0x90,
  0xc0,
  0x80 | (picture >> 8),
  picture & 0xff,
  tl0,
  key ? 0x10 : 0x11,
  1,
  2,
]

/** A frame of a layer in time. */
const timed = (picture: number, temporal: number, sync: boolean, key: boolean) => {
  const [first = 0, , high = 0, low = 0, tl0 = 0, ...rest] = vp8(picture, 1, key)
  return [first, 0xe0, high, low, tl0, (temporal << 6) | (sync ? 0x20 : 0), ...rest]
}

describe('a packet', () => {
  test('with extensions is read', () => {
    const packet = packetOf({ sequence: 65_535, extensions: [0x10, 0x85, 0x31, 1, 2], payload: [9, 9] })
    const view = viewOf(packet)
    expect(view).toMatchObject({ sequence: 65_535, ssrc: 7, payloadType: 96, marker: false })
    expect(packet.subarray(view.payloadFrom)).toEqual(Buffer.from([9, 9]))
    expect(extensionOf(packet, view, 3)).toEqual(Buffer.from([1, 2]))
    expect(levelOf(extensionOf(packet, view, 1) ?? Buffer.alloc(0))).toBe(5)
    expect(extensionOf(packet, view, 2)).toBeUndefined()
  })
  test('that is cut short anywhere is none, or has a shorter payload', () => {
    const whole = packetOf({ extensions: [0x10, 5], payload: vp8(3, 1, true) })
    for (let length = 0; length < whole.length; length++) {
      const view = readRtp(whole.subarray(0, length))
      if (view) readVp8(whole.subarray(0, length), view)
      if (length < 20) expect(view).toBeUndefined()
    }
  })
  test('whose padding is longer than itself is none', () => {
    const packet = packetOf({ payload: [1, 200] })
    packet.writeUInt8(0xa0, 0)
    expect(readRtp(packet)).toBeUndefined()
  })
  test('is told from a report', () => {
    expect(isRtcp(pictureLoss(1, 2))).toBe(true)
    expect(isRtcp(packetOf({ payloadType: 111 }))).toBe(false)
  })
  test.each([
    [65_535, 0, 1],
    [0, 65_535, -1],
    [10, 20, 10],
    [20, 10, -10],
  ])('from %i to %i it is %i', (from, to, step) => expect(sequenceStep(from, to)).toBe(step))
})

describe('feedback', () => {
  test('about lost packets names each of them', () => {
    const sequences = [65_530, 65_531, 65_535, 2, 40]
    expect(readRtcp(nack(1, 7, sequences))).toEqual([{ kind: 'nack', ssrc: 7, sequences }])
  })
  test('several in one packet, the last one cut short', () => {
    const packet = Buffer.concat([pictureLoss(1, 7), estimate(1, [7, 8], 1_500_000), nack(1, 7, [3])])
    const [first, second, third] = readRtcp(packet)
    expect(first).toEqual({ kind: 'keyFrame', ssrc: 7 })
    expect(second).toMatchObject({ kind: 'estimate' })
    expect(second?.kind === 'estimate' && Math.abs(second.bitsPerSecond - 1_500_000) < 10).toBe(true)
    expect(third).toMatchObject({ kind: 'nack' })
    expect(readRtcp(packet.subarray(0, packet.length - 1))).toHaveLength(2)
  })
  test('about loss is read, one share a line', () => {
    const report = Buffer.alloc(32)
    report.writeUInt32BE(0x81c9_0007)
    report.writeUInt32BE(7, 8)
    report.writeUInt8(64, 12)
    expect(readRtcp(report)).toEqual([{ kind: 'loss', ssrc: 7, share: 0.25 }])
  })
  test('about times is read back', () => {
    const report = { ssrc: 9, ntp: Buffer.alloc(8, 3), timestamp: 0xffff_ffff, packets: 5, octets: 6 }
    expect(readRtcp(senderReport(report))).toEqual([{ kind: 'senderReport', ...report }])
  })
  test('about arrivals says what came when, and what did not', () => {
    const arrivals = createArrivals()
    arrivals.note(65_534, 1_000_000)
    arrivals.note(65_535, 1_005_000)
    arrivals.note(1, 1_004_000)
    const packet = arrivals.feedback(1, 7)
    if (!packet) throw new Error('no feedback')
    expect(packet.length % 4).toBe(0)
    expect(packet.readUInt16BE(2)).toBe(packet.length / 4 - 1)
    expect([packet.readUInt16BE(12), packet.readUInt16BE(14)]).toEqual([65_534, 4])
    // 64 ms units; the first delta counts from there.
    expect(packet.readUIntBE(16, 3)).toBe(15)
    // Small, small, missing, then backwards: large.
    expect(packet.readUInt16BE(20)).toBe(0xc000 | (1 << 12) | (1 << 10) | (2 << 6))
    expect([packet.readUInt8(22), packet.readUInt8(23), packet.readInt16BE(24)]).toEqual([160, 20, -4])
    expect(readRtcp(packet)).toEqual([
      {
        kind: 'arrivals',
        packets: [
          { number: 65_534, atMs: 1000 },
          { number: 65_535, atMs: 1005 },
          { number: 0, atMs: undefined },
          { number: 1, atMs: 1004 },
        ],
      },
    ])
    for (let length = 0; length < packet.length; length++)
      expect(readRtcp(packet.subarray(0, length))).toEqual([])
    expect(arrivals.feedback(1, 7)).toBeUndefined()
    arrivals.note(2, 1_100_000)
    expect(arrivals.feedback(1, 7)?.readUInt16BE(12)).toBe(2)
  })
})

test('a copy is found by its number, until the numbers have come round', () => {
  const copies = createCopies<string>()
  copies.note(65_535, 'one', 7)
  copies.note(0, 'other', 8)
  expect(copies.find(65_535)).toEqual({ of: 'one', sequence: 7 })
  expect(copies.find(0)).toEqual({ of: 'other', sequence: 8 })
  expect(copies.find(1)).toBeUndefined()
  copies.note(8_191, 'later', 9)
  expect(copies.find(65_535)).toBeUndefined()
})

describe('a line to a receiver', () => {
  const lineOf = (kind: 'audio' | 'video') => {
    const sent: Buffer[] = []
    const line = createOutgoing({ ssrc: 99, payloadType: 100, kind, send: packet => sent.push(packet) })
    const forward = (made: Made, now = 0) => {
      const packet = packetOf(made)
      return line.forward(packet, viewOf(packet), now)
    }
    return { line, sent, forward }
  }
  test('carries a picture from its first frame that stands by itself, without the extensions', () => {
    const { line, sent, forward } = lineOf('video')
    line.turnTo({})
    expect(forward({ sequence: 5, payload: vp8(10, 1, false) })).toBe(false)
    expect(forward({ sequence: 6, payload: vp8(11, 2, true), extensions: [0x10, 5] })).toBe(true)
    expect(forward({ sequence: 7, payload: vp8(12, 2, false) })).toBe(true)
    expect(sent).toHaveLength(2)
    const [first, second] = sent.map(viewOf)
    expect(first).toMatchObject({ ssrc: 99, payloadType: 100, payloadFrom: 12 })
    expect(sequenceStep(first?.sequence ?? 0, second?.sequence ?? 0)).toBe(1)
  })
  test('carries another source as if it were the same stream', () => {
    const { line, sent, forward } = lineOf('video')
    line.turnTo({ name: 'one' })
    forward({ sequence: 60_000, timestamp: 4_000_000_000, payload: vp8(32_000, 250, true) }, 1000)
    forward({ sequence: 60_001, timestamp: 4_000_003_000, payload: vp8(32_001, 251, false) }, 1033)
    line.turnTo({ name: 'other' })
    expect(forward({ sequence: 9, timestamp: 50, payload: vp8(7, 3, false) }, 1060)).toBe(false)
    forward({ sequence: 10, timestamp: 100, payload: vp8(8, 4, true) }, 1133)
    const read = sent.map(packet => ({ ...viewOf(packet), vp8: readVp8(packet, viewOf(packet)) }))
    const [, before, after] = read
    expect(sequenceStep(before?.sequence ?? 0, after?.sequence ?? 0)).toBe(1)
    // A tenth of a second at 90 kHz.
    expect(((after?.timestamp ?? 0) - (before?.timestamp ?? 0)) >>> 0).toBe(9000)
    expect(((after?.vp8?.picture ?? 0) - (before?.vp8?.picture ?? 0)) & 0x7fff).toBe(1)
    expect(((after?.vp8?.tl0 ?? 0) - (before?.vp8?.tl0 ?? 0)) & 0xff).toBe(1)
  })
  test('leaves out what is older than its beginning, and keeps late packets in their place', () => {
    const { line, sent, forward } = lineOf('video')
    line.turnTo({})
    forward({ sequence: 100, payload: vp8(1, 1, true) })
    forward({ sequence: 102, payload: vp8(2, 2, false) })
    forward({ sequence: 99, payload: vp8(1, 1, false) })
    forward({ sequence: 101, payload: vp8(1, 1, false) })
    const [first, second, third, ...more] = sent.map(packet => viewOf(packet).sequence)
    expect(more).toEqual([])
    expect([sequenceStep(first ?? 0, second ?? 0), sequenceStep(first ?? 0, third ?? 0)]).toEqual([2, 1])
  })
  test('sends again what was lost, and nothing else', () => {
    const { line, sent, forward } = lineOf('video')
    line.turnTo({})
    for (let sequence = 0; sequence < 1100; sequence++)
      forward({ sequence, payload: vp8(sequence, 1, sequence === 0) })
    const numbers = sent.map(packet => viewOf(packet).sequence)
    const [oldest = 0, newest = 0] = [numbers[0], numbers.at(-1)]
    line.again([newest, oldest, (newest + 1) & 0xffff], 1000)
    expect(sent).toHaveLength(1101)
    expect(sent.at(-1)).toEqual(sent[1099])
  })
  test('sends again at once what is missed at once, and not twice for two requests that cross', () => {
    const { line, sent, forward } = lineOf('video')
    line.turnTo({})
    forward({ sequence: 1, payload: vp8(1, 1, true) })
    const [number = 0] = sent.map(packet => viewOf(packet).sequence)
    line.again([number], 1)
    expect(sent).toHaveLength(2)
    line.again([number], 10)
    expect(sent).toHaveLength(2)
    line.again([number], 40)
    expect(sent).toHaveLength(3)
  })
  test('sends again what never came, its copies too, but not what a later copy has brought, and not for ever', () => {
    const { line, sent, forward } = lineOf('video')
    line.turnTo({})
    forward({ sequence: 1, payload: vp8(1, 1, true) })
    const [sequence = 0] = sent.map(packet => viewOf(packet).sequence)
    // Numbers of this test are how many have been sent.
    line.again([sequence], 1)
    line.lost(sequence, 1, 60)
    expect(sent).toHaveLength(2)
    line.lost(sequence, 2, 60)
    expect(sent).toHaveLength(3)
    line.lost(sequence + 1, 3, 70)
    expect(sent).toHaveLength(3)
    for (let round = 0; round < 10; round++) line.lost(sequence, sent.length, 100 + round)
    expect(sent).toHaveLength(6)
  })
  test('repeats what was sent, newest first, and counts it anew for a receiver that says what came', () => {
    const sent: number[] = []
    let count = 0
    const line = createOutgoing({
      ssrc: 99,
      payloadType: 100,
      kind: 'video',
      transport: 3,
      send: packet => {
        countPacket(packet, ++count)
        const view = viewOf(packet)
        sent.push(view.sequence)
        expect(extensionOf(packet, view, 3)?.readUInt16BE(0)).toBe(count)
        expect(readVp8(packet, view)?.pictureBits).toBe(15)
        return count
      },
    })
    line.turnTo({})
    for (const sequence of [5, 6, 7]) {
      const packet = packetOf({ sequence, payload: vp8(sequence, 1, sequence === 5) })
      line.forward(packet, viewOf(packet), 0)
    }
    expect(line.repeat(30)).toBeGreaterThanOrEqual(30)
    expect(sent.slice(3)).toEqual([sent[2], sent[1]])
  })
  test('leaves frames of higher layers in time out without a gap, and takes them in where they may begin', () => {
    const { line, sent, forward } = lineOf('video')
    const at = (sequence: number, temporal: number, sync = false) => ({
      sequence,
      timestamp: sequence * 3000,
      payload: timed(sequence, temporal, sync, sequence === 1),
    })
    line.limit(0)
    line.turnTo({})
    for (const [sequence, temporal] of [
      [1, 0],
      [2, 2],
      [3, 1],
      [5, 0],
      // Late, and of a frame that is left out.
      [4, 2],
    ] as const)
      forward(at(sequence, temporal))
    line.limit(2)
    // Leans on what was left out.
    forward(at(6, 2))
    forward(at(7, 1, true))
    forward(at(8, 2, true))
    forward(at(9, 0))
    const read = sent.map(packet => ({ ...viewOf(packet), vp8: readVp8(packet, viewOf(packet)) }))
    const [first] = read
    expect(read.map(({ vp8 }) => vp8?.temporal)).toEqual([0, 0, 1, 2, 0])
    // What is late keeps the place that it would have had.
    expect(read.map(({ sequence }) => sequenceStep(first?.sequence ?? 0, sequence))).toEqual([0, 2, 3, 4, 5])
    expect(read.map(({ vp8 }) => ((vp8?.picture ?? 0) - (first?.vp8?.picture ?? 0)) & 0x7fff)).toEqual([
      0, 2, 3, 4, 5,
    ])
  })
  test('padding of a sender leaves no gap', () => {
    const { line, sent, forward } = lineOf('video')
    line.turnTo({})
    forward({ sequence: 1, payload: vp8(1, 1, true) })
    line.skip(viewOf(packetOf({ sequence: 2 })))
    line.skip(viewOf(packetOf({ sequence: 3 })))
    forward({ sequence: 4, payload: vp8(2, 2, false) })
    const [first, second] = sent.map(viewOf)
    expect(sequenceStep(first?.sequence ?? 0, second?.sequence ?? 0)).toBe(1)
  })
  test('goes on for longer than the numbers reach', () => {
    const { line, sent, forward } = lineOf('audio')
    line.turnTo({})
    for (let at = 0; at < 140_000; at += 7) forward({ sequence: at & 0xffff, payload: [1] })
    expect(sent).toHaveLength(20_000)
  })
})

describe('what a participant sends', () => {
  const incoming = () => {
    const asked: Buffer[] = []
    const one = createIncoming({
      ssrc: 7,
      own: 1,
      repairs: true,
      keyFrameMs: 500,
      send: packet => void asked.push(packet),
    })
    return { one, asked, said: () => asked.flatMap(packet => readRtcp(packet)) }
  }
  test('is asked for again where it is missing, until it has come', () => {
    const { one, said } = incoming()
    one.take(10, 0)
    one.take(13, 10)
    expect(said()).toEqual([{ kind: 'nack', ssrc: 7, sequences: [11, 12] }])
    one.take(11, 20)
    one.tend(100)
    expect(said().at(-1)).toEqual({ kind: 'nack', ssrc: 7, sequences: [12] })
    one.take(12, 110)
    one.tend(300)
    expect(said()).toHaveLength(2)
  })
  test('is given up after a while, and a whole picture asked for instead', () => {
    const { one, said } = incoming()
    one.take(10, 0)
    one.take(12, 0)
    for (let now = 100; now <= 1000; now += 100) one.tend(now)
    expect(said().filter(({ kind }) => kind === 'nack')).toHaveLength(6)
    expect(said().filter(({ kind }) => kind === 'keyFrame').length).toBeGreaterThan(0)
  })
  test('has whole pictures asked for twice a second at most, until one comes', () => {
    const { one, said } = incoming()
    for (let now = 0; now < 2000; now += 50) one.wantKeyFrame(now)
    expect(said()).toHaveLength(4)
    one.hadKeyFrame()
    one.tend(5000)
    expect(said()).toHaveLength(4)
  })
  test('begins anew after a leap', () => {
    const { one, said } = incoming()
    one.take(10, 0)
    one.take(30_000, 0)
    one.take(30_001, 0)
    expect(said()).toEqual([])
  })
})

describe('who speaks', () => {
  const heard = (levels: number[]) => {
    const speakers = createSpeakers()
    levels.forEach((level, at) => {
      speakers.hear('a', level, at * 20)
    })
    return speakers
  }
  test('is who is loud for four tenths of the window', () => {
    expect(heard(Array.from({ length: 22 }, () => 20)).now(440).speaking).toEqual(['a'])
    expect(heard(Array.from({ length: 22 }, (_, at) => (at % 5 === 0 ? 20 : 80))).now(440).speaking).toEqual(
      [],
    )
    expect(heard(Array.from({ length: 22 }, () => 60)).now(440).speaking).toEqual([])
  })
  test('is known as soon as enough of the last moment was loud', () => {
    // Silent for a second, then loud: the window moves on with the voice.
    const levels = Array.from({ length: 80 }, (_, at) => (at < 50 ? 127 : 20))
    const speakers = createSpeakers()
    const known = levels.findIndex((level, at) => {
      speakers.hear('a', level, at * 20)
      return speakers.now(at * 20).speaking.length > 0
    })
    expect((known - 50) * 20).toBeGreaterThanOrEqual(140)
    expect((known - 50) * 20).toBeLessThanOrEqual(280)
  })
  test('falls silent after a moment', () => {
    const speakers = heard(Array.from({ length: 22 }, () => 20))
    expect(speakers.now(1000).speaking).toEqual(['a'])
    expect(speakers.now(1400)).toEqual({ volumes: [], speaking: [] })
  })
})
