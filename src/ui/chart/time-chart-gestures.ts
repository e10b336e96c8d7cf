// Wheel, mouse, fingers and keys on a chart over time.
import type { View } from './time-chart-view.ts'

const WHEEL_FACTOR = 1.0016
const KEY_FACTOR = 0.6
/** A wheel that came from scrolling the page goes on scrolling it. */
const SCROLL_REST_MS = 260
/** Fewer pixels are a click. */
const DRAG_PIXELS = 3

/** Listens on the chart's element; answers the function that stops it. */
export function listenToGestures(element: HTMLElement, view: View): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const xOf = (event: MouseEvent) => event.clientX - element.getBoundingClientRect().left
  const perPixel = () => {
    const { left = 0, right = 1 } = view.painted()?.plot ?? {}
    const { from, to } = view.window()
    return (to - from) / Math.max(1, right - left)
  }

  let scrolledAt = Number.NEGATIVE_INFINITY
  const onScroll = () => {
    scrolledAt = performance.now()
  }
  addEventListener('scroll', onScroll, { signal, capture: true, passive: true })
  element.addEventListener(
    'wheel',
    event => {
      const step = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) {
        event.preventDefault()
        view.pan(sideways * step * perPixel())
        return
      }
      if (!event.ctrlKey && performance.now() - scrolledAt < SCROLL_REST_MS) return
      const changed = view.zoom(WHEEL_FACTOR ** (event.deltaY * step * (event.ctrlKey ? 4 : 1)), xOf(event))
      // At the widest the page scrolls on.
      if (changed || event.ctrlKey) event.preventDefault()
    },
    { signal, passive: false },
  )

  const fingers = new Map<number, number>()
  let dragged = 0
  element.addEventListener(
    'pointerdown',
    event => {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('a, button'))) return
      fingers.set(event.pointerId, xOf(event))
      dragged = 0
      element.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    event => {
      const x = xOf(event)
      const before = fingers.get(event.pointerId)
      if (before === undefined) {
        view.point(x)
        return
      }
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
      fingers.set(event.pointerId, x)
      dragged += Math.abs(x - before)
      if (other !== undefined) {
        const [was, is] = [Math.abs(before - other), Math.abs(x - other)]
        if (was > 8 && is > 8) view.zoom(was / is, (x + other) / 2)
        return
      }
      if (dragged > DRAG_PIXELS) {
        view.point(undefined)
        view.pan((before - x) * perPixel())
      }
    },
    { signal },
  )
  const lift = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return
    // A tap shows what is under the finger.
    if (event.type === 'pointerup' && dragged <= DRAG_PIXELS) view.point(xOf(event))
  }
  element.addEventListener('pointerup', lift, { signal })
  element.addEventListener('pointercancel', lift, { signal })
  element.addEventListener('pointerleave', event => event.pointerType === 'mouse' && view.point(undefined), {
    signal,
  })
  element.addEventListener('dblclick', event => view.zoom(event.shiftKey ? 2 : 0.5, xOf(event)), { signal })
  element.addEventListener('keydown', event => onKey(event, view), { signal })
  return () => stop.abort()
}

function onKey(event: KeyboardEvent, view: View): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return
  const { from, to } = view.window()
  const leap = (to - from) / 4
  const doings: Record<string, () => void> = {
    ArrowLeft: () => (event.shiftKey ? view.pan(-leap) : view.step(-1)),
    ArrowRight: () => (event.shiftKey ? view.pan(leap) : view.step(1)),
    PageUp: () => view.pan(-leap * 4),
    PageDown: () => view.pan(leap * 4),
    Home: () => view.edge('first'),
    End: () => view.edge('last'),
    '+': () => view.zoom(KEY_FACTOR),
    '=': () => view.zoom(KEY_FACTOR),
    ArrowUp: () => view.zoom(KEY_FACTOR),
    '-': () => view.zoom(1 / KEY_FACTOR),
    ArrowDown: () => view.zoom(1 / KEY_FACTOR),
    '0': () => view.whole(),
    Escape: () => view.point(undefined),
  }
  const doing = doings[event.key]
  if (!doing) return
  event.preventDefault()
  doing()
}
