// Whether a button or a finger is down: what a press began on must still be there when it ends, else it does nothing.
import { useState, useSyncExternalStore } from 'react'

/** A press is shorter; who drags for longer aims at nothing that could move away. */
const LONGEST_MS = 1_000

let down = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function become(next: boolean): void {
  clearTimeout(timer)
  if (next === down) return
  down = next
  for (const listener of listeners) listener()
}

function begin(): void {
  become(true)
  timer = setTimeout(become, LONGEST_MS, false)
}

/** The click comes after the end of the press, in the same task. */
function end(): void {
  clearTimeout(timer)
  timer = setTimeout(become, 0, false)
}

if (typeof document !== 'undefined') {
  const early = { capture: true, passive: true }
  document.addEventListener('pointerdown', begin, early)
  document.addEventListener('pointerup', end, early)
  document.addEventListener('pointercancel', end, early)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isDown = () => down

/** False for what comes up in the middle of a press and would move the page under it; true once the press is over. */
export function useAfterPress(): boolean {
  const pressed = useSyncExternalStore(subscribe, isDown)
  const [stands, setStands] = useState(!pressed)
  if (!stands && !pressed) setStands(true)
  return stands
}
