// Reads the archive that PostgreSQL makes of its folder (ustar): one file after another, never one as a whole.

const BLOCK = 512

export interface TarEntry {
  path: string
  kind: 'file' | 'folder' | 'link'
  mode: number
  bytes: number
  /** Of a file, all of it, in order; must be read to its end before the next entry. */
  content: AsyncIterable<Buffer>
}

const text = (block: Buffer, from: number, length: number) => {
  const field = block.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.subarray(0, end < 0 ? length : end).toString('utf8')
}

function number(block: Buffer, from: number, length: number): number {
  // Sizes that eight digits of octal do not hold are written as bytes.
  if ((block[from] ?? 0) & 0x80) return Number(block.readBigUInt64BE(from + length - 8))
  const digits = text(block, from, length).trim()
  if (!/^[0-7]*$/.test(digits)) throw new Error('The archive is damaged: a number cannot be read')
  return digits === '' ? 0 : Number.parseInt(digits, 8)
}

/** A path that leads out of the folder it is laid into is refused. */
function safe(path: string): string {
  const parts = path.split('/').filter(part => part !== '' && part !== '.')
  if (path.startsWith('/') || parts.includes('..')) throw new Error(`The archive is damaged: ${path}`)
  return parts.join('/')
}

export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const chunks = source[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  const more = async () => {
    const { value, done } = await chunks.next()
    if (done) return false
    held = held.length === 0 ? Buffer.from(value) : Buffer.concat([held, value])
    return true
  }
  const take = async (bytes: number): Promise<Buffer | undefined> => {
    while (held.length < bytes) if (!(await more())) return undefined
    const taken = held.subarray(0, bytes)
    held = held.subarray(bytes)
    return taken
  }
  async function* contentOf(bytes: number): AsyncGenerator<Buffer> {
    let left = bytes
    while (left > 0) {
      if (held.length === 0 && !(await more())) throw new Error('The archive ends within a file')
      const piece = held.subarray(0, Math.min(left, held.length))
      held = held.subarray(piece.length)
      left -= piece.length
      yield piece
    }
    const padding = (BLOCK - (bytes % BLOCK)) % BLOCK
    if (padding > 0 && !(await take(padding))) throw new Error('The archive ends within a file')
  }
  for (;;) {
    const header = await take(BLOCK)
    // Two blocks of nothing end it.
    if (!header || header.every(byte => byte === 0)) return
    const prefix = text(header, 345, 155)
    const name = text(header, 0, 100)
    const type = String.fromCharCode(header[156] ?? 0)
    const kind = type === '5' ? 'folder' : type === '2' ? 'link' : 'file'
    const bytes = kind === 'file' ? number(header, 124, 12) : 0
    yield {
      path: safe(prefix === '' ? name : `${prefix}/${name}`),
      kind,
      mode: number(header, 100, 8),
      bytes,
      content: contentOf(bytes),
    }
  }
}
