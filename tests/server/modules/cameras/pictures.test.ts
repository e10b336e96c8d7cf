// Pictures out of packets: H.264 and VP8 put together, what is damaged left out, sizes read, whatever the bytes say.
import { expect, test } from 'vitest'
import { packetizeH264, sizeOf } from '../../../../server/modules/cameras/engine/h264.ts'
import { createInOrder } from '../../../../server/modules/cameras/engine/in-order.ts'
import { createPictures, type MediaPacket } from '../../../../server/modules/cameras/engine/pictures.ts'
import { packetizeVp8 } from '../../../../server/modules/cameras/engine/vp8.ts'
import type { CameraFrame, VideoCodec, VideoFormat } from '../../../../server/modules/cameras/frames.ts'
import { sceneOf } from '../../../../server/simulator/cameras/scenes.ts'
import { visitorClip } from '../../../../server/simulator/door-unit/media-files.ts'

const scene = (() => {
  const found = sceneOf('gate', false)
  if (!found) throw new Error('no scene')
  return found
})()

function reader(codec: VideoCodec) {
  const formats: VideoFormat[] = []
  const frames: CameraFrame[] = []
  let gaps = 0
  const pictures = createPictures(codec, {
    onFormat: format => formats.push(format),
    onFrame: frame => frames.push(frame),
    onGap: () => gaps++,
  })
  return { formats, frames, gaps: () => gaps, take: pictures.take }
}

/** The packets of the first pictures of the scene, each picture's in a list. */
const packetsOf = (count: number): MediaPacket[][] =>
  scene.frames.slice(0, count).map(({ key, units }, index) => {
    const { sequence, picture } = scene.parameters
    const payloads = packetizeH264(key ? [sequence, picture, ...units] : units, 300)
    return payloads.map((payload, at) => ({
      payload,
      timestamp: index * 9000,
      marker: at === payloads.length - 1,
      afterGap: false,
    }))
  })

test('pictures in H.264 come out as they went in, with their size and their times', () => {
  const { formats, frames, take } = reader('H264')
  for (const packet of packetsOf(12).flat()) take(packet)
  expect(formats).toMatchObject([{ codec: 'H264', width: 640, height: 360 }])
  expect(frames).toHaveLength(12)
  expect(frames.map(({ key }) => key)).toEqual(scene.frames.slice(0, 12).map(({ key }) => key))
  expect(frames[0]?.units.slice(2)).toEqual(scene.frames[0]?.units)
  expect(frames[11]?.units).toEqual(scene.frames[11]?.units)
  expect(frames.map(({ timestampUs }) => timestampUs)).toEqual(frames.map((_, index) => index * 100_000))
})

test('after a loss nothing is shown until a picture that stands by itself', () => {
  const { frames, gaps, take } = reader('H264')
  const packets = packetsOf(30)
  packets.forEach((parts, index) => {
    for (const [at, packet] of parts.entries()) {
      if (index === 5 && at === 0) continue
      take({
        ...packet,
        afterGap:
          index === 5 && at === 1
            ? true
            : index === 6 && parts.length > 0 && at === 0 && packets[5]?.length === 1,
      })
    }
  })
  expect(gaps()).toBe(1)
  const times = frames.map(({ timestampUs }) => timestampUs / 100_000)
  expect(times.slice(0, 5)).toEqual([0, 1, 2, 3, 4])
  expect(frames[5]?.key).toBe(true)
})

test('a camera that marks every unit, and one that marks none, are understood', () => {
  for (const marker of [true, false]) {
    const { frames, take } = reader('H264')
    for (const [index, { units }] of scene.frames.slice(0, 4).entries())
      for (const payload of index === 0
        ? [scene.parameters.sequence, scene.parameters.picture, ...packetizeH264(units.slice(0, 1), 1e6)]
        : packetizeH264(units.slice(0, 1), 1e6))
        take({ payload, timestamp: index * 9000, marker, afterGap: false })
    expect(frames.length).toBeGreaterThanOrEqual(marker ? 4 : 3)
  }
})

test('pictures in VP8 come out as they went in', () => {
  const { formats, frames, take } = reader('VP8')
  const clip = visitorClip().frames.slice(0, 10)
  for (const [index, { data }] of clip.entries()) {
    const payloads = packetizeVp8(data, 500)
    for (const [at, payload] of payloads.entries())
      take({ payload, timestamp: index * 3750, marker: at === payloads.length - 1, afterGap: false })
  }
  expect(formats).toMatchObject([{ codec: 'VP8', width: 1024, height: 576 }])
  expect(frames.map(({ units }) => units[0])).toEqual(clip.map(({ data }) => data))
})

test('whatever bytes come, nothing is thrown, and what is shown begins with a picture that stands by itself', () => {
  let seed = 7
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return seed / 2 ** 32
  }
  for (const codec of ['H264', 'VP8'] as const) {
    const { take, frames } = reader(codec)
    for (let count = 0; count < 20_000; count++) {
      const payload = Buffer.from(
        Array.from({ length: Math.floor(next() * 24) }, () => Math.floor(next() * 256)),
      )
      take({ payload, timestamp: Math.floor(next() * 2 ** 32), marker: next() < 0.3, afterGap: next() < 0.1 })
    }
    // What chance makes a picture of begins with one that stands by itself.
    expect(frames[0]?.key ?? true).toBe(true)
  }
})

test('parameters that end early or claim what cannot be have no size', () => {
  const { sequence } = scene.parameters
  expect(sizeOf(sequence)).toEqual({ width: 640, height: 360 })
  expect(sizeOf(sequence.subarray(0, 5))).toBeUndefined()
  expect(sizeOf(Buffer.concat([sequence.subarray(0, 4), Buffer.alloc(60)]))).toBeUndefined()
})

const rtp = (sequence: number, text: string): Buffer => {
  const packet = Buffer.alloc(12 + text.length)
  packet.writeUInt8(0x80, 0)
  packet.writeUInt8(96, 1)
  packet.writeUInt16BE(sequence & 0xffff, 2)
  packet.writeUInt32BE(5, 8)
  packet.write(text, 12)
  return packet
}

test('packets that come early wait for those before, in vain only for a while', () => {
  let now = 0
  const got: string[] = []
  const line = createInOrder({
    clockRate: 90_000,
    waitMs: 250,
    now: () => now,
    onPacket: ({ payload, afterGap }) => got.push(`${afterGap ? '!' : ''}${payload}`),
  })
  for (const [sequence, text] of [
    [65_534, 'a'],
    [0, 'c'],
    [65_535, 'b'],
    [65_535, 'b'],
    [1, 'd'],
    [4, 'g'],
  ] as const)
    line.take(rtp(sequence, text))
  expect(got).toEqual(['a', 'b', 'c', 'd'])
  now = 200
  line.tend(now)
  expect(got).toHaveLength(4)
  now = 300
  line.tend(now)
  expect(got.at(-1)).toBe('!g')
  expect(line.counts()).toMatchObject({ lost: 2, received: 6 })
  expect(line.take(Buffer.from('short'))).toBeUndefined()
})
