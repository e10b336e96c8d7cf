// Files of segments: one that was only appended to is made whole, and a clip is cut out of several. Pictures are copied, never
// encoded anew.
import { rm } from 'node:fs/promises'
import {
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { untilCutOff } from '../recordings/public.ts'

export interface SegmentPart {
  path: string
  /** When its first and its last picture were taken. */
  from: number
  to: number
}

const EVER = Number.POSITIVE_INFINITY

export interface WholeSegment {
  codec: 'h264' | 'vp8'
  contentType: string
  width: number
  height: number
  /** From the first picture to the last. */
  durationMs: number
}

/** Undefined where there is no picture in it; what was cut off at its end is left out. */
export const makeWhole = (part: string, to: string): Promise<WholeSegment | undefined> =>
  joinParts([{ path: part, from: 0, to: EVER }], to, { from: -EVER, to: EVER }, { atOnce: true })

export const endingOf = ({ codec }: Pick<WholeSegment, 'codec'>): string =>
  codec === 'h264' ? '.mp4' : '.webm'

/**
 * One file of several that follow each other, from the last picture before `from` that stands by itself. Times between them
 * are gaps of the same length: a clock in the picture goes on showing the time. With `atOnce` what a player asks for first
 * stands first in the file, which takes as much memory as the file has bytes.
 */
export async function joinParts(
  parts: readonly SegmentPart[],
  to: string,
  window: { from: number; to: number },
  { atOnce = false } = {},
): Promise<WholeSegment | undefined> {
  let output: { file: Output; source: EncodedVideoPacketSource; made: WholeSegment } | undefined
  let began = 0
  let last = Number.NEGATIVE_INFINITY
  for (const { path, from, to: end } of parts) {
    if (end < window.from || from > window.to) continue
    const input = new Input({ source: new FilePathSource(path), formats: [MATROSKA, WEBM, MP4] })
    try {
      const track = await input.getPrimaryVideoTrack().catch(() => null)
      const config = await track?.getDecoderConfig().catch(() => null)
      if (!track || !config) continue
      const codec = (await track.getCodec()) === 'vp8' ? ('vp8' as const) : ('h264' as const)
      // Of two codecs one file cannot be made: the first one has it.
      if (output && output.made.codec !== codec) continue
      const sink = new EncodedPacketSink(track)
      const wanted = (window.from - from) / 1000
      const first = Number.isFinite(wanted) && wanted > 0 ? await sink.getKeyPacket(wanted) : null
      for await (const packet of untilCutOff(sink.packets(first ?? undefined))) {
        const at = from + packet.timestamp * 1000
        if (at > window.to) break
        if (at <= last) continue
        if (!output) {
          if (packet.type !== 'key') continue
          const source = new EncodedVideoPacketSource(codec === 'h264' ? 'avc' : 'vp8')
          const file = new Output({
            format:
              codec === 'h264'
                ? new Mp4OutputFormat({ fastStart: atOnce ? 'in-memory' : false })
                : new WebMOutputFormat(),
            target: new FilePathTarget(to),
          })
          file.addVideoTrack(source)
          await file.start()
          began = at
          output = {
            file,
            source,
            made: {
              codec,
              contentType: codec === 'h264' ? 'video/mp4' : 'video/webm',
              width: await track.getCodedWidth(),
              height: await track.getCodedHeight(),
              durationMs: 0,
            },
          }
          await source.add(new EncodedPacket(packet.data, 'key', 0, packet.duration), {
            decoderConfig: config,
          })
        } else
          await output.source.add(
            new EncodedPacket(packet.data, packet.type, (at - began) / 1000, packet.duration),
          )
        last = at
        output.made.durationMs = Math.round(at - began)
      }
    } finally {
      input.dispose()
    }
  }
  if (!output) {
    await rm(to, { force: true })
    return undefined
  }
  await output.file.finalize()
  return output.made
}
