// Keys of the drawer: a letter for each button, and a short pause first, so that nobody who types answers by accident.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isInFront } from '../../ui/top-layer.ts'

/** So long no key may have been pressed before keys mean something. */
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
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (armed) return
    let timer = setTimeout(() => setArmed(true), QUIET_MS)
    const wait = (event: KeyboardEvent) => {
      // Meant for what stands beside the call.
      if (root.current && !isInFront(root.current)) return
      clearTimeout(timer)
      timer = setTimeout(() => setArmed(true), QUIET_MS)
      // Of somebody in the middle of a word: the focus has just moved to a button that answers.
      if (event.key !== 'Tab') event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', wait, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', wait, true)
    }
  }, [armed, root])
  useEffect(() => {
    if (!armed) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (!root.current || !isInFront(root.current)) return
      const letter = /^[a-z]$/i.test(event.key) ? event.key : event.code.replace(/^Key/, '')
      const run = latest.current[letter.toLowerCase()]
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [armed, root])
  return armed
}
