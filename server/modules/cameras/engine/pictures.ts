// Whole pictures out of packets that come in order, each with what is needed to show it.
import type { CameraFrame, VideoCodec, VideoFormat } from '../frames.ts'
import { createUnits, isKept, isKeyUnit, isPicture, isSequence, isSlice, sizeOf } from './h264.ts'
import { isKeyFrame, readDescriptor, sizeOfKeyFrame } from './vp8.ts'

export interface MediaPacket {
  payload: Buffer
  timestamp: number
  marker: boolean
  /** Packets before it are missing. */
  afterGap: boolean
}

export interface PictureEvents {
  onFormat(format: VideoFormat): void
  onFrame(frame: CameraFrame): void
  /** Pictures are missing; nothing is told until a key frame comes. */
  onGap(): void
}

export interface PictureReader {
  take(packet: MediaPacket): void
  /** Parameters that were told beside the stream. */
  know(units: readonly Buffer[]): void
}

const CLOCK = 90_000
/** Units of one picture. */
const MOST_UNITS = 512

/** A 32-bit clock as microseconds that never run back. */
export function createClock(rate: number) {
  let before: number | undefined
  let sum = 0
  return (timestamp: number): number => {
    const step = before === undefined ? 0 : (timestamp - before) | 0
    // A clock that leaps was set anew: it goes on from where it was.
    if (Math.abs(step) > 60 * rate) sum += rate / 25
    else if (step < 0) return Math.round((sum * 1_000_000) / rate)
    else sum += step
    before = timestamp
    return Math.round((sum * 1_000_000) / rate)
  }
}

export function createPictures(codec: VideoCodec, events: PictureEvents, now = Date.now): PictureReader {
  return codec === 'H264' ? readH264(events, now) : readVp8(events, now)
}

function readH264({ onFormat, onFrame, onGap }: PictureEvents, now: () => number): PictureReader {
  const collector = createUnits()
  const clock = createClock(CLOCK)
  let units: Buffer[] = []
  let timestamp: number | undefined
  let sequence: Buffer | undefined
  let picture: Buffer | undefined
  let told: VideoFormat['parameters']
  let whole = false
  let damaged = false

  const learn = (unit: Buffer) => {
    if (isSequence(unit)) sequence = unit
    if (isPicture(unit)) picture = unit
  }
  const tellFormat = () => {
    if (!sequence || !picture) return
    if (told?.sequence.equals(sequence) && told.picture.equals(picture)) return
    const size = sizeOf(sequence)
    if (!size) return
    told = { sequence, picture }
    onFormat({ codec: 'H264', ...size, parameters: told })
  }
  const damage = () => {
    damaged = true
    collector.reset()
  }
  const finish = () => {
    const [done, at] = [units, timestamp]
    units = []
    timestamp = undefined
    if (at === undefined || !done.some(isSlice)) return
    const key = done.some(isKeyUnit)
    if (damaged) {
      damaged = false
      if (whole) onGap()
      whole = false
      return
    }
    if (!whole && !key) return
    if (key) tellFormat()
    if (!told) return
    whole = true
    const slices = done.filter(unit => !isSequence(unit) && !isPicture(unit))
    onFrame({
      key,
      timestampUs: clock(at),
      at: now(),
      units: key ? [told.sequence, told.picture, ...slices] : slices,
    })
  }
  return {
    know: all => all.forEach(learn),
    take({ payload, timestamp: at, marker, afterGap }) {
      if (timestamp !== undefined && at !== timestamp) finish()
      if (afterGap) damage()
      timestamp = at
      const complete = collector.take(payload)
      if (!complete || units.length > MOST_UNITS) damage()
      for (const unit of complete ?? []) {
        learn(unit)
        if (isKept(unit)) units.push(unit)
      }
      // Some cameras mark each unit: what shows nothing is not the end of a picture.
      if (marker && (damaged || units.some(isSlice))) finish()
    },
  }
}

function readVp8({ onFormat, onFrame, onGap }: PictureEvents, now: () => number): PictureReader {
  const clock = createClock(CLOCK)
  let parts: Buffer[] | undefined
  let told = ''
  let whole = false

  const damage = () => {
    parts = undefined
    if (whole) onGap()
    whole = false
  }
  const finish = (frame: Buffer, timestamp: number) => {
    const key = isKeyFrame(frame)
    if (!whole && !key) return
    const size = key ? sizeOfKeyFrame(frame) : undefined
    if (key && !size) return damage()
    if (size && told !== `${size.width} ${size.height}`) {
      told = `${size.width} ${size.height}`
      onFormat({ codec: 'VP8', ...size, parameters: undefined })
    }
    whole = true
    onFrame({ key, timestampUs: clock(timestamp), at: now(), units: [frame] })
  }
  return {
    know: () => {},
    take({ payload, timestamp, marker, afterGap }) {
      if (afterGap) damage()
      const read = readDescriptor(payload)
      if (!read) return damage()
      if (read.begins) parts = []
      if (!parts || parts.length > MOST_UNITS * 8) return damage()
      parts.push(Buffer.from(payload.subarray(read.from)))
      if (!marker) return
      const frame = Buffer.concat(parts)
      parts = undefined
      if (frame.length > 0) finish(frame, timestamp)
    },
  }
}
