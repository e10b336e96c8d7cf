// Asks before unsaved input is lost: by closing, by going elsewhere, by leaving the page.
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'

export interface LeaveGuard {
  /** Somebody wants to leave while something is unsaved. */
  asking: boolean
  leave: () => void
  stay: () => void
  /** From now on nothing is lost: it has been saved. */
  release: () => void
}

/** Blocks leaving the address while `dirty`. */
export function useLeaveGuard(dirty: boolean): LeaveGuard {
  const released = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: () => dirty && !released.current,
    enableBeforeUnload: () => dirty && !released.current,
    withResolver: true,
  })
  return {
    asking: blocker.status === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
    release: () => {
      released.current = true
    },
  }
}
