// The header of the PROXY protocol, versions 1 and 2: which address a connection had before a proxy passed it on.
import { isIP } from 'node:net'

/** Nobody sends more: addresses and what proxies say beside them. */
export const MOST_HEADER_BYTES = 1_024
const MOST_V1_BYTES = 107
const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
const V1 = Buffer.from('PROXY ')
const FIXED_BYTES = 16
const PORT = /^(0|[1-9]\d{0,4})$/

/** `header`: so many bytes of it; without an address it is the proxy's own connection, such as a look at our health. */
export type ProxyHeader =
  | { is: 'more' }
  | { is: 'bad'; why: string }
  | { is: 'header'; bytes: number; address: string | undefined }

const bad = (why: string): ProxyHeader => ({ is: 'bad', why })

const beginsLike = (bytes: Buffer, mark: Buffer) => {
  const length = Math.min(bytes.length, mark.length)
  return bytes.subarray(0, length).equals(mark.subarray(0, length))
}

/** Judges what has come so far. */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (bytes.length === 0) return { is: 'more' }
  if (beginsLike(bytes, V1)) return readText(bytes)
  if (beginsLike(bytes, SIGNATURE)) return readBinary(bytes)
  return bad('missing')
}

function readText(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, MOST_V1_BYTES).indexOf('\r\n')
  if (end < 0) return bytes.length >= MOST_V1_BYTES ? bad('tooLong') : { is: 'more' }
  const [, family, source = '', target = '', from = '', to = '', ...more] = bytes
    .toString('latin1', 0, end)
    .split(' ')
  if (family === 'UNKNOWN') return { is: 'header', bytes: end + 2, address: undefined }
  const version = family === 'TCP4' ? 4 : family === 'TCP6' ? 6 : undefined
  const arePorts = [from, to].every(port => PORT.test(port) && Number(port) <= 65_535)
  if (!version || more.length > 0 || !arePorts || [source, target].some(address => isIP(address) !== version))
    return bad('malformed')
  return { is: 'header', bytes: end + 2, address: source }
}

function readBinary(bytes: Buffer): ProxyHeader {
  if (bytes.length < FIXED_BYTES) return { is: 'more' }
  const command = bytes.readUInt8(12)
  const family = bytes.readUInt8(13)
  const length = FIXED_BYTES + bytes.readUInt16BE(14)
  if (command !== 0x20 && command !== 0x21) return bad('malformed')
  if (length > MOST_HEADER_BYTES) return bad('tooLong')
  const addressBytes = { 17: 4, 33: 16 }[family]
  if (command === 0x21 && family !== 0 && addressBytes === undefined) return bad('malformed')
  const least = command === 0x21 && addressBytes ? 2 * addressBytes + 4 : 0
  if (length < FIXED_BYTES + least) return bad('malformed')
  if (bytes.length < length) return { is: 'more' }
  if (command === 0x20 || !addressBytes) return { is: 'header', bytes: length, address: undefined }
  return {
    is: 'header',
    bytes: length,
    address: textOf(bytes.subarray(FIXED_BYTES, FIXED_BYTES + addressBytes)),
  }
}

const textOf = (bytes: Buffer) =>
  bytes.length === 4
    ? bytes.join('.')
    : Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':')
