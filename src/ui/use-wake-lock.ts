// Keeps the screen from going dark while a page for the wall is shown.
import { useEffect } from 'react'

export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let over = false
    const hold = async () => {
      if (over || document.visibilityState !== 'visible') return
      // Refused on a low battery, or where the browser has none: then the screen's own time counts.
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (over) void lock?.release()
    }
    void hold()
    // A hidden page loses its lock.
    document.addEventListener('visibilitychange', hold)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
