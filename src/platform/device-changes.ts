// Batches of device changes as they come from the broker: whoever draws what moves hears them before any frame.
import type { StateBatch } from '../contract/messages.ts'

type Listener = (batch: StateBatch) => void

const listeners = new Set<Listener>()

/** Hears every batch, whole and at once. Answers the way to stop. */
export function onDeviceChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells a batch to whoever listens. */
export function tellDeviceChanges(batch: StateBatch): void {
  for (const listener of listeners) listener(batch)
}
