// Which layer goes to whom, and how much a line is believed to carry.
import { describe, expect, test } from 'vitest'
import { createDownlink } from '../../../../server/modules/conference/sfu/downlink.ts'
import {
  createMeter,
  type Layer,
  layerFor,
  shareOut,
  usualLayer,
  type Wish,
} from '../../../../server/modules/conference/sfu/layers.ts'
import { createOutgoing } from '../../../../server/modules/conference/sfu/outgoing.ts'
import { createPeers, type Slot } from '../../../../server/modules/conference/sfu/peers.ts'
import { readRtp } from '../../../../server/modules/conference/sfu/rtp.ts'
import { createSharing } from '../../../../server/modules/conference/sfu/sharing.ts'
import { createUpstream } from '../../../../server/modules/conference/sfu/upstream.ts'

const live: Layer[] = [0, 1, 2].map(index => ({ ...usualLayer(index, 3), live: true }))
const wish = (mid: string, more: Partial<Wish> = {}): Wish => ({
  mid,
  width: 1024,
  layers: live,
  now: null,
  ...more,
})

describe('layers', () => {
  test.each([
    [100, 0],
    [320, 0],
    [321, 1],
    [640, 1],
    [641, 2],
    [4000, 2],
  ])('a tile of %i pixels takes layer %i', (width, layer) => expect(layerFor(width, live)).toBe(layer))

  test('everybody gets what their tile can use where there is room, and no more', () => {
    const shares = shareOut([wish('1'), wish('2', { width: 200 })], 10_000_000, false)
    expect(shares.get('1')).toEqual({ choice: { layer: 2, temporal: 2 }, limit: 'nothing' })
    expect(shares.get('2')).toEqual({ choice: { layer: 0, temporal: 2 }, limit: 'size' })
  })
  test('the most important comes first, layers in time go before layers in size', () => {
    // 7/8 of it: the first at 700 kbit/s would leave nothing for the second's smallest.
    const shares = shareOut([wish('1'), wish('2')], 780_000, false)
    expect(shares.get('1')).toEqual({ choice: { layer: 2, temporal: 0 }, limit: 'network' })
    expect(shares.get('2')).toEqual({ choice: { layer: 0, temporal: 0 }, limit: 'network' })
  })
  test('the first is shown however little there is, the others rest', () => {
    const shares = shareOut([wish('1'), wish('2')], 10_000, true)
    expect(shares.get('1')?.choice).toEqual({ layer: 0, temporal: 0 })
    expect(shares.get('2')).toEqual({ choice: null, limit: 'network' })
  })
  test('what there is stays to half above the estimate, until the line is full', () => {
    const now = { layer: 1, temporal: 2 }
    const choiceOf = (bits: number, full: boolean) =>
      shareOut([wish('1', { width: 512, now })], bits, full).get('1')?.choice
    expect(choiceOf(270_000, false)).toEqual(now)
    expect(choiceOf(260_000, false)).not.toEqual(now)
    expect(choiceOf(390_000, true)).not.toEqual(now)
    // More is taken on below seven eighths alone.
    const up = (bits: number) =>
      shareOut([wish('1', { width: 512, now: { layer: 1, temporal: 1 } })], bits, false).get('1')?.choice
    expect(up(450_000)).toEqual({ layer: 1, temporal: 1 })
    expect(up(460_000)).toEqual(now)
  })
  test('a layer that does not come is the sender’s doing', () => {
    const layers = live.map((layer, index) => ({ ...layer, live: index < 2 }))
    expect(shareOut([wish('1', { layers })], 10_000_000, false).get('1')?.limit).toBe('sender')
  })
  test('what a stream costs is told by layers in time, where it has some', () => {
    const [plain, layered] = [createMeter(), createMeter()]
    expect(plain.bits()).toBeUndefined()
    for (let now = 0; now <= 1000; now += 10) {
      plain.note(100, 0, now)
      layered.note(100, now % 40 === 0 ? 0 : now % 20 === 0 ? 1 : 2, now)
    }
    expect(plain.bits()).toHaveLength(1)
    expect(Math.round((plain.bits()?.[0] ?? 0) / 10_000)).toBe(8)
    const shares = layered.bits()?.map(bits => Math.round(bits / 10_000))
    expect(shares).toEqual([2, 4, 8])
  })
})

const line = {
  mid: '0',
  kind: 'video',
  way: 'up',
  payloadType: 96,
  audioLevel: undefined,
  transportNumber: undefined,
  ridNumber: 7,
  rids: ['q', 'h', 'f'],
} as const

/** A packet whose one-byte extension names its layer (RFC 8852). */
function withRid(rid: string, ssrc: number): Buffer {
  const packet = Buffer.alloc(24)
  packet.writeUInt16BE(0x9060, 0)
  packet.writeUInt32BE(ssrc, 8)
  packet.writeUInt32BE(0xbede_0001, 12)
  packet[16] = (line.ridNumber << 4) | 0
  packet.write(rid, 17, 'latin1')
  return packet
}

describe('layers that nobody wants', () => {
  test('are left after five seconds, and asked for again at once', () => {
    const up = createUpstream({
      line: { ...line, rids: [...line.rids] },
      own: 1,
      repairs: true,
      send: () => {},
    })
    expect(up.count).toBe(3)
    expect(up.want(3, 0)).toBeUndefined()
    expect(up.want(1, 1_000)).toBeUndefined()
    expect(up.want(1, 4_900)).toBeUndefined()
    expect(up.want(1, 5_100)).toBe(1)
    expect(up.want(1, 5_200)).toBeUndefined()
    expect(up.want(3, 5_300)).toBe(3)
    // Wanted again meanwhile: the time begins anew.
    expect(up.want(0, 9_000)).toBeUndefined()
    expect(up.want(3, 9_500)).toBeUndefined()
    expect(up.want(0, 14_000)).toBeUndefined()
    expect(up.want(0, 14_600)).toBe(0)
  })
})

describe('a key frame', () => {
  test('is not asked for before its receiver can read it, then at once, and of the smallest layer as well', () => {
    const asked: number[] = []
    const upstream = createUpstream({
      line: { ...line, rids: ['q', 'h'] },
      own: 1,
      repairs: true,
      send: rtcp => asked.push(rtcp.readUInt32BE(8)),
    })
    for (const [index, rid] of ['q', 'h'].entries()) {
      const packet = withRid(rid, 100 + index)
      const view = readRtp(packet)
      const found = view && upstream.streamOf(packet, view)
      if (found) upstream.noteSize(found.stream, 1_000, undefined, Date.now())
    }
    let open = false
    const slot: Slot = {
      mid: '0',
      kind: 'video',
      isOpen: () => open,
      report: () => {},
      outgoing: createOutgoing({ ssrc: 1, payloadType: 96, kind: 'video', send: () => 0 }),
      source: null,
      width: 640,
      share: { choice: { layer: 1, temporal: 2 }, limit: 'nothing' },
      stream: undefined,
      climbedAt: 0,
    }
    const { peers, upOf } = createPeers()
    const nobody = { allowed: new Map(), spoke: new Map(), recorded: new Set<Slot>() }
    const { askForKeyFrame } = createSharing({
      ...nobody,
      peers,
      upOf,
      onLayers: () => {},
      onLimits: () => {},
    })
    const up = { upstream }
    askForKeyFrame(slot, up)
    expect(asked).toEqual([])
    open = true
    askForKeyFrame(slot, up)
    expect(asked).toEqual([101, 100])
    slot.stream = upstream.byIndex(1)
    askForKeyFrame(slot, up)
    expect(asked).toEqual([101, 100])
  })
})

/** A line of so many bits a second with a queue of half a second, in time of its own. */
function simulate(options: {
  capacity: number
  loss?: (index: number) => boolean
  /** When what has come is noticed. */
  noticed?: (at: number) => number
}) {
  const down = createDownlink({ counts: true })
  let now = 1_000
  let freeAt = now
  let index = 0
  const waiting: { number: number; atMs: number | undefined }[] = []
  const send = (bytes: number) => {
    const number = down.sent(bytes, now)
    const begins = Math.max(freeAt, now)
    const lost = options.loss?.(index++) || begins - now > 500
    if (!lost) freeAt = begins + (bytes * 8_000) / options.capacity
    const cameAt = options.noticed?.(freeAt + 20) ?? freeAt + 20
    waiting.push({ number, atMs: lost ? undefined : cameAt })
  }
  /** Sends at the rate that `bits` says, or half as much again while more is wanted. */
  const run = (ms: number, wanted: number) => {
    for (const until = now + ms; now < until; now += 10) {
      const rate = Math.min(wanted, down.bits())
      for (let bytes = (rate / 8_000) * 10; bytes > 0; bytes -= 1_000) send(Math.min(1_000, Math.ceil(bytes)))
      if (wanted > down.bits()) for (let more = down.tryMore(now); more > 0; more -= 1_000) send(1_000)
      if (now % 100 !== 0) continue
      const seen = waiting.findLastIndex(({ atMs }) => atMs === undefined || atMs + 20 <= now)
      down.arrivals(waiting.splice(0, seen + 1), now)
    }
    return down.bits()
  }
  return { down, run, now: () => now }
}

/** Loses this share of packets, the same ones each time. */
function byChance(share: number): () => boolean {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 < share
  }
}

describe('what a line carries', () => {
  test('is found upwards within seconds where much is wanted', () => {
    expect(simulate({ capacity: 20_000_000 }).run(4_000, 6_000_000)).toBeGreaterThan(4_000_000)
  })
  test('is found downwards: a line of 500 kbit/s is not believed to carry more for long', () => {
    const line = simulate({ capacity: 500_000 })
    line.run(5_000, 2_000_000)
    expect(line.down.bits()).toBeLessThan(600_000)
    expect(line.down.bits()).toBeGreaterThan(150_000)
  })
  test('is not less for five packets of a hundred that are lost by chance', () => {
    const line = simulate({ capacity: 20_000_000, loss: byChance(0.05) })
    const found = line.run(6_000, 900_000)
    expect(found).toBeGreaterThanOrEqual(900_000)
    // Chance also loses ten of sixty now and then, and a line that loses is not tried with more.
    expect(line.run(120_000, 500_000)).toBeGreaterThanOrEqual(found)
  })
  test('is not less for a receiver that stands still for a moment now and then', () => {
    // Everything of a tenth of a second is noticed at its end, every two seconds.
    const noticed = (at: number) => (at % 2_000 < 100 ? at - (at % 2_000) + 100 : at)
    const line = simulate({ capacity: 20_000_000, noticed })
    expect(line.run(8_000, 600_000)).toBeGreaterThanOrEqual(600_000)
    expect(line.down.isFull(line.now())).toBe(false)
  })
  test('is less where every fifth is lost', () => {
    const line = simulate({ capacity: 20_000_000, loss: index => index % 5 === 0 })
    expect(line.run(4_000, 900_000)).toBeLessThan(700_000)
    expect(line.down.isFull(line.now())).toBe(true)
  })
  test('whoever tells nothing but losses is given all, and less after a loss', () => {
    const down = createDownlink({ counts: false })
    expect(down.bits()).toBeGreaterThan(10_000_000)
    for (let now = 0; now < 2_000; now += 10) down.sent(1_000, now)
    down.loss(0.3, 2_000)
    expect(down.bits()).toBeLessThan(800_000)
  })
})
