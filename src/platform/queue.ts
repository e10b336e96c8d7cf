// The queue of the person who is logged in: commands given without a network wait here and are sent exactly once.
import { openQueue, type Queue, type QueuePorts } from './queue-instance.ts'
import type { NewAction, QueuedAction } from './queue-row.ts'
import { deleteQueue, type QueueKeys, type QueueOwner, queueName, waitingQueues } from './queue-store.ts'

let current: { name: string; queue: Promise<Queue>; opened: Queue | undefined } | undefined
const listeners = new Set<() => void>()
const none: readonly QueuedAction[] = []

const changed = () => {
  for (const listener of listeners) listener()
}

/** Opens the queue of a person, closing another's. What waits in it is not sent before `replay`. */
export async function startQueue(owner: QueueOwner, keys: QueueKeys, ports: QueuePorts): Promise<void> {
  const name = queueName(owner)
  if (current?.name === name) return
  stopQueue()
  const mine = { name, queue: openQueue(name, keys, ports), opened: undefined as Queue | undefined }
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

/** Deletes what is empty: queues of others in which nothing waits any more. One that holds work is never deleted. */
export async function sweepQueues(): Promise<void> {
  for (const { name, count } of await waitingQueues({ empty: true }))
    if (count === 0 && name !== current?.name) await deleteQueue(name)
}

function opened(): Promise<Queue> {
  if (!current) return Promise.reject(new Error('no queue without a session'))
  return current.queue
}
