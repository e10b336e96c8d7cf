// Where much happens: spots with a weight melt into one another.
import type { LayerSpecification } from 'maplibre-gl'
import { heatColours } from '../heat-colours.ts'
import type { MapLayer } from '../map-port.ts'
import {
  addGeoSource,
  addLayers,
  type LaidLayer,
  type LayerGround,
  removeAll,
  setGeoData,
} from './laid-layer.ts'

const { few, more, most } = heatColours

type Heat = Extract<MapLayer, { kind: 'heat' }>

export function heatFeatures(spots: Float64Array): GeoJSON.FeatureCollection {
  const features: GeoJSON.FeatureCollection['features'] = []
  for (let at = 0; at + 2 < spots.length; at += 3) {
    const [longitude = 0, latitude = 0, weight = 0] = spots.subarray(at, at + 3)
    if (weight <= 0) continue
    features.push({
      type: 'Feature',
      properties: { weight },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })
  }
  return { type: 'FeatureCollection', features }
}

/** From nothing over attention and warning to critical: the colours of the severities. */
const styleOf = (source: string): LayerSpecification => ({
  id: `${source}:heat`,
  type: 'heatmap',
  source,
  paint: {
    'heatmap-weight': ['get', 'share'],
    'heatmap-radius': ['interpolate', ['linear'], ['zoom'], 3, 14, 9, 26, 15, 44],
    'heatmap-intensity': ['interpolate', ['linear'], ['zoom'], 3, 0.8, 12, 1.6],
    'heatmap-opacity': 0.75,
    'heatmap-color': [
      'interpolate',
      ['linear'],
      ['heatmap-density'],
      0,
      `${few}00`,
      0.15,
      `${few}8c`,
      0.5,
      more,
      1,
      most,
    ],
  },
})

export function layHeat({ map }: LayerGround, id: string, layer: Heat, before?: string): LaidLayer<Heat> {
  const source = `own:${id}`
  addGeoSource(map, source)
  const styleIds = addLayers(map, [styleOf(source)], before)
  const update = ({ spots }: Heat) => {
    const features = heatFeatures(spots)
    const most = features.features.reduce(
      (most, { properties }) => Math.max(most, Number(properties?.weight)),
      1,
    )
    for (const { properties } of features.features)
      if (properties) properties.share = properties.weight / most
    setGeoData(map, source, features)
  }
  update(layer)
  return { kind: 'heat', styleIds, update, remove: () => removeAll(map, styleIds, [source]) }
}
