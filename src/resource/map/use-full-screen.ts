// A map that fills the screen: the window by its own style, the screen by the browser where that is allowed.
import { useEffect } from 'react'

/**
 * The whole page goes to full screen and the map fills it: dialogs, menus and incoming calls live outside the map's
 * element and must stay visible. Escape leads back also where the browser has no full screen (phones, frames).
 */
export function useFullScreen(full: boolean, onFull: (full: boolean) => void): { toggle: () => void } {
  useEffect(() => {
    if (!full) return
    const left = () => {
      if (!document.fullscreenElement) onFull(false)
    }
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.fullscreenElement) onFull(false)
    }
    document.addEventListener('fullscreenchange', left)
    document.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('fullscreenchange', left)
      document.removeEventListener('keydown', leave)
    }
  }, [full, onFull])
  useEffect(
    // A page that is left does not keep the screen.
    () => () => {
      if (full && document.fullscreenElement) document.exitFullscreen().catch(() => {})
    },
    [full],
  )
  return {
    toggle: () => {
      onFull(!full)
      // Refused without a gesture or in a frame; the window is filled all the same.
      if (!full && document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {})
    },
  }
}
