// Whether the person points with a finger; sizes that JavaScript must know follow from it.
import { useSyncExternalStore } from 'react'

const follow = (query: string) => {
  const list = typeof matchMedia === 'undefined' ? undefined : matchMedia(query)
  return {
    subscribe: (listener: () => void) => {
      list?.addEventListener('change', listener)
      return () => list?.removeEventListener('change', listener)
    },
    matches: () => list?.matches ?? false,
  }
}

const coarse = follow('(pointer: coarse)')
const phone = follow('(max-width: 640px)')
const wide = follow('(min-width: 1200px)')
const low = follow('(max-height: 560px)')

/** True with a finger, where rows and targets are 44 px. */
export const useCoarsePointer = (): boolean => useSyncExternalStore(coarse.subscribe, coarse.matches)

/** Phone, tablet or desktop, by the width of the window. */
export function useScreen(): 'phone' | 'tablet' | 'desktop' {
  const isPhone = useSyncExternalStore(phone.subscribe, phone.matches)
  const isWide = useSyncExternalStore(wide.subscribe, wide.matches)
  return isPhone ? 'phone' : isWide ? 'desktop' : 'tablet'
}

/** True where a window is too low for what stands over a picture: a phone on its side, a page that is enlarged. */
export const useLowWindow = (): boolean => useSyncExternalStore(low.subscribe, low.matches)
