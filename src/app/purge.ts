// Removes every private byte of a person from this browser; the language, the skin and sealed work that waits stay.

import { stopQueue, sweepQueues } from '../platform/queue.ts'
import { QUEUE_PREFIX } from '../platform/queue-store.ts'
import { purgeWorkerCaches, unsubscribePush } from '../platform/service-worker.ts'
import { closeDrafts, dropDrafts } from '../resource/drafts.ts'
import { forgetKept } from '../resource/kept.ts'
import { closeCache, queryClient } from './query-client.ts'

const PREFIX = 'gatehouse-'
/** Whose private data this browser holds: ids only. Lets a login after an expiry find out that it is another person. */
const OWNER = 'gatehouse.owner'

interface Person {
  tenantId: number
  id: number
}

/** How a person is called where their data is kept. */
export const nameOfPerson = ({ tenantId, id }: Person): string => `${tenantId}-${id}`

/** Whose private data this browser holds. */
export const personHere = (): string | undefined => localStorage.getItem(OWNER) ?? undefined

/** Forgets what is in memory at once; what is stored stays for the same person's return. */
export async function hidePrivateData(): Promise<void> {
  queryClient.clear()
  closeDrafts()
  await closeCache()
}

/**
 * Deletes all private databases and caches of every person and ends push. What people did and could not send stays: it
 * is sealed, and nobody but its owner reads or deletes it.
 */
export async function purgePrivateData(): Promise<void> {
  dropDrafts()
  await hidePrivateData()
  stopQueue()
  localStorage.removeItem(OWNER)
  forgetKept()
  sessionStorage.clear()
  await Promise.allSettled([deleteDatabases(), sweepQueues(), purgeWorkerCaches(), unsubscribePush()])
}

/** Before a session starts: another person's data must be gone. True when something was purged. */
export async function makeRoomFor(person: Person): Promise<boolean> {
  const held = personHere()
  const owner = nameOfPerson(person)
  const foreign = held !== undefined && held !== owner
  if (foreign) await purgePrivateData()
  localStorage.setItem(OWNER, owner)
  return foreign
}

async function deleteDatabases(): Promise<void> {
  const databases = await indexedDB.databases()
  const names = databases.flatMap(({ name }) =>
    name?.startsWith(PREFIX) && !name.startsWith(QUEUE_PREFIX) ? [name] : [],
  )
  await Promise.all(names.map(deleteDatabase))
}

async function deleteDatabase(name: string): Promise<void> {
  // A frozen tab keeps the database open, so that it cannot be deleted: then at least it is emptied.
  await emptyDatabase(name).catch(() => undefined)
  return new Promise(resolve => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => resolve()
    // The deletion stays pending until the other tab lets go, which its versionchange listener does.
    request.onblocked = () => setTimeout(resolve, 2_000)
  })
}

async function emptyDatabase(name: string): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error ?? new Error('the database does not open'))
  })
  try {
    const stores = [...database.objectStoreNames]
    if (stores.length === 0) return
    const transaction = database.transaction(stores, 'readwrite')
    for (const store of stores) transaction.objectStore(store).clear()
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('the database was not emptied'))
    })
  } finally {
    database.close()
  }
}
