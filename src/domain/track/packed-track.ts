// A track in few bytes: times as changes of their steps, places as changes of whole ten-millionths of a degree. Used in
// the store and on the wire. The format is described in docs/device-protocol.md.
import { bytesOfText, PackedReader, PackedWriter, textOfBytes } from '../packed-bytes.ts'
import { positionSource, type Track } from './track.ts'

const VERSION = 1
/** Digits after the point of a degree: 7 are a centimetre, and what the compact form of messages carries. */
const DECIMALS = [6, 7] as const
/** A point takes four bytes at least. */
const LEAST_BYTES = 4
const SOURCES = positionSource.options.length

const wrong = (what: string) => new RangeError(`This is no packed track: ${what}`)

/** 6 where that keeps every place exactly, else 7. */
function decimalsOf({ longitudes, latitudes }: Track): 6 | 7 {
  for (const degrees of [longitudes, latitudes])
    for (const value of degrees) if (Math.round(value * 1e6) / 1e6 !== value) return 7
  return 6
}

/**
 * Packs a track; a day of one point a second takes about 500 KB. Degrees are kept to seven digits, accuracies to a tenth
 * of a metre. Throws a RangeError when the times do not rise.
 */
export function packTrack(track: Track): Uint8Array {
  const { times, longitudes, latitudes, accuracies, sources } = track
  const out = new PackedWriter()
  const decimals = decimalsOf(track)
  out.whole(VERSION)
  out.whole(decimals)
  out.whole(times.length)
  let [before, step] = [0, 0]
  for (const [index, at] of times.entries()) {
    if (index > 0 && at <= before) throw wrong('its times do not rise')
    out.signed(at - before - step)
    step = at - before
    before = at
  }
  const scale = 10 ** decimals
  for (const degrees of [longitudes, latitudes]) {
    let last = 0
    for (const value of degrees) {
      const whole = Math.round(value * scale)
      out.signed(whole - last)
      last = whole
    }
  }
  let last = 0
  for (const metres of accuracies) {
    // What is known must not become unknown.
    const tenths = metres > 0 ? Math.max(1, Math.round(metres * 10)) : 0
    out.signed(tenths - last)
    last = tenths
  }
  for (let start = 0; start < sources.length; ) {
    const source = sources[start] ?? 0
    let end = start + 1
    while (end < sources.length && sources[end] === source) end++
    out.whole(source)
    out.whole(end - start)
    start = end
  }
  return out.done()
}

/** Reads a packed track. Throws a RangeError for what is none: cut off, too long, times that fall, places off the earth. */
export function unpackTrack(bytes: Uint8Array): Track {
  const from = new PackedReader(bytes)
  if (from.whole() !== VERSION) throw wrong('another version')
  const decimals = from.whole()
  if (!DECIMALS.some(each => each === decimals)) throw wrong('its degrees')
  const count = from.whole()
  if (count * LEAST_BYTES > from.left) throw wrong('it ends too soon')
  const track: Track = {
    times: readTimes(from, count),
    longitudes: readDegrees(from, count, decimals, 180),
    latitudes: readDegrees(from, count, decimals, 90),
    accuracies: readAccuracies(from, count),
    sources: readSources(from, count),
  }
  if (from.left > 0) throw wrong('it is too long')
  return track
}

function readTimes(from: PackedReader, count: number): Float64Array<ArrayBuffer> {
  const times = new Float64Array(count)
  let [at, step] = [0, 0]
  for (let index = 0; index < count; index++) {
    step += from.signed()
    at += step
    if (index > 0 && step <= 0) throw wrong('its times do not rise')
    if (at < 0 || at > 8.64e15) throw wrong('a time')
    times[index] = at
  }
  return times
}

function readDegrees(
  from: PackedReader,
  count: number,
  decimals: number,
  most: number,
): Float64Array<ArrayBuffer> {
  const degrees = new Float64Array(count)
  const scale = 10 ** decimals
  let whole = 0
  for (let index = 0; index < count; index++) {
    whole += from.signed()
    const value = whole / scale
    if (value > most || value < -most) throw wrong('a place off the earth')
    degrees[index] = value
  }
  return degrees
}

function readAccuracies(from: PackedReader, count: number): Float32Array<ArrayBuffer> {
  const accuracies = new Float32Array(count)
  let tenths = 0
  for (let index = 0; index < count; index++) {
    tenths += from.signed()
    if (tenths < 0) throw wrong('an accuracy')
    accuracies[index] = tenths / 10
  }
  return accuracies
}

function readSources(from: PackedReader, count: number): Uint8Array<ArrayBuffer> {
  const sources = new Uint8Array(count)
  for (let start = 0; start < count; ) {
    const source = from.whole()
    const length = from.whole()
    if (source > SOURCES || length === 0 || start + length > count) throw wrong('its sources')
    sources.fill(source, start, start + length)
    start += length
  }
  return sources
}

/** The packed track as text that JSON carries (base64). */
export const packTrackToText = (track: Track): string => textOfBytes(packTrack(track))

/** Reads what `packTrackToText` wrote. Throws a RangeError for what is none. */
export const unpackTrackFromText = (text: string): Track => unpackTrack(bytesOfText(text))
