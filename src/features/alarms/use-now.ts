// The present time for countdowns and for what ends by itself; one clock, running only while somebody looks.

import { useSyncExternalStore } from 'react'
import { serverNow } from '../../platform/server-clock.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function onTick(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Epoch milliseconds, in steps of `stepMs`. */
export function useNow(stepMs = 1000): number {
  return useSyncExternalStore(onTick, () => Math.floor(serverNow() / stepMs) * stepMs)
}
