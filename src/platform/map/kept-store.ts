// Pieces of the operator's map archive on this device, one database a person; gone with their other private data.
import { getSession } from '../session-store.ts'

/** An area of the archive that somebody keeps for the time without network. */
export interface KeptArea {
  id: string
  name: string
  bounds: { west: number; south: number; east: number; north: number }
  mostZoom: number
  bytes: number
  tiles: number
  /** When it was kept, epoch milliseconds. */
  at: number
  /** Address of the archive, and its mark when it was kept: another mark is another archive. */
  url: string
  mark: string
  /** Which pieces it needs; neighbours share some. */
  pieces: readonly string[]
}

export interface KeptStore {
  areas(): Promise<KeptArea[]>
  piece(key: string): Promise<ArrayBuffer | undefined>
  /** Which of the pieces are there already. */
  known(keys: readonly string[]): Promise<Set<string>>
  putPieces(pieces: ReadonlyMap<string, ArrayBuffer>): Promise<void>
  /** Rejects where pieces of it are missing: what is half there is not kept. */
  putArea(area: KeptArea): Promise<void>
  /** Removes an area and, as `sweep` does, the pieces that no other one needs. */
  removeArea(id: string): Promise<void>
  /** Does `work` while no tab sweeps: what comes belongs to no area before it is whole. */
  keeping<Answer>(work: () => Promise<Answer>): Promise<Answer>
  /** Removes pieces that no area needs, what a download left that did not end; not while any tab is keeping one. */
  sweep(): Promise<void>
  close(): void
}

const AREAS = 'areas'
const PIECES = 'pieces'

/** Name of a person's database; whoever purges private data deletes every one that begins with `gatehouse-`. */
export const keptStoreName = (owner: { tenantId: number; id: number }): string =>
  `gatehouse-${owner.tenantId}-${owner.id}-map`

let open: { name: string; store: Promise<KeptStore> } | undefined

/** The store of the person who is logged in; undefined without a session or where the browser keeps nothing. */
export async function keptStore(): Promise<KeptStore | undefined> {
  const user = getSession()?.user
  if (!user || typeof indexedDB === 'undefined') return undefined
  const name = keptStoreName(user)
  if (open?.name !== name) {
    open?.store.then(store => store.close()).catch(() => {})
    open = { name, store: openKeptStore(name, () => forget(name)) }
  }
  return open.store.catch(() => {
    forget(name)
    return undefined
  })
}

const forget = (name: string) => {
  if (open?.name === name) open = undefined
}

/** Opens a store by its name; it lets go when another tab deletes the database. */
export async function openKeptStore(name: string, onClosed: () => void = () => {}): Promise<KeptStore> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(AREAS, { keyPath: 'id' })
    opening.result.createObjectStore(PIECES)
  }
  const database = await settled(opening)
  database.onversionchange = () => {
    database.close()
    onClosed()
  }
  const areasOf = (within: IDBTransaction): Promise<KeptArea[]> => settled(within.objectStore(AREAS).getAll())
  const begin = (mode: IDBTransactionMode, ...tables: string[]) => database.transaction(tables, mode)
  const removeUnneeded = async () => {
    const within = begin('readwrite', AREAS, PIECES)
    const needed = new Set((await areasOf(within)).flatMap(area => area.pieces))
    const pieces = within.objectStore(PIECES)
    for (const key of await settled(pieces.getAllKeys())) if (!needed.has(String(key))) pieces.delete(key)
    await written(within)
  }
  const lock = `${name}-keeping`
  // Without locks (plain http off localhost) at least this tab knows.
  let busy = 0
  const sweep = async () => {
    if (busy > 0) return
    if (!navigator.locks) return removeUnneeded()
    await navigator.locks.request(lock, { ifAvailable: true }, free => (free ? removeUnneeded() : undefined))
  }
  return {
    areas: () => areasOf(begin('readonly', AREAS)),
    piece: key => settled(begin('readonly', PIECES).objectStore(PIECES).get(key)),
    async known(keys) {
      const there = new Set(
        (await settled(begin('readonly', PIECES).objectStore(PIECES).getAllKeys())).map(String),
      )
      return new Set(keys.filter(key => there.has(key)))
    },
    async putPieces(pieces) {
      const within = begin('readwrite', PIECES)
      for (const [key, bytes] of pieces) within.objectStore(PIECES).put(bytes, key)
      await written(within)
    },
    async putArea(area) {
      const within = begin('readwrite', AREAS, PIECES)
      const there = new Set((await settled(within.objectStore(PIECES).getAllKeys())).map(String))
      // Another tab may have swept away what it did not know of.
      if (!area.pieces.every(key => there.has(key))) throw new Error('pieces of the area are gone')
      within.objectStore(AREAS).put(area)
      await written(within)
    },
    async removeArea(id) {
      const within = begin('readwrite', AREAS)
      within.objectStore(AREAS).delete(id)
      await written(within)
      await sweep()
    },
    async keeping(work) {
      busy++
      try {
        return await (navigator.locks ? navigator.locks.request(lock, { mode: 'shared' }, work) : work())
      } finally {
        busy--
      }
    },
    sweep,
    close: () => database.close(),
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser refused to store'))
  })
}

function written(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser refused to store'))
  })
}
