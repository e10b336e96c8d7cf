// The tracks that were opened last, on the device for the time without network: one database a person, bounded in size.
import { createStore, del, get, set, type UseStore, update } from 'idb-keyval'
import { withinPeriod } from '../../../domain/track/columns.ts'
import { packTrack, unpackTrack } from '../../../domain/track/packed-track.ts'
import type { PositionSource } from '../../../domain/track/track.ts'
import { getSession } from '../../../platform/session-store.ts'
import type { Period } from '../../../ui/period.ts'
import type { HeardTrack } from './heard-track.ts'

const INDEX = 'index'
const MOST_BYTES = 24_000_000
const MOST_KEPT = 30
/** Most kept tracks of one device: «the last day» is another period every minute. */
const MOST_OF_ONE = 4
/** A period that ended less than this before it was fetched counts as «up to now». */
const NOW_MS = 120_000

/** A kept track without its points. */
export interface KeptTrack extends Period {
  key: string
  imei: string
  name: string
  source: PositionSource | undefined
  /** When it was heard, epoch milliseconds. */
  at: number
  bytes: number
  cutAt: number | undefined
  /** Pauses up to this length were no gaps, by the device's interval of then. */
  gapMs?: number | undefined
}

let open: { name: string; store: Promise<UseStore> } | undefined

/** The store of the person who is logged in; whoever purges private data deletes every `gatehouse-` database. */
async function storeOf(): Promise<UseStore | undefined> {
  const user = getSession()?.user
  if (!user || typeof indexedDB === 'undefined') return undefined
  const name = `gatehouse-${user.tenantId}-${user.id}-tracks`
  if (open?.name !== name) open = { name, store: openStore(name) }
  return open.store.catch(() => {
    open = undefined
    return undefined
  })
}

async function openStore(name: string): Promise<UseStore> {
  const store = createStore(name, 'tracks')
  // A second tab that holds the database open would block its deletion.
  await store('readonly', objects => {
    const { db } = objects.transaction
    db.onversionchange = () => {
      db.close()
      open = undefined
    }
  })
  return store
}

const indexOf = async (store: UseStore): Promise<KeptTrack[]> => (await get<KeptTrack[]>(INDEX, store)) ?? []

/** What is kept for this person, the last opened first. */
export async function keptTracks(): Promise<KeptTrack[]> {
  const store = await storeOf()
  return store ? indexOf(store) : []
}

/** Which stay: the newest of each device first, then all as far as there is room. */
export function whatStays(kept: readonly KeptTrack[]): KeptTrack[] {
  const ofEach = new Map<string, number>()
  let bytes = 0
  return kept
    .filter(({ imei }) => {
      const before = ofEach.get(imei) ?? 0
      ofEach.set(imei, before + 1)
      return before < MOST_OF_ONE
    })
    .slice(0, MOST_KEPT)
    .filter(track => {
      bytes += track.bytes
      return bytes <= MOST_BYTES
    })
}

/** Keeps a track that was heard. A full disk, or a browser that keeps nothing, is no reason to fail. */
export async function keepTrack(
  heard: HeardTrack,
  { from, to }: Period,
  source: PositionSource | undefined,
): Promise<void> {
  const packed = packTrack(heard.track)
  if (heard.track.times.length === 0 || packed.byteLength > MOST_BYTES) return
  const { imei, name, cutAt, heardAt: at } = heard
  const key = `${imei} ${source ?? 'all'} ${from} ${to}`
  try {
    const store = await storeOf()
    if (!store) return
    await set(key, packed, store)
    const gone: string[] = []
    await update<KeptTrack[]>(
      INDEX,
      (kept = []) => {
        const track = {
          key,
          imei,
          name,
          source,
          from,
          to,
          at,
          bytes: packed.byteLength,
          cutAt,
          gapMs: heard.track.gapMs,
        }
        const stay = whatStays([track, ...kept.filter(each => each.key !== key)])
        gone.push(...kept.filter(each => !stay.some(({ key }) => key === each.key)).map(each => each.key))
        return stay
      },
      store,
    )
    await Promise.all(gone.map(each => del(each, store)))
  } catch {
    // Without it the track is asked for again; without network it is not there.
  }
}

/** The kept track that can stand in for a period: it has everything of it that existed when it was fetched. */
export function answering(
  kept: readonly KeptTrack[],
  { imei, period, source }: { imei: string; period: Period; source: PositionSource | undefined },
): KeptTrack | undefined {
  return kept
    .filter(each => each.imei === imei && each.source === source)
    .filter(({ from, to, at }) => {
      const reachedNow = to >= at - NOW_MS
      return from <= period.from && period.from < Math.min(to, at) && (period.to <= to || reachedNow)
    })
    .sort((a, b) => b.at - a.at)[0]
}

/** What is known of a period without network; undefined where no track of it was opened before. */
export async function keptTrack(
  imei: string,
  period: Period,
  source: PositionSource | undefined,
): Promise<HeardTrack | undefined> {
  try {
    const store = await storeOf()
    const found = store && answering(await indexOf(store), { imei, period, source })
    const packed = found && (await get<Uint8Array>(found.key, store))
    if (!packed) return undefined
    const { name, cutAt, at, gapMs } = found
    const points = withinPeriod(unpackTrack(packed), period.from, period.to)
    const track = { ...points, ...(gapMs !== undefined && { gapMs }) }
    return { imei, name, track, cutAt, heardAt: at, kept: true }
  } catch {
    return undefined
  }
}
