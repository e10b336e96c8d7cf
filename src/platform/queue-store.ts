// The rows of one person's queue in IndexedDB: one row an action, so that two tabs never overwrite each other, and each
// sealed, so that nobody but that person reads it.
import * as z from 'zod/mini'
import type { QueuedAction } from './queue-row.ts'
import { createSeal } from './seal.ts'

/** What the name of every queue begins with. */
export const QUEUE_PREFIX = 'gatehouse-queue-'
const TABLE = 'actions'
const OWNER = 'owner'
/** Bytes of the files that wait with an action, by its order and the field that they are for. */
const FILES = 'files'
/** 2: rows are sealed, and say whose they are without a name. 3: files wait beside them. */
const VERSION = 3

/** Name of a person's queue database. */
export const queueName = (owner: QueueOwner): string => `${QUEUE_PREFIX}${owner.tenantId}-${owner.userId}`

export interface QueueOwner {
  tenantId: number
  userId: number
}

/** What opens the queue, and what it may say of its owner to strangers. */
export interface QueueKeys {
  /** 32 bytes in base64url; gone with the session. */
  seal: string
  /** The server's handle by which may be told how much waits. */
  tell: string
  /** The owner's name, masked. */
  mask: string
}

/** What anybody may know of a queue. */
export interface Waiting {
  name: string
  count: number
  /** When the oldest action was done, epoch milliseconds. */
  oldestAt: number | undefined
  mask: string
  tell: string | undefined
  /** Random name of this browser for this queue. */
  browser: string | undefined
  /** How many the server was told of last. */
  reported: number | undefined
}

export interface QueueStore {
  all: () => Promise<QueuedAction[]>
  /** Stores it with its files, or nothing of both. */
  add: (
    action: Omit<QueuedAction, 'order' | 'files'>,
    files?: Readonly<Record<string, File>>,
  ) => Promise<QueuedAction>
  /** Undefined where the action has no file of that field, or it is gone. */
  file: (action: QueuedAction, field: string) => Promise<File | undefined>
  /** Reads, changes and writes one row as if nobody else did meanwhile; a row that is gone stays gone. */
  change: (order: number, next: (row: QueuedAction) => QueuedAction) => Promise<QueuedAction | undefined>
  remove: (order: number) => Promise<void>
  close: () => void
}

/** As a row lies there: `stamp` is new with each writing. */
interface SealedRow {
  order: number
  at: number
  stamp: string
  sealed: Uint8Array<ArrayBuffer>
}
type StoredRow = SealedRow | QueuedAction
interface SealedFile {
  order: number
  field: string
  sealed: Uint8Array<ArrayBuffer>
}

/** What is sealed of a row. */
const content = z.object({
  key: z.string(),
  entity: z.string(),
  command: z.string(),
  ids: z.array(z.number()),
  input: z.optional(z.record(z.string(), z.unknown())),
  files: z.optional(z.record(z.string(), z.object({ name: z.string(), type: z.string() }))),
  at: z.number(),
  subject: z.string(),
  state: z.enum(['waiting', 'sending', 'failed']),
  refusal: z.optional(
    z.object({
      id: z.optional(z.string()),
      params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
      msg: z.optional(z.string()),
    }),
  ),
  tries: z.number(),
})

const ownerRecord = z.object({
  mask: z.string(),
  tell: z.string(),
  browser: z.string(),
  told: z.optional(z.number()),
})

/** Opens a queue. It closes itself when another tab deletes the database, or the deletion would hang. */
export async function openQueueStore(
  name: string,
  { seal: key, tell, mask }: QueueKeys,
  onClosed: () => void = () => {},
): Promise<QueueStore> {
  const seal = await createSeal(key, name)
  const database = await openDatabase(name)
  database.onversionchange = () => {
    database.close()
    onClosed()
  }
  const opened = new Map<number, { stamp: string; row: QueuedAction }>()
  const table = (mode: IDBTransactionMode) =>
    database.transaction(TABLE, mode, { durability: 'strict' }).objectStore(TABLE)

  const close = async (row: Omit<QueuedAction, 'order'>): Promise<Omit<SealedRow, 'order'>> => ({
    at: row.at,
    stamp: crypto.randomUUID(),
    sealed: await seal.close(row),
  })
  const open = async (stored: StoredRow): Promise<QueuedAction> => {
    if (!('sealed' in stored)) return stored
    const known = opened.get(stored.order)
    if (known?.stamp === stored.stamp) return known.row
    const row = { ...z.parse(content, await seal.open(stored.sealed)), order: stored.order }
    opened.set(stored.order, { stamp: stored.stamp, row })
    return row
  }
  const put = async (order: number, row: QueuedAction, before: StoredRow): Promise<boolean> => {
    const { order: _, ...facts } = row
    const next = { ...(await close(facts)), order }
    const rows = table('readwrite')
    const now = await settled<StoredRow | undefined>(rows.get(order))
    const same = now !== undefined && stampOf(now) === stampOf(before)
    if (same) rows.put(next)
    await written(rows.transaction)
    if (same) opened.set(order, { stamp: next.stamp, row })
    return same
  }

  await keepOwner(database, { tell, mask })
  for (const stored of await settled<StoredRow[]>(table('readonly').getAll()))
    if (!('sealed' in stored)) await put(stored.order, stored, stored)

  return {
    async all() {
      const stored = await settled<StoredRow[]>(table('readonly').getAll())
      // Sealed by another key, or damaged: it stays where it is, and the others go their way.
      const rows = await Promise.allSettled(stored.map(open))
      return rows.flatMap(row => (row.status === 'fulfilled' ? [row.value] : []))
    },
    async add(action, given = {}) {
      const files = Object.fromEntries(
        Object.entries(given).map(([field, { name, type }]) => [field, { name, type }]),
      )
      const row = Object.keys(files).length > 0 ? { ...action, files } : action
      const sealed = await close(row)
      const bytes: Omit<SealedFile, 'order'>[] = []
      for (const [field, file] of Object.entries(given))
        bytes.push({ field, sealed: await seal.closeBytes(await file.arrayBuffer()) })
      const transaction = database.transaction([TABLE, FILES], 'readwrite', { durability: 'strict' })
      const stored = written(transaction)
      const order = Number(await settled(transaction.objectStore(TABLE).add(sealed)))
      for (const file of bytes) transaction.objectStore(FILES).add({ ...file, order })
      await stored
      return { ...row, order }
    },
    async file({ order, files }, field) {
      const about = files?.[field]
      if (!about) return undefined
      const reading = database.transaction(FILES, 'readonly').objectStore(FILES).get([order, field])
      const stored = await settled<SealedFile | undefined>(reading)
      return stored && new File([await seal.openBytes(stored.sealed)], about.name, { type: about.type })
    },
    async change(order, next) {
      // Sealing takes longer than a transaction lives: whoever wrote meanwhile is read first.
      for (;;) {
        const before = await settled<StoredRow | undefined>(table('readonly').get(order))
        if (!before) return undefined
        const changed = next(await open(before))
        if (await put(order, changed, before)) return changed
      }
    },
    async remove(order) {
      const transaction = database.transaction([TABLE, FILES], 'readwrite', { durability: 'strict' })
      transaction.objectStore(TABLE).delete(order)
      // An array stands behind every text.
      transaction.objectStore(FILES).delete(IDBKeyRange.bound([order], [order, []]))
      await written(transaction)
      opened.delete(order)
    },
    close: () => database.close(),
  }
}

const stampOf = (row: StoredRow): string => ('stamp' in row ? row.stamp : row.key)

/** What waits on this browser, whoever it belongs to; queues without a row are left out unless `empty` asks for them. */
export async function waitingQueues({ empty = false } = {}): Promise<Waiting[]> {
  const found: Waiting[] = []
  for (const name of await queueNames()) {
    const database = await openDatabase(name)
    // Looked into for a moment only, but the deletion of it must not hang.
    database.onversionchange = () => database.close()
    const transaction = database.transaction([TABLE, OWNER], 'readonly')
    const [rows, record] = await Promise.all([
      settled<StoredRow[]>(transaction.objectStore(TABLE).getAll()),
      settled<unknown>(transaction.objectStore(OWNER).get(OWNER)),
    ])
    database.close()
    const owner = z.safeParse(ownerRecord, record).data
    if (rows.length > 0 || empty)
      found.push({
        name,
        count: rows.length,
        oldestAt: rows.length > 0 ? Math.min(...rows.map(row => row.at)) : undefined,
        mask: owner?.mask ?? '**',
        tell: owner?.tell,
        browser: owner?.browser,
        reported: owner?.told,
      })
  }
  return found
}

/** The server was told that so many wait. */
export async function noteReported(name: string, count: number): Promise<void> {
  const database = await openDatabase(name)
  database.onversionchange = () => database.close()
  const owners = database.transaction(OWNER, 'readwrite').objectStore(OWNER)
  const record = z.safeParse(ownerRecord, await settled<unknown>(owners.get(OWNER)))
  if (record.success) owners.put({ ...record.data, told: count }, OWNER)
  await written(owners.transaction)
  database.close()
}

async function keepOwner(database: IDBDatabase, keys: Pick<QueueKeys, 'tell' | 'mask'>): Promise<void> {
  const owners = database.transaction(OWNER, 'readwrite').objectStore(OWNER)
  const before = z.safeParse(ownerRecord, await settled<unknown>(owners.get(OWNER))).data
  owners.put(
    { ...before, ...keys, browser: before?.browser ?? crypto.randomUUID().replaceAll('-', '') },
    OWNER,
  )
  await written(owners.transaction)
}

/** Names of the queues on this browser, whoever they belong to. */
export async function queueNames(): Promise<string[]> {
  if (typeof indexedDB === 'undefined') return []
  const databases = await indexedDB.databases()
  return databases.flatMap(({ name }) => (name?.startsWith(QUEUE_PREFIX) ? [name] : []))
}

/** Deletes a queue with everything in it. Other tabs let go of it by their `versionchange`. */
export function deleteQueue(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.onsuccess = () => resolve()
    deleting.onerror = () => reject(deleting.error ?? new Error(`could not delete ${name}`))
  })
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, VERSION)
  opening.onupgradeneeded = () => {
    const { result } = opening
    if (!result.objectStoreNames.contains(TABLE))
      result.createObjectStore(TABLE, { keyPath: 'order', autoIncrement: true })
    if (!result.objectStoreNames.contains(OWNER)) result.createObjectStore(OWNER)
    result.createObjectStore(FILES, { keyPath: ['order', 'field'] })
  }
  return settled(opening)
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
