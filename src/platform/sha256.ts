// SHA-256 of what comes in pieces (FIPS 180-4): the browser's own digest wants everything at once, which a video of gigabytes
// is too large for.
const BLOCK = 64
const PRIMES = 64

const [START, ROUND] = constants()

/** The first 32 bits of the fractions of square and cube roots of the first primes. */
function constants(): [Int32Array, Int32Array] {
  const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0
  const primes: number[] = []
  for (let next = 2; primes.length < PRIMES; next++)
    if (primes.every(prime => next % prime !== 0)) primes.push(next)
  return [
    Int32Array.from(primes.slice(0, 8), prime => fraction(Math.sqrt(prime))),
    Int32Array.from(primes, prime => fraction(Math.cbrt(prime))),
  ]
}

export interface Sha256 {
  update(bytes: Uint8Array): void
  /** Of all that came, in hexadecimal digits; nothing may come afterwards. */
  end(): string
}

export function createSha256(): Sha256 {
  const state = Int32Array.from(START)
  const words = new Int32Array(PRIMES)
  const rest = new Uint8Array(BLOCK)
  let kept = 0
  let total = 0
  const block = (bytes: Uint8Array, at: number) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, BLOCK)
    for (let index = 0; index < 16; index++) words[index] = view.getInt32(index * 4)
    mix(state, words)
  }
  const update = (bytes: Uint8Array) => {
    total += bytes.length
    let at = 0
    if (kept > 0) {
      at = Math.min(BLOCK - kept, bytes.length)
      rest.set(bytes.subarray(0, at), kept)
      kept += at
      if (kept < BLOCK) return
      block(rest, 0)
      kept = 0
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) block(bytes, at)
    rest.set(bytes.subarray(at))
    kept = bytes.length - at
  }
  return {
    update,
    end: () => {
      const bits = total * 8
      const padding = new Uint8Array((kept < 56 ? 56 : 120) - kept + 8)
      padding[0] = 0x80
      const view = new DataView(padding.buffer)
      view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32))
      view.setUint32(padding.length - 4, bits >>> 0)
      update(padding)
      return Array.from(state, word => (word >>> 0).toString(16).padStart(8, '0')).join('')
    },
  }
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

function mix(state: Int32Array, words: Int32Array): void {
  for (let index = 16; index < PRIMES; index++) {
    const [early = 0, late = 0] = [words[index - 15], words[index - 2]]
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[index] = ((words[index - 16] ?? 0) + small + (words[index - 7] ?? 0) + large) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let index = 0; index < PRIMES; index++) {
    const sum = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + sum + choice + (ROUND[index] ?? 0) + (words[index] ?? 0)) | 0
    const other = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + other + majority) | 0
  }
  const next = [a, b, c, d, e, f, g, h]
  for (let index = 0; index < 8; index++) state[index] = ((state[index] ?? 0) + (next[index] ?? 0)) | 0
}
