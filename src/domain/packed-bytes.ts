// Whole figures in few bytes, and bytes as text: what packed series and packed tracks are made of.

/** Bytes that grow as they are written. */
export class PackedWriter {
  private bytes = new Uint8Array(4096)
  private length = 0

  private room(): void {
    if (this.length + 10 <= this.bytes.length) return
    const wider = new Uint8Array(this.bytes.length * 2)
    wider.set(this.bytes)
    this.bytes = wider
  }

  byte(value: number): void {
    this.room()
    this.bytes[this.length++] = value
  }

  /** Seven bits a byte, the lowest first. */
  whole(value: number): void {
    this.room()
    let rest = value
    while (rest >= 128) {
      this.bytes[this.length++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    this.bytes[this.length++] = rest
  }

  /** Small figures of either sign become small whole ones. */
  signed(value: number): void {
    this.whole(value < 0 ? -value * 2 - 1 : value * 2)
  }

  done(): Uint8Array {
    return this.bytes.slice(0, this.length)
  }
}

/** Reads what a `PackedWriter` wrote. Throws a RangeError where the bytes end too soon or a figure is too long. */
export class PackedReader {
  private at = 0
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  byte(): number {
    const value = this.bytes[this.at++]
    if (value === undefined) throw new RangeError('The packed bytes end too soon')
    return value
  }

  whole(): number {
    const first = this.byte()
    if (first < 128) return first
    let value = first & 127
    for (let scale = 128; ; scale *= 128) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128) return value
      if (scale > 2 ** 50) throw new RangeError('A packed figure is too long')
    }
  }

  signed(): number {
    const value = this.whole()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
}

const CHUNK = 8192

/** Bytes as text that JSON carries (base64). */
export function textOfBytes(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}

/** Reads what `textOfBytes` wrote. Throws a RangeError for what is no base64. */
export function bytesOfText(text: string): Uint8Array {
  let raw: string
  try {
    raw = atob(text)
  } catch {
    throw new RangeError('This is no base64')
  }
  const bytes = new Uint8Array(raw.length)
  for (let at = 0; at < raw.length; at++) bytes[at] = raw.charCodeAt(at)
  return bytes
}
