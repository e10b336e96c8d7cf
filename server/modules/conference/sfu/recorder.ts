// Writes what participants send into files beside the conference: one for each sound and picture, with a list of what is whose
// and when it began. It is one more receiver to whom media are forwarded, and never makes others wait.
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  openTrackWriter,
  type TrackCodec,
  type TrackLine,
  type TrackWriter,
  trackList,
  type WriterTrouble,
  writtenEnding,
} from '../../recordings/public.ts'
import type { MediaSource, RecordedSource, RecordingOrder } from '../media-port.ts'
import { createFrames, type Frame } from './frames.ts'

const CLOCK = { audio: 48, video: 90 } as const
/** A picture begins anew so often, so that one can go to any moment of it quickly. */
const KEY_FRAME_MS = 2_500
const NTP_FRACTION = 2 ** 32
const NTP_EPOCH_S = 2_208_988_800

/** What forwards media to a file: the forwarder makes one for each source. */
export interface RecordedLine {
  /** The packets of the source with one line of numbers, whatever becomes of the source. */
  take(packet: Buffer): void
  /** The sender's clock at one of its time stamps. */
  report(ntp: Buffer, timestamp: number): void
}

/** How the forwarder joins a line with its source. */
export interface Connected {
  wantKeyFrame(): void
  disconnect(): void
}

interface Options {
  connect(source: MediaSource, line: RecordedLine): Connected
  onTrouble(id: string, trouble: WriterTrouble, why: string): void
  now?: () => number
}

interface Written {
  file: string
  writer: TrackWriter
  /** Time stamp at which the file begins. */
  from: number
}

interface Line {
  source: RecordedSource
  connected: Connected
  tend(now: number): void
  close(): Promise<void>
}

interface Running {
  order: RecordingOrder
  lines: Map<string, Line>
  files: number
  /** Numbers of those who send: what they are known by stays between them and the service. */
  stays: Map<string, number>
  /** Lines of the list that are being written. */
  noting: Set<Promise<void>>
}

const keyOf = ({ from, type }: MediaSource) => `${from}/${type}`

export type Recorder = ReturnType<typeof createRecorder>

export function createRecorder({ connect, onTrouble, now = Date.now }: Options) {
  const running = new Map<string, Running>()

  const openLine = (recording: Running, source: RecordedSource): Line => {
    const kind = source.type === 'audio' ? 'audio' : 'video'
    const { folder, since } = recording.order
    let written: Written | undefined
    let keyAt = now()
    const begin = (frame: Frame, at: number): Written => {
      const track: TrackCodec =
        kind === 'audio'
          ? { codec: 'opus', channels: isStereo(frame.data) ? 2 : 1 }
          : { codec: 'vp8', width: frame.width, height: frame.height }
      const number = String(++recording.files).padStart(4, '0')
      const file = `${at}-${number}-${source.type}${writtenEnding(track)}`
      const stay = recording.stays.get(source.from) ?? at * 1000 + recording.stays.size
      recording.stays.set(source.from, stay)
      const line: TrackLine = {
        is: 'track',
        file,
        kind: source.type,
        codec: track.codec,
        stay,
        beginMs: Math.max(0, at - since),
        whose: source.whose,
        displayName: source.displayName,
        imei: source.imei,
      }
      note(recording, line)
      const writer = openTrackWriter({
        path: join(folder, file),
        track,
        onTrouble: (trouble, error) =>
          onTrouble(recording.order.id, trouble, error instanceof Error ? error.message : String(error)),
      })
      return { file, writer, from: frame.timestamp }
    }
    const frames = createFrames({
      kind,
      onFrame(frame, at) {
        written ??= begin(frame, at)
        if (frame.key) keyAt = at
        const { data, key, timestamp } = frame
        written.writer.write({ data, key, at: (timestamp - written.from) / CLOCK[kind] })
      },
      onKeyFrameNeeded: () => line.connected.wantKeyFrame(),
    })
    const connected = connect(source, {
      take: packet => frames.take(packet, now()),
      report(ntp, timestamp) {
        if (!written) return
        const at = ((timestamp - written.from) | 0) / CLOCK[kind]
        note(recording, { is: 'clock', file: written.file, atMs: at, senderMs: ntpMs(ntp) })
      },
    })
    const line: Line = {
      source,
      connected,
      tend(at) {
        frames.tend(at)
        if (kind !== 'video' || !written || at - keyAt < KEY_FRAME_MS) return
        keyAt = at
        connected.wantKeyFrame()
      },
      async close() {
        connected.disconnect()
        frames.tend(Number.POSITIVE_INFINITY)
        await written?.writer.close()
      },
    }
    return line
  }
  const stopLine = (recording: Running, key: string) => {
    const line = recording.lines.get(key)
    recording.lines.delete(key)
    return line?.close()
  }

  return {
    /** Begins it, or records from now on of these and nobody else. */
    record(order: RecordingOrder): void {
      const recording = running.get(order.id) ?? {
        order,
        lines: new Map(),
        files: 0,
        stays: new Map(),
        noting: new Set(),
      }
      running.set(order.id, recording)
      recording.order = order
      const wanted = new Map(order.sources.map(source => [keyOf(source), source]))
      for (const key of [...recording.lines.keys()]) if (!wanted.has(key)) void stopLine(recording, key)
      for (const [key, source] of wanted)
        if (!recording.lines.has(key)) recording.lines.set(key, openLine(recording, source))
    },
    /** Resolves when its files are closed. */
    async end(id: string): Promise<void> {
      const recording = running.get(id)
      running.delete(id)
      if (!recording) return
      await Promise.all([...recording.lines.keys()].map(key => stopLine(recording, key)))
      // A file that no line of the list names is lost.
      await Promise.all(recording.noting)
    },
    tend(): void {
      const at = now()
      for (const { lines } of running.values()) for (const line of lines.values()) line.tend(at)
    },
  }
}

/** One line more in the list; what cannot be written there shows in the file beside it as well. */
function note(
  { order: { folder }, noting }: Running,
  line: TrackLine | { is: 'clock'; file: string; atMs: number; senderMs: number },
): void {
  const writing = appendFile(join(folder, trackList), `${JSON.stringify(line)}\n`, { mode: 0o600 })
    .catch(() => {})
    .finally(() => noting.delete(writing))
  noting.add(writing)
}

/** The bit for two channels in the first byte of a packet (RFC 6716). */
const isStereo = (data: Buffer) => ((data[0] ?? 0) & 0x04) !== 0

const ntpMs = (ntp: Buffer) =>
  (ntp.readUInt32BE(0) - NTP_EPOCH_S) * 1000 + (ntp.readUInt32BE(4) * 1000) / NTP_FRACTION
