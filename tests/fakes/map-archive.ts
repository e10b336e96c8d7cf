// A small PMTiles file made in memory, and a server of one address that gives parts of it.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import { varint } from './vector-tile.ts'

export interface Tile {
  z: number
  x: number
  y: number
  bytes: Uint8Array
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

export interface ArchiveOptions {
  /** Tiles in each leaf of the directory. */
  leafSize?: number
  /** Compressed, as such files are made for the world; else as they come, for tests that look into them. */
  packed?: boolean
  bounds?: { west: number; south: number; east: number; north: number }
  metadata?: object
}

const WORLD = { west: -180, south: -85, east: 180, north: 85 }
const HEADER = 127
/** Beyond what the library reads first, so that leaves and tiles are asked for apart. */
const LEAVES_FROM = 20_000
const [NO_COMPRESSION, GZIP, VECTOR_TILES] = [1, 2, 1]

/** An archive of version 3 with its directory in leaves; tiles of the same bytes are in it once. */
export function makeArchive(
  tiles: readonly Tile[],
  { leafSize = 8, packed = false, bounds = WORLD, metadata = { vector_layers: [] } }: ArchiveOptions = {},
): Uint8Array<ArrayBuffer> {
  const pack = (bytes: Uint8Array) => (packed ? new Uint8Array(gzipSync(bytes)) : bytes)
  const { rows, data } = rowsOf(tiles, pack)
  const leaves: Row[] = []
  const leafData: number[] = []
  for (let at = 0; at < rows.length; at += leafSize) {
    const leaf = pack(directory(rows.slice(at, at + leafSize)))
    leaves.push({ id: rows[at]?.id ?? 0, offset: leafData.length, length: leaf.length, run: 0 })
    leafData.push(...leaf)
  }
  const root = pack(directory(leaves))
  const described = pack(new TextEncoder().encode(JSON.stringify(metadata)))
  const at = { root: HEADER, metadata: HEADER + root.length, leaves: 0, data: 0 }
  at.leaves = Math.max(LEAVES_FROM, at.metadata + described.length)
  at.data = at.leaves + leafData.length
  const bytes = new Uint8Array(at.data + data.length)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('PMTiles'))
  bytes[7] = 3
  const parts = [
    [at.root, root.length],
    [at.metadata, described.length],
    [at.leaves, leafData.length],
    [at.data, data.length],
  ].flat()
  for (const [order, value] of parts.entries()) view.setBigUint64(8 + order * 8, BigInt(value), true)
  const compression = packed ? GZIP : NO_COMPRESSION
  bytes.set([1, compression, compression, VECTOR_TILES], 96)
  bytes[100] = Math.min(...tiles.map(({ z }) => z))
  bytes[101] = Math.max(...tiles.map(({ z }) => z))
  const degrees = [bounds.west, bounds.south, bounds.east, bounds.north]
  for (const [order, value] of degrees.entries()) view.setInt32(102 + order * 4, value * 1e7, true)
  bytes.set(root, at.root)
  bytes.set(described, at.metadata)
  bytes.set(leafData, at.leaves)
  bytes.set(data, at.data)
  return bytes
}

function rowsOf(
  tiles: readonly Tile[],
  pack: (bytes: Uint8Array) => Uint8Array,
): { rows: Row[]; data: Uint8Array } {
  const sorted = tiles
    .map(tile => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
    .sort((a, b) => a.id - b.id)
  const known = new Map<string, { offset: number; stored: Uint8Array }>()
  let length = 0
  const rows = sorted.map(({ id, bytes }): Row => {
    const name = createHash('sha1').update(bytes).digest('base64')
    const place = known.get(name) ?? { offset: length, stored: pack(bytes) }
    if (!known.has(name)) length += place.stored.length
    known.set(name, place)
    return { id, offset: place.offset, length: place.stored.length, run: 1 }
  })
  return { rows, data: Buffer.concat([...known.values()].map(({ stored }) => stored)) }
}

/** Every tile of the zooms, each of its own bytes. */
export function worldTiles(zooms: readonly number[], size = 40): Tile[] {
  return zooms.flatMap(z =>
    Array.from({ length: 4 ** z }, (_, at) => {
      const [x, y] = [at % 2 ** z, Math.floor(at / 2 ** z)]
      const bytes = new Uint8Array(size + z).fill((z * 31 + x * 7 + y) % 251)
      bytes.set([z, x, y])
      return { z, x, y, bytes }
    }),
  )
}

/** Answers ranges of the archive under any address; can be away, another archive, or answer something else. */
export function serveArchive(first: Uint8Array<ArrayBuffer>) {
  const state = {
    bytes: first,
    mark: '"one"',
    away: false,
    /** What comes instead of the part; undefined: the part. */
    instead: undefined as ((part: Response, order: number) => Response | Promise<Response>) | undefined,
    asked: [] as string[],
    tokens: [] as string[],
  }
  const answer: typeof fetch = async (_address, options) => {
    options?.signal?.throwIfAborted()
    if (state.away) throw new TypeError('away')
    const headers = new Headers(options?.headers)
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.get('range') ?? '') ?? []
    const order = state.asked.push(`${from}-${to}`)
    state.tokens.push(headers.get('authorization') ?? '')
    const all = state.bytes.length
    if (Number(from) >= all)
      return new Response(null, { status: 416, headers: { 'content-range': `bytes */${all}` } })
    const part = state.bytes.slice(Number(from), Number(to) + 1)
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${all}`
    const response = new Response(part, {
      status: 206,
      headers: { etag: state.mark, 'content-range': range },
    })
    return state.instead ? state.instead(response, order) : response
  }
  return { state, fetch: answer }
}
