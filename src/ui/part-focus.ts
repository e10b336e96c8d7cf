// One tab stop for many parts of a picture or a calendar: arrows, Home and End walk over them, as in a grid.
import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'

/** How many parts an arrow key moves by, in the order of the parts; 0 for another key. */
export function stepOf(key: string, columns: number, mirrored: boolean): number {
  const side = mirrored ? -1 : 1
  switch (key) {
    case 'ArrowRight':
      return columns === 1 ? 0 : side
    case 'ArrowLeft':
      return columns === 1 ? 0 : -side
    case 'ArrowDown':
      return columns === Number.POSITIVE_INFINITY ? 0 : columns
    case 'ArrowUp':
      return columns === Number.POSITIVE_INFINITY ? 0 : -columns
    default:
      return 0
  }
}

export interface PartFocus<Frame extends HTMLElement> {
  frame: RefObject<Frame | null>
  /** The part that Tab leads to. */
  stop: number
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: (event: FocusEvent) => void
}

/**
 * Follows the keys over `count` parts marked with `data-part={index}`. `columns` parts make a line: 1 for a list,
 * `Infinity` for a single line.
 */
export function usePartFocus<Frame extends HTMLElement>(count: number, columns: number): PartFocus<Frame> {
  const frame = useRef<Frame>(null)
  const [at, setAt] = useState(0)
  const stop = Math.min(at, Math.max(0, count - 1))
  const partOf = (index: number) => frame.current?.querySelector<HTMLElement>(`[data-part="${index}"]`)
  return {
    frame,
    stop,
    onKeyDown: event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const mirrored = frame.current ? getComputedStyle(frame.current).direction === 'rtl' : false
      const step = stepOf(event.key, columns, mirrored)
      const next = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : step === 0 ? -1 : stop + step
      if (next < 0 || next >= count) return
      event.preventDefault()
      setAt(next)
      partOf(next)?.focus()
    },
    onFocus: event => {
      const part = event.target.closest('[data-part]')?.getAttribute('data-part')
      if (part) setAt(Number(part))
    },
  }
}
