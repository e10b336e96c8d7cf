// What is heard and felt of a call. Browsers are silent until the page was touched once.
import { useEffect } from 'react'
import { allowSound, ringOut } from '../door-unit/sounds.ts'

const PATTERN = [400, 200, 400]
const EVERY_MS = 3_000

export function useRinging(rings: boolean): void {
  useEffect(() => {
    document.addEventListener('pointerdown', allowSound)
    return () => document.removeEventListener('pointerdown', allowSound)
  }, [])
  useEffect(() => {
    if (!rings) return
    ringOut(true)
    const buzz = () => void navigator.vibrate?.(PATTERN)
    buzz()
    const timer = setInterval(buzz, EVERY_MS)
    return () => {
      clearInterval(timer)
      ringOut(false)
    }
  }, [rings])
}
