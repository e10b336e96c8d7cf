// Removes every private byte of a person from this browser; the language and the skin stay.
import { purgeWorkerCaches, unsubscribePush } from '../platform/service-worker.ts'
import { forgetKept } from '../resource/kept.ts'
import { closeCache, queryClient } from './query-client.ts'

const PREFIX = 'gatehouse-'
/** Whose private data this browser holds: ids only. Lets a login after an expiry find out that it is another person. */
const OWNER = 'gatehouse.owner'

interface Person {
  tenantId: number
  id: number
}

/** Forgets what is in memory at once; what is stored stays for the same person's return. */
export async function hidePrivateData(): Promise<void> {
  queryClient.clear()
  await closeCache()
}

/** Deletes all private databases and caches of every person and ends push. */
export async function purgePrivateData(): Promise<void> {
  await hidePrivateData()
  localStorage.removeItem(OWNER)
  forgetKept()
  sessionStorage.clear()
  await Promise.allSettled([deleteDatabases(), purgeWorkerCaches(), unsubscribePush()])
}

/** Before a session starts: another person's data must be gone. True when something was purged. */
export async function makeRoomFor(person: Person): Promise<boolean> {
  const held = localStorage.getItem(OWNER)
  const owner = `${person.tenantId}-${person.id}`
  const foreign = held !== null && held !== owner
  if (foreign) await purgePrivateData()
  localStorage.setItem(OWNER, owner)
  return foreign
}

async function deleteDatabases(): Promise<void> {
  const databases = await indexedDB.databases()
  const names = databases.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []))
  await Promise.all(names.map(deleteDatabase))
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise(resolve => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => resolve()
    // The deletion stays pending until the other tab lets go, which its versionchange listener does.
    request.onblocked = () => setTimeout(resolve, 2_000)
  })
}
