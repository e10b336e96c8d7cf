// The operator's map archive read with what is kept of it on the device: the same pieces, whether they come by network
// or from the store. `openArchive` is a PMTiles like any other; everything else is as without what is kept.
import {
  type Entry,
  EtagMismatch,
  type Header,
  PMTiles,
  type RangeResponse,
  ResolvedValueCache,
  type Source,
} from 'pmtiles'
import { fetchSteadily } from '../steady-fetch.ts'
import { newestKept } from './kept-coverage.ts'
import { type KeptStore, keptStore } from './kept-store.ts'

/** Directories held in memory: a city and its surroundings. */
const MOST_DIRECTORIES = 300
/** How long the network is waited for where an area is kept. */
const HEAD_SILENCE_MS = 4_000

/** Name of a piece of an archive: pieces of another archive under the same address are others. */
export const pieceKey = (url: string, mark: string, offset: number, length: number): string =>
  `${url} ${mark} ${offset}+${length}`

export interface KeptSourceOptions {
  /** Whole, as `archiveAddress` makes it. */
  url: string
  /** Sent along to the console's own addresses only; undefined: no session. */
  authorization: () => string | undefined
  fetch?: typeof fetch
  store?: () => Promise<Pick<KeptStore, 'areas' | 'piece'> | undefined>
  /** Ends whatever is asked. */
  signal?: AbortSignal
}

/**
 * The operator's archive, tiles by `getZxy`, offline too where an area is kept. Rejects what neither the network nor the
 * store has; the next asking tries again (the library's own cache would remember the failure for ever).
 */
export const openArchive = (options: KeptSourceOptions): PMTiles =>
  new PMTiles(keptSource(options), new SharedDirectories(MOST_DIRECTORIES))

/** The first tiles of a map all ask for the head and the same directory: one request answers them. */
class SharedDirectories extends ResolvedValueCache {
  private readonly asked = new Map<string, Promise<Entry[]>>()
  private head: ReturnType<ResolvedValueCache['getHeader']> | undefined

  override getHeader(source: Source): Promise<Header> {
    this.head ??= super.getHeader(source).finally(() => {
      this.head = undefined
    })
    return this.head
  }

  // Without the asker's signal: the others still wait when one of them turns away.
  override getDirectory(source: Source, offset: number, length: number, header: Header): Promise<Entry[]> {
    const key = `${header.etag} ${offset}+${length}`
    const before = this.asked.get(key)
    if (before) return before
    const asking = super.getDirectory(source, offset, length, header).finally(() => this.asked.delete(key))
    this.asked.set(key, asking)
    return asking
  }
}

/**
 * A source for PMTiles that needs no network where the area is kept. Kept pieces go first: they cost nothing and their
 * mark says that they are of the archive that is open. The head is asked from the network, so that a new archive is
 * noticed; without network it is the head of the area that was kept last.
 */
export function keptSource({
  url,
  authorization,
  fetch: ask = (...request) => fetch(...request),
  store = keptStore,
  signal: ends,
}: KeptSourceOptions): Source {
  const kept = async (mark: string, offset: number, length: number): Promise<RangeResponse | undefined> => {
    const data = await (await store())?.piece(pieceKey(url, mark, offset, length)).catch(() => undefined)
    return data && { data, etag: mark }
  }
  const newest = async () => newestKept((await (await store())?.areas().catch(() => [])) ?? [], url)
  return {
    getKey: () => url,
    async getBytes(offset, length, asker, etag) {
      const here = etag && (await kept(etag, offset, length))
      if (here) return here
      const signal = asker && ends ? AbortSignal.any([asker, ends]) : (asker ?? ends)
      // With something to fall back on nobody stands before an empty map for long.
      const hurry = !etag && (await newest()) && { silenceMs: HEAD_SILENCE_MS }
      try {
        const read = await readRange({ url, authorization, fetch: ask }, offset, length, { signal, ...hurry })
        if (etag && read.etag !== etag) throw new EtagMismatch('The map archive is another one by now')
        return read
      } catch (error) {
        if (signal?.aborted || error instanceof EtagMismatch) throw error
        const last = await newest()
        // What is open is a newer archive than what is kept: the library begins anew, with the kept one's head.
        if (etag && last && last.mark !== etag) throw new EtagMismatch('The network is away')
        if (etag) throw error
        const head = last && (await kept(last.mark, offset, length))
        if (head) return head
        throw error
      }
    },
  }
}

/**
 * One piece by the network, with the archive's mark. Rejects where the answer is not just that piece: a server that sends
 * everything, or the page of somebody's login; with `EtagMismatch` where the archive ends before it.
 */
export async function readRange(
  { url, authorization, fetch: ask = fetch }: Pick<KeptSourceOptions, 'url' | 'authorization' | 'fetch'>,
  offset: number,
  length: number,
  limits: { signal?: AbortSignal | undefined; silenceMs?: number } = {},
): Promise<{ data: ArrayBuffer; etag: string }> {
  const own = typeof location === 'undefined' || new URL(url).origin === location.origin
  const token = own ? authorization() : undefined
  const { response, data } = await fetchSteadily(url, {
    ...limits,
    ask,
    headers: {
      range: `bytes=${offset}-${offset + length - 1}`,
      ...(token !== undefined && { authorization: token }),
    },
    judge: ({ status }) => {
      if (status === 416) throw new EtagMismatch('The map archive is a shorter one by now')
      if (status !== 206) throw new Error(`The map archive answered ${status}`)
    },
  })
  const [, from, to, all] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
  const whole = data.byteLength === length || (data.byteLength < length && Number(to) + 1 === Number(all))
  if (!whole || (from !== undefined && Number(from) !== offset))
    throw new Error(`The map archive answered ${data.byteLength} bytes from ${from}`)
  // A gateway that packs answers makes the mark a weak one: the archive is the same.
  return { data, etag: (response.headers.get('etag') ?? '').replace(/^W\//, '') }
}
