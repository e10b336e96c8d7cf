// What the program that fetches cameras writes: segments that are cut at key frames, what was before an alarm, gaps, clips.
import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4 } from 'mediabunny'
import { afterAll, expect, test, vi } from 'vitest'
import { joinParts, makeWhole } from '../../../../server/modules/camera-recording/segment-file.ts'
import { keepRing, type RecordWord, recordFrames } from '../../../../server/modules/cameras/engine/record.ts'
import { h264Format, h264Frame } from '../../../fakes/h264-frames.ts'
import { lostOfKilled } from './killed-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-segments-'))
afterAll(() => rmSync(folder, { recursive: true }))

const AT = 1_700_000_000_000
let cameras = 0

function recorder({ segmentMs = 3_000, cameraId = ++cameras } = {}) {
  const words: RecordWord[] = []
  const consumer = recordFrames({ cameraId, folder, why: 'always', segmentMs }, word =>
    words.push(word as RecordWord),
  )
  const ended = () => words.flatMap(word => (word.is === 'ended' ? [word] : []))
  return { consumer, words, ended }
}

async function timesOf(path: string): Promise<{ at: number; key: boolean }[]> {
  const input = new Input({ source: new FilePathSource(path), formats: [MATROSKA, MP4] })
  const track = await input.getPrimaryVideoTrack()
  const times: { at: number; key: boolean }[] = []
  if (track)
    for await (const packet of new EncodedPacketSink(track).packets())
      times.push({ at: Math.round(packet.timestamp * 1000), key: packet.type === 'key' })
  input.dispose()
  return times
}

test('segments begin with key frames, follow each other without a picture lost, and become whole', async () => {
  const { consumer, words, ended } = recorder()
  consumer.onFormat(h264Format())
  for (let index = 0; index < 75; index++) consumer.onFrame(h264Frame(index, AT))
  await consumer.onEnd()
  await vi.waitFor(() => expect(ended()).toHaveLength(3))
  expect(ended().map(({ from, to }) => [from - AT, to - AT])).toEqual([
    [0, 2_900],
    [3_000, 5_900],
    [6_000, 7_400],
  ])
  expect(words.filter(({ is }) => is === 'begun')).toHaveLength(3)
  const all: number[] = []
  for (const { file, from } of ended()) {
    const to = join(folder, `${file}.mp4`)
    expect(await makeWhole(join(folder, file), to)).toMatchObject({
      codec: 'h264',
      contentType: 'video/mp4',
      width: 320,
      height: 240,
    })
    const times = await timesOf(to)
    expect(times[0]).toEqual({ at: 0, key: true })
    all.push(...times.map(({ at }) => at + from - AT))
  }
  expect(all).toEqual(Array.from({ length: 75 }, (_, index) => index * 100))
})

test('what is there when the program is killed can be read but for its last second', async () => {
  const { consumer } = recorder({ segmentMs: 600_000 })
  consumer.onFormat(h264Format())
  for (let index = 0; index < 200; index++) consumer.onFrame(h264Frame(index, AT + 1e6))
  const path = join(folder, `${cameras}-${AT + 1e6}-always.part.mkv`)
  const whole200 = 200 * (200 + 4)
  await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(whole200))
  const { size } = statSync(path)
  // As the disk has it at this moment, and with a last page that was half written.
  const torn = join(folder, 'torn.mkv')
  copyFileSync(path, torn)
  truncateSync(torn, size - 50)
  const whole = await makeWhole(torn, join(folder, 'torn.mp4'))
  expect(whole?.durationMs).toBeGreaterThanOrEqual(19_900 - 1_000)
  expect((await timesOf(join(folder, 'torn.mp4'))).length).toBeGreaterThanOrEqual(190)
  await consumer.onEnd()
})

test('a program that is killed loses at most a second of what it was given', {
  timeout: 30_000,
}, async () => {
  for (const pictures of [23, 31]) expect(await lostOfKilled(pictures)).toBeLessThanOrEqual(1_000)
})

test('a recording that begins with an alarm has what was before it, once', async () => {
  const cameraId = ++cameras
  const ring = keepRing({ cameraId, beforeMs: 3_000 }, () => {})
  ring.onFormat(h264Format())
  for (let index = 0; index < 95; index++) ring.onFrame(h264Frame(index, AT))
  const { consumer, ended } = recorder({ segmentMs: 60_000, cameraId })
  consumer.onFormat(h264Format())
  // Everybody who comes is given the group of pictures that is going on.
  for (let index = 90; index < 110; index++) {
    if (index >= 95) ring.onFrame(h264Frame(index, AT))
    consumer.onFrame(h264Frame(index, AT))
  }
  await consumer.onEnd()
  await vi.waitFor(() => expect(ended()).toHaveLength(1))
  const [one] = ended()
  // Three seconds before, from the key frame in front of them.
  expect(one).toMatchObject({ from: AT + 6_000, to: AT + 10_900 })
  expect(await timesOf(join(folder, one?.file ?? ''))).toHaveLength(50)
  await ring.onEnd()
})

test('a gap ends the file, is said, and the next begins with a key frame', async () => {
  const { consumer, words, ended } = recorder()
  consumer.onFormat(h264Format())
  for (let index = 0; index < 15; index++) consumer.onFrame(h264Frame(index, AT))
  consumer.onGap('unreachable')
  for (let index = 55; index < 65; index++) consumer.onFrame(h264Frame(index, AT))
  await consumer.onEnd()
  await vi.waitFor(() => expect(ended()).toHaveLength(2))
  expect(words).toContainEqual({ is: 'gap', at: AT + 1_400, fault: 'unreachable' })
  expect(ended().map(({ from, to }) => [from - AT, to - AT])).toEqual([
    [0, 1_400],
    [6_000, 6_400],
  ])
})

test('a clip is cut out of the segments that it lies in, from the key frame before it, gaps kept', async () => {
  const { consumer, ended } = recorder({ segmentMs: 2_000 })
  consumer.onFormat(h264Format())
  for (let index = 0; index < 60; index++)
    if (index < 20 || index >= 40) consumer.onFrame(h264Frame(index, AT))
  await consumer.onEnd()
  await vi.waitFor(() => expect(ended()).toHaveLength(2))
  const parts = ended().map(({ file, from, to }) => ({ path: join(folder, file), from, to }))
  const to = join(folder, 'clip.mp4')
  const made = await joinParts(parts, to, { from: AT + 1_550, to: AT + 4_400 })
  expect(made?.durationMs).toBe(3_400)
  const times = await timesOf(to)
  // From 1.0 s, where the group of pictures with the beginning starts; then nothing until 4.0 s.
  expect(times.map(({ at }) => at)).toEqual([
    ...Array.from({ length: 10 }, (_, index) => index * 100),
    3_000,
    3_100,
    3_200,
    3_300,
    3_400,
  ])
  expect(
    await joinParts(parts, join(folder, 'none.mp4'), { from: AT + 9e6, to: AT + 9e6 + 1 }),
  ).toBeUndefined()
})
