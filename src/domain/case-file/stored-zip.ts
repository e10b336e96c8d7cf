// A ZIP in which nothing is packed and every byte is given by the names and files: what could be written in two ways is refused.

export interface ZipEntry {
  /** ASCII. */
  name: string
  bytes: number
  crc: number
}

/** Without the larger headers of ZIP64. */
export const MOST_ZIP_BYTES = 4_000_000_000

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
/** The first of January 1980, the earliest there is: times stand in the signed list. */
const DAY = 0x21
const VERSION = 20

function fields(parts: readonly [size: 2 | 4, value: number][], name = ''): Uint8Array {
  const text = new TextEncoder().encode(name)
  const length = parts.reduce((sum, [size]) => sum + size, 0)
  const bytes = new Uint8Array(length + text.length)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, value] of parts) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  bytes.set(text, length)
  return bytes
}

const common = ({ name, bytes, crc }: ZipEntry): [2 | 4, number][] => [
  [2, VERSION],
  [2, 0],
  [2, 0],
  [2, 0],
  [2, DAY],
  [4, crc],
  [4, bytes],
  [4, bytes],
  [2, name.length],
  [2, 0],
]

/** What stands before the bytes of a file. */
export const localHeader = (entry: ZipEntry): Uint8Array => fields([[4, LOCAL], ...common(entry)], entry.name)

/** Where the bytes of each file begin, and the whole length. */
export function layoutOf(entries: readonly ZipEntry[]): {
  starts: number[]
  directory: number
  total: number
} {
  let at = 0
  let names = 0
  const starts = entries.map(({ name, bytes }) => {
    const start = at + LOCAL_BYTES + name.length
    at = start + bytes
    names += name.length
    return start
  })
  return { starts, directory: at, total: at + entries.length * CENTRAL_BYTES + names + END_BYTES }
}

/** What stands behind the last file. */
export function directoryOf(entries: readonly ZipEntry[]): Uint8Array {
  const { starts, directory, total } = layoutOf(entries)
  const parts = entries.map((entry, at) =>
    fields(
      [
        [4, CENTRAL],
        [2, VERSION],
        ...common(entry),
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, (starts[at] ?? 0) - LOCAL_BYTES - entry.name.length],
      ],
      entry.name,
    ),
  )
  const size = total - directory - END_BYTES
  const end = fields([
    [4, END],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, size],
    [4, directory],
    [2, 0],
  ])
  return joinBytes([...parts, end])
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Bytes that are somewhere: a file that was dropped on a page, or memory. */
export interface Source {
  size: number
  read(from: number, until: number): Promise<Uint8Array>
}

export interface ReadZip {
  entries: ZipEntry[]
  starts: number[]
}

/** CRC-32 as ZIP has it, of bytes that come in parts; begins with 0. */
export function crcOf(bytes: Uint8Array, before: number): number {
  let crc = ~before
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0)
  return ~crc >>> 0
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, at) => {
  let crc = at
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** Directories of the largest archives have a tenth of it. */
const MOST_DIRECTORY = 10_000_000

/** What is wrong with bytes that are no such ZIP: cut off, with something behind their end, or something else. */
export async function faultOf(source: Source): Promise<'truncated' | 'lengthened' | 'archive'> {
  if (source.size < 4 || viewOf(await source.read(0, 4)).getUint32(0, true) !== LOCAL) return 'archive'
  const from = Math.max(0, source.size - TAIL)
  const tail = viewOf(await source.read(from, source.size))
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END) continue
    const end = from + at
    const fits = tail.getUint32(at + 16, true) + tail.getUint32(at + 12, true) === end
    if (fits) return end + END_BYTES === source.size ? 'archive' : 'lengthened'
  }
  return 'truncated'
}

/** So far from the end an end is looked for. */
const TAIL = 1_000_000

/** The files of a ZIP of this kind; undefined where a single byte of its structure is another than it must be. */
export async function readStoredZip(source: Source): Promise<ReadZip | undefined> {
  if (source.size < END_BYTES || source.size > MOST_ZIP_BYTES) return undefined
  const end = viewOf(await source.read(source.size - END_BYTES, source.size))
  if (end.getUint32(0, true) !== END) return undefined
  const from = end.getUint32(16, true)
  if (from > source.size || source.size - from > MOST_DIRECTORY) return undefined
  const written = await source.read(from, source.size)
  const entries = entriesIn(written, end.getUint16(10, true))
  if (!entries) return undefined
  const { starts, directory, total } = layoutOf(entries)
  if (directory !== from || total !== source.size || !sameBytes(directoryOf(entries), written))
    return undefined
  for (const [at, entry] of entries.entries()) {
    const start = starts[at] ?? 0
    const header = localHeader(entry)
    if (!sameBytes(header, await source.read(start - header.length, start))) return undefined
  }
  return { entries, starts }
}

function entriesIn(directory: Uint8Array, count: number): ZipEntry[] | undefined {
  const view = viewOf(directory)
  const entries: ZipEntry[] = []
  let at = 0
  while (entries.length < count) {
    if (at + CENTRAL_BYTES > directory.length) return undefined
    const nameBytes = view.getUint16(at + 28, true)
    const begin = at + CENTRAL_BYTES
    if (begin + nameBytes > directory.length) return undefined
    const name = String.fromCharCode(...directory.subarray(begin, begin + nameBytes))
    if (!/^[\w./-]+$/.test(name)) return undefined
    entries.push({ name, crc: view.getUint32(at + 16, true), bytes: view.getUint32(at + 24, true) })
    at = begin + nameBytes
  }
  return entries
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
