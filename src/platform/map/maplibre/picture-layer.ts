// A picture laid on the ground by its corners: plans of floors and sites.
import type { ImageSource } from 'maplibre-gl'
import type { MapLayer } from '../map-port.ts'
import { showPicture } from '../picture-file.ts'
import { nearestLongitude } from './camera.ts'
import { type LaidLayer, type LayerGround, removeAll } from './laid-layer.ts'

type Picture = Extract<MapLayer, { kind: 'picture' }>
type Corners = [[number, number], [number, number], [number, number], [number, number]]

/**
 * In the dark skin a drawing has light lines on a dark ground, its colours kept, and a photo is dimmed: neither shines
 * like daylight between dark panels.
 */
const DAY = { 'raster-brightness-min': 0, 'raster-brightness-max': 1, 'raster-hue-rotate': 0 } as const
const NIGHT = {
  drawing: { 'raster-brightness-min': 0.92, 'raster-brightness-max': 0.1, 'raster-hue-rotate': 180 },
  photo: { ...DAY, 'raster-brightness-max': 0.65 },
} as const

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
  let drawing = false
  const recolour = () => {
    const look = ground.dark() ? NIGHT[drawing ? 'drawing' : 'photo'] : DAY
    map.setPaintProperty(styleId, 'raster-brightness-min', look['raster-brightness-min'])
    map.setPaintProperty(styleId, 'raster-brightness-max', look['raster-brightness-max'])
    map.setPaintProperty(styleId, 'raster-hue-rotate', look['raster-hue-rotate'])
  }
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
    loaded: (image, drawn) => {
      drawing = drawn
      recolour()
      map.getSource<ImageSource>(source)?.updateImage({ image })
    },
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
    recolour,
    remove: () => {
      picture.stop()
      removeAll(map, [styleId], [source])
    },
  }
}
