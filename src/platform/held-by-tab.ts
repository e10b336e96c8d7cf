// What only one tab of this browser should be in: it is held while this one is, and others can look whether it is.
import { lead } from './leader.ts'

/** Whether a tab of this browser holds it; unknown is no. Ask while this one does not. */
export async function heldByTab(name: string): Promise<boolean> {
  if (typeof navigator === 'undefined' || !navigator.locks) return false
  try {
    const { held = [] } = await navigator.locks.query()
    return held.some(lock => lock.name === name)
  } catch {
    return false
  }
}

/** Holds it until the answer of this is called; after others that do already. */
export const holdInTab = (name: string): (() => void) => lead(name, () => {})
