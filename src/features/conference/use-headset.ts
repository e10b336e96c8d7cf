// The button of a headset: it takes the floor, and gives it back.
import { useEffect, useRef } from 'react'

/** The one button of a headset says "play" or "pause", by what the page is thought to do. */
const ACTIONS: readonly MediaSessionAction[] = ['play', 'pause', 'stop']

/** Listens while `onPress` is there. */
export function useHeadset(onPress: (() => void) | undefined): void {
  const latest = useRef(onPress)
  useEffect(() => {
    latest.current = onPress
  })
  const listens = onPress !== undefined
  useEffect(() => {
    if (!listens || !('mediaSession' in navigator)) return
    for (const action of ACTIONS) handle(action, () => latest.current?.())
    return () => {
      for (const action of ACTIONS) handle(action, null)
    }
  }, [listens])
}

function handle(action: MediaSessionAction, run: (() => void) | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, run)
  } catch {
    // An action that this browser does not know.
  }
}
