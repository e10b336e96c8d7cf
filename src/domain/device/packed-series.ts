// A series in few bytes: times as changes of their steps, values as changes of whole figures. Used in the store and on
// the wire, where a day of one value a second must neither weigh nor wait.

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

class Writer {
  private bytes = new Uint8Array(1024)
  private length = 0

  byte(value: number): void {
    if (this.length === this.bytes.length) {
      const wider = new Uint8Array(this.bytes.length * 2)
      wider.set(this.bytes)
      this.bytes = wider
    }
    this.bytes[this.length++] = value
  }

  /** Seven bits a byte, the lowest first. */
  whole(value: number): void {
    let rest = value
    while (rest >= 128) {
      this.byte((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    this.byte(rest)
  }

  /** Small figures of either sign become small whole ones. */
  signed(value: number): void {
    this.whole(value < 0 ? -value * 2 - 1 : value * 2)
  }

  done(): Uint8Array {
    return this.bytes.slice(0, this.length)
  }
}

class Reader {
  private at = 0
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  byte(): number {
    const value = this.bytes[this.at++]
    if (value === undefined) throw new RangeError('The packed series ends too soon')
    return value
  }

  whole(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128) return value
      if (scale > 2 ** 50) throw new RangeError('A figure of the packed series is too long')
    }
  }

  signed(): number {
    const value = this.whole()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
}

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
  const out = new Writer()
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
  const from = new Reader(bytes)
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

const CHUNK = 8192

/** The packed series as text that JSON carries (base64). */
export function packToText(points: Points): string {
  const bytes = packSeries(points)
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}

/** Reads what `packToText` wrote. Throws for what is none. */
export function unpackFromText(text: string): { times: number[]; values: number[] } {
  const raw = atob(text)
  const bytes = new Uint8Array(raw.length)
  for (let at = 0; at < raw.length; at++) bytes[at] = raw.charCodeAt(at)
  return unpackSeries(bytes)
}
