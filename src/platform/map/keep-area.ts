// Keeps an area of the operator's map on the device: says beforehand how large it is, loads it in few requests, can be
// stopped, and goes on where it was broken off.
import { type Entry, EtagMismatch, findTile, type Header, type PMTiles, zxyToTileId } from 'pmtiles'
import type { Bounds } from '../../domain/geo/geo.ts'
import { tilesIn } from './area-tiles.ts'
import { pieceKey, readRange } from './kept-area.ts'
import type { KeptArea, KeptStore } from './kept-store.ts'

/** What the library asks first: header and root directory in one. */
const HEAD_BYTES = 16_384
/** More tiles are no area but a country: nobody keeps that on a telephone by a slip. */
export const MOST_TILES = 60_000
const MOST_DIRECTORY_DEPTH = 3
/** Pieces so close to each other come in one request; so much at most in one. */
const GAP_BYTES = 32 * 1024
const REQUEST_BYTES = 2 * 1024 * 1024
const AT_ONCE = 3

interface Piece {
  offset: number
  length: number
}

/** What an area takes up to one zoom, all zooms before it included. */
export interface PlanStep {
  zoom: number
  bytes: number
  tiles: number
}

export interface AreaPlan {
  bounds: Bounds
  /** Mark of the archive that was planned. */
  mark: string
  /** By zoom, the least first; empty: the archive has nothing there. */
  steps: readonly PlanStep[]
  /** True where deeper zooms were left out because they are too many tiles. */
  cut: boolean
  /** What belongs to each zoom, and first what every zoom needs. */
  pieces: readonly { zoom: number; pieces: readonly Piece[] }[]
}

/** Asks the archive's directories what an area takes. Reads no tiles. Rejects without network. */
export async function planArea(archive: PMTiles, bounds: Bounds, signal?: AbortSignal): Promise<AreaPlan> {
  try {
    return await planOnce(archive, bounds, signal)
  } catch (error) {
    if (!(error instanceof EtagMismatch)) throw error
    // Another archive was put in place between two questions: it is the one to plan.
    await archive.cache.invalidate(archive.source)
    return planOnce(archive, bounds, signal)
  }
}

async function planOnce(archive: PMTiles, bounds: Bounds, signal?: AbortSignal): Promise<AreaPlan> {
  const header = await archive.getHeader()
  const seen = new Set<number>()
  const directories = new Map<number, Piece>()
  const base: Piece[] = [
    { offset: 0, length: HEAD_BYTES },
    { offset: header.jsonMetadataOffset, length: header.jsonMetadataLength },
  ]
  const steps: PlanStep[] = []
  const pieces: { zoom: number; pieces: Piece[] }[] = [{ zoom: -1, pieces: base }]
  let [tiles, bytes, asked, cut] = [0, sum(base), 0, false]
  for (let zoom = header.minZoom; zoom <= header.maxZoom; zoom++) {
    const wanted = tilesIn(bounds, zoom)
    asked += wanted.count
    if (asked > MOST_TILES) {
      cut = true
      break
    }
    const mine: Piece[] = []
    const before = directories.size
    for (const [x, y] of wanted.tiles()) {
      signal?.throwIfAborted()
      const entry = await entryOf(archive, header, zxyToTileId(zoom, x, y), directories, signal)
      if (!entry) continue
      tiles++
      // The same sea is stored once for many tiles.
      if (seen.has(entry.offset)) continue
      seen.add(entry.offset)
      mine.push({ offset: header.tileDataOffset + entry.offset, length: entry.length })
    }
    mine.push(...[...directories.values()].slice(before))
    bytes += sum(mine)
    pieces.push({ zoom, pieces: mine })
    if (tiles > 0) steps.push({ zoom, bytes, tiles })
  }
  return { bounds, mark: header.etag ?? '', steps, cut, pieces }
}

const sum = (pieces: readonly Piece[]) => pieces.reduce((total, { length }) => total + length, 0)

/** The tile's entry; directories on the way to it are noted. */
async function entryOf(
  { cache, source }: PMTiles,
  header: Header,
  tileId: number,
  directories: Map<number, Piece>,
  signal: AbortSignal | undefined,
): Promise<Entry | undefined> {
  let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength]
  for (let depth = 0; depth <= MOST_DIRECTORY_DEPTH; depth++) {
    const entry = findTile(await cache.getDirectory(source, offset, length, header, signal), tileId)
    if (!entry || entry.runLength > 0) return entry ?? undefined
    offset = header.leafDirectoryOffset + entry.offset
    length = entry.length
    directories.set(offset, { offset, length })
  }
  throw new Error('The directories of the map archive do not end')
}

export interface KeepOptions {
  url: string
  authorization: () => string | undefined
  store: KeptStore
  plan: AreaPlan
  mostZoom: number
  /** Looked up while the area comes. */
  name: string | Promise<string>
  now: number
  /** Share of the bytes, 0 to 1. */
  progress: (share: number) => void
  signal: AbortSignal
  fetch?: typeof fetch
}

/** Thrown when the operator has put another archive in place meanwhile. */
export class ArchiveChanged extends Error {
  constructor() {
    super('The map archive is another one by now')
    this.name = 'ArchiveChanged'
  }
}

/** Thrown when the network broke off: what came is still there for the next try. */
export class BrokenOff extends Error {
  constructor(cause: unknown) {
    super('The network broke off', { cause })
    this.name = 'BrokenOff'
  }
}

/**
 * Loads and keeps a planned area; it counts as kept when every piece of it is there. What is there already is not loaded
 * again. Broken off by the network, it leaves what came, for the next try; stopped, refused by a full disk or overtaken
 * by another archive, it leaves nothing. Rejects with `BrokenOff`, `ArchiveChanged`, or what the browser says.
 */
export async function keepArea(options: KeepOptions): Promise<KeptArea> {
  const { store, signal } = options
  try {
    return await store.keeping(() => load(options))
  } catch (error) {
    if (signal.aborted || !(error instanceof BrokenOff)) await store.sweep().catch(() => {})
    throw error
  }
}

async function load(options: KeepOptions): Promise<KeptArea> {
  const { url, store, plan, mostZoom, name, now, progress, signal } = options
  const wanted = plan.pieces.filter(({ zoom }) => zoom <= mostZoom).flatMap(({ pieces }) => pieces)
  const keyOf = ({ offset, length }: Piece) => pieceKey(url, plan.mark, offset, length)
  const keys = wanted.map(keyOf)
  const known = await store.known(keys)
  const missing = wanted.filter((_, at) => !known.has(keys[at] ?? ''))
  const all = Math.max(1, sum(wanted))
  let done = all - sum(missing)
  progress(done / all)

  // The first fault stops the others, so that nothing is written after what came is thrown away.
  const fault = new AbortController()
  const ends = AbortSignal.any([signal, fault.signal])
  const loadOne = async (request: readonly Piece[]) => {
    ends.throwIfAborted()
    const [first] = request
    if (!first) return
    const end = Math.max(...request.map(({ offset, length }) => offset + length))
    const read = await readRange(options, first.offset, end - first.offset, { signal: ends }).catch(error => {
      throw error instanceof EtagMismatch ? new ArchiveChanged() : new BrokenOff(error)
    })
    if (read.etag !== plan.mark) throw new ArchiveChanged()
    const parts = request.map(piece => {
      const start = piece.offset - first.offset
      return [keyOf(piece), read.data.slice(start, start + piece.length)] as const
    })
    await store.putPieces(new Map(parts))
    done += sum(request)
    progress(done / all)
  }
  const waiting = requestsOf(missing)
  const work = async () => {
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) await loadOne(next)
    } catch (error) {
      fault.abort(error)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  ends.throwIfAborted()
  const area: KeptArea = {
    // Kept twice, by two tabs or two presses, it is one.
    id: [plan.mark, mostZoom, ...Object.values(plan.bounds)].join(' '),
    name: await name,
    bounds: plan.bounds,
    mostZoom,
    bytes: sum(wanted),
    tiles: plan.steps.findLast(({ zoom }) => zoom <= mostZoom)?.tiles ?? 0,
    at: now,
    url,
    mark: plan.mark,
    pieces: [...new Set(keys)],
  }
  await store.putArea(area)
  return area
}

/** Neighbouring pieces together, so that a town comes in some dozens of requests. */
function requestsOf(pieces: readonly Piece[]): Piece[][] {
  const sorted = [...pieces].sort((a, b) => a.offset - b.offset)
  const requests: Piece[][] = []
  let [start, end] = [0, Number.NEGATIVE_INFINITY]
  for (const piece of sorted) {
    const pieceEnd = piece.offset + piece.length
    if (piece.offset - end > GAP_BYTES || pieceEnd - start > REQUEST_BYTES) {
      requests.push([])
      start = piece.offset
      end = pieceEnd
    }
    end = Math.max(end, pieceEnd)
    requests.at(-1)?.push(piece)
  }
  return requests
}
