// Keeps what a camera sends, inside the program that fetches it: in files of about a minute, each of which can be read up to its
// last second whatever ends the program, and in memory the seconds before something happens.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { cameraFault } from '../../../../src/domain/camera/camera.ts'
import { segmentReason } from '../../../../src/domain/recordings/camera-recording.ts'
import { openTrackWriter, type TrackWriter, writtenEnding } from '../../recordings/public.ts'
import type { CameraFrame, ConsumerFactory, FrameConsumer, VideoFormat } from '../frames.ts'

export const RING = 'ring'
export const RECORD = 'record'

const ringOptions = z.object({ cameraId: z.int(), beforeMs: z.int() })
const recordOptions = z.object({
  cameraId: z.int(),
  folder: z.string(),
  why: segmentReason,
  segmentMs: z.int(),
})
type RecordOptions = z.output<typeof recordOptions>

/** Which camera, the moment of the first picture, and why. */
export const SEGMENT_FILE = /^(\d+)-(\d+)-(always|schedule|alarm)\.part\.(?:mkv|webm)$/
const file = z.string().check(z.regex(SEGMENT_FILE))

/** What the server is told. */
export const recordWord = z.discriminatedUnion('is', [
  /** A file is written from this moment. */
  z.object({ is: z.literal('begun'), file, at: z.int() }),
  /** A file is over: it is to be made whole and kept. */
  z.object({ is: z.literal('ended'), file, from: z.int(), to: z.int() }),
  /** Pictures are missing from this moment. */
  z.object({ is: z.literal('gap'), at: z.int(), fault: z.nullable(cameraFault) }),
  /** Nothing more is written. What was written until then is told as ended. */
  z.object({ is: z.literal('trouble'), trouble: z.enum(['diskFull', 'broken']) }),
])
export type RecordWord = z.output<typeof recordWord>

/** Beyond this the oldest of what is kept in memory goes, whatever was asked for. */
const MOST_RING_BYTES = 64 * 1024 * 1024
const START_CODE = Buffer.from([0, 0, 0, 1])

interface Ring {
  /** Groups of pictures, each beginning with one that stands by itself. */
  groups: { frames: CameraFrame[]; bytes: number }[]
}

const rings = new Map<number, Ring>()

const bytesOf = ({ units }: CameraFrame) => units.reduce((sum, { length }) => sum + length, 0)

/** Keeps the last seconds of a camera in memory, for a recording that begins because something has happened. */
export const keepRing: ConsumerFactory = raw => {
  const { cameraId, beforeMs } = z.parse(ringOptions, raw)
  const ring: Ring = { groups: [] }
  rings.set(cameraId, ring)
  const forget = () => {
    ring.groups = []
  }
  return {
    onFormat: forget,
    onFrame(frame) {
      if (frame.key) ring.groups.push({ frames: [], bytes: 0 })
      const group = ring.groups.at(-1)
      if (!group) return
      group.frames.push(frame)
      group.bytes += bytesOf(frame)
      // A group goes once the next one reaches far enough back by itself.
      const second = ring.groups[1]?.frames[0]
      const bytes = ring.groups.reduce((sum, each) => sum + each.bytes, 0)
      if (second && (frame.at - second.at >= beforeMs || bytes > MOST_RING_BYTES)) ring.groups.shift()
    },
    onGap(fault) {
      // A camera that comes back has another clock.
      if (fault) forget()
    },
    onEnd() {
      if (rings.get(cameraId) === ring) rings.delete(cameraId)
      return undefined
    },
  }
}

/** Writes what comes from now on; with a ring, from before. */
export const recordFrames: ConsumerFactory = (raw, tell) => {
  const options = z.parse(recordOptions, raw)
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  return createRecorder(options, word => tell(word))
}

interface Written {
  writer: TrackWriter
  file: string
  /** By the server's clock and by the camera's. */
  from: number
  fromUs: number
  to: number
}

function createRecorder(
  { cameraId, folder, why, segmentMs }: RecordOptions,
  tell: (word: RecordWord) => void,
): FrameConsumer {
  let format: VideoFormat | undefined
  let written: Written | undefined
  let last = Number.NEGATIVE_INFINITY
  let takesRing = true
  let troubled = false
  /** Files are told in their order. */
  let closing = Promise.resolve()

  const close = () => {
    if (!written) return
    const { writer, file, from, to } = written
    written = undefined
    closing = closing.then(() => writer.close()).then(() => tell({ is: 'ended', file, from, to }))
  }
  const open = (frame: CameraFrame, { codec, width, height }: VideoFormat): Written => {
    const track = { codec: codec === 'H264' ? ('h264' as const) : ('vp8' as const), width, height }
    const file = `${cameraId}-${frame.at}-${why}${writtenEnding(track)}`
    tell({ is: 'begun', file, at: frame.at })
    const writer = openTrackWriter({
      path: join(folder, file),
      track,
      onTrouble: trouble => {
        // With each key frame it would be the same again: whoever asked for it asks anew.
        troubled = true
        tell({ is: 'trouble', trouble })
        close()
      },
    })
    return { writer, file, from: frame.at, fromUs: frame.timestampUs, to: frame.at }
  }
  const write = (frame: CameraFrame) => {
    // What the ring gave comes once more with the group of pictures that everybody begins with.
    if (troubled || !format || frame.timestampUs <= last) return
    last = frame.timestampUs
    if (frame.key && written && frame.at - written.from >= segmentMs) close()
    if (!written) {
      if (!frame.key) return
      written = open(frame, format)
    }
    const data =
      format.codec === 'H264'
        ? Buffer.concat(frame.units.flatMap(unit => [START_CODE, unit]))
        : Buffer.concat(frame.units)
    const at = (frame.timestampUs - written.fromUs) / 1000
    written.to = written.from + Math.max(0, Math.round(at))
    written.writer.write({ data, key: frame.key, at })
  }
  const begin = (next: VideoFormat) => {
    const ring = rings.get(cameraId)
    format = next
    if (!takesRing) return
    takesRing = false
    if (ring) for (const { frames } of ring.groups) for (const frame of frames) write(frame)
  }
  return {
    onFormat(next) {
      close()
      begin(next)
    },
    onFrame: write,
    onGap(fault) {
      const at = written?.to ?? Date.now()
      close()
      last = Number.NEGATIVE_INFINITY
      tell({ is: 'gap', at, fault: fault ?? null })
    },
    onEnd() {
      close()
      return closing
    },
  }
}
