// The operator's map over networks that hang, lie and break off: everything ends in time, in a state to go on from.
import { EtagMismatch } from 'pmtiles'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ArchiveChanged, BrokenOff, keepArea, planArea } from '../../../src/platform/map/keep-area.ts'
import { openArchive, readRange } from '../../../src/platform/map/kept-area.ts'
import { fetchSteadily, SILENCE_MS, Silence } from '../../../src/platform/steady-fetch.ts'
import { memoryStore } from '../../fakes/kept-memory.ts'
import { makeArchive, serveArchive, worldTiles } from '../../fakes/map-archive.ts'

const MAP = 'https://console.example/api/device/map/tiles.pmtiles'
const NORTH_EAST = { west: 1, south: 1, east: 179, north: 84 }
const NEVER = new Promise<Response>(() => {})
const LOGIN = '<!doctype html><title>Welcome to the hotel</title>'

const ARCHIVE = makeArchive(worldTiles([0, 1, 2, 3], 120_000))

let served: ReturnType<typeof serveArchive>
let store: ReturnType<typeof memoryStore>
beforeEach(() => {
  vi.useFakeTimers()
  served = serveArchive(ARCHIVE)
  store = memoryStore()
})
afterEach(() => {
  vi.useRealTimers()
})

const asker = () => ({ url: MAP, authorization: () => 'token', fetch: served.fetch })
const open = (signal?: AbortSignal) =>
  openArchive({ ...asker(), store: async () => store, ...(signal && { signal }) })
const login = () => new Response(LOGIN, { headers: { 'content-type': 'text/html' } })

/** How something ended by now; `pending` when it has not. */
function watched(promise: Promise<unknown>) {
  const state: { is: unknown } = { is: 'pending' }
  promise.then(
    () => {
      state.is = 'done'
    },
    error => {
      state.is = error
    },
  )
  return state
}

async function keep(more: Partial<Parameters<typeof keepArea>[0]> = {}) {
  const { instead } = served.state
  served.state.instead = undefined
  const plan = more.plan ?? (await planArea(open(), NORTH_EAST))
  served.state.instead = instead
  return keepArea({
    ...asker(),
    store,
    plan,
    mostZoom: 3,
    name: 'North east',
    now: 1_800_000_000_000,
    progress: () => {},
    signal: new AbortController().signal,
    ...more,
  })
}

describe('an answer', () => {
  const body = (pull: (send: ReadableStreamDefaultController<Uint8Array>) => void) =>
    new Response(new ReadableStream<Uint8Array>({ start: pull }))

  test('that does not begin ends the request, and tells the network so', async () => {
    let given: AbortSignal | null | undefined
    const asked = watched(
      fetchSteadily(MAP, {
        ask: (_, init) => {
          given = init?.signal
          return NEVER
        },
      }),
    )
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1)
    expect(asked.is).toBe('pending')
    await vi.advanceTimersByTimeAsync(1)
    expect(asked.is).toBeInstanceOf(Silence)
    expect(given?.aborted).toBe(true)
  })

  test('that stops half-way ends too; a slow one that keeps coming does not', async () => {
    const ask = async () =>
      body(send => {
        for (let part = 1; part <= 4; part++)
          setTimeout(() => send.enqueue(new Uint8Array(1)), part * (SILENCE_MS - 1_000))
      })
    const asked = watched(fetchSteadily(MAP, { ask }))
    await vi.advanceTimersByTimeAsync(4 * (SILENCE_MS - 1_000))
    expect(asked.is).toBe('pending')
    await vi.advanceTimersByTimeAsync(SILENCE_MS)
    expect(asked.is).toBeInstanceOf(Silence)
  })

  test('that nobody waits for any more is let go of with their reason', async () => {
    const left = new AbortController()
    const asked = watched(fetchSteadily(MAP, { ask: () => NEVER, signal: left.signal }))
    left.abort('left')
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.is).toBe('left')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is whole, and leaves no clock behind', async () => {
    const { data } = await fetchSteadily(MAP, { ask: async () => new Response('words') })
    expect(new TextDecoder().decode(data)).toBe('words')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a part of the archive', () => {
  const read = (offset = 0, length = 100) => readRange(asker(), offset, length)

  test.each([
    ['everything, with 200', () => new Response(new Uint8Array(100))],
    ['the page of a hotel', login],
    ['nothing for want of a session', () => new Response(null, { status: 401 })],
    ['a gateway’s fault', () => new Response('busy', { status: 502 })],
    [
      'another part',
      (part: Response) =>
        new Response(part.body, { status: 206, headers: { 'content-range': 'bytes 7-106/999' } }),
    ],
    ['less than was asked', () => new Response(new Uint8Array(99), { status: 206 })],
    ['more than was asked', () => new Response(new Uint8Array(101), { status: 206 })],
  ])('is not %s', async (_, instead) => {
    served.state.instead = instead
    await expect(read()).rejects.toThrow('The map archive answered')
  })

  test('may be shorter at the end of the file', async () => {
    const all = served.state.bytes.length
    const { data } = await read(all - 10, 100)
    expect(data.byteLength).toBe(10)
  })

  test('keeps its mark when a gateway packs the answer', async () => {
    served.state.mark = 'W/"one"'
    expect((await read()).etag).toBe('"one"')
  })

  test('beyond the end says that the archive is another one', async () => {
    await expect(read(served.state.bytes.length + 1)).rejects.toBeInstanceOf(EtagMismatch)
  })

  test('stops what it does not want: the rest of a large file is not loaded', async () => {
    let signal: AbortSignal | null | undefined
    const whole: typeof fetch = async (_, init) => {
      signal = init?.signal
      return new Response(new ReadableStream({ pull: send => send.enqueue(new Uint8Array(1_000)) }))
    }
    await expect(readRange({ ...asker(), fetch: whole }, 0, 100)).rejects.toThrow('200')
    expect(signal?.aborted).toBe(true)
  })
})

describe('asking how large an area is', () => {
  test.each([1, 2])('ends when request %i hangs, and can be asked again', async hanging => {
    served.state.instead = (part, order) => (order === hanging ? NEVER : part)
    const planned = watched(planArea(open(), NORTH_EAST))
    await vi.advanceTimersByTimeAsync(SILENCE_MS)
    expect(planned.is).toBeInstanceOf(Silence)
    expect((await planArea(open(), NORTH_EAST)).steps).toHaveLength(4)
  })

  test('ends at once with whoever asked', async () => {
    served.state.instead = () => NEVER
    const left = new AbortController()
    const planned = watched(planArea(open(left.signal), NORTH_EAST, left.signal))
    await vi.advanceTimersByTimeAsync(10)
    left.abort('left')
    await vi.advanceTimersByTimeAsync(0)
    expect(planned.is).toBe('left')
  })

  test('begins anew when another archive is put in place between two questions', async () => {
    served.state.instead = part => {
      served.state.mark = '"two"'
      return part
    }
    expect((await planArea(open(), NORTH_EAST)).mark).toBe('"two"')
  })
})

describe('keeping an area', () => {
  /** The first request of the keeping is answered, the others as told. */
  const afterOne = (instead: (part: Response) => Response | Promise<Response>) => {
    let left = 1
    served.state.instead = part => (left-- > 0 ? part : instead(part))
  }

  test('that hangs breaks off and goes on where it was', async () => {
    afterOne(() => NEVER)
    const kept = watched(keep())
    await vi.advanceTimersByTimeAsync(SILENCE_MS)
    expect(kept.is).toBeInstanceOf(BrokenOff)
    expect(await store.areas()).toEqual([])
    expect(store.pieces.size).toBeGreaterThan(0)
    served.state.instead = undefined
    const shares: number[] = []
    await keep({ progress: share => shares.push(share) })
    expect(shares[0]).toBeGreaterThan(0)
    expect(await store.areas()).toHaveLength(1)
  })

  test('that hangs can be stopped, and leaves nothing', async () => {
    afterOne(() => NEVER)
    const stop = new AbortController()
    const kept = watched(keep({ signal: stop.signal }))
    await vi.advanceTimersByTimeAsync(1_000)
    stop.abort('stopped')
    await vi.advanceTimersByTimeAsync(0)
    expect(kept.is).toBe('stopped')
    expect(store.pieces.size).toBe(0)
  })

  test('keeps no page of a hotel', async () => {
    afterOne(login)
    await expect(keep()).rejects.toBeInstanceOf(BrokenOff)
    const texts = [...store.pieces.values()].map(piece => new TextDecoder().decode(piece.slice(0, 9)))
    expect(texts).not.toContain(LOGIN.slice(0, 9))
  })

  test('of an archive that became shorter says so, and leaves nothing', async () => {
    const plan = await planArea(open(), NORTH_EAST)
    served.state.bytes = served.state.bytes.slice(0, 30_000)
    served.state.instead = part => part
    await expect(keep({ plan })).rejects.toBeInstanceOf(ArchiveChanged)
    expect(store.pieces.size).toBe(0)
  })

  test('by two tabs at once keeps it once, whichever of them stops', async () => {
    const plan = await planArea(open(), NORTH_EAST)
    const stop = new AbortController()
    const [stopped, kept] = await Promise.allSettled([
      keep({ plan, signal: stop.signal, progress: share => share > 0 && stop.abort() }),
      keep({ plan }),
      keep({ plan, now: 1_800_000_000_001 }),
    ])
    expect([stopped.status, kept.status]).toEqual(['rejected', 'fulfilled'])
    const areas = await store.areas()
    expect(areas).toHaveLength(1)
    expect(areas[0]?.pieces.every(key => store.pieces.has(key))).toBe(true)
  })

  test('while another is removed loses nothing of what has come', async () => {
    const before = await keep({ mostZoom: 1 })
    await keep({ progress: share => void (share > 0.5 && store.removeArea(before.id)) })
    expect(await store.areas()).toMatchObject([{ mostZoom: 3 }])
  })

  test('ends when whoever keeps it logs out: the store is closed', async () => {
    const { putPieces } = store
    let left = 1
    store.putPieces = pieces =>
      left-- > 0 ? putPieces(pieces) : Promise.reject(new DOMException('closing', 'InvalidStateError'))
    await expect(keep()).rejects.toThrow('closing')
    expect(await store.areas()).toEqual([])
  })
})

describe('drawing', () => {
  test('a tile whose request hangs fails in time, and comes when it is asked again', async () => {
    const archive = open()
    await archive.getZxy(3, 7, 0)
    served.state.instead = () => NEVER
    const tile = watched(archive.getZxy(3, 0, 7))
    await vi.advanceTimersByTimeAsync(SILENCE_MS)
    expect(tile.is).toBeInstanceOf(Silence)
    served.state.instead = undefined
    expect(await archive.getZxy(3, 0, 7)).toBeDefined()
  })

  test('an asked tile that goes out of sight takes its request along', async () => {
    const archive = open()
    await archive.getZxy(3, 7, 0)
    served.state.instead = () => NEVER
    const out = new AbortController()
    const tile = watched(archive.getZxy(3, 7, 0, out.signal))
    await vi.advanceTimersByTimeAsync(10)
    out.abort('out of sight')
    await vi.advanceTimersByTimeAsync(0)
    expect(tile.is).toBe('out of sight')
  })

  test('what is kept is drawn soon where the network hangs', async () => {
    await keep()
    served.state.instead = () => NEVER
    const tile = watched(open().getZxy(3, 7, 0))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(tile.is).toBe('done')
  })

  test('an archive that became shorter is opened anew', async () => {
    const archive = open()
    await archive.getHeader()
    served.state.bytes = makeArchive(worldTiles([0, 1], 10))
    served.state.mark = '"two"'
    expect((await archive.getZxy(1, 1, 0))?.data.byteLength).toBe(11)
    expect(await archive.getZxy(3, 0, 7)).toBeUndefined()
  })
})
