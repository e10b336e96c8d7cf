// How cameras stand, as the broker tells it: whoever shows pictures hears it at once.
import type { CameraNotice } from '../contract/messages.ts'

type Listener = (notice: CameraNotice) => void

const listeners = new Set<Listener>()

/** Hears every notice, at once. Answers the way to stop. */
export function onCameraChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hands a notice to whoever listens. */
export function publishCameraChanges(notice: CameraNotice): void {
  for (const listener of listeners) listener(notice)
}
