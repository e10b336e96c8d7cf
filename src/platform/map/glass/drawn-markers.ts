// Markers on the glass: the same buttons as over every other map.
import { toGcj } from '../coordinates.ts'
import type { MapLayer } from '../map-port.ts'
import { layMarkerButtons } from '../marker-buttons.ts'
import type { DrawnLayer, Glass } from './drawn-layer.ts'
import { fromPixel, toPixel } from './frame.ts'
import { placeFromMap } from './map-places.ts'

type Markers = Extract<MapLayer, { kind: 'markers' }>

export function drawMarkers(glass: Glass, id: string, layer: Markers): DrawnLayer<Markers> {
  const { element, update, place, recolour, remove } = layMarkerButtons(
    {
      frame: glass.element,
      events: glass.events,
      dark: glass.dark,
      project: at => toPixel(glass.frame(), toGcj(at)),
      unproject: pixel => placeFromMap(fromPixel(glass.frame(), pixel)),
    },
    id,
    layer,
  )
  glass.element.append(element)
  return { kind: 'markers', element, update, draw: place, recolour, remove }
}
