// Unpacks the parts of a workbook within bounds, and packs them plainly: what reads them afterwards meets no surprises.
import { inflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'

/** A workbook of 50,000 rows has some 50 MB of XML; more is no sheet that somebody made. */
const MOST_BYTES = 120 * 1024 * 1024
const MOST_PARTS = 2_000

interface Part {
  name: string
  bytes: Buffer
}

/** Throws when the archive is broken, encrypted, or larger than it should be. */
export function unpackWorkbook(archive: Buffer): Part[] {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + 22 > archive.length) throw new Error('No end of the archive')
  const count = archive.readUInt16LE(end + 10)
  if (count > MOST_PARTS) throw new Error('Too many parts')
  let at = archive.readUInt32LE(end + 16)
  let left = MOST_BYTES
  const parts = new Map<string, Part>()
  for (let n = 0; n < count; n++) {
    if (archive.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw new Error('Not an entry')
    const [nameBytes, extra, comment] = [28, 30, 32].map(offset => archive.readUInt16LE(at + offset))
    const name = archive.toString('utf8', at + 46, at + 46 + (nameBytes ?? 0))
    // Pictures, macros and printer settings are none of our business.
    if (
      /^(\[Content_Types\]\.xml|(_rels|xl)\/.*\.(xml|rels))$/i.test(name) &&
      !/\/(media|drawings|charts)\//.test(name)
    ) {
      if (parts.has(name)) throw new Error('A part that comes twice')
      const bytes = inflate(archive, at, left)
      left -= bytes.length
      parts.set(name, { name, bytes })
    }
    at += 46 + (nameBytes ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return [...parts.values()]
}

function inflate(archive: Buffer, at: number, most: number): Buffer {
  if (archive.readUInt16LE(at + 8) & 1) throw new Error('Encrypted')
  const method = archive.readUInt16LE(at + 10)
  const packed = archive.readUInt32LE(at + 20)
  const local = archive.readUInt32LE(at + 42)
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const bytes = archive.subarray(start, start + packed)
  if (bytes.length !== packed) throw new Error('Cut short')
  if (method === 0 && packed <= most) return bytes
  if (method !== 8 || most <= 0) throw new Error('Packed in an unknown way, or too large')
  return inflateRawSync(bytes, { maxOutputLength: most })
}

/** The parts as an archive again, not compressed. */
export function packPlainly(parts: readonly Part[]): Buffer {
  const archive = zipSync(Object.fromEntries(parts.map(({ name, bytes }) => [name, bytes])), { level: 0 })
  return Buffer.from(archive.buffer, archive.byteOffset, archive.length)
}
