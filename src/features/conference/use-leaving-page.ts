// Whoever leaves the page leaves its rooms; while one is in one of them the browser asks before the page goes.
import { useEffect } from 'react'
import { presenceOf } from '../../domain/conference/session.ts'
import { warnBeforeLeaving } from '../../platform/leave-warning.ts'
import type { RoomDriver } from './room.driver.ts'

export function useLeavingPage(driver: RoomDriver): void {
  useEffect(() => {
    let stopWarning: (() => void) | undefined
    const inRoom = () => presenceOf(driver.read().session) !== 'out'
    const follow = () => {
      if (driver.read().session.is === 'in') stopWarning ??= warnBeforeLeaving()
      else {
        stopWarning?.()
        stopWarning = undefined
      }
    }
    const leave = () => {
      if (inRoom()) driver.leave()
    }
    const unfollow = driver.subscribe(follow)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      unfollow()
      stopWarning?.()
      leave()
    }
  }, [driver])
}
