// H.264 in RTP packets (RFC 6184): whole units out of packets, packets out of units, and what a sequence's parameters say.

const [SLICE, KEY, SEQUENCE, PICTURE, DELIMITER] = [1, 5, 7, 8, 9]
const [STAP_A, FU_A] = [24, 28]
/** A unit that never ends would fill the memory. */
const MOST_UNIT = 4_000_000

export const unitType = (unit: Buffer): number => (unit[0] ?? 0) & 0x1f
export const isKeyUnit = (unit: Buffer): boolean => unitType(unit) === KEY
export const isSequence = (unit: Buffer): boolean => unitType(unit) === SEQUENCE
export const isPicture = (unit: Buffer): boolean => unitType(unit) === PICTURE
/** Carries a part of a picture. */
export const isSlice = (unit: Buffer): boolean => unitType(unit) >= SLICE && unitType(unit) <= KEY
/** Of use to a decoder that shows pictures as they come. */
export const isKept = (unit: Buffer): boolean => unitType(unit) <= PICTURE && unitType(unit) !== DELIMITER

/** Puts units together again. */
export function createUnits() {
  let parts: Buffer[] | undefined
  let size = 0
  return {
    /** A packet is missing: what was begun is given up. */
    reset: (): void => {
      parts = undefined
    },
    /** The units that a packet's payload completes; undefined: it is damaged, and so is the picture. */
    take: (payload: Buffer): Buffer[] | undefined => {
      const type = unitType(payload)
      if (payload.length < 2) return undefined
      if (type >= 1 && type <= 23) {
        parts = undefined
        return [Buffer.from(payload)]
      }
      if (type === STAP_A) return aggregated(payload)
      if (type !== FU_A) return undefined
      const [indicator, head] = [payload.readUInt8(0), payload.readUInt8(1)]
      if (head & 0x80) {
        parts = [Buffer.from([(indicator & 0xe0) | (head & 0x1f)])]
        size = 1
      }
      if (!parts) return undefined
      size += payload.length - 2
      if (size > MOST_UNIT) {
        parts = undefined
        return undefined
      }
      parts.push(Buffer.from(payload.subarray(2)))
      if (!(head & 0x40)) return []
      const whole = Buffer.concat(parts)
      parts = undefined
      return [whole]
    },
  }
}

function aggregated(payload: Buffer): Buffer[] | undefined {
  const units: Buffer[] = []
  for (let at = 1; at + 2 <= payload.length; ) {
    const length = payload.readUInt16BE(at)
    if (length === 0 || at + 2 + length > payload.length) return undefined
    units.push(Buffer.from(payload.subarray(at + 2, at + 2 + length)))
    at += 2 + length
  }
  return units
}

/** Payloads of at most `most` bytes, in order. */
export function packetizeH264(units: readonly Buffer[], most: number): Buffer[] {
  const payloads: Buffer[] = []
  for (const unit of units) {
    if (unit.length <= most) {
      payloads.push(unit)
      continue
    }
    const first = unit.readUInt8(0)
    for (let at = 1; at < unit.length; at += most - 2) {
      const end = Math.min(unit.length, at + most - 2)
      const marks = (at === 1 ? 0x80 : 0) | (end === unit.length ? 0x40 : 0)
      payloads.push(
        Buffer.concat([Buffer.from([(first & 0xe0) | FU_A, marks | (first & 0x1f)]), unit.subarray(at, end)]),
      )
    }
  }
  return payloads
}

/** `sprop-parameter-sets` of a description. */
export function parametersOf(text: string | undefined): Buffer[] {
  return (text ?? '')
    .split(',')
    .map(one => Buffer.from(one.trim(), 'base64'))
    .filter(unit => isSequence(unit) || isPicture(unit))
}

/** Profiles whose parameters say how colours are kept. */
const WITH_CHROMA = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128])
const MOST_SIDE = 16_384

/** What a sequence's parameters say of its pictures' size (ITU-T H.264, 7.3.2.1.1); undefined where they are damaged. */
export function sizeOf(sequence: Buffer): { width: number; height: number } | undefined {
  try {
    return readSize(createBits(unescaped(sequence.subarray(1))))
  } catch {
    return undefined
  }
}

function readSize(bits: ReturnType<typeof createBits>) {
  const profile = bits.fixed(8)
  bits.fixed(16)
  bits.number()
  let chroma = 1
  if (WITH_CHROMA.has(profile)) {
    chroma = bits.number()
    if (chroma === 3) bits.fixed(1)
    bits.number()
    bits.number()
    bits.fixed(1)
    if (bits.fixed(1)) for (let list = 0; list < (chroma === 3 ? 12 : 8); list++) skipScaling(bits, list)
  }
  bits.number()
  const order = bits.number()
  if (order === 0) bits.number()
  else if (order === 1) {
    bits.fixed(1)
    bits.signed()
    bits.signed()
    for (let left = Math.min(255, bits.number()); left > 0; left--) bits.signed()
  }
  bits.number()
  bits.fixed(1)
  const columns = bits.number() + 1
  const rows = bits.number() + 1
  const frames = bits.fixed(1)
  if (!frames) bits.fixed(1)
  bits.fixed(1)
  const crop = bits.fixed(1)
    ? { left: bits.number(), right: bits.number(), top: bits.number(), bottom: bits.number() }
    : { left: 0, right: 0, top: 0, bottom: 0 }
  const [across, down] = [chroma === 1 || chroma === 2 ? 2 : 1, (chroma === 1 ? 2 : 1) * (2 - frames)]
  const width = columns * 16 - (crop.left + crop.right) * across
  const height = rows * 16 * (2 - frames) - (crop.top + crop.bottom) * down
  const possible = width > 0 && height > 0 && width <= MOST_SIDE && height <= MOST_SIDE
  return possible ? { width, height } : undefined
}

function skipScaling(bits: ReturnType<typeof createBits>, list: number): void {
  if (!bits.fixed(1)) return
  let [last, next] = [8, 8]
  for (let index = 0; index < (list < 6 ? 16 : 64); index++) {
    if (next !== 0) next = (last + bits.signed() + 256) % 256
    last = next === 0 ? last : next
  }
}

/** Without the bytes that keep start codes out of a unit. */
function unescaped(bytes: Buffer): Buffer {
  const kept: number[] = []
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    kept.push(byte)
  }
  return Buffer.from(kept)
}

function createBits(bytes: Buffer) {
  let at = 0
  const bit = () => {
    if (at >= bytes.length * 8) throw new RangeError('The parameters end early')
    const one = (bytes.readUInt8(at >> 3) >> (7 - (at & 7))) & 1
    at++
    return one
  }
  const fixed = (count: number) => {
    let value = 0
    for (let left = count; left > 0; left--) value = value * 2 + bit()
    return value
  }
  const number = () => {
    let zeros = 0
    while (bit() === 0) if (++zeros > 31) throw new RangeError('A number that cannot be')
    return 2 ** zeros - 1 + fixed(zeros)
  }
  const signed = () => {
    const code = number()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2
  }
  return { fixed, number, signed }
}
