// Pictures of H.264 as cameras send them, in form only: parameter sets that can be read, and slices that nobody decodes.
import type { CameraFrame, VideoFormat } from '../../server/modules/cameras/frames.ts'

/** Bits behind each other, the highest first, filled up to a byte. */
function bits(...words: string[]): number[] {
  const all = words.join('')
  const padded = all.padEnd(Math.ceil(all.length / 8) * 8, '0')
  return Array.from({ length: padded.length / 8 }, (_, index) =>
    Number.parseInt(padded.slice(index * 8, index * 8 + 8), 2),
  )
}

/** Exp-Golomb code of a number (ITU-T H.264, 9.1). */
const golomb = (value: number) => {
  const text = (value + 1).toString(2)
  return '0'.repeat(text.length - 1) + text
}

const sequence = (width: number, height: number) =>
  Buffer.from([
    0x67,
    0x42,
    0xc0,
    0x0d,
    ...bits(
      golomb(0),
      golomb(0),
      golomb(2),
      golomb(1),
      '0',
      golomb(width / 16 - 1),
      golomb(height / 16 - 1),
      '1',
      '1',
      '0',
      '0',
      '1',
    ),
  ])
const PICTURE = Buffer.from([0x68, 0xce, 0x38, 0x80])

export const h264Format = (width = 320, height = 240): VideoFormat => ({
  codec: 'H264',
  width,
  height,
  parameters: { sequence: sequence(width, height), picture: PICTURE },
})

/** Frame number `index` of a stream of ten a second that begins at `startedAt`, with a key frame each second. */
export function h264Frame(index: number, startedAt: number): CameraFrame {
  const key = index % 10 === 0
  const slice = Buffer.alloc(200, 0xab)
  slice[0] = key ? 0x65 : 0x41
  slice.writeUInt32BE(0xa0_00_00_00 + (index % 0xffff), 4)
  return {
    key,
    timestampUs: index * 100_000,
    at: startedAt + index * 100,
    units: key ? [sequence(320, 240), PICTURE, slice] : [slice],
  }
}
