// An area of the operator's map on the device: its size beforehand, loading, stopping, and reading without network.
import { beforeEach, describe, expect, test } from 'vitest'
import { ArchiveChanged, BrokenOff, keepArea, planArea } from '../../../src/platform/map/keep-area.ts'
import { openArchive } from '../../../src/platform/map/kept-area.ts'
import { isCovered } from '../../../src/platform/map/kept-coverage.ts'
import { memoryStore } from '../../fakes/kept-memory.ts'
import { makeArchive, serveArchive, worldTiles } from '../../fakes/map-archive.ts'

const URL_OF_MAP = 'https://console.example/api/device/map/tiles.pmtiles'
const WORLD = { west: -180, south: -85, east: 180, north: 85 }
/** One corner: a quarter of the tiles of each zoom. */
const NORTH_EAST = { west: 1, south: 1, east: 179, north: 84 }

const tiles = worldTiles([0, 1, 2, 3])
let served: ReturnType<typeof serveArchive>
let store: ReturnType<typeof memoryStore>
beforeEach(() => {
  served = serveArchive(makeArchive(tiles))
  store = memoryStore()
})

const open = () =>
  openArchive({
    url: URL_OF_MAP,
    authorization: () => 'token',
    fetch: served.fetch,
    store: async () => store,
  })

async function keep(mostZoom = 3, more: Partial<Parameters<typeof keepArea>[0]> = {}) {
  const plan = await planArea(open(), NORTH_EAST)
  const shares: number[] = []
  const area = await keepArea({
    url: URL_OF_MAP,
    authorization: () => 'token',
    store,
    plan,
    mostZoom,
    name: 'North east',
    now: 1_800_000_000_000,
    progress: share => shares.push(share),
    signal: new AbortController().signal,
    fetch: served.fetch,
    ...more,
  })
  return { area, shares, plan }
}

describe('the plan', () => {
  test('says what each zoom adds, without reading a tile', async () => {
    const plan = await planArea(open(), NORTH_EAST)
    expect(plan.steps.map(({ zoom, tiles: count }) => [zoom, count])).toEqual([
      [0, 1],
      [1, 2],
      [2, 6],
      [3, 22],
    ])
    const [before, after] = [plan.steps[2]?.bytes ?? 0, plan.steps[3]?.bytes ?? 0]
    expect(after - before).toBeGreaterThanOrEqual(16 * 43)
    expect(plan).toMatchObject({ mark: '"one"', cut: false })
    const dataFrom = Math.max(...served.state.asked.map(range => Number(range.split('-')[1])))
    expect(dataFrom).toBeLessThan(served.state.bytes.length - tiles.length * 40)
  })

  test('takes both sides of the antimeridian', async () => {
    const plan = await planArea(open(), { west: 170, south: 1, east: -170, north: 20 })
    expect(plan.steps.at(-1)?.tiles).toBe(1 + 2 + 2 + 2)
  })

  test('stops before it is a whole country', async () => {
    served = serveArchive(makeArchive([...tiles, { z: 12, x: 1, y: 1, bytes: new Uint8Array(9) }]))
    const plan = await planArea(open(), WORLD)
    expect(plan.cut).toBe(true)
    expect(plan.steps.at(-1)?.zoom).toBeLessThan(9)
  })

  test('is empty where the archive is', async () => {
    served = serveArchive(makeArchive([{ z: 5, x: 0, y: 0, bytes: new Uint8Array(9) }]))
    expect((await planArea(open(), NORTH_EAST)).steps).toEqual([])
  })

  test('needs the network', async () => {
    served.state.away = true
    await expect(planArea(open(), NORTH_EAST)).rejects.toThrow()
  })
})

describe('keeping', () => {
  test('loads in few requests with the session, and tells how far it is', async () => {
    await planArea(open(), NORTH_EAST)
    const { area, shares } = await keep()
    expect(area).toMatchObject({ name: 'North east', tiles: 22, mostZoom: 3, mark: '"one"' })
    expect(served.state.asked.length).toBeLessThan(20)
    expect(shares[0]).toBe(0)
    expect(shares.at(-1)).toBeCloseTo(1, 6)
    expect([...shares].sort((a, b) => a - b)).toEqual(shares)
    expect(area.bytes).toBe(
      [...store.pieces.values()].reduce((all, piece) => all + piece.byteLength, 0) + headShortage(),
    )
  })

  // The head is asked in one size; this archive is longer than it.
  const headShortage = () => 0

  test('is read without network, tile by tile, and the rest is not', async () => {
    await keep()
    served.state.away = true
    const archive = open()
    expect(await archive.getMetadata()).toEqual({ vector_layers: [] })
    for (const { z, x, y, bytes } of tiles) {
      const wanted = z === 0 || (x >= 2 ** (z - 1) && y < 2 ** (z - 1))
      if (!wanted) continue
      const tile = await archive.getZxy(z, x, y)
      expect(new Uint8Array(tile?.data ?? new ArrayBuffer(0)), `${z}/${x}/${y}`).toEqual(bytes)
    }
    await expect(archive.getZxy(3, 0, 7)).rejects.toThrow()
  })

  test('costs no network where it is kept', async () => {
    await keep()
    const archive = open()
    await archive.getHeader()
    const before = served.state.asked.length
    await archive.getZxy(3, 7, 0)
    expect(served.state.asked.length).toBe(before)
  })

  test('ends at the chosen zoom', async () => {
    const { area } = await keep(1)
    expect(area.tiles).toBe(2)
    served.state.away = true
    const archive = open()
    expect(await archive.getZxy(1, 1, 0)).toBeDefined()
    await expect(archive.getZxy(3, 7, 0)).rejects.toThrow()
  })

  test('stopped, it leaves nothing', async () => {
    const stop = new AbortController()
    await expect(
      keep(3, { signal: stop.signal, progress: share => share > 0 && stop.abort() }),
    ).rejects.toThrow()
    expect(store.pieces.size).toBe(0)
    expect(await store.areas()).toEqual([])
  })

  test('broken off, it goes on where it was', async () => {
    served = serveArchive(makeArchive(worldTiles([0, 1, 2, 3], 300_000)))
    // One for the head, some for the leaves and one for tiles.
    let left = 2
    const flaky: typeof fetch = (...asked) => {
      if (left-- <= 0) return Promise.reject(new TypeError('away'))
      return served.fetch(...asked)
    }
    await expect(keep(3, { fetch: flaky })).rejects.toBeInstanceOf(BrokenOff)
    const there = store.pieces.size
    expect(await store.areas()).toEqual([])
    const { shares } = await keep()
    expect(there).toBeGreaterThan(0)
    expect(shares[0]).toBeGreaterThan(0)
    expect(await store.areas()).toHaveLength(1)
  })

  test('on a full disk nothing is left, and nothing counts as kept', async () => {
    const full = new DOMException('no room', 'QuotaExceededError')
    const { putPieces, putArea } = store
    store.putPieces = async pieces => {
      await putPieces(pieces)
      throw full
    }
    await expect(keep()).rejects.toBe(full)
    expect(store.pieces.size).toBe(0)
    Object.assign(store, { putPieces, putArea: () => Promise.reject(full) })
    await expect(keep()).rejects.toBe(full)
    expect(store.pieces.size).toBe(0)
    Object.assign(store, { putArea })
    expect(await store.areas()).toEqual([])
  })

  test('another archive meanwhile: nothing is mixed', async () => {
    const plan = await planArea(open(), NORTH_EAST)
    served.state.mark = '"two"'
    await expect(keep(3, { plan })).rejects.toBeInstanceOf(ArchiveChanged)
    expect(store.pieces.size).toBe(0)
  })

  test('a new archive is shown while there is network, the kept one without', async () => {
    await keep()
    const newer = worldTiles([0, 1, 2, 3], 60)
    served.state.bytes = makeArchive(newer)
    served.state.mark = '"two"'
    const online = await open().getZxy(2, 3, 0)
    expect(online?.data.byteLength).toBe(62)
    served.state.away = true
    const offline = await open().getZxy(2, 3, 0)
    expect(offline?.data.byteLength).toBe(42)
  })

  test('a page that showed the new archive goes on with the kept one when the network goes', async () => {
    await keep()
    served.state.bytes = makeArchive(worldTiles([0, 1, 2, 3], 60))
    served.state.mark = '"two"'
    const archive = open()
    await archive.getZxy(3, 0, 7)
    served.state.away = true
    expect((await archive.getZxy(2, 3, 0))?.data.byteLength).toBe(42)
  })

  test('a tile far from it is not stretched out of what is kept', async () => {
    const { area } = await keep(3)
    const near = (z: number, x: number, y: number) => isCovered([area], URL_OF_MAP, { z, x, y })
    expect(near(3, 7, 0)).toBe(true)
    expect(near(3, 0, 7)).toBe(true)
    expect(near(5, 31, 0)).toBe(true)
    expect(near(5, 0, 31)).toBe(false)
    expect(near(9, 511, 0)).toBe(true)
    expect(near(9, 0, 0)).toBe(false)
    const newer = { ...area, id: 'newer', mark: '"two"', at: area.at + 1, bounds: { ...WORLD, west: 179 } }
    expect(isCovered([area, newer], URL_OF_MAP, { z: 9, x: 300, y: 100 })).toBe(false)
  })

  test('removed, it takes what no other area needs', async () => {
    const { area } = await keep(3)
    const other = await keep(1, { now: 1_800_000_000_001 })
    await store.removeArea(area.id)
    expect([...store.pieces.keys()].sort()).toEqual([...other.area.pieces].sort())
    await store.removeArea(other.area.id)
    expect(store.pieces.size).toBe(0)
  })
})

test('a failed start is forgotten: the next asking finds the network again', async () => {
  served.state.away = true
  const archive = open()
  await expect(archive.getZxy(0, 0, 0)).rejects.toThrow()
  served.state.away = false
  expect(await archive.getZxy(0, 0, 0)).toBeDefined()
})
