// Rows that several people judge at once, as the broker tells of them: whoever judges them hears it at once.
import type { RowsNotice } from '../contract/messages.ts'

type Listener = (notice: RowsNotice) => void

const listeners = new Set<Listener>()

/** Hears every notice, at once. Answers the way to stop. */
export function onRowChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hands a notice to whoever listens. */
export function publishRowChanges(notice: RowsNotice): void {
  for (const listener of listeners) listener(notice)
}
