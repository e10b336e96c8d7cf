// The rows of one person's queue in IndexedDB: one row an action, so that two tabs never overwrite each other.
import type { QueuedAction } from './queue-row.ts'

const PREFIX = 'gatehouse-queue-'
const TABLE = 'actions'

/** Name of a person's queue database. */
export const queueName = (owner: QueueOwner): string => `${PREFIX}${owner.tenantId}-${owner.userId}`

export interface QueueOwner {
  tenantId: number
  userId: number
}

export interface QueueStore {
  all: () => Promise<QueuedAction[]>
  add: (action: Omit<QueuedAction, 'order'>) => Promise<QueuedAction>
  /** Reads, changes and writes one row in one transaction; a row that is gone stays gone. */
  change: (order: number, next: (row: QueuedAction) => QueuedAction) => Promise<QueuedAction | undefined>
  remove: (order: number) => Promise<void>
  close: () => void
}

/** Opens a queue. It closes itself when another tab deletes the database, or the deletion would hang. */
export async function openQueueStore(name: string, onClosed: () => void = () => {}): Promise<QueueStore> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(TABLE, { keyPath: 'order', autoIncrement: true })
  }
  const database = await settled(opening)
  database.onversionchange = () => {
    database.close()
    onClosed()
  }
  const table = (mode: IDBTransactionMode) =>
    database.transaction(TABLE, mode, { durability: 'strict' }).objectStore(TABLE)
  return {
    all: () => settled<QueuedAction[]>(table('readonly').getAll()),
    async add(action) {
      const rows = table('readwrite')
      const order = Number(await settled(rows.add(action)))
      await written(rows.transaction)
      return { ...action, order }
    },
    async change(order, next) {
      const rows = table('readwrite')
      const row = await settled<QueuedAction | undefined>(rows.get(order))
      if (!row) return undefined
      const changed = next(row)
      rows.put(changed)
      await written(rows.transaction)
      return changed
    },
    async remove(order) {
      const rows = table('readwrite')
      rows.delete(order)
      await written(rows.transaction)
    },
    close: () => database.close(),
  }
}

/** Names of the queues on this browser, whoever they belong to. */
export async function queueNames(): Promise<string[]> {
  if (typeof indexedDB === 'undefined') return []
  const databases = await indexedDB.databases()
  return databases.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []))
}

/** Deletes a queue with everything in it. Other tabs let go of it by their `versionchange`. */
export function deleteQueue(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.onsuccess = () => resolve()
    deleting.onerror = () => reject(deleting.error ?? new Error(`could not delete ${name}`))
  })
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
