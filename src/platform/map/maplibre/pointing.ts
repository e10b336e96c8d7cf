// What pointer and camera do, told as the port's events.
import type { MapMouseEvent } from 'maplibre-gl'
import type { Pick } from '../map-port.ts'
import { fromLibraryZoom, toBounds, toPlace } from './camera.ts'
import type { ClusterPick, LaidLayer, LayerGround, Pixel } from './laid-layer.ts'

/** How far beside a thing still counts, in pixels. */
const TOLERANCE = { finger: 22, mouse: 8 }
/** Looking what is under the pointer is not for every pixel it moves. */
const HOVER_MS = 60

const toleranceOf = (event: Event): number =>
  event instanceof PointerEvent && event.pointerType === 'touch' ? TOLERANCE.finger : TOLERANCE.mouse

/** Listens until told to stop. `layers`: the lowest first. */
export function listen({ map, events }: LayerGround, layers: () => readonly LaidLayer[]): () => void {
  const pickAt = (pixel: Pixel, tolerance: number): Pick | ClusterPick | undefined => {
    for (const layer of layers().toReversed()) {
      const pick = layer.pick?.(pixel, tolerance)
      if (pick) return pick
    }
    return undefined
  }
  const moved = () =>
    events.moved?.(
      { centre: toPlace(map.getCenter()), zoom: fromLibraryZoom(map.getZoom()) },
      toBounds(map.getBounds()),
    )
  const started = ({ originalEvent }: { originalEvent?: Event | undefined }) => {
    if (originalEvent) events.grabbed?.()
  }
  const clicked = ({ point, lngLat, originalEvent }: MapMouseEvent) => {
    const pick = pickAt(point, toleranceOf(originalEvent))
    if (pick?.kind === 'cluster') {
      events.grabbed?.()
      pick.open()
    } else if (pick) events.picked?.(pick)
    else events.pointed?.(toPlace(lngLat))
  }
  let lookedAt = 0
  const hovered = ({ point, lngLat }: MapMouseEvent) => {
    events.hovered?.(toPlace(lngLat))
    if (performance.now() - lookedAt < HOVER_MS || map.isMoving()) return
    lookedAt = performance.now()
    map.getContainer().toggleAttribute('data-over', pickAt(point, TOLERANCE.mouse) !== undefined)
  }
  const subscriptions = [
    map.on('moveend', moved),
    map.on('movestart', started),
    map.on('click', clicked),
    map.on('mousemove', hovered),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
