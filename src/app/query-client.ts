// The query cache, kept on the device per tenant and person for what entities mark as readable offline.
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { type PersistedClient, persistQueryClient } from '@tanstack/react-query-persist-client'
import { createStore, del, get, set, type UseStore } from 'idb-keyval'
import { DAY_MS } from '../domain/durations.ts'
import { getConnection, subscribeConnection } from '../platform/connection.ts'
import { RequestError } from '../platform/request-error.ts'
import type { Session } from '../platform/session-store.ts'

const WEEK_MS = 7 * DAY_MS
const WRITE_PAUSE_MS = 1_000
const RECORD = 'queries'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Restored entries must outlive the moment nobody watches them, or offline starts find nothing.
      gcTime: WEEK_MS,
      // Only what may pass by itself is asked again; a refusal stays one, and so does no network until it is back.
      retry: (count, error) =>
        count < 2 && getConnection().online && error instanceof RequestError && error.passing,
      retryDelay: count => 500 * 2 ** count,
      // A question that waits for the network for ever would leave a skeleton for ever: it fails, and is asked again.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Ties the cache to our own idea of being online: the browser's alone is wrong at boot and behind dead routers. */
export function followConnection(): void {
  onlineManager.setEventListener(setOnline => {
    setOnline(getConnection().online)
    return subscribeConnection(() => setOnline(getConnection().online))
  })
}

interface OpenCache {
  owner: string
  stop: () => void
  store: UseStore
}

let open: OpenCache | undefined

/** Name of the database of a person's private data; every such name starts with `gatehouse-`. */
export const cacheNameOf = (user: { tenantId: number; id: number }) =>
  `gatehouse-${user.tenantId}-${user.id}-cache`

/** Restores a person's stored cache and keeps writing to it. Resolves when it is restored. */
export async function openCache(user: Session['user']): Promise<void> {
  const owner = cacheNameOf(user)
  if (open?.owner === owner) return
  await closeCache()
  const store = createStore(owner, 'cache')
  try {
    // A second tab that holds the database open would block its deletion.
    await store('readonly', objects => {
      const { db } = objects.transaction
      db.onversionchange = () => db.close()
    })
  } catch {
    // Private mode, or a full disk: the console works, but not offline.
    return
  }
  const [stop, restored] = persistQueryClient({
    queryClient,
    maxAge: WEEK_MS,
    buster: '1',
    persister: persisterOf(store),
    dehydrateOptions: {
      shouldDehydrateQuery: query => query.state.status === 'success' && query.meta?.offline === 'read',
      shouldDehydrateMutation: () => false,
    },
  })
  open = { owner, stop, store }
  await restored.catch(() => undefined)
}

/** Stops writing and lets go of the database, so that it can be deleted. */
export async function closeCache(): Promise<void> {
  const closing = open
  open = undefined
  if (!closing) return
  closing.stop()
  await closing.store('readonly', objects => objects.transaction.db.close()).catch(() => undefined)
}

// One JSON text: a 5 MB one reads in a third of the time that an object takes.
function persisterOf(store: UseStore) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let next: PersistedClient | undefined
  const flush = async () => {
    timer = undefined
    if (!next || open?.store !== store) return
    await set(RECORD, JSON.stringify(next), store).catch(() => undefined)
  }
  return {
    persistClient: (client: PersistedClient) => {
      next = client
      if (timer === undefined) timer = setTimeout(() => void flush(), WRITE_PAUSE_MS)
    },
    restoreClient: async (): Promise<PersistedClient | undefined> => {
      const text = await get<string>(RECORD, store).catch(() => undefined)
      return text ? JSON.parse(text) : undefined
    },
    removeClient: () => del(RECORD, store).catch(() => undefined),
  }
}
