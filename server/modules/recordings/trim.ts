// Cuts what was written only half from the end of a file that was appended to. Without that a reader takes the whole last
// second for broken, and leaves it out.
import { open } from 'node:fs/promises'

/** Elements that hold others, and were begun without saying how long they would be. */
const HOLDING = new Set([0x18538067, 0x1f43b675])
const CHUNK = 1 << 20
/** An id has four bytes at most, a length eight. */
const MOST_HEAD = 12

/** Matroska and WebM (RFC 8794): leaves only elements that are there to their last byte. */
export async function trimToWhole(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    let chunk = Buffer.alloc(0)
    let chunkAt = 0
    let at = 0
    while (at < size) {
      if (at < chunkAt || at + MOST_HEAD > chunkAt + chunk.length) {
        const read = await file.read(Buffer.alloc(Math.min(CHUNK, size - at)), 0, undefined, at)
        chunk = read.buffer.subarray(0, read.bytesRead)
        chunkAt = at
      }
      const head = headOf(chunk.subarray(at - chunkAt, at - chunkAt + MOST_HEAD))
      if (!head) break
      const next = at + head.bytes + (head.length ?? 0)
      if (head.length === undefined && !HOLDING.has(head.id)) break
      if (next > size) break
      at = next
    }
    if (at < size) await file.truncate(at)
  } finally {
    await file.close()
  }
}

/** Id and length of an element; a length of only ones is none. */
function headOf(bytes: Buffer): { id: number; length: number | undefined; bytes: number } | undefined {
  const idBytes = Math.clz32(bytes[0] ?? 0) - 23
  if (idBytes > 4 || bytes.length < idBytes + 1) return undefined
  const lengthBytes = Math.clz32(bytes[idBytes] ?? 0) - 23
  const all = idBytes + lengthBytes
  if (lengthBytes > 8 || bytes.length < all) return undefined
  const id = bytes.readUIntBE(0, idBytes)
  const marked = bytes.subarray(idBytes, all)
  const unknown = marked.every((byte, at) => byte === (at === 0 ? 0xff >> (lengthBytes - 1) : 0xff))
  let length = (marked[0] ?? 0) & (0xff >> lengthBytes)
  for (const byte of marked.subarray(1)) length = length * 256 + byte
  return { id, length: unknown ? undefined : length, bytes: all }
}
