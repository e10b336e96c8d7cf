// Whether something fills the screen, and how to change it.
import { useEffect, useState } from 'react'

/**
 * Of an element, or of the whole page where dialogs have to be seen over it; undefined where the browser cannot.
 */
export function useFullScreen(element?: { current: HTMLElement | null }) {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const follow = () =>
      setOn(document.fullscreenElement !== null && document.fullscreenElement === whole(element))
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [element])
  if (!document.fullscreenEnabled) return undefined
  const toggle = () => {
    // Refused without a gesture; the button then just stays as it is.
    if (on) document.exitFullscreen().catch(() => {})
    else
      whole(element)
        ?.requestFullscreen()
        .catch(() => {})
  }
  return { on, toggle }
}

const whole = (element: { current: HTMLElement | null } | undefined): HTMLElement | null =>
  element ? element.current : document.documentElement
