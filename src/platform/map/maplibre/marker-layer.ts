// A few things with names, over the library's canvas.
import type { MapLayer } from '../map-port.ts'
import { layMarkerButtons } from '../marker-buttons.ts'
import { nearestLongitude, toPlace } from './camera.ts'
import type { LaidLayer, LayerGround } from './laid-layer.ts'

type Markers = Extract<MapLayer, { kind: 'markers' }>

export interface LaidMarkers extends LaidLayer<Markers> {
  readonly element: HTMLElement
}

export function layMarkers(ground: LayerGround, id: string, layer: Markers): LaidMarkers {
  const { map, events, dark } = ground
  const { element, update, place, boxes, recolour, remove } = layMarkerButtons(
    {
      frame: map.getContainer(),
      events,
      dark,
      project: ({ longitude, latitude }) =>
        map.project([nearestLongitude(longitude, map.getCenter().lng), latitude]),
      unproject: ({ x, y }) => toPlace(map.unproject([x, y])),
    },
    id,
    layer,
  )
  map.getCanvasContainer().append(element)
  place()
  map.on('move', place)
  map.on('resize', place)
  return {
    kind: 'markers',
    styleIds: [],
    element,
    update,
    boxes,
    recolour,
    remove: () => {
      map.off('move', place)
      map.off('resize', place)
      remove()
    },
  }
}
