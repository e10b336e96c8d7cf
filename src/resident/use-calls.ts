// What rings for a home: asked every other second while the page is looked at, which is also what makes the door ring here first.
import { useCallback, useEffect, useState } from 'react'
import { type RoomCall, residentCalls } from '../contract/endpoints/resident-page.ts'
import { sendRequest } from '../platform/http.ts'

const EVERY_MS = 2_000

interface Calls {
  calls: readonly RoomCall[]
  /** It rings here no more, whatever becomes of it elsewhere. */
  leave(callId: number): void
}

export function useCalls(isAtHome: boolean): Calls {
  const [calls, setCalls] = useState<readonly RoomCall[]>([])
  const [left, setLeft] = useState<readonly number[]>([])
  useEffect(() => {
    if (!isAtHome) return
    let gone = false
    let asking = false
    const look = async () => {
      if (document.visibilityState !== 'visible' || asking) return
      asking = true
      try {
        const next = await sendRequest(residentCalls, { watching: true })
        if (!gone) setCalls(next)
      } catch {
        // Without a connection nothing rings: the property is called instead.
        if (!gone) setCalls([])
      }
      asking = false
    }
    const onLook = () => void look()
    onLook()
    const timer = setInterval(onLook, EVERY_MS)
    document.addEventListener('visibilitychange', onLook)
    return () => {
      gone = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [isAtHome])
  const leave = useCallback((callId: number) => setLeft(before => [...before, callId]), [])
  return { calls: calls.filter(({ callId }) => !left.includes(callId)), leave }
}
