// What goes on for as long as a button is held: by a pointer, a finger, the space bar or Enter.
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'

/** Properties of the button. Whoever leaves it, or the window, has let go. */
export function holding(begin: () => void, end: () => void) {
  const isPress = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter'
  return {
    style: { touchAction: 'none', userSelect: 'none' },
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      begin()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onLostPointerCapture: end,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onKeyDown(event: KeyboardEvent) {
      if (!isPress(event)) return
      event.preventDefault()
      if (!event.repeat) begin()
    },
    onKeyUp(event: KeyboardEvent) {
      if (isPress(event)) end()
    },
    onBlur: end,
  } as const
}
