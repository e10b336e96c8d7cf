// What people do on the map by keys and by long press, which the map itself does not tell of.
import { useEffect, useRef } from 'react'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { EditorEvent } from './shape-editor.ts'
import { placeOfHandle } from './shape-editor.ts'
import type { ShownHandles } from './shape-handles.ts'
import { type EditorState, readHandle } from './shape-state.ts'

/** Pixels that an arrow key moves a handle; with Shift, and with Alt for the last touch. */
const KEY_STEP = { plain: 4, shift: 20, alt: 1 }
const LONG_PRESS_MS = 600
/** A finger that moves further drags. */
const STILL_PIXELS = 10
/** So near to a handle counts as on it. */
const FINGER_PIXELS = 24
/** The double click behind the click that closed a shape must not zoom. */
const DOUBLE_CLICK_MS = 600

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

export interface GestureSubject {
  state: EditorState
  shown: ShownHandles
  host: MapHost | undefined
  /** Handle ids by what a screen reader says of their markers. */
  named: ReadonlyMap<string, string>
  enabled: boolean
  send: (event: EditorEvent) => void
}

/** Listens around the map while an editor is on it. `frame` is the map with its panels. */
export function useShapeGestures(frame: Element | undefined, subject: GestureSubject): void {
  const latest = useRef(subject)
  useEffect(() => {
    latest.current = subject
  })
  const { enabled } = subject
  useEffect(() => {
    if (!frame || !enabled) return
    const stop = new AbortController()
    const { signal } = stop
    const key = (event: KeyboardEvent) => keyPressed(event, frame, latest.current)
    document.addEventListener('keydown', key, { capture: true, signal })
    frame.addEventListener('focusin', event => focused(event.target, latest.current), { signal })
    listenToPointer(frame, () => latest.current, signal)
    return () => stop.abort()
  }, [frame, enabled])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]') !==
    null

const labelOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element
    ? (target.closest('[aria-label]')?.getAttribute('aria-label') ?? undefined)
    : undefined

function focused(target: EventTarget | null, { named, send }: GestureSubject): void {
  const handle = named.get(labelOf(target) ?? '')
  if (handle) send({ is: 'selected', handle })
}

function keyPressed(event: KeyboardEvent, frame: Element, subject: GestureSubject): void {
  if (event.defaultPrevented || isTyping(event.target)) return
  const { target } = event
  const onMap = target === document.body || (target instanceof Node && frame.contains(target))
  if (!onMap) return
  const wish = wishOf(event, subject)
  if (!wish) return
  event.preventDefault()
  event.stopPropagation()
  subject.send(wish)
}

function wishOf(event: KeyboardEvent, subject: GestureSubject): EditorEvent | undefined {
  const { state } = subject
  const command = event.ctrlKey || event.metaKey
  const letter = event.key.toLowerCase()
  if (command && letter === 'z') return { is: event.shiftKey ? 'redo' : 'undo' }
  if (command && letter === 'y') return { is: 'redo' }
  if (command) return undefined
  const drawing = state.tool !== 'edit'
  if (event.key === 'Escape' && (drawing || state.selected || state.drag)) return { is: 'escaped' }
  // A button answers to Enter by itself.
  const button = event.target instanceof Element && event.target.closest('button, a, [role=button]') !== null
  if (event.key === 'Enter' && drawing && !button) return { is: 'finished' }
  if (!state.selected) return undefined
  if ((event.key === 'Delete' || event.key === 'Backspace') && state.selected.startsWith('corner')) {
    return { is: 'cornerRemoved', handle: state.selected }
  }
  const own = button ? subject.named.get(labelOf(event.target) ?? '') === state.selected : true
  return own ? nudge(event, state.selected, subject) : undefined
}

function nudge(event: KeyboardEvent, id: string, { state, host }: GestureSubject): EditorEvent | undefined {
  const arrow = ARROWS[event.key]
  const handle = readHandle(id)
  const from = handle && placeOfHandle(state, handle)
  const pixel = from && host?.project(from)
  if (!arrow || !pixel) return undefined
  const far = event.altKey ? KEY_STEP.alt : event.shiftKey ? KEY_STEP.shift : KEY_STEP.plain
  const at = host?.unproject({ x: pixel.x + arrow[0] * far, y: pixel.y + arrow[1] * far })
  return at && { is: 'placed', handle: id, at }
}

function listenToPointer(frame: Element, now: () => GestureSubject, signal: AbortSignal): void {
  let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined
  let clickedAt = Number.NEGATIVE_INFINITY
  const release = () => {
    clearTimeout(press?.timer)
    press = undefined
  }
  const listen = (type: string, listener: (event: PointerEvent) => void) =>
    frame.addEventListener(type, event => event instanceof PointerEvent && listener(event), {
      capture: true,
      signal,
    })
  listen('pointerdown', event => {
    release()
    if (now().state.tool !== 'edit') clickedAt = event.timeStamp
    if (event.pointerType === 'mouse') return
    const corner = cornerAt(event, frame, now())
    if (!corner) return
    const timer = setTimeout(() => {
      navigator.vibrate?.(20)
      now().send({ is: 'cornerRemoved', handle: corner })
    }, LONG_PRESS_MS)
    press = { timer, x: event.clientX, y: event.clientY }
  })
  listen('pointermove', event => {
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL_PIXELS) release()
  })
  listen('pointerup', release)
  listen('pointercancel', release)
  // A right click on a corner is the long press of a mouse.
  frame.addEventListener(
    'contextmenu',
    event => {
      if (!(event instanceof MouseEvent)) return
      const corner = cornerAt(event, frame, now())
      if (!corner) return
      event.preventDefault()
      event.stopPropagation()
      if (!(event instanceof PointerEvent) || event.pointerType === 'mouse') {
        now().send({ is: 'cornerRemoved', handle: corner })
      }
    },
    { capture: true, signal },
  )
  frame.addEventListener(
    'dblclick',
    event => {
      const drawing = now().state.tool !== 'edit' || event.timeStamp - clickedAt < DOUBLE_CLICK_MS
      if (drawing) event.stopPropagation()
    },
    { capture: true, signal },
  )
  // A page must stay where it is while a handle follows the finger.
  frame.addEventListener('touchmove', event => now().state.drag && event.preventDefault(), {
    passive: false,
    signal,
  })
  signal.addEventListener('abort', release)
}

/** The corner under the pointer; none where a panel lies over the map. */
function cornerAt(
  event: MouseEvent,
  frame: Element,
  { host, shown, state }: GestureSubject,
): string | undefined {
  if (state.tool !== 'edit' || !host) return undefined
  const box = frame.getBoundingClientRect()
  const [x, y] = [event.clientX - box.left, event.clientY - box.top]
  let best: { id: string; far: number } | undefined
  for (const { id, at } of shown.corners) {
    const pixel = host.project(at)
    if (!pixel) continue
    const far = Math.hypot(pixel.x - x, pixel.y - y)
    if (far <= FINGER_PIXELS && far < (best?.far ?? Number.POSITIVE_INFINITY)) best = { id, far }
  }
  return best?.id
}
