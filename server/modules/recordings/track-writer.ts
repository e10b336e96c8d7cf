// Writes the encoded packets of one sound or picture into a file that is only ever appended to: whatever ends the program, what
// was written can be read up to the last packet. Such a file knows neither its length nor where to seek; `remux.ts` makes it
// whole once it has ended. Knows nothing of servers and rooms, so that it runs in a child as well.
import { type FileHandle, open } from 'node:fs/promises'
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Output,
  StreamTarget,
  WebMOutputFormat,
} from 'mediabunny'
import type { RecordingTrouble } from '../../../src/domain/recordings/recording-trouble.ts'
import { isFullDisk } from '../../full-disk.ts'

/** H.264 comes as Annex B, its parameter sets before each key frame; VP8 and Opus as they are in RTP payloads. */
export type TrackCodec =
  | { codec: 'vp8' | 'h264'; width: number; height: number }
  | { codec: 'opus'; channels: 1 | 2 }

/** Ending of the file's name while it is written. */
export const writtenEnding = ({ codec }: TrackCodec): string =>
  codec === 'h264' ? '.part.mkv' : '.part.webm'

/** One whole frame, in the order in which frames are decoded. */
export interface EncodedFrame {
  data: Uint8Array
  /** It stands by itself; sound always does. The first one of a picture has to. */
  key: boolean
  /** Milliseconds from the beginning of the track. */
  at: number
  durationMs?: number
}

export type WriterTrouble = Extract<RecordingTrouble, 'diskFull' | 'broken'>

export interface TrackWriter {
  readonly path: string
  /** Takes a frame at once; it is written behind those before it. After trouble or the end it is dropped. */
  write(frame: EncodedFrame): void
  /** Bytes in the file by now. */
  bytes(): number
  /** Resolves when all that was taken is written and the file is closed; never rejects. */
  close(): Promise<void>
}

const SOUND_RATE = 48_000
/** Frames that may wait for a slow disk: more than a minute of a picture. With more of them it is given up, and said. */
const MOST_WAITING = 2_000
/** WebM counts in milliseconds, and no two frames of a track may stand at the same. */
const LEAST_STEP_MS = 1

export interface WriterOptions {
  path: string
  track: TrackCodec
  /** Told once; what stands in the file by then stays. */
  onTrouble(trouble: WriterTrouble, error: unknown): void
}

export function openTrackWriter({ path, track, onTrouble }: WriterOptions): TrackWriter {
  let handle: FileHandle | undefined
  let bytes = 0
  let waiting = 0
  let over = false
  let last = Number.NEGATIVE_INFINITY
  const fail = (error: unknown) => {
    if (over) return
    over = true
    onTrouble(isFullDisk(error) ? 'diskFull' : 'broken', error)
  }
  const target = new StreamTarget(
    new WritableStream({
      write: async ({ data, position }) => {
        if (!handle) return
        await writeWhole(handle, data, position)
        bytes = Math.max(bytes, position + data.byteLength)
      },
    }),
  )
  const options = { appendOnly: true, minimumClusterDuration: 1 }
  const output = new Output({
    format: track.codec === 'h264' ? new MkvOutputFormat(options) : new WebMOutputFormat(options),
    target,
  })
  const add = adderOf(track, output)
  let work: Promise<void> = (async () => {
    handle = await open(path, 'w', 0o600)
    await output.start()
  })().catch(fail)

  return {
    path,
    write(frame) {
      if (over) return
      if (waiting >= MOST_WAITING) return fail(new Error('The disk is too slow'))
      const at = Math.max(frame.at, last + LEAST_STEP_MS, 0)
      last = at
      waiting++
      work = work
        .then(async () => {
          if (!over) await add({ ...frame, at })
        })
        .catch(fail)
        .finally(() => {
          waiting--
        })
    },
    bytes: () => bytes,
    async close() {
      await work
      if (!over)
        await output.finalize().catch(error => {
          // One into which nothing was written has nothing to end.
          if (Number.isFinite(last)) fail(error)
        })
      over = true
      await handle?.close().catch(() => {})
      handle = undefined
    },
  }
}

function adderOf(track: TrackCodec, output: Output): (frame: EncodedFrame) => Promise<void> {
  let first = true
  const packetOf = ({ data, key, at, durationMs = 0 }: EncodedFrame) =>
    new EncodedPacket(data, key ? 'key' : 'delta', at / 1000, durationMs / 1000)
  if (track.codec === 'opus') {
    const source = new EncodedAudioPacketSource('opus')
    output.addAudioTrack(source)
    return async frame => {
      const decoderConfig = {
        codec: 'opus',
        numberOfChannels: track.channels,
        sampleRate: SOUND_RATE,
        description: opusHead(track.channels),
      }
      await source.add(packetOf(frame), first ? { decoderConfig } : undefined)
      first = false
    }
  }
  const { width, height } = track
  const source = new EncodedVideoPacketSource(track.codec === 'vp8' ? 'vp8' : 'avc')
  output.addVideoTrack(source)
  return async frame => {
    const decoderConfig = {
      codec: track.codec === 'vp8' ? 'vp8' : h264Name(frame.data),
      codedWidth: width,
      codedHeight: height,
    }
    await source.add(packetOf(frame), first ? { decoderConfig } : undefined)
    first = false
  }
}

/** Identification header of Opus (RFC 7845). */
function opusHead(channels: number): Uint8Array {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 0, 'latin1')
  head.writeUInt8(1, 8)
  head.writeUInt8(channels, 9)
  head.writeUInt32LE(SOUND_RATE, 12)
  return head
}

const SEQUENCE_PARAMETERS = 7
const BASELINE = '42e01f'

/** `avc1.` and profile, constraints and level from the sequence parameters before a key frame. */
function h264Name(data: Uint8Array): string {
  for (let at = 0; at + 6 < data.length; at++) {
    if (data[at] !== 0 || data[at + 1] !== 0 || data[at + 2] !== 1) continue
    if (((data[at + 3] ?? 0) & 0x1f) === SEQUENCE_PARAMETERS)
      return `avc1.${Buffer.from(data.subarray(at + 4, at + 7)).toString('hex')}`
  }
  return `avc1.${BASELINE}`
}

async function writeWhole(handle: FileHandle, data: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < data.byteLength; ) {
    const { bytesWritten } = await handle.write(data, done, data.byteLength - done, position + done)
    done += bytesWritten
  }
}
