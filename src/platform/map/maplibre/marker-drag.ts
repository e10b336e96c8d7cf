// Moving a marker: by mouse and finger, and by the arrow keys.
import type { Pixel } from './laid-layer.ts'

/** A hand that trembles does not drag. */
const THRESHOLD = 4
const KEY_PIXELS = 8
const FINE_PIXELS = 1

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export interface Drag {
  may(): boolean
  /** Where it is, pixels from the frame's upper left corner. */
  from(): Pixel
  to(pixel: Pixel, done: boolean): void
}

/** Lets a marker be moved inside the frame; with Shift the arrow keys move it by single pixels. */
export function letDrag(button: HTMLElement, frame: HTMLElement, drag: Drag): void {
  dragByPointer(button, frame, drag)
  dragByKeys(button, drag)
}

function dragByPointer(button: HTMLElement, frame: HTMLElement, drag: Drag): void {
  let grabbed: { pointer: number; start: Pixel; offset: Pixel; last: Pixel; moving: boolean } | undefined
  const pixelOf = ({ clientX, clientY }: MouseEvent): Pixel => {
    const { left, top } = frame.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  // The ground under it must not be dragged along.
  for (const type of ['mousedown', 'touchstart'] as const)
    button.addEventListener(type, event => drag.may() && event.stopPropagation(), { passive: true })
  button.addEventListener('pointerdown', event => {
    if (!drag.may() || event.button !== 0 || grabbed) return
    const [start, from] = [pixelOf(event), drag.from()]
    grabbed = {
      pointer: event.pointerId,
      start,
      offset: { x: from.x - start.x, y: from.y - start.y },
      last: from,
      moving: false,
    }
    button.setPointerCapture(event.pointerId)
  })
  button.addEventListener('pointermove', event => {
    if (event.pointerId !== grabbed?.pointer) return
    const { x, y } = pixelOf(event)
    const { start, offset } = grabbed
    if (!grabbed.moving && Math.hypot(x - start.x, y - start.y) < THRESHOLD) return
    grabbed.moving = true
    button.toggleAttribute('data-dragging', true)
    grabbed.last = { x: x + offset.x, y: y + offset.y }
    drag.to(grabbed.last, false)
  })
  const letGo = (event: PointerEvent) => {
    if (event.pointerId !== grabbed?.pointer) return
    const { moving, last } = grabbed
    grabbed = undefined
    button.toggleAttribute('data-dragging', false)
    if (!moving) return
    // The click that ends a drag is not a click on the marker.
    const swallow = (click: Event) => click.stopImmediatePropagation()
    button.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => button.removeEventListener('click', swallow, { capture: true }))
    drag.to(last, true)
  }
  button.addEventListener('pointerup', letGo)
  button.addEventListener('pointercancel', letGo)
}

function dragByKeys(button: HTMLElement, drag: Drag): void {
  let moved = false
  button.addEventListener('keydown', event => {
    const direction = ARROWS[event.key]
    if (!direction || !drag.may()) return
    // The ground would be moved by the same keys.
    event.preventDefault()
    event.stopPropagation()
    const pixels = event.shiftKey ? FINE_PIXELS : KEY_PIXELS
    const { x, y } = drag.from()
    moved = true
    drag.to({ x: x + direction[0] * pixels, y: y + direction[1] * pixels }, false)
  })
  const done = () => {
    if (!moved) return
    moved = false
    drag.to(drag.from(), true)
  }
  button.addEventListener('keyup', event => event.key in ARROWS && done())
  button.addEventListener('blur', done)
}
