// A series in few bytes: times as changes of their steps, values as changes of whole figures. Used in the store and on
// the wire, where a day of one value a second must neither weigh nor wait.
import { bytesOfText, PackedReader, PackedWriter, textOfBytes } from '../packed-bytes.ts'

/** Moments in epoch milliseconds, rising, and their values. */
export interface Points {
  times: readonly number[]
  values: readonly number[]
}

const VERSION = 1
/** Values that are no decimals of few digits are kept as they are. */
const RAW = 255
const MOST_DECIMALS = 6
const MOST_WHOLE = 2 ** 45

/** Digits after the point that keep every value exactly; RAW when no few do. */
function decimalsOf(values: readonly number[]): number {
  let decimals = 0
  for (const value of values) {
    for (;;) {
      const scale = 10 ** decimals
      const whole = Math.round(value * scale)
      if (Math.abs(whole) > MOST_WHOLE || Object.is(value, -0)) return RAW
      if (whole / scale === value) break
      if (++decimals > MOST_DECIMALS) return RAW
    }
  }
  return decimals
}

/** Packs a series; times must not fall. A day of one value a second takes about 200 KB. */
export function packSeries({ times, values }: Points): Uint8Array {
  const out = new PackedWriter()
  const decimals = decimalsOf(values)
  out.byte(VERSION)
  out.byte(decimals)
  out.whole(times.length)
  let [before, step] = [0, 0]
  for (const at of times) {
    out.signed(at - before - step)
    step = at - before
    before = at
  }
  if (decimals === RAW) {
    for (const byte of new Uint8Array(Float64Array.from(values).buffer)) out.byte(byte)
    return out.done()
  }
  const scale = 10 ** decimals
  let last = 0
  for (const value of values) {
    const whole = Math.round(value * scale)
    out.signed(whole - last)
    last = whole
  }
  return out.done()
}

/** Reads a packed series. Throws a RangeError for what is none. */
export function unpackSeries(bytes: Uint8Array): { times: number[]; values: number[] } {
  const from = new PackedReader(bytes)
  if (from.byte() !== VERSION) throw new RangeError('This is no packed series')
  const decimals = from.byte()
  if (decimals !== RAW && decimals > MOST_DECIMALS) throw new RangeError('This is no packed series')
  const count = from.whole()
  if (count > bytes.length) throw new RangeError('The packed series ends too soon')
  const times = new Array<number>(count)
  let [at, step] = [0, 0]
  for (let index = 0; index < count; index++) {
    step += from.signed()
    at += step
    times[index] = at
  }
  const values = new Array<number>(count)
  if (decimals === RAW) {
    const raw = new Uint8Array(count * 8)
    for (let index = 0; index < raw.length; index++) raw[index] = from.byte()
    return { times, values: Array.from(new Float64Array(raw.buffer)) }
  }
  const scale = 10 ** decimals
  let whole = 0
  for (let index = 0; index < count; index++) {
    whole += from.signed()
    values[index] = whole / scale
  }
  return { times, values }
}

/** The packed series as text that JSON carries (base64). */
export const packToText = (points: Points): string => textOfBytes(packSeries(points))

/** Reads what `packToText` wrote. Throws a RangeError for what is none. */
export const unpackFromText = (text: string): { times: number[]; values: number[] } =>
  unpackSeries(bytesOfText(text))
