// The button of a headset: it takes the floor, and gives it back.
import { useEffect, useRef } from 'react'

/** Other headsets say "play" or "pause" for the one button that they have. */
const ACTIONS = ['togglemicrophone', 'play', 'pause', 'stop'] as const

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

function handle(action: (typeof ACTIONS)[number], run: (() => void) | null): void {
  try {
    // The types of the page know fewer actions than browsers do.
    navigator.mediaSession.setActionHandler(action as MediaSessionAction, run)
  } catch {
    // An action that this browser does not know.
  }
}
