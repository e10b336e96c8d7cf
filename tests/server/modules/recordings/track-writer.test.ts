// Files of tracks: written by appending, made whole, cut off anywhere, on a full disk.
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TrackLine, trackList } from '../../../../server/modules/recordings/folder.ts'
import { remux } from '../../../../server/modules/recordings/remux.ts'
import {
  openTrackWriter,
  type TrackCodec,
  type WriterTrouble,
} from '../../../../server/modules/recordings/track-writer.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-tracks-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const SOUND: TrackCodec = { codec: 'opus', channels: 1 }
const PICTURE: TrackCodec = { codec: 'vp8', width: 320, height: 180 }
const soundFrame = (at: number) => ({ data: new Uint8Array(120).fill(7).with(0, 0x78), key: true, at })
/** The header of a VP8 frame is enough for whoever only carries it. */
const pictureFrame = (at: number, key: boolean) => {
  const data = Buffer.alloc(40, 7)
  data.writeUInt8(key ? 0x10 : 0x11, 0)
  if (key) data.set([0x9d, 0x01, 0x2a, 0x40, 0x01, 0xb4, 0x00], 3)
  return { data, key, at }
}
const list = (line: Partial<TrackLine>) =>
  appendFileSync(
    join(folder, trackList),
    `${JSON.stringify({ is: 'track', kind: 'audio', codec: 'opus', stay: 1, beginMs: 0, whose: 'u1', displayName: 'Lin', imei: null, ...line })}\n`,
  )

async function write(name: string, track: TrackCodec, count: number, everyMs: number): Promise<void> {
  const writer = openTrackWriter({
    path: join(folder, name),
    track,
    onTrouble: (_trouble, error) => {
      throw error
    },
  })
  for (let at = 0; at < count; at++)
    writer.write(
      track.codec === 'opus' ? soundFrame(at * everyMs) : pictureFrame(at * everyMs, at % 50 === 0),
    )
  await writer.close()
}

describe('files of tracks', () => {
  test('become one whole file for each sound and picture, however often somebody came back', async () => {
    await write('a.part.webm', SOUND, 100, 20)
    await write('b.part.webm', SOUND, 50, 20)
    await write('c.part.webm', PICTURE, 100, 40)
    list({ file: 'a.part.webm', beginMs: 500 })
    list({ file: 'b.part.webm', beginMs: 7_500, stay: 2 })
    list({ file: 'c.part.webm', beginMs: 600, kind: 'video', codec: 'vp8' })
    const [sound, picture] = await remux(folder)
    expect(sound).toMatchObject({
      kind: 'audio',
      codec: 'opus',
      contentType: 'audio/webm',
      beginMs: 500,
      durationMs: 8_000,
      spans: [
        { fromMs: 500, toMs: 2_480 },
        { fromMs: 7_500, toMs: 8_480 },
      ],
    })
    expect(picture).toMatchObject({ kind: 'video', beginMs: 600, width: 320, height: 180 })
    expect(statSync(sound?.path ?? '').size).toBe(sound?.bytes)
  })

  test('lie to each other as the clock of their sender says', async () => {
    await write('a.part.webm', SOUND, 100, 20)
    await write('c.part.webm', PICTURE, 100, 40)
    list({ file: 'a.part.webm', beginMs: 500 })
    list({ file: 'c.part.webm', beginMs: 600, kind: 'video', codec: 'vp8' })
    const clock = (file: string, atMs: number, senderMs: number) =>
      appendFileSync(join(folder, trackList), `${JSON.stringify({ is: 'clock', file, atMs, senderMs })}\n`)
    clock('a.part.webm', 1_000, 901_000)
    // The first picture came 100 ms after the first sound, and was taken 250 ms after it.
    clock('c.part.webm', 1_000, 901_250)
    expect((await remux(folder)).map(({ beginMs }) => beginMs)).toEqual([500, 750])
  })

  test('keep what was written before they were cut off anywhere', async () => {
    await write('whole.part.webm', SOUND, 500, 20)
    const { size } = statSync(join(folder, 'whole.part.webm'))
    list({ file: 'cut.part.webm' })
    for (const share of [0.97, 0.95, 0.5003, 0.13, 0.1]) {
      copyFileSync(join(folder, 'whole.part.webm'), join(folder, 'cut.part.webm'))
      truncateSync(join(folder, 'cut.part.webm'), Math.round(size * share))
      const [track] = await remux(folder)
      // All but what was written half; the head of the file takes some of the share.
      expect(track?.durationMs).toBeGreaterThan(10_000 * share - 120)
    }
  })

  test('that are empty or no files of ours give nothing', async () => {
    appendFileSync(join(folder, 'empty.part.webm'), '')
    appendFileSync(join(folder, 'other.part.webm'), 'not a film')
    for (const file of ['empty.part.webm', 'other.part.webm', 'absent.part.webm']) list({ file, whose: file })
    list({ file: '../../../etc/passwd' })
    appendFileSync(join(folder, trackList), '{"is":"track","fi')
    expect(await remux(folder)).toEqual([])
  })

  test('tell of a full disk once, and go no further', async () => {
    const troubles: WriterTrouble[] = []
    const writer = openTrackWriter({
      path: '/dev/full',
      track: SOUND,
      onTrouble: trouble => void troubles.push(trouble),
    })
    for (let at = 0; at < 20; at++) writer.write(soundFrame(at * 20))
    await writer.close()
    writer.write(soundFrame(1_000))
    expect(troubles).toEqual(['diskFull'])
  })

  test('tell when they cannot be written at all', async () => {
    const troubles: WriterTrouble[] = []
    const writer = openTrackWriter({
      path: join(folder, 'absent', 'a.part.webm'),
      track: SOUND,
      onTrouble: trouble => void troubles.push(trouble),
    })
    writer.write(soundFrame(0))
    await writer.close()
    expect(troubles).toEqual(['broken'])
    expect(() => readFileSync(writer.path)).toThrow()
  })
})
