// Videos for tests of adverts: real pictures in a container of this test's making, honest ones and ones that lie.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny'

const IVF_HEAD = 32
const FRAME_HEAD = 12
const FRAMES_PER_SECOND = 24

/** VP8 pictures of the recorded visitor; the first stands by itself. */
function pictures(): Uint8Array[] {
  const file = readFileSync(
    join(import.meta.dirname, '../../../../server/simulator/door-unit/media/visitor.ivf'),
  )
  const found: Uint8Array[] = []
  for (let at = IVF_HEAD; at + FRAME_HEAD <= file.length; ) {
    const size = file.readUInt32LE(at)
    found.push(file.subarray(at + FRAME_HEAD, at + FRAME_HEAD + size))
    at += FRAME_HEAD + size
  }
  return found
}

export interface FilmFacts {
  /** What the container says that it holds. */
  codec?: VideoCodec
  seconds?: number
  /** Pictures from this one on; all but the first need those before them. */
  from?: number
  container?: 'webm' | 'mp4'
  /** The last picture is said to stand for so many seconds. */
  lastSeconds?: number
}

export async function film({
  codec = 'vp8',
  seconds = 2,
  from = 0,
  container = 'webm',
  lastSeconds,
}: FilmFacts = {}): Promise<Buffer> {
  const target = new BufferTarget()
  const format = container === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat()
  const output = new Output({ format, target })
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source)
  await output.start()
  const all = pictures()
  const count = Math.round(seconds * FRAMES_PER_SECOND)
  for (let index = 0; index < count; index++) {
    const bytes = all[(from + index) % all.length]
    if (!bytes) break
    const last = index === count - 1 && lastSeconds !== undefined
    const duration = last ? lastSeconds : 1 / FRAMES_PER_SECOND
    const packet = new EncodedPacket(
      bytes,
      index === 0 ? 'key' : 'delta',
      index / FRAMES_PER_SECOND,
      duration,
    )
    await source.add(packet, {
      decoderConfig: { codec: codec === 'vp8' ? 'vp8' : 'vp09.00.10.08', codedWidth: 1024, codedHeight: 576 },
    })
  }
  await output.finalize()
  if (!target.buffer) throw new Error('No film')
  return Buffer.from(target.buffer)
}

/** A file whose head says another length than its pictures have. */
export async function lyingAboutLength(): Promise<Buffer> {
  const bytes = await film({ seconds: 2 })
  // Duration of the segment's information: an EBML float of eight bytes, in milliseconds.
  const at = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88]))
  if (at < 0) throw new Error('The film says no length')
  bytes.writeDoubleBE(60_000, at + 3)
  return bytes
}
