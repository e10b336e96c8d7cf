// Hands news of calls (answered, ended, missed) to whoever carries one; the last words are kept for who comes late.
import type { CallNotice } from '../../contract/messages.ts'

const KEPT = 20

const listeners = new Set<(notice: CallNotice) => void>()
const last = new Map<number, CallNotice>()

/** Takes one message with code `call` from the broker. */
export function hearCallNews(notice: CallNotice): void {
  last.delete(notice.callId)
  last.set(notice.callId, notice)
  for (const callId of last.keys()) {
    if (last.size <= KEPT) break
    last.delete(callId)
  }
  for (const listener of listeners) listener(notice)
}

/** Calls back with all news; answers how to stop. */
export function onCallNews(listener: (notice: CallNotice) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The last word about a call, if there was one. */
export const lastCallNews = (callId: number): CallNotice | undefined => last.get(callId)
