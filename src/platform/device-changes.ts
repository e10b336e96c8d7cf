// Batches of device changes as they come from the broker: whoever draws what moves hears them before any frame.
import type { StateBatch } from '../contract/messages.ts'

type Listener = (batch: StateBatch) => void

const listeners = new Set<Listener>()

/** Hears every batch, whole and at once. Answers the way to stop. */
export function onDeviceChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hands a batch to whoever listens. */
export function publishDeviceChanges(batch: StateBatch): void {
  for (const listener of listeners) listener(batch)
}
