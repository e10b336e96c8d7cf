// One tab's hold on a person's queue: giving, replaying under a lock that all tabs share, telling the other tabs.
import type { NewAction, QueuedAction, SendOutcome } from './queue-row.ts'
import { openQueueStore, type QueueKeys } from './queue-store.ts'

export type KeepInput = (input: NonNullable<QueuedAction['input']>) => Promise<void>
/** The file of an action that waits for that field; undefined where there is none, or no longer. */
export type WaitingFileOf = (field: string) => Promise<File | undefined>

export interface QueuePorts {
  /** `keep` writes down what sending has made of the input already, so that an attempt that breaks off is not begun anew. */
  send: (action: QueuedAction, keep: KeepInput, fileOf: WaitingFileOf) => Promise<SendOutcome>
  newKey: () => string
  now?: () => number
  /** An action went through: the caches it touched are stale. */
  onDone?: (action: QueuedAction) => void
  /** An action came back refused. */
  onFailed?: (action: QueuedAction) => void
}

export interface Queue {
  /** The rows now, oldest first; a new array only when they changed. */
  rows: () => readonly QueuedAction[]
  subscribe: (listener: () => void) => () => void
  enqueue: (action: NewAction) => Promise<QueuedAction>
  /** Sends what waits, oldest first, one tab at a time. Stops at the first sign that the network is away. */
  replay: () => Promise<void>
  retry: (order: number) => Promise<void>
  drop: (order: number) => Promise<void>
  close: () => void
}

/** Opens the queue of that name. Two tabs with the same name share its rows and take turns at sending. */
export async function openQueue(name: string, keys: QueueKeys, ports: QueuePorts): Promise<Queue> {
  let rows: readonly QueuedAction[] = []
  let open = true
  let turn: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const others = new BroadcastChannel(name)
  const store = await openQueueStore(name, keys, () => {
    open = false
    show([])
  })

  const show = (next: readonly QueuedAction[]) => {
    if (next.length === 0 && rows.length === 0) return
    rows = next
    for (const listener of listeners) listener()
  }
  const read = async () => {
    if (open) show(await store.all())
  }
  const changed = async () => {
    if (!open) return
    await read()
    if (open) others.postMessage('changed')
  }
  others.onmessage = () => void read()

  async function sendOne(row: QueuedAction): Promise<boolean> {
    // A row still marked as sending is of a tab that was closed: who holds the lock sends it again under the same key.
    const sending = await store.change(row.order, each => ({
      ...each,
      state: 'sending',
      tries: each.tries + 1,
    }))
    if (!sending) return true
    await changed()
    const outcome = await ports.send(
      sending,
      async input => {
        await store.change(row.order, each => ({ ...each, input }))
      },
      field => store.file(sending, field),
    )
    if (!open) return false
    switch (outcome.is) {
      case 'done':
        await store.remove(row.order)
        ports.onDone?.(sending)
        return true
      case 'partly':
      case 'refused': {
        const ids = outcome.is === 'partly' ? outcome.ids : sending.ids
        const failure = { state: 'failed', ids, refusal: outcome.refusal } as const
        const failed = await store.change(row.order, each => ({ ...each, ...failure }))
        if (outcome.is === 'partly') ports.onDone?.(sending)
        ports.onFailed?.(failed ?? { ...sending, ...failure })
        return true
      }
      default:
        await store.change(row.order, each => ({ ...each, state: 'waiting' }))
        return false
    }
  }

  async function sendAll(): Promise<void> {
    // Read anew each time: rows come, and go by the other tabs' hands.
    for (;;) {
      const next = open ? (await store.all()).find(row => row.state !== 'failed') : undefined
      if (!next) return
      const goOn = await sendOne(next)
      await changed()
      if (!goOn) return
    }
  }

  await read()
  return {
    rows: () => rows,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async enqueue(action) {
      const { input, at, key, files, ...facts } = action
      const row = await store.add(
        {
          ...facts,
          ...(input !== undefined && { input }),
          at: at ?? (ports.now ?? Date.now)(),
          key: key ?? ports.newKey(),
          state: 'waiting',
          tries: 0,
        },
        files,
      )
      await changed()
      return row
    },
    replay() {
      // Waiting for the lock counts as a turn, so a row given meanwhile is seen by it.
      turn ??= new Promise<void>((resolve, reject) => {
        navigator.locks
          .request(name, () => {
            turn = undefined
            return sendAll()
          })
          .then(() => resolve(), reject)
      })
      return turn
    },
    async retry(order) {
      // The first answer belongs to the old key; a new attempt is a new action.
      await store.change(order, ({ refusal: _, ...row }) => ({
        ...row,
        state: 'waiting',
        key: ports.newKey(),
      }))
      await changed()
    },
    async drop(order) {
      await store.remove(order)
      await changed()
    },
    close() {
      open = false
      others.close()
      store.close()
      listeners.clear()
    },
  }
}
