// What a door keeps of adverts in its browser: whole videos whose bytes were checked, the list, plays that nobody has confirmed.
import { createStore, delMany, entries, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { type Manifest, type ManifestVideo, manifest } from '../domain/advert/manifest.ts'
import { type ClaimedPlay, claimedPlay } from '../domain/advert/play.ts'
import { createSha256 } from '../platform/sha256.ts'
import { readStoredJson } from '../platform/stored-json.ts'

const CACHE = 'gatehouse-door-adverts'
const LIST_KEY = 'gatehouse.door.adverts'
const POSTERS = 'gatehouse-door-posters'
const nameOf = (sha256: string) => `/door-adverts/${sha256}`

const plays = () => createStore('gatehouse-door-plays', 'plays')

export const readList = (): Manifest | null => readStoredJson(LIST_KEY, manifest) ?? null

export const keepList = (list: Manifest): void => localStorage.setItem(LIST_KEY, JSON.stringify(list))

/** Hashes of the files that are here. */
export async function storedFiles(): Promise<string[]> {
  if (!('caches' in globalThis)) return []
  const kept = await (await caches.open(CACHE)).keys()
  return kept.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))
}

/** Fetches a whole file and keeps it once its bytes are those that were announced; throws why not, in a word. */
export async function fetchFile({ url, sha256, contentType }: ManifestVideo): Promise<void> {
  if (!('caches' in globalThis)) throw new Error('insecure')
  const answer = await fetch(url, { cache: 'no-store', credentials: 'omit' })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const hash = createSha256()
  hash.update(bytes)
  if (hash.end() !== sha256) throw new Error('hash')
  const cache = await caches.open(CACHE)
  await cache.put(nameOf(sha256), new Response(new Blob([bytes], { type: contentType })))
}

export async function keepOnly(sha256: readonly string[]): Promise<void> {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(CACHE)
  const wanted = new Set(sha256)
  for (const each of await storedFiles()) if (!wanted.has(each)) await cache.delete(nameOf(each))
}

/** The file as an address that a player takes; it is given back by `URL.revokeObjectURL`. */
export async function openFile(sha256: string): Promise<string | undefined> {
  const kept = await (await caches.open(CACHE)).match(nameOf(sha256))
  return kept && URL.createObjectURL(await kept.blob())
}

/** Fetches the posters of a list and lets go of all others. One that cannot be had is done without. */
export async function keepPosters(videos: readonly ManifestVideo[]): Promise<void> {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(POSTERS)
  const wanted = new Set(videos.flatMap(({ poster }) => (poster === undefined ? [] : [poster])))
  for (const request of await cache.keys())
    if (!wanted.delete(new URL(request.url).pathname)) await cache.delete(request)
  for (const poster of wanted) {
    const answer = await fetch(poster, { credentials: 'omit' }).catch(() => undefined)
    if (answer?.ok) await cache.put(poster, answer)
  }
}

/** The kept poster of a video as an address, to be given back like that of a file; undefined where there is none. */
export async function openPoster({ poster }: ManifestVideo): Promise<string | undefined> {
  if (poster === undefined) return undefined
  const kept = await (await caches.open(POSTERS)).match(poster)
  return kept && URL.createObjectURL(await kept.blob())
}

export async function keptPlays(): Promise<ClaimedPlay[]> {
  const kept = await entries<string, unknown>(plays())
  const read = kept.flatMap(([, play]) => {
    const parsed = z.safeParse(claimedPlay, play)
    return parsed.success ? [parsed.data] : []
  })
  return read.sort((one, other) => one.startedAt - other.startedAt)
}

export const keepPlay = (play: ClaimedPlay): Promise<void> => set(play.playId, play, plays())

export const forgetPlays = (playIds: readonly string[]): Promise<void> => delMany([...playIds], plays())
