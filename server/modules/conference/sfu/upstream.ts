// What one participant sends of one kind: a single stream, or the layers of one picture, each a stream of its own.
import { createIncoming, type Incoming } from './incoming.ts'
import { createMeter, type Layer, type Meter, usualLayer } from './layers.ts'
import type { OfferedLine } from './offer.ts'
import { extensionOf, type RtpView, type Vp8View } from './rtp.ts'

/** A layer of which nothing came for so long is not sent now. */
const SILENT_MS = 700
/** Nobody has wanted a layer for so long: its sender can leave it. */
const UNWATCHED_MS = 5_000
/** A key frame of a large layer costs more, and is asked for less often. */
const KEY_FRAME_MS = [500, 1_000, 1_000] as const

export interface Stream {
  readonly index: number
  readonly ssrc: number
  readonly incoming: Incoming
  readonly meter: Meter
  width: number
  lastAt: number
}

export interface Upstream {
  /** Layers that were offered; one for what is sent once. */
  readonly count: number
  /** The stream of a packet; undefined where the packet does not say which layer it is of. */
  streamOf(packet: Buffer, view: RtpView): { stream: Stream; isNew: boolean } | undefined
  noteSize(stream: Stream, bytes: number, vp8: Vp8View | undefined, now: number): void
  byIndex(index: number): Stream | undefined
  bySsrc(ssrc: number): Stream | undefined
  isLive(index: number, now: number): boolean
  /** The highest layer up to this one that comes in now. */
  bestLive(upTo: number, now: number): Stream | undefined
  layers(now: number): Layer[]
  /** An ssrc to name in feedback about the line. */
  anySsrc(): number | undefined
  tend(now: number): void
  /** How many layers are of use now; answers how many to ask of the sender, undefined where that has not changed. */
  want(layers: number, now: number): number | undefined
}

export function createUpstream(options: {
  line: OfferedLine
  own: number
  repairs: boolean
  send(rtcp: Buffer): void
}): Upstream {
  const { line, own, repairs, send } = options
  const count = Math.max(1, line.rids.length)
  const streams: (Stream | undefined)[] = []
  const bySsrc = new Map<number, Stream>()
  // Whoever begins sends all that it has.
  let told = count
  let wantedAt: number | undefined

  const indexOf = (packet: Buffer, view: RtpView): number => {
    if (line.rids.length === 0) return 0
    const name = line.ridNumber === undefined ? undefined : extensionOf(packet, view, line.ridNumber)
    return name ? line.rids.indexOf(name.toString('latin1')) : -1
  }
  const isLive = (index: number, now: number): boolean => {
    const stream = streams[index]
    return stream !== undefined && now - stream.lastAt < SILENT_MS
  }
  return {
    count,
    streamOf(packet, view) {
      const known = bySsrc.get(view.ssrc)
      if (known) return { stream: known, isNew: false }
      const index = indexOf(packet, view)
      if (index < 0) return undefined
      const before = streams[index]
      if (before) bySsrc.delete(before.ssrc)
      const stream: Stream = {
        index,
        ssrc: view.ssrc,
        incoming: createIncoming({
          ssrc: view.ssrc,
          own,
          repairs,
          keyFrameMs: KEY_FRAME_MS[index] ?? KEY_FRAME_MS[0],
          send,
        }),
        meter: createMeter(),
        width: before?.width ?? 0,
        lastAt: Number.NEGATIVE_INFINITY,
      }
      streams[index] = stream
      bySsrc.set(view.ssrc, stream)
      return { stream, isNew: true }
    },
    noteSize(stream, bytes, vp8, now) {
      if (now - stream.lastAt >= SILENT_MS) stream.meter.pause()
      stream.lastAt = now
      stream.meter.note(bytes, vp8?.temporal ?? 0, now)
      if (vp8?.width) stream.width = vp8.width
    },
    byIndex: index => streams[index],
    bySsrc: ssrc => bySsrc.get(ssrc),
    isLive,
    bestLive(upTo, now) {
      for (let index = Math.min(upTo, count - 1); index >= 0; index--)
        if (isLive(index, now)) return streams[index]
      return undefined
    },
    layers: now => {
      const known = streams.find(stream => (stream?.width ?? 0) > 0)
      return Array.from({ length: count }, (_, index) => {
        const stream = streams[index]
        const usual = usualLayer(index, count)
        // Each layer is twice as wide as the one below it.
        const width = stream?.width || (known ? known.width * 2 ** (index - known.index) : usual.width)
        return { live: isLive(index, now), width, bits: stream?.meter.bits() ?? usual.bits }
      })
    },
    anySsrc: () => streams.find(stream => stream !== undefined)?.ssrc,
    tend(now) {
      for (const stream of streams) stream?.incoming.tend(now)
    },
    want(layers, now) {
      if (layers >= told || wantedAt === undefined) wantedAt = now
      if (layers === told || (layers < told && now - wantedAt < UNWATCHED_MS)) return undefined
      told = layers
      wantedAt = now
      return layers
    },
  }
}
