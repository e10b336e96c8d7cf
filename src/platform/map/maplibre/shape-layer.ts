// Areas: fences, zones, accuracy circles.
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import type { Box } from '../free-part.ts'
import type { MapLayer, MapShape, Pick } from '../map-port.ts'
import { toPlace } from './camera.ts'
import { groundColours } from './ground-colours.ts'
import {
  addGeoSource,
  addLayers,
  type LaidLayer,
  type LayerGround,
  type Pixel,
  removeAll,
  setGeoData,
} from './laid-layer.ts'
import { beyond, boxAround, coveredBy, freestOf, nameSize } from './name-places.ts'
import { labelPositions, ringsOf } from './shape-rings.ts'

type Shapes = Extract<MapLayer, { kind: 'shapes' }>

const FILL = 0.2
const colour: ExpressionSpecification = ['get', 'colour']

/** The name of a shape, and the places where it can stand, the best first. */
interface Name {
  id: string
  label: string
  places: GeoJSON.Position[]
}

/** The areas, and apart from them their names. */
function shapeFeatures(shapes: readonly MapShape[]): { areas: GeoJSON.FeatureCollection; names: Name[] } {
  const areas: GeoJSON.Feature[] = []
  const names: Name[] = []
  for (const { id, form, colour, fillOpacity = FILL, dashed = false, label, pickable = false } of shapes) {
    const rings = ringsOf(form)
    if (rings.length === 0) continue
    areas.push({
      type: 'Feature',
      properties: { id, colour, fill: fillOpacity, dashed, pickable },
      geometry: { type: 'Polygon', coordinates: rings },
    })
    if (label) names.push({ id, label, places: labelPositions(rings) })
  }
  return { areas: { type: 'FeatureCollection', features: areas }, names }
}

const nameFeatures = (
  names: readonly Name[],
  chosen: ReadonlyMap<string, number>,
): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: names.flatMap(({ id, label, places }): GeoJSON.Feature[] => {
    const at = places[chosen.get(id) ?? 0] ?? places[0]
    return at
      ? [{ type: 'Feature', properties: { label }, geometry: { type: 'Point', coordinates: at } }]
      : []
  }),
})

const styleOf = (source: string, names: string, dark: boolean): LayerSpecification[] => {
  const { inkStrong, halo } = groundColours(dark)
  const outline = (id: string, dashed: boolean): LayerSpecification => ({
    id: `${source}:${id}`,
    type: 'line',
    source,
    filter: ['==', ['get', 'dashed'], dashed],
    layout: { 'line-join': 'round', ...(!dashed && { 'line-cap': 'round' }) },
    paint: { 'line-color': colour, 'line-width': 2, ...(dashed && { 'line-dasharray': [3, 2] }) },
  })
  return [
    {
      id: `${source}:fill`,
      type: 'fill',
      source,
      paint: { 'fill-color': colour, 'fill-opacity': ['get', 'fill'], 'fill-antialias': false },
    },
    outline('outline', false),
    outline('dashes', true),
    {
      id: `${source}:names`,
      type: 'symbol',
      source: names,
      layout: { 'text-field': ['get', 'label'], 'text-size': 13, 'text-max-width': 12 },
      // Wide: a name stands on plans as well.
      paint: { 'text-color': inkStrong, 'text-halo-color': halo, 'text-halo-width': 2.2 },
    },
  ]
}

export function layShapes(
  ground: LayerGround,
  id: string,
  layer: Shapes,
  before?: string,
): LaidLayer<Shapes> {
  const { map } = ground
  const source = `own:${id}`
  const nameSource = `${source}:name-points`
  addGeoSource(map, source)
  addGeoSource(map, nameSource)
  const styleIds = addLayers(map, styleOf(source, nameSource, ground.dark()), before)
  let names: Name[] = []
  /** Which of its places each name has, where that is not the best one. */
  const chosen = new Map<string, number>()
  let some = false
  const update = ({ shapes }: Shapes) => {
    const features = shapeFeatures(shapes)
    some = shapes.some(shape => shape.pickable)
    names = features.names
    setGeoData(map, source, features.areas)
    setGeoData(map, nameSource, nameFeatures(names, chosen))
  }
  const avoid = (boxes: readonly Box[]) => {
    let moved = false
    const { clientWidth, clientHeight } = map.getContainer()
    const all = [...boxes, ...beyond({ wide: clientWidth, high: clientHeight })]
    for (const { id, label, places } of names) {
      const size = nameSize(label)
      const pixelOf = ([longitude = 0, latitude = 0]: GeoJSON.Position) => map.project([longitude, latitude])
      const now = places[chosen.get(id) ?? 0] ?? places[0]
      if (!now || coveredBy(boxAround(pixelOf(now), size), boxes) === 0) continue
      const at = freestOf(places.map(pixelOf), size, all)
      if (at === (chosen.get(id) ?? 0)) continue
      chosen.set(id, at)
      moved = true
    }
    if (moved) setGeoData(map, nameSource, nameFeatures(names, chosen))
  }
  update(layer)
  return {
    kind: 'shapes',
    styleIds,
    update,
    avoid,
    pick: (pixel, tolerance) =>
      some ? pickFeature(ground, id, 'shape', styleIds.slice(0, 3), pixel, tolerance / 2) : undefined,
    recolour: () => {
      const { inkStrong, halo } = groundColours(ground.dark())
      map.setPaintProperty(`${source}:names`, 'text-color', inkStrong)
      map.setPaintProperty(`${source}:names`, 'text-halo-color', halo)
    },
    remove: () => removeAll(map, styleIds, [source, nameSource]),
  }
}

/** The topmost pickable feature of some layers: first right under the pixel, then around it. */
export function pickFeature(
  { map }: LayerGround,
  layer: string,
  kind: 'shape' | 'line',
  styleIds: readonly string[],
  { x, y }: Pixel,
  tolerance: number,
): Pick | undefined {
  for (const around of [0, tolerance]) {
    const features = map.queryRenderedFeatures(
      [
        [x - around, y - around],
        [x + around, y + around],
      ],
      { layers: [...styleIds], filter: ['==', ['get', 'pickable'], true] },
    )
    const found: unknown = features[0]?.properties.id
    if (found !== undefined) return { kind, layer, id: String(found), at: toPlace(map.unproject([x, y])) }
  }
  return undefined
}
