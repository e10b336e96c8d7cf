// Keys of the drawer: a letter for each button, and a short pause first, so that nobody who types answers by accident.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isInFront } from '../../ui/top-layer.ts'

/** Keys count only after no key was pressed for so long. */
export const QUIET_MS = 700

/**
 * Listens for letters while `root` has the focus; answers whether keys count yet. Letters are those printed on the
 * screen, or the same places on a keyboard of another script.
 */
export function useCallKeys(
  root: RefObject<HTMLElement | null>,
  keys: Readonly<Record<string, (() => void) | undefined>>,
): boolean {
  const [armed, setArmed] = useState(false)
  const latest = useRef(keys)
  // In a layout effect, before the screen shows the buttons: a key must mean the button that is seen.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    // Kept here and not in the state: a busy page draws and takes up effects late, and a key pressed meanwhile counts.
    let counts = false
    const arm = () => {
      counts = true
      setArmed(true)
    }
    let timer = setTimeout(arm, QUIET_MS)
    const isMeant = () => root.current !== null && isInFront(root.current)
    const wait = (event: KeyboardEvent) => {
      // Not for keys that go to something beside the call.
      if (counts || !isMeant()) return
      clearTimeout(timer)
      timer = setTimeout(arm, QUIET_MS)
      // Somebody was typing when the focus moved to a button that answers: the key must not press it.
      if (event.key !== 'Tab') event.preventDefault()
      event.stopPropagation()
    }
    const press = (event: KeyboardEvent) => {
      if (!counts || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (!isMeant()) return
      const letter = /^[a-z]$/i.test(event.key) ? event.key : event.code.replace(/^Key/, '')
      const run = latest.current[letter.toLowerCase()]
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', wait, true)
    addEventListener('keydown', press)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', wait, true)
      removeEventListener('keydown', press)
    }
  }, [root])
  return armed
}
