// How much room a chart has got: what depends on it cannot be said in a stylesheet alone.
import { type RefObject, useEffect, useState } from 'react'

/** The inner width of an element in pixels; 0 until it is known. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const seen = element.current
    if (!seen) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(seen)
    return () => observer.disconnect()
  }, [element])
  return width
}
