// Reads the recorded visitor: VP8 frames out of an IVF file, Opus packets out of an Ogg file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface VideoFrame {
  data: Buffer
  /** Stands by itself: whoever sees it needs none before. */
  key: boolean
}

export interface Clip {
  frames: VideoFrame[]
  framesPerSecond: number
  /** Of 20 ms each. */
  packets: Buffer[]
}

const IVF_FRAME_HEAD = 12

/** Frames of an IVF file. */
export function readIvf(file: Buffer): Pick<Clip, 'frames' | 'framesPerSecond'> {
  if (file.toString('latin1', 0, 4) !== 'DKIF' || file.toString('latin1', 8, 12) !== 'VP80')
    throw new Error('Not an IVF file with VP8')
  const frames: VideoFrame[] = []
  let at = file.readUInt16LE(6)
  while (at + IVF_FRAME_HEAD <= file.length) {
    const length = file.readUInt32LE(at)
    const data = file.subarray(at + IVF_FRAME_HEAD, at + IVF_FRAME_HEAD + length)
    // The lowest bit of a VP8 frame is 0 in frames that stand by themselves (RFC 6386, 9.1).
    frames.push({ data, key: ((data[0] ?? 1) & 1) === 0 })
    at += IVF_FRAME_HEAD + length
  }
  return { frames, framesPerSecond: file.readUInt32LE(16) / file.readUInt32LE(20) }
}

const OGG_PAGE_HEAD = 27

/** Packets of an Ogg file with one Opus stream, without its two headers. */
export function readOggOpus(file: Buffer): Buffer[] {
  const packets: Buffer[] = []
  let open: Buffer[] = []
  let at = 0
  while (at + OGG_PAGE_HEAD <= file.length) {
    if (file.toString('latin1', at, at + 4) !== 'OggS') throw new Error('Not an Ogg file')
    const segments = file.subarray(at + OGG_PAGE_HEAD, at + OGG_PAGE_HEAD + (file[at + 26] ?? 0))
    at += OGG_PAGE_HEAD + segments.length
    for (const length of segments) {
      open.push(file.subarray(at, at + length))
      at += length
      // A segment of 255 bytes goes on in the next, beyond the page too (RFC 3533).
      if (length === 255) continue
      packets.push(Buffer.concat(open))
      open = []
    }
  }
  return packets.filter(packet => !/^Opus(Head|Tags)/.test(packet.toString('latin1', 0, 8)))
}

let clip: Clip | undefined

/** The visitor that comes with the simulator; read once. */
export function visitorClip(): Clip {
  const read = (name: string) => readFileSync(join(import.meta.dirname, 'media', name))
  clip ??= { ...readIvf(read('visitor.ivf')), packets: readOggOpus(read('visitor.ogg')) }
  return clip
}
