// Makes whole what was only appended to: one file for each sound and picture of each participant, with its length and with
// places to go to, however often they came back meanwhile. Each is read again before anybody relies on it.
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import * as z from 'zod/mini'
import { trackKind } from '../../../src/domain/recordings/recording.ts'
import { untilCutOff } from './cut-off.ts'
import { readTrackList, type TrackLine } from './folder.ts'
import { trimToWhole } from './trim.ts'

/** Where the whole files are put, in the folder of the recording. */
export const WHOLE_FOLDER = 'whole'

export const wholeTrack = z.object({
  /** Path of the file. */
  path: z.string(),
  kind: trackKind,
  codec: z.string(),
  contentType: z.string(),
  beginMs: z.int(),
  durationMs: z.int(),
  spans: z.array(z.object({ fromMs: z.int(), toMs: z.int() })),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  bytes: z.int(),
  whose: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  imei: z.nullable(z.string()),
})
export type WholeTrack = z.output<typeof wholeTrack>

const SOUND_MS = 20
/** One packet of 20 ms in which nothing is heard (RFC 6716). */
const SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe)
/** A pause that is longer is one in which nothing was sent. */
const PAUSE_MS = 1_500
/** Clocks of senders that are further off than this say nothing. */
const MOST_DRIFT_MS = 2_000

/** A file of which nothing could be read, and why. */
export const unreadPart = z.object({ file: z.string(), bytes: z.int(), why: z.string() })
type UnreadPart = z.output<typeof unreadPart>

/** Rejects where a file cannot be read again as it was written; what it was made from stays in any case. */
export async function remux(
  folder: string,
  onUnread: (part: UnreadPart) => void = () => {},
): Promise<WholeTrack[]> {
  const into = join(folder, WHOLE_FOLDER)
  await rm(into, { recursive: true, force: true })
  await mkdir(into, { recursive: true, mode: 0o700 })
  const lines = await readTrackList(folder)
  const tracks = lines.flatMap(line => (line.is === 'track' ? [line] : []))
  const begins = beginnings(lines)
  const groups = Map.groupBy(tracks, ({ whose, kind, codec }) => `${whose}/${kind}/${codec}`)
  const whole: WholeTrack[] = []
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const parts = group
      .map(line => ({ line, beginMs: begins.get(line.file) ?? line.beginMs }))
      .sort((one, other) => one.beginMs - other.beginMs)
    const path = join(into, `${whole.length + 1}.${first.codec === 'h264' ? 'mp4' : 'webm'}`)
    const made = await makeWhole(folder, path, first, parts, onUnread)
    if (made) whole.push(made)
  }
  return whole
}

/** When each file begins: sound and picture of one sender lie to each other as their sender's clock says. */
function beginnings(lines: Awaited<ReturnType<typeof readTrackList>>): Map<string, number> {
  const tracks = lines.flatMap(line => (line.is === 'track' ? [line] : []))
  const clocks = Map.groupBy(
    lines.flatMap(line => (line.is === 'clock' ? [line] : [])),
    ({ file }) => file,
  )
  const zeroOf = (file: string) =>
    median((clocks.get(file) ?? []).map(({ atMs, senderMs }) => senderMs - atMs))
  const begins = new Map<string, number>()
  for (const stay of Map.groupBy(tracks, one => one.stay).values()) {
    const reference = stay.find(({ file }) => zeroOf(file) !== undefined)
    const zero = reference && zeroOf(reference.file)
    for (const { file, beginMs } of stay) {
      const own = zeroOf(file)
      const told =
        reference && zero !== undefined && own !== undefined ? reference.beginMs + own - zero : beginMs
      begins.set(file, Math.max(0, Math.round(Math.abs(told - beginMs) < MOST_DRIFT_MS ? told : beginMs)))
    }
  }
  return begins
}

function median(values: number[]): number | undefined {
  return values.sort((one, other) => one - other)[values.length >> 1]
}

interface Part {
  line: TrackLine
  beginMs: number
}

async function makeWhole(
  folder: string,
  path: string,
  first: TrackLine,
  parts: readonly Part[],
  onUnread: (part: UnreadPart) => void,
): Promise<WholeTrack | undefined> {
  const sound = first.codec === 'opus'
  const output = new Output({
    format: first.codec === 'h264' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat(),
    target: new FilePathTarget(path),
  })
  const source = sound
    ? new EncodedAudioPacketSource('opus')
    : new EncodedVideoPacketSource(first.codec === 'h264' ? 'avc' : 'vp8')
  if (source instanceof EncodedAudioPacketSource) output.addAudioTrack(source)
  else output.addVideoTrack(source)
  await output.start()
  const spans: { fromMs: number; toMs: number }[] = []
  let began: number | undefined
  let last = Number.NEGATIVE_INFINITY
  /** Of the packet at `last`. */
  let lasts = SOUND_MS
  let packets = 0
  let size: { width: number | null; height: number | null } = { width: null, height: null }
  const add = async (packet: EncodedPacket, config: DecoderConfig | undefined) => {
    if (source instanceof EncodedAudioPacketSource)
      await source.add(packet, config && 'sampleRate' in config ? { decoderConfig: config } : undefined)
    else await source.add(packet, config && !('sampleRate' in config) ? { decoderConfig: config } : undefined)
    packets++
  }
  for (const { line, beginMs } of parts) {
    // Measured before what is written half is cut off: of one that cannot be read nothing may be left then.
    const bytes = await stat(join(folder, line.file)).then(
      ({ size }) => size,
      () => 0,
    )
    const input = await openPart(join(folder, line.file))
    if ('why' in input) {
      onUnread({ file: line.file, bytes, why: input.why })
      continue
    }
    try {
      let needsKey = true
      for await (const packet of untilCutOff(new EncodedPacketSink(input.track).packets())) {
        const at = beginMs + packet.timestamp * 1000
        // A line that came back before the old one was given up.
        if (at <= last || (needsKey && packet.type !== 'key')) continue
        needsKey = false
        if (began === undefined) size = { width: input.width, height: input.height }
        const config = began === undefined ? input.config : undefined
        began ??= at
        const span = spans.at(-1)
        if (span && at - last <= PAUSE_MS) span.toMs = Math.round(at)
        else spans.push({ fromMs: Math.round(at), toMs: Math.round(at) })
        // What was not sent is silence: players would else play on without it.
        if (sound && Number.isFinite(last))
          for (let gap = last + lasts; at - gap >= SOUND_MS; gap += SOUND_MS)
            await add(new EncodedPacket(SILENCE, 'key', (gap - began) / 1000, SOUND_MS / 1000), undefined)
        if (sound) lasts = opusMs(packet.data)
        const durationS = sound ? lasts / 1000 : packet.duration
        await add(new EncodedPacket(packet.data, packet.type, (at - began) / 1000, durationS), config)
        last = at
      }
    } finally {
      input.close()
    }
  }
  if (began === undefined) {
    await output.cancel()
    await rm(path, { force: true })
    return undefined
  }
  await output.finalize()
  const read = await readAgain(path)
  if (read.packets !== packets)
    throw new Error(`${read.packets} of ${packets} packets of a track were read again`)
  const { size: bytes } = await stat(path)
  const { kind, codec, whose, displayName, imei } = first
  return {
    path,
    kind,
    codec,
    contentType: `${sound ? 'audio' : 'video'}/${codec === 'h264' ? 'mp4' : 'webm'}`,
    beginMs: Math.round(began),
    durationMs: Math.max(1, Math.round(last - began + (sound ? lasts : 0))),
    spans,
    ...size,
    bytes,
    whose,
    displayName,
    imei,
  }
}

/** How long a packet sounds (RFC 6716, section 3.1): browsers that record put 60 ms into one, lines carry 20. */
function opusMs(packet: Uint8Array): number {
  const [head = 0, count = 0] = packet
  const config = head >> 3
  const frame =
    config < 12
      ? [10, 20, 40, 60][config & 3]
      : config < 16
        ? [10, 20][config & 1]
        : [2.5, 5, 10, 20][config & 3]
  const frames = (head & 3) === 0 ? 1 : (head & 3) === 3 ? count & 0x3f : 2
  return (frame ?? SOUND_MS) * Math.max(1, frames)
}

type DecoderConfig = AudioDecoderConfig | VideoDecoderConfig

interface OpenPart {
  track: InputTrack
  config: DecoderConfig
  width: number | null
  height: number | null
  close(): void
}

async function openPart(path: string): Promise<OpenPart | { why: string }> {
  if (/\.part\.\w+$/.test(path)) await trimToWhole(path).catch(() => {})
  const input = new Input({ source: new FilePathSource(path), formats: [WEBM, MATROSKA, MP4] })
  try {
    const video = await input.getPrimaryVideoTrack()
    const track = video ?? (await input.getPrimaryAudioTrack())
    const config = await track?.getDecoderConfig()
    if (!track || !config) throw new Error('Nothing in it')
    return {
      track,
      config,
      width: video ? await video.getCodedWidth() : null,
      height: video ? await video.getCodedHeight() : null,
      close: () => input.dispose(),
    }
  } catch (error) {
    input.dispose()
    return { why: error instanceof Error ? error.message : String(error) }
  }
}

async function readAgain(path: string): Promise<{ packets: number }> {
  const part = await openPart(path)
  if ('why' in part) throw new Error(`A track could not be read again: ${part.why}`)
  let packets = 0
  try {
    for await (const { byteLength } of new EncodedPacketSink(part.track).packets())
      if (byteLength > 0) packets++
  } finally {
    part.close()
  }
  return { packets }
}
