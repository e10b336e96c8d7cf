// What lies over the page without an address of its own: Back closes it and the page stays; other steps close it too.
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** While `opened`, Back closes instead of leading away, and any other step in the history closes too. */
export function useBackCloses(opened: boolean, onClose: () => void): void {
  const { history } = useRouter()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!opened) return undefined
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== 'BACK') return false
        close.current()
        return true
      },
    })
    const unsubscribe = history.subscribe(({ action }) => {
      // A filter that the page behind writes into its address is no step.
      if (action.type !== 'REPLACE') close.current()
    })
    return () => {
      unblock()
      unsubscribe()
    }
  }, [opened, history])
}
