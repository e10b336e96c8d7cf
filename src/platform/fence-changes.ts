// Who went into or out of which geofence, as the broker tells it: whoever shows fences hears it at once.
import type { FenceNotice } from '../contract/messages.ts'

type Listener = (notice: FenceNotice) => void

const listeners = new Set<Listener>()

/** Hears every notice, whole and at once. Answers the way to stop. */
export function onFenceChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hands a notice to whoever listens. */
export function publishFenceChanges(notice: FenceNotice): void {
  for (const listener of listeners) listener(notice)
}
