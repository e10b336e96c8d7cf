// What a video file says of itself: how long it is, when it was begun, and where. Reads the few boxes that tell, never the
// pictures; a file that lies about lengths says nothing.
import { type FileHandle, open } from 'node:fs/promises'
import { DAY_MS } from '../../../src/domain/durations.ts'

export interface VideoFacts {
  durationMs: number | null
  /** When the recording was begun, by the recorder's clock. */
  takenAt: number | null
  latitude: number | null
  longitude: number | null
}

const NOTHING: VideoFacts = { durationMs: null, takenAt: null, latitude: null, longitude: null }
/** Tables of a day's frames; larger ones are not looked into. */
const MOST_HEAD_BYTES = 64 * 1024 * 1024
/** Where WebM says what it is, in front of the pictures. */
const WEBM_HEAD_BYTES = 1024 * 1024
const MOST_BOXES = 10_000
/** Seconds from 1904, where MP4 counts from, to 1970. */
const MP4_EPOCH_S = 2_082_844_800
/** WebM counts nanoseconds from 2001. */
const WEBM_EPOCH_MS = 978_307_200_000
/** A recorder without a clock says 1904 or 1970. */
const NO_CLOCK_BEFORE = Date.UTC(2005, 0, 1)
const MOST_DURATION_MS = 8 * DAY_MS

export async function factsOf(path: string, contentType: string, now: number): Promise<VideoFacts> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const found = contentType === 'video/webm' ? await webmFacts(file) : await mp4Facts(file, size)
    return sensible({ ...NOTHING, ...found }, now)
  } catch (error) {
    // A box that leads beyond its end: the file may play all the same.
    if (error instanceof RangeError) return NOTHING
    throw error
  } finally {
    await file.close()
  }
}

function sensible({ durationMs, takenAt, latitude, longitude }: VideoFacts, now: number): VideoFacts {
  const placed =
    latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  const nowhere = latitude === 0 && longitude === 0
  return {
    durationMs: durationMs !== null && durationMs > 0 && durationMs < MOST_DURATION_MS ? durationMs : null,
    takenAt: takenAt !== null && takenAt >= NO_CLOCK_BEFORE && takenAt <= now ? takenAt : null,
    latitude: placed && !nowhere ? latitude : null,
    longitude: placed && !nowhere ? longitude : null,
  }
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

interface Box {
  name: string
  /** Where its content begins and ends. */
  from: number
  to: number
}

function boxAt(head: Buffer, at: number, end: number): Box | undefined {
  if (head.length < 8) return undefined
  const size = head.readUInt32BE(0)
  const wide = size === 1
  const length = size === 0 ? end - at : wide ? Number(head.readBigUInt64BE(8)) : size
  const from = at + (wide ? 16 : 8)
  const to = at + length
  return to >= from && to <= end ? { name: head.toString('latin1', 4, 8), from, to } : undefined
}

async function mp4Facts(file: FileHandle, size: number): Promise<Partial<VideoFacts>> {
  let at = 0
  for (let boxes = 0; boxes < MOST_BOXES && at < size; boxes++) {
    const box = boxAt(await bytesAt(file, at, 16), at, size)
    if (!box) return {}
    if (box.name === 'moov')
      return box.to - box.from > MOST_HEAD_BYTES
        ? {}
        : movieFacts(await bytesAt(file, box.from, box.to - box.from))
    at = box.to
  }
  return {}
}

function boxesIn(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const found: Box[] = []
  for (let at = from; at + 8 <= to && found.length < MOST_BOXES; ) {
    const box = boxAt(bytes.subarray(at, at + 16), at, to)
    if (!box) break
    found.push(box)
    at = box.to
  }
  return found
}

function movieFacts(moov: Buffer): Partial<VideoFacts> {
  const boxes = boxesIn(moov)
  const inside = (name: string, among = boxes) => among.find(box => box.name === name)
  const header = inside('mvhd')
  const user = inside('udta')
  const place = user && inside('\u00a9xyz', boxesIn(moov, user.from, user.to))
  // Four bytes say length and language of the text.
  const told = place && placeIn(moov.toString('latin1', place.from + 4, place.to))
  const meta = inside('meta')
  return { ...(header && headerFacts(moov, header)), ...(told ?? (meta && keyedPlace(moov, meta))) }
}

function headerFacts(moov: Buffer, { from }: Box): Partial<VideoFacts> {
  const wide = moov.readUInt8(from) === 1
  const created = wide ? Number(moov.readBigUInt64BE(from + 4)) : moov.readUInt32BE(from + 4)
  const at = from + (wide ? 20 : 12)
  const scale = moov.readUInt32BE(at)
  const duration = wide ? Number(moov.readBigUInt64BE(at + 4)) : moov.readUInt32BE(at + 4)
  return {
    takenAt: created === 0 ? null : (created - MP4_EPOCH_S) * 1000,
    durationMs: scale === 0 ? null : Math.round((duration / scale) * 1000),
  }
}

/** As phones with QuickTime write it: a list of keys, and the values by their places in it. */
function keyedPlace(moov: Buffer, meta: Box): ReturnType<typeof placeIn> {
  const text = moov.toString('latin1', meta.from, meta.to)
  return text.includes('com.apple.quicktime.location.ISO6709') ? placeIn(text) : undefined
}

/** ISO 6709 with decimal degrees: `+31.2304+121.4737/`. */
function placeIn(text: string): Pick<VideoFacts, 'latitude' | 'longitude'> | undefined {
  const found = /([+-]\d{2}(?:\.\d{1,12})?)([+-]\d{3}(?:\.\d{1,12})?)/.exec(text)
  return found ? { latitude: Number(found[1]), longitude: Number(found[2]) } : undefined
}

const EBML = { segment: 0x18538067, info: 0x1549a966, scale: 0x2ad7b1, duration: 0x4489, date: 0x4461 }

async function webmFacts(file: FileHandle): Promise<Partial<VideoFacts>> {
  const head = await bytesAt(file, 0, WEBM_HEAD_BYTES)
  const segment = elementsIn(head, 0, head.length).find(({ id }) => id === EBML.segment)
  const info = segment && elementsIn(head, segment.from, segment.to).find(({ id }) => id === EBML.info)
  if (!info) return {}
  let scale = 1_000_000
  let duration: number | undefined
  let date: number | undefined
  for (const { id, from, to } of elementsIn(head, info.from, info.to)) {
    if (id === EBML.scale) scale = head.readUIntBE(from, to - from)
    if (id === EBML.duration) duration = to - from === 4 ? head.readFloatBE(from) : head.readDoubleBE(from)
    if (id === EBML.date) date = Number(head.readBigInt64BE(from)) / 1e6 + WEBM_EPOCH_MS
  }
  return {
    durationMs: duration === undefined ? null : Math.round((duration * scale) / 1e6),
    takenAt: date === undefined ? null : Math.round(date),
  }
}

interface Element {
  id: number
  from: number
  to: number
}

/** The elements that follow each other in a part of the head; one of unknown length goes to its end. */
function elementsIn(head: Buffer, from: number, to: number): Element[] {
  const found: Element[] = []
  for (let at = from; at < to && found.length < MOST_BOXES; ) {
    const idLength = Math.clz32(head.readUInt8(at)) - 23
    if (idLength > 4) break
    const id = head.readUIntBE(at, idLength)
    const first = head.readUInt8(at + idLength)
    const length = Math.clz32(first) - 23
    if (length > 8) break
    let size = first & (0xff >> length)
    let unknown = size === 0xff >> length
    for (let index = 1; index < length; index++) {
      const byte = head.readUInt8(at + idLength + index)
      unknown &&= byte === 0xff
      size = size * 256 + byte
    }
    const begin = at + idLength + length
    const end = unknown ? to : Math.min(to, begin + size)
    found.push({ id, from: begin, to: end })
    at = end
  }
  return found
}
