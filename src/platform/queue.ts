// The queue of the person who is logged in: commands given without a network wait here and are sent exactly once.
import { openQueue, type Queue, type QueuePorts } from './queue-instance.ts'
import type { NewAction, QueuedAction } from './queue-row.ts'
import { deleteQueue, openQueueStore, type QueueOwner, queueName, queueNames } from './queue-store.ts'

let current: { name: string; queue: Promise<Queue>; opened: Queue | undefined } | undefined
const listeners = new Set<() => void>()
const none: readonly QueuedAction[] = []

const changed = () => {
  for (const listener of listeners) listener()
}

/** Opens the queue of a person, closing another's. What waits in it is not sent before `replay`. */
export async function startQueue(owner: QueueOwner, ports: QueuePorts): Promise<void> {
  const name = queueName(owner)
  if (current?.name === name) return
  stopQueue()
  const mine = { name, queue: openQueue(name, ports), opened: undefined as Queue | undefined }
  current = mine
  const queue = await mine.queue
  if (current !== mine) return queue.close()
  mine.opened = queue
  queue.subscribe(changed)
  changed()
}

/** Lets go of the queue; its rows stay for the same person. */
export function stopQueue(): void {
  const leaving = current
  current = undefined
  leaving?.queue.then(
    queue => queue.close(),
    () => {},
  )
  if (leaving) changed()
}

/** What waits and what failed, oldest first; an external store for views. */
export const queuedActions = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): readonly QueuedAction[] => current?.opened?.rows() ?? none,
}

/** Stores a command that waits for the network. Rejects when nobody is logged in or the browser cannot store. */
export async function enqueue(action: NewAction): Promise<QueuedAction> {
  return (await opened()).enqueue(action)
}

/** Sends what waits. Safe to call at any time, from any tab. */
export async function replay(): Promise<void> {
  await (await current?.queue)?.replay()
}

/** Puts a refused action back among those that wait, and sends. */
export async function retryQueued(order: number): Promise<void> {
  const queue = await opened()
  await queue.retry(order)
  await queue.replay()
}

/** Forgets an action for good. */
export async function dropQueued(order: number): Promise<void> {
  await (await opened()).drop(order)
}

/** How many actions of other people lie on this browser. A login as somebody else must warn before it purges them. */
export async function countForeign(owner: QueueOwner): Promise<number> {
  const own = queueName(owner)
  let count = 0
  for (const name of (await queueNames()).filter(each => each !== own)) {
    const store = await openQueueStore(name)
    count += (await store.all()).length
    store.close()
  }
  return count
}

/** Deletes every queue on this browser but that of `keep`: on logout, or when another person logs in. */
export async function purgeQueue(keep?: QueueOwner): Promise<void> {
  const kept = keep && queueName(keep)
  if (current && current.name !== kept) stopQueue()
  const names = (await queueNames()).filter(name => name !== kept)
  await Promise.all(names.map(deleteQueue))
}

function opened(): Promise<Queue> {
  if (!current) return Promise.reject(new Error('no queue without a session'))
  return current.queue
}
