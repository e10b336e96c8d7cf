// A small PMTiles file made in memory, and a server of one address that gives parts of it.
import { zxyToTileId } from 'pmtiles'

interface Tile {
  z: number
  x: number
  y: number
  bytes: Uint8Array
}

const varint = (value: number): number[] => {
  const bytes: number[] = []
  let left = value
  while (left >= 128) {
    bytes.push((left % 128) + 128)
    left = Math.floor(left / 128)
  }
  return [...bytes, left]
}

interface Row {
  id: number
  offset: number
  length: number
  run: number
}

function directory(rows: readonly Row[]): Uint8Array {
  const columns = [
    rows.map((row, at) => row.id - (rows[at - 1]?.id ?? 0)),
    rows.map(row => row.run),
    rows.map(row => row.length),
    rows.map(row => row.offset + 1),
  ]
  return Uint8Array.from([rows.length, ...columns.flat()].flatMap(varint))
}

/** An archive with its directory in leaves of `leafSize` tiles, uncompressed. */
export function makeArchive(tiles: readonly Tile[], leafSize = 8): Uint8Array<ArrayBuffer> {
  const sorted = tiles
    .map(tile => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
    .sort((a, b) => a.id - b.id)
  const rows: Row[] = []
  let dataLength = 0
  for (const { id, bytes } of sorted) {
    rows.push({ id, offset: dataLength, length: bytes.length, run: 1 })
    dataLength += bytes.length
  }
  const leaves: Row[] = []
  const leafData: number[] = []
  for (let at = 0; at < rows.length; at += leafSize) {
    const leaf = directory(rows.slice(at, at + leafSize))
    leaves.push({ id: rows[at]?.id ?? 0, offset: leafData.length, length: leaf.length, run: 0 })
    leafData.push(...leaf)
  }
  const root = directory(leaves)
  const metadata = new TextEncoder().encode('{"vector_layers":[]}')
  const HEADER = 127
  const at = { root: HEADER, metadata: HEADER + root.length, leaves: 0, data: 0 }
  // Beyond what the library reads first, so that leaves and tiles are asked for apart.
  at.leaves = Math.max(20_000, at.metadata + metadata.length)
  at.data = at.leaves + leafData.length
  const bytes = new Uint8Array(at.data + dataLength)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('PMTiles'))
  bytes[7] = 3
  const numbers = [
    at.root,
    root.length,
    at.metadata,
    metadata.length,
    at.leaves,
    leafData.length,
    at.data,
    dataLength,
  ]
  for (const [order, value] of numbers.entries()) view.setBigUint64(8 + order * 8, BigInt(value), true)
  bytes.set([1, 1, 1, 1], 96)
  bytes[100] = Math.min(...tiles.map(({ z }) => z))
  bytes[101] = Math.max(...tiles.map(({ z }) => z))
  bytes.set(root, at.root)
  bytes.set(metadata, at.metadata)
  bytes.set(leafData, at.leaves)
  for (const [order, row] of rows.entries()) bytes.set(sorted[order]?.bytes ?? [], at.data + row.offset)
  return bytes
}

/** Every tile of the zooms, each of its own bytes. */
export function worldTiles(zooms: readonly number[], size = 40): Tile[] {
  return zooms.flatMap(z =>
    Array.from({ length: 4 ** z }, (_, at) => {
      const [x, y] = [at % 2 ** z, Math.floor(at / 2 ** z)]
      return { z, x, y, bytes: new Uint8Array(size + z).fill((z * 31 + x * 7 + y) % 251) }
    }),
  )
}

/** Answers ranges of the archive under any address; can be away, or another archive. */
export function serveArchive(first: Uint8Array<ArrayBuffer>) {
  const state = { bytes: first, mark: '"one"', away: false, asked: [] as string[], tokens: [] as string[] }
  const answer: typeof fetch = async (_address, options) => {
    options?.signal?.throwIfAborted()
    if (state.away) throw new TypeError('away')
    const headers = new Headers(options?.headers)
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.get('range') ?? '') ?? []
    state.asked.push(`${from}-${to}`)
    state.tokens.push(headers.get('authorization') ?? '')
    const part = state.bytes.slice(Number(from), Number(to) + 1)
    return new Response(part, { status: 206, headers: { etag: state.mark } })
  }
  return { state, fetch: answer }
}
