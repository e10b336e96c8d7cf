// As much of DER (ITU-T X.690) as time stamps need: values one after the other, each with its kind and its length.

export interface Der {
  /** Of one byte, as all kinds that are met here. */
  tag: number
  /** What it holds, without kind and length. */
  content: Uint8Array
  /** With kind and length, as it was written. */
  whole: Uint8Array
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  octets: 0x04,
  none: 0x05,
  identifier: 0x06,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** What a context numbers 0, with values inside. */
  first: 0xa0,
} as const

const LONG = 0x80
/** Nothing here is longer than four bytes of length can say. */
const MOST_LENGTH_BYTES = 4

/** The values in some bytes; undefined where they are not DER to their end. */
export function readDer(bytes: Uint8Array): Der[] | undefined {
  const values: Der[] = []
  let at = 0
  while (at < bytes.length) {
    const head = headAt(bytes, at)
    if (!head || head.end > bytes.length) return undefined
    values.push({
      tag: head.tag,
      content: bytes.subarray(head.begin, head.end),
      whole: bytes.subarray(at, head.end),
    })
    at = head.end
  }
  return values
}

function headAt(bytes: Uint8Array, at: number): { tag: number; begin: number; end: number } | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  // Numbers of kinds above 30 take further bytes; none is met here.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined
  if (first < LONG) return { tag, begin: at + 2, end: at + 2 + first }
  const count = first - LONG
  const begin = at + 2 + count
  const digits = bytes.subarray(at + 2, begin)
  if (count === 0 || count > MOST_LENGTH_BYTES || digits.length < count) return undefined
  const length = digits.reduce((sum, digit) => sum * 256 + digit, 0)
  // A length has one writing: without zeros before it, and short where it can be.
  if (digits[0] === 0 || length < LONG) return undefined
  return { tag, begin, end: begin + length }
}

/** The values inside of one; nothing where it is of another kind, or holds something else than values. */
export const insideOf = (value: Der | undefined, tag: number): Der[] =>
  value?.tag === tag ? (readDer(value.content) ?? []) : []

export function writeDer(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const bytes = new Uint8Array([tag, ...lengthOf(length), ...new Uint8Array(length)])
  let at = bytes.length - length
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function lengthOf(length: number): number[] {
  if (length < LONG) return [length]
  const digits: number[] = []
  for (let left = length; left > 0; left = Math.floor(left / 256)) digits.unshift(left % 256)
  return [LONG + digits.length, ...digits]
}

/** A whole number that is not negative, given by its digits: one that would begin with a sign has a zero before it. */
export function writeNumber(digits: Uint8Array): Uint8Array {
  const from = digits.findIndex(digit => digit !== 0)
  const plain = from < 0 ? Uint8Array.of(0) : digits.subarray(from)
  return (plain[0] ?? 0) >= LONG
    ? writeDer(TAG.integer, Uint8Array.of(0), plain)
    : writeDer(TAG.integer, plain)
}
