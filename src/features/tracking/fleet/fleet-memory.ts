// The last known fleet in this browser, for when there is no network; goes with the person's other private data.
import { getSession } from '../../../platform/session-store.ts'
import type { Places } from './fleet-query.ts'
import type { Fleet, LoadedFleet } from './fleet-store.ts'

const STORE = 'fleet'

/** Texts lie as one string each: a hundred times quicker to read than as many. */
interface Kept {
  at: number
  columns: LoadedFleet['columns']
  imeis: string
  names: string
  wearers: string
}

/** All private databases begin so; they are deleted when the session ends. */
function nameOfDatabase(): string | undefined {
  const user = getSession()?.user
  return user && `gatehouse-fleet-${user.tenantId}-${user.id}`
}

/** What was last written of each fleet: a new reading has new columns, a live batch another moment. */
const written = new WeakMap<Fleet, Pick<Kept, 'at' | 'columns'>>()

/**
 * Keeps the fleet as it is now, unless that lies there already: hiding a page and leaving it come one after the other,
 * and each writing is megabytes. A full or closed store is no reason to fail.
 */
export async function keepFleet(fleet: Fleet, places: Places): Promise<void> {
  const [at, columns, before] = [fleet.heardAt(), fleet.columns, written.get(fleet)]
  if (before?.at === at && before.columns === columns) return
  written.set(fleet, { at, columns })
  const kept: Kept = {
    at,
    columns,
    imeis: JSON.stringify(fleet.imeis),
    names: JSON.stringify(fleet.names),
    wearers: JSON.stringify(fleet.wearers),
  }
  await inStore('readwrite', store => store.put(kept, places)).catch(() => written.delete(fleet))
}

/** What was kept last for this person; undefined without any. */
export async function readKeptFleet(places: Places): Promise<LoadedFleet | undefined> {
  const kept = (await inStore('readonly', store => store.get(places)).catch(() => undefined)) as
    | Kept
    | undefined
  if (!kept) return undefined
  const texts = (from: string): string[] => JSON.parse(from)
  try {
    return {
      at: kept.at,
      columns: kept.columns,
      imeis: texts(kept.imeis),
      names: texts(kept.names),
      wearers: texts(kept.wearers),
    }
  } catch {
    return undefined
  }
}

/** Opened and closed at once: a database that stays open would hold up its deletion. */
function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const name = nameOfDatabase()
  if (name === undefined) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      database.onversionchange = () => database.close()
      // The session may have ended while it was opened, and what went with it would be there again.
      if (nameOfDatabase() !== name) {
        database.close()
        indexedDB.deleteDatabase(name)
        resolve(undefined)
        return
      }
      const transaction = database.transaction(STORE, mode)
      const request = work(transaction.objectStore(STORE))
      const done = () => {
        database.close()
        resolve(request.result)
      }
      transaction.oncomplete = done
      transaction.onerror = () => {
        database.close()
        reject(transaction.error)
      }
    }
  })
}
