// What is clicked and hovered on the glass, and that a wheel or a second finger takes the map from whoever follows.
import type { MapEvents } from '../map-port.ts'
import { type Frame, fromPixel, type Pixel } from './frame.ts'
import type { LaidGlass } from './glass.ts'
import { placeFromMap } from './map-places.ts'

/** How far beside a thing still counts, in pixels. */
const TOLERANCE = { finger: 22, mouse: 8 }
/** Looking what is under the pointer is not for every pixel it moves. */
const HOVER_MS = 60
/** Keys by which providers let their map be moved. */
const MOVES = /^(Arrow|Page|Home|End|[-+=])/

export interface Pointing {
  clicked(pixel: Pixel): void
  hovered(pixel: Pixel): void
  stop(): void
}

export function listenToGround({
  ground,
  glass,
  events,
  frame,
}: {
  ground: HTMLElement
  glass: LaidGlass
  events: MapEvents
  frame(): Frame
}): Pointing {
  const listening = new AbortController()
  const { signal } = listening
  let finger = false
  let lookedAt = -HOVER_MS
  // Providers tell of a click without telling of its pointer.
  ground.addEventListener('pointerdown', event => (finger = event.pointerType === 'touch'), {
    signal,
    capture: true,
  })
  const grabbed = () => events.grabbed?.()
  ground.addEventListener('wheel', grabbed, { signal, capture: true, passive: true })
  ground.addEventListener('dblclick', grabbed, { signal, capture: true })
  ground.addEventListener('keydown', event => MOVES.test(event.key) && grabbed(), { signal, capture: true })
  ground.addEventListener('touchmove', event => event.touches.length > 1 && grabbed(), {
    signal,
    capture: true,
    passive: true,
  })
  // Markers stand above the ground: a wheel over one of them is meant for the ground.
  glass.element.addEventListener(
    'wheel',
    event => {
      event.preventDefault()
      const below = document
        .elementsFromPoint(event.clientX, event.clientY)
        .find(element => ground.contains(element))
      below?.dispatchEvent(new WheelEvent('wheel', event))
    },
    { signal, passive: false },
  )
  return {
    clicked: pixel => {
      const pick = glass.pick(pixel, finger ? TOLERANCE.finger : TOLERANCE.mouse)
      if (pick === 'done') return
      if (pick) events.picked?.(pick)
      else events.pointed?.(placeFromMap(fromPixel(frame(), pixel)))
    },
    hovered: pixel => {
      events.hovered?.(placeFromMap(fromPixel(frame(), pixel)))
      if (performance.now() - lookedAt < HOVER_MS) return
      lookedAt = performance.now()
      ground.style.cursor = glass.over(pixel, TOLERANCE.mouse) ? 'pointer' : ''
    },
    stop: () => listening.abort(),
  }
}
