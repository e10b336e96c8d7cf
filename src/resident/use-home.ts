// The homes of the telephone: asked for when the page opens, comes back to the front, and every half minute while it is looked at.
import { useCallback, useEffect, useState } from 'react'
import { type ResidentState, residentHome } from '../contract/endpoints/resident-page.ts'
import { sendRequest } from '../platform/http.ts'
import { keepShown, readShown } from './session.ts'

const EVERY_MS = 30_000

interface Homes {
  state: ResidentState | undefined
  /** The last question came to nothing: what is shown is older. */
  isStale: boolean
  ask(): Promise<void>
}

export function useHome(): Homes {
  const [state, setState] = useState(() => readShown()?.state)
  const [isStale, setIsStale] = useState(false)
  const ask = useCallback(async () => {
    try {
      const next = await sendRequest(residentHome, {})
      setState(next)
      setIsStale(false)
      keepShown(next)
    } catch {
      setIsStale(true)
    }
  }, [])
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    look()
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [ask])
  return { state, isStale, ask }
}
