// A picture laid on the ground by its corners: plans of floors and sites.
import type { ImageSource } from 'maplibre-gl'
import type { MapLayer } from '../map-port.ts'
import { showPicture } from '../picture-file.ts'
import { nearestLongitude } from './camera.ts'
import { type LaidLayer, type LayerGround, removeAll } from './laid-layer.ts'

type Picture = Extract<MapLayer, { kind: 'picture' }>
type Corners = [[number, number], [number, number], [number, number], [number, number]]

function cornersOf([first, second, third, fourth]: Picture['corners']): Corners {
  const by = first.longitude
  const at = ({ longitude, latitude }: typeof first): [number, number] => [
    nearestLongitude(longitude, by),
    latitude,
  ]
  return [at(first), at(second), at(third), at(fourth)]
}

export function layPicture(
  ground: LayerGround,
  id: string,
  layer: Picture,
  before?: string,
): LaidLayer<Picture> {
  const { map, events } = ground
  const source = `own:${id}`
  const styleId = `${source}:picture`
  let url: string | undefined
  map.addSource(source, { type: 'image', coordinates: cornersOf(layer.corners) })
  map.addLayer(
    {
      id: styleId,
      type: 'raster',
      source,
      paint: { 'raster-fade-duration': 0, 'raster-opacity': layer.opacity },
    },
    before,
  )
  const picture = showPicture({
    authorization: ground.authorization,
    loaded: image => map.getSource<ImageSource>(source)?.updateImage({ image }),
    failed: () => events.failed?.('tiles'),
  })
  const update = (next: Picture) => {
    map.getSource<ImageSource>(source)?.setCoordinates(cornersOf(next.corners))
    map.setPaintProperty(styleId, 'raster-opacity', next.opacity)
    if (next.url !== url) picture.show(next.url)
    url = next.url
  }
  update(layer)
  return {
    kind: 'picture',
    styleIds: [styleId],
    update,
    remove: () => {
      picture.stop()
      removeAll(map, [styleId], [source])
    },
  }
}
